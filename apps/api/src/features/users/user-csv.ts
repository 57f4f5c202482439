import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { UserDto } from './dto/user.dto.js'
import { statusOf, USER_LIST, type UserStatus } from './user-list.js'
import { toUserResponse } from './user-response.js'
import type { UsersRepository } from './users.repository.js'

const { column, time } = csvColumnsOf<UserDto>()
const USER_CSV = new CsvColumns<UserDto>({
  name: column('Naam', 'Name', 'Name', 'Nom', ({ name }) => name),
  address: column('Adres', 'Address', 'Adresse', 'Adresse', ({ address }) => address),
  postcode: column('Postcode', 'Postcode', 'Postleitzahl', 'Code postal', ({ postcode }) => postcode),
  city: column('Plaats', 'City', 'Ort', 'Ville', ({ city }) => city),
  phone: column('Telefoon', 'Phone', 'Telefon', 'Téléphone', ({ phone }) => phone),
  email: column('E-mail', 'E-mail', 'E-Mail', 'E-mail', ({ email }) => email),
  sub_vendor_name: column('Dealer', 'Dealer', 'Händler', 'Revendeur', ({ sub_vendor_name }) => sub_vendor_name),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', ({ business_name }) => business_name),
  role: column('Rol', 'Role', 'Rolle', 'Rôle', ({ role }) => role),
  last_seen_at: time('Laatst gezien', 'Last seen', 'Zuletzt gesehen', 'Vu le', ({ last_seen_at }) => last_seen_at),
  created_at: time('Aangemaakt', 'Created', 'Angelegt', 'Créé', ({ created_at }) => created_at),
})
export const USER_CSV_COLUMNS = USER_CSV.names

/** The users of a view as CSV. */
export const userCsvList = (database: RequestDatabase, users: UsersRepository): CsvList<UserStatus> => ({
  name: 'users',
  title: { nl: 'Gebruikers', en: 'Users', de: 'Benutzer', fr: 'Utilisateurs' },
  permission: 'read:user',
  fields: USER_LIST,
  columns: USER_CSV.names,
  portalPath: '/users',
  objectType: 'user',
  extraOf: statusOf,
  head: USER_CSV.head,
  write: (caller, { criteria, wish, extra: status }, put) =>
    database.read(caller.scope, async (transaction) => {
      const reader = csvReader(caller.locale, wish.timeZone)
      await eachBatch(await users.findIds(transaction, criteria, status, MAX_CSV_ROWS + 1), async (ids) => {
        const rows = await users.findAll(transaction, ids)
        await put(rows.map((row) => USER_CSV.cells(toUserResponse(row), wish.columns, reader)))
      })
    }),
})
