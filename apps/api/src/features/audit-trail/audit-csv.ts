import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import type { CsvValue } from '../../http/csv.js'
import { AUDIT_LIST } from './audit-list.js'
import { AuditNames } from './audit-names.js'
import { toAuditResponse } from './audit-response.js'
import type { AuditRepository } from './audit.repository.js'
import type { AuditChangeDto, AuditEntryDto } from './dto/audit-entry.dto.js'

/** Entries of one export; more make no useful sheet. */
const MAX_EXPORTED = 50_000

/** One field that changed, or an entry that changed none. */
interface AuditLine {
  entry: AuditEntryDto
  change?: AuditChangeDto
}

const cell = (value: unknown): CsvValue =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number'
    ? (value ?? null)
    : JSON.stringify(value)

const { column, time } = csvColumnsOf<AuditLine>()
const AUDIT_CSV = new CsvColumns<AuditLine>({
  created_at: time('Tijd', 'Time', 'Zeit', 'Heure', ({ entry }) => entry.created_at),
  actor: column('Wie', 'Who', 'Wer', 'Qui', ({ entry }) => entry.actor),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', ({ entry }) => entry.business_name),
  action: column('Handeling', 'Action', 'Aktion', 'Action', ({ entry }) => entry.action),
  object_type: column('Object', 'Object', 'Objekt', 'Objet', ({ entry }) => entry.object_type),
  object_id: column('Id', 'Id', 'Id', 'Id', ({ entry }) => entry.object_id),
  field: column('Veld', 'Field', 'Feld', 'Champ', ({ change }) => change?.field ?? null),
  old: column('Oud', 'Old', 'Alt', 'Ancien', ({ change }) => cell(change?.old)),
  new: column('Nieuw', 'New', 'Neu', 'Nouveau', ({ change }) => cell(change?.new)),
  remote_address: column('Adres', 'Address', 'Adresse', 'Adresse', ({ entry }) => entry.remote_address),
  request_id: column('Verzoek', 'Request', 'Anfrage', 'Requête', ({ entry }) => entry.request_id),
})
export const AUDIT_CSV_COLUMNS = AUDIT_CSV.names

/** S30: the entries of a view as CSV, a line for each field that changed; that somebody took them along is an entry itself. */
export const auditCsvList = (database: RequestDatabase, entries: AuditRepository): CsvList<undefined> => ({
  name: 'audit-log',
  title: { nl: 'Auditlog', en: 'Audit log', de: 'Audit-Log', fr: 'Journal d’audit' },
  permission: 'read:business-management',
  fields: AUDIT_LIST,
  columns: AUDIT_CSV.names,
  portalPath: '/audit',
  objectType: 'audit',
  extraOf: () => undefined,
  head: AUDIT_CSV.head,
  write: (caller, { criteria, wish }, put) =>
    database.read(caller.scope, async (transaction) => {
      const reader = csvReader(caller.locale, wish.timeZone)
      await eachBatch(await entries.findIds(transaction, criteria, MAX_EXPORTED), async (ids) => {
        const rows = await entries.findThese(transaction, ids)
        const names = await AuditNames.find(transaction, rows)
        const lines = rows.flatMap((row) => linesOf(toAuditResponse(row, names)))
        await put(lines.map((line) => AUDIT_CSV.cells(line, wish.columns, reader)))
      })
    }),
})

const linesOf = (entry: AuditEntryDto): AuditLine[] =>
  entry.changes.length > 0 ? entry.changes.map((change) => ({ entry, change })) : [{ entry }]
