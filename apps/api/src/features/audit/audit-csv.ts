import type { Locale } from '../../auth/locale.js'
import { CsvLines, type CsvValue } from '../../http/csv.js'
import type { AuditEntryDto } from './dto/audit-entry.dto.js'

const HEAD = ['time', 'actor', 'business', 'action', 'object', 'id', 'field', 'old', 'new', 'address', 'request']

/** The audit log for a spreadsheet: a line for each field that changed. */
export function auditCsv(entries: readonly AuditEntryDto[], locale: Locale): string {
  const csv = new CsvLines(locale)
  const lines = entries.flatMap((entry) => {
    const about = [entry.created_at, entry.actor, entry.business_name, entry.action, entry.object_type, entry.object_id]
    const changes = entry.changes.length > 0 ? entry.changes : [{ field: null, old: null, new: null }]
    return changes.map((one) =>
      csv.line([...about, one.field, cell(one.old), cell(one.new), entry.remote_address, entry.request_id]),
    )
  })
  return csv.head(HEAD) + lines.join('')
}

const cell = (value: unknown): CsvValue =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number'
    ? (value ?? null)
    : JSON.stringify(value)
