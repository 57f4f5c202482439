import { isImei } from '@roadbook/geo'
import { inTransaction } from '@roadbook/platform'
import { parse } from 'csv-parse/sync'
import type pg from 'pg'

export interface DeviceImport {
  /** CSV text with a header line: `imei` and any of title, description, model, iccid. Comma or semicolon. */
  csv: string
  businessId: number
  dryRun: boolean
}

export interface DeviceImportResult {
  created: number
  /** Already registered; left as they are. */
  existing: number
  /** With the line of the file that is wrong. Nothing is imported while there is one. */
  problems: { line: number; message: string }[]
}

const COLUMNS = ['imei', 'title', 'description', 'model', 'iccid'] as const
type Row = Partial<Record<(typeof COLUMNS)[number], string>>

/** Registers trackers of one business, all or nothing. */
export async function importDevices(pool: pg.Pool, { csv, businessId, dryRun }: DeviceImport): Promise<DeviceImportResult> {
  const { rows: businesses } = await pool.query('SELECT 1 FROM businesses WHERE id = $1', [businessId])
  if (businesses.length === 0) throw new Error(`there is no business ${businessId}`)
  const { rows, problems } = readDevices(csv)
  const { rows: known } = await pool.query<{ imei: string }>('SELECT imei FROM devices WHERE imei = ANY ($1)', [
    rows.map(({ imei }) => imei),
  ])
  const existing = new Set(known.map(({ imei }) => imei))
  const fresh = rows.filter(({ imei }) => !existing.has(imei ?? ''))
  const result = { created: problems.length === 0 ? fresh.length : 0, existing: existing.size, problems }
  if (dryRun || problems.length > 0) return result
  await inTransaction(pool, (client) =>
    client.query(
      `INSERT INTO devices (business_id, imei, title, description, model, iccid)
       SELECT $1, d.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS d`,
      [businessId, ...COLUMNS.map((column) => fresh.map((row) => row[column] || null))],
    ),
  )
  return result
}

/** The rows of the file, and what is wrong with it, line by line. */
export function readDevices(csv: string): { rows: Row[]; problems: DeviceImportResult['problems'] } {
  const delimiter = (csv.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  const table = parse(csv, {
    delimiter,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
  }) as unknown as {
    record: string[]
    info: { lines: number }
  }[]
  const header = table[0]?.record.map((name) => name.toLowerCase()) ?? []
  const unknown = header.filter((name) => !(COLUMNS as readonly string[]).includes(name))
  if (!header.includes('imei') || unknown.length > 0)
    return {
      rows: [],
      problems: [
        {
          line: 1,
          message: `the columns are ${COLUMNS.join(', ')}; imei is required${unknown.length > 0 ? `; not ${unknown.join(', ')}` : ''}`,
        },
      ],
    }
  const seen = new Map<string, number>()
  const problems: DeviceImportResult['problems'] = []
  const rows = table.slice(1).map(({ record, info }) => {
    const row = Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])) as Row
    const imei = (row.imei ?? '').replaceAll(' ', '')
    if (!isImei(imei)) problems.push({ line: info.lines, message: `"${imei}" is no IMEI: 15 digits` })
    else if (seen.has(imei)) problems.push({ line: info.lines, message: `${imei} stands on line ${seen.get(imei)} already` })
    seen.set(imei, info.lines)
    return { ...row, imei }
  })
  return { rows, problems }
}
