import { readSpeedUnit, readUtcOffset, SPEED_UNITS } from '@roadbook/contracts'
import { isImei } from '@roadbook/geo'
import { inTransaction, isNetwork } from '@roadbook/platform'
import { PROTOCOLS } from '@roadbook/protocols'
import { parse } from 'csv-parse/sync'
import type pg from 'pg'

export interface DeviceImport {
  /**
   * CSV text with a header line: `imei` and any of title, description, model, iccid, tracker_id (what the tracker calls
   * itself, when that is not its IMEI), utc_offset_minutes (of the clock that it dates by: minutes, or +05:30), speed_unit (in what it sends its speed), and what alone it may speak, and
   * speak from, and must show: bound_protocol, source_network (CIDR), client_certificate (SHA-256). Comma or semicolon.
   */
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

const PINS = ['bound_protocol', 'source_network', 'client_certificate'] as const
const COLUMNS = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'tracker_id',
  'utc_offset_minutes',
  'speed_unit',
  ...PINS,
] as const
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
  if (problems.length === 0) problems.push(...(await takenNames(pool, rows, csv)))
  const fresh = rows.filter(({ imei }) => !existing.has(imei ?? ''))
  const result = { created: problems.length === 0 ? fresh.length : 0, existing: existing.size, problems }
  if (dryRun || problems.length > 0) return result
  await inTransaction(pool, (client) =>
    client.query(
      `INSERT INTO devices (business_id, imei, title, description, model, iccid, tracker_id, utc_offset_minutes, speed_unit,
         bound_protocol, source_network, client_certificate)
       SELECT $1, d.imei, d.title, d.description, d.model, d.iccid, d.tracker_id, d.utc_offset_minutes, d.speed_unit, d.bound_protocol,
         network(d.source_network), d.client_certificate
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[], $10::text[],
         $11::inet[], $12::text[]) AS d (${COLUMNS.join(', ')})`,
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
  const names = new Map<string, number>()
  const problems: DeviceImportResult['problems'] = []
  const rows = table.slice(1).map(({ record, info }) => {
    const row = Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])) as Row
    const imei = (row.imei ?? '').replaceAll(' ', '')
    if (!isImei(imei)) problems.push({ line: info.lines, message: `"${imei}" is no IMEI: 15 digits` })
    else if (seen.has(imei)) problems.push({ line: info.lines, message: `${imei} stands on line ${seen.get(imei)} already` })
    seen.set(imei, info.lines)
    for (const message of [...wrongName(row, names, info.lines), ...wrongSettings(row), ...wrongPins(row)])
      problems.push({ line: info.lines, message })
    const certificate = row.client_certificate?.replaceAll(':', '').toLowerCase()
    return { ...row, ...settingsOf(row), imei, ...(certificate && { client_certificate: certificate }) }
  })
  return { rows, problems }
}

const isTrackerId = (text: string): boolean => /^[A-Za-z0-9._-]{1,20}$/.test(text) && !/^[0-9]{15}$/.test(text)

/** What is wrong with the tracker's own name on one line. */
function wrongName({ tracker_id: name }: Row, names: Map<string, number>, line: number): string[] {
  const wrong: string[] = []
  if (name && !isTrackerId(name))
    wrong.push(`"${name}" is no tracker_id: 1 to 20 letters, digits or - _ . and not an IMEI, which belongs into imei`)
  if (name && names.has(name)) wrong.push(`tracker_id ${name} stands on line ${names.get(name)} already`)
  if (name) names.set(name, line)
  return wrong
}

/** What is wrong with how the tracker writes. */
function wrongSettings({ utc_offset_minutes: offset, speed_unit: unit }: Row): string[] {
  const wrong: string[] = []
  if (offset && readUtcOffset(offset) === undefined)
    wrong.push(`"${offset}" is no utc_offset_minutes: -720 to 840, or hours and minutes such as +05:30`)
  if (unit && !readSpeedUnit(unit)) wrong.push(`"${unit}" is no speed_unit: one of ${SPEED_UNITS.join(', ')}`)
  return wrong
}

/** How the tracker writes, as the columns take it. */
function settingsOf({ utc_offset_minutes: offset, speed_unit: unit }: Row): Row {
  const minutes = offset ? readUtcOffset(offset) : undefined
  const known = unit ? readSpeedUnit(unit) : undefined
  return { ...(minutes !== undefined && { utc_offset_minutes: String(minutes) }), ...(known && { speed_unit: known }) }
}

/** What is wrong with what alone the tracker may speak, and speak from, and must show. */
function wrongPins({ bound_protocol: protocol, source_network: network, client_certificate: certificate }: Row): string[] {
  const wrong: string[] = []
  const names = PROTOCOLS.map(({ name }) => name)
  if (protocol && !names.includes(protocol)) wrong.push(`"${protocol}" is no bound_protocol: one of ${names.join(', ')}`)
  if (network && !isNetwork(network))
    wrong.push(`"${network}" is no source_network: CIDR, such as 203.0.113.0/24 or 2001:db8::/32`)
  if (certificate && !/^[0-9a-f]{2}(:?[0-9a-f]{2}){31}$/i.test(certificate))
    wrong.push(`"${certificate}" is no client_certificate: its SHA-256, 64 hexadecimal digits`)
  return wrong
}

/** Names of the file that another device answers to. */
async function takenNames(pool: pg.Pool, rows: readonly Row[], csv: string): Promise<DeviceImportResult['problems']> {
  const names = rows.flatMap(({ tracker_id: name }) => (name ? [name] : []))
  if (names.length === 0) return []
  const { rows: taken } = await pool.query<{ imei: string; tracker_id: string }>(
    'SELECT imei, tracker_id FROM devices WHERE tracker_id = ANY ($1)',
    [names],
  )
  const lines = csv.split('\n')
  return taken
    .filter(({ imei, tracker_id: name }) => rows.some((row) => row.tracker_id === name && row.imei !== imei))
    .map(({ imei, tracker_id: name }) => ({
      line: lines.findIndex((line) => line.includes(name)) + 1,
      message: `${name} is the tracker_id of ${imei} already`,
    }))
}
