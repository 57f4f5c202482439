import type { Locale } from '../../texts/locale.js'
import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { TokenDto } from './dto/token.dto.js'
import { TOKEN_LIST } from './token-list.js'
import { toTokenResponse } from './token-response.js'
import type { TokensRepository } from './tokens.repository.js'

const WORDS: Record<string, Record<Locale, string>> = {
  read: { nl: 'Lezen', en: 'Read', de: 'Lesen', fr: 'Lire' },
  write: { nl: 'Lezen en wijzigen', en: 'Read and change', de: 'Lesen und ändern', fr: 'Lire et modifier' },
  install: { nl: 'Installeren', en: 'Install', de: 'Einbauen', fr: 'Installer' },
  created: { nl: 'In gebruik', en: 'In use', de: 'In Gebrauch', fr: 'En service' },
  revoked: { nl: 'Ingetrokken', en: 'Revoked', de: 'Widerrufen', fr: 'Révoqué' },
}
const worded = (word: string, locale: Locale): string => WORDS[word]?.[locale] ?? word

const { column, time } = csvColumnsOf<TokenDto>()
const TOKEN_CSV = new CsvColumns<TokenDto>({
  name: column('Naam', 'Name', 'Name', 'Nom', ({ name }) => name),
  scope: column('Rechten', 'Scope', 'Umfang', 'Portée', ({ scope }, { locale }) => worded(scope, locale)),
  user: column('Gebruiker', 'User', 'Benutzer', 'Utilisateur', ({ user }) => user),
  prefix: column('Begint met', 'Begins with', 'Beginnt mit', 'Commence par', ({ prefix }) => prefix),
  created_at: time('Gemaakt', 'Created', 'Erstellt', 'Créé', ({ created_at }) => created_at),
  last_used_at: time('Laatst gebruikt', 'Last used', 'Zuletzt benutzt', 'Dernière utilisation', (token) => token.last_used_at),
  last_used_from: column('Vanaf', 'From', 'Von', 'Depuis', ({ last_used_from }) => last_used_from),
  expires_at: time('Verloopt', 'Expires', 'Läuft ab', 'Expire', ({ expires_at }) => expires_at),
  revoked_at: time('Ingetrokken', 'Revoked', 'Widerrufen', 'Révoqué', ({ revoked_at }) => revoked_at),
  state: column('Status', 'State', 'Status', 'État', ({ state }, { locale }) => worded(state, locale)),
})
export const TOKEN_CSV_COLUMNS = TOKEN_CSV.names

/** The API tokens of a view as CSV; of their secrets no more than the list shows. */
export const tokenCsvList = (database: RequestDatabase, tokens: TokensRepository): CsvList<undefined> => ({
  name: 'tokens',
  title: { nl: 'Tokens', en: 'Tokens', de: 'Tokens', fr: 'Jetons' },
  permission: 'read:business-management',
  fields: TOKEN_LIST,
  columns: TOKEN_CSV.names,
  portalPath: '/tokens',
  objectType: 'token',
  extraOf: () => undefined,
  head: TOKEN_CSV.head,
  write: (caller, { criteria, wish }, put) =>
    database.read(caller.scope, async (transaction) => {
      const reader = csvReader(caller.locale, wish.timeZone)
      await eachBatch(await tokens.findIds(transaction, criteria, MAX_CSV_ROWS + 1), async (ids) => {
        const rows = await tokens.findAll(transaction, ids)
        await put(rows.map((row) => TOKEN_CSV.cells(toTokenResponse(row), wish.columns, reader)))
      })
    }),
})
