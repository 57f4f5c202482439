import { readSpeedUnit, readUtcOffset, SPEED_UNITS } from '@roadbook/contracts'
import { cellFault, headKey, plainCell } from '@roadbook/contracts/sheet-cell'
import { recordsOf } from '@roadbook/contracts/sheet-parts'
import { writtenIccid, writtenImei } from '@roadbook/contracts/written-imei'
import { isTrackerId, writtenTrackerId } from '@roadbook/contracts/written-tracker-id'
import { inTransaction, isNetwork } from '@roadbook/platform'
import { PROTOCOLS } from '@roadbook/protocols'
import type pg from 'pg'

export interface DeviceImport {
  /**
   * CSV text with a header line, as spreadsheets save it. The column `imei` is required. All other columns are optional:
   * - title, description, model and iccid
   * - tracker_id: the tracker's own name if that is not the IMEI. If the cell is empty, the name comes from
   *   the tracker's delivery to the business or to a business above it
   * - utc_offset_minutes: the UTC offset of the tracker's clock, in minutes or as +05:30
   * - speed_unit: the unit in which the tracker sends speeds
   * - three restrictions: bound_protocol, source_network (CIDR) and client_certificate (SHA-256)
   */
  csv: string
  businessId: number
  dryRun: boolean
}

export interface DeviceImportResult {
  created: number
  /** Number of trackers in the file that were registered before. The import does not change them. */
  existing: number
  /** Errors, each with the number of its line in the file. If there is an error, nothing is imported. */
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

/** Registers the trackers of one business, all or none. */
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
  await inTransaction(pool, async (client) => {
    // The same lock as in the API. Without it, a deadlock would be possible between two transactions that each wait for a
    // name that the other has taken.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'))")
    await client.query(
      `INSERT INTO devices (business_id, imei, title, description, model, iccid, tracker_id, utc_offset_minutes, speed_unit,
         bound_protocol, source_network, client_certificate)
       SELECT $1, d.imei, d.title, d.description, d.model, d.iccid, coalesce(d.tracker_id, l.tracker_id), d.utc_offset_minutes, d.speed_unit, d.bound_protocol,
         network(d.source_network), d.client_certificate
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[], $10::text[],
         $11::inet[], $12::text[]) AS d (${COLUMNS.join(', ')})
       LEFT JOIN device_deliveries l ON l.imei = d.imei
         AND (l.business_id = $1 OR l.business_id = ANY (SELECT unnest(b.path) FROM businesses b WHERE b.id = $1))`,
      [businessId, ...COLUMNS.map((column) => fresh.map((row) => row[column] || null))],
    )
  })
  return result
}

/** Returns the rows of the file, and its errors line by line. */
export function readDevices(csv: string): { rows: Row[]; problems: DeviceImportResult['problems'] } {
  const { records, fault } = recordsOf(csv)
  if (fault) return { rows: [], problems: [{ line: fault.line, message: QUOTES[fault.kind] }] }
  const [head, ...table] = records
  const header = (head?.cells ?? []).map(headKey)
  const wrongHead = problemOfHead(header)
  if (wrongHead) return { rows: [], problems: [{ line: head?.line ?? 1, message: wrongHead }] }
  const seen = new Map<string, number>()
  const names = new Map<string, number>()
  const problems: DeviceImportResult['problems'] = []
  const rows = table.map(({ cells, line }) => {
    const row = Object.fromEntries(header.flatMap((name, at) => (name ? [[name, plainCell(cells[at] ?? '')]] : []))) as Row
    if (row.tracker_id) row.tracker_id = nameOf(row.tracker_id)
    const { imei, message: wrongImei } = imeiOf(cells[header.indexOf('imei')] ?? '')
    const { iccid, message: wrongIccid } = iccidOf(cells[header.indexOf('iccid')] ?? '')
    if (wrongImei) problems.push({ line, message: wrongImei })
    else if (seen.has(imei)) problems.push({ line, message: `${imei} stands on line ${seen.get(imei)} already` })
    seen.set(imei, line)
    const mistakes = [...wrongCells(cells, header), ...wrongName(row, names, line), ...wrongSettings(row), ...wrongPins(row)]
    for (const message of [...(wrongIccid ? [wrongIccid] : []), ...mistakes]) problems.push({ line, message })
    const certificate = row.client_certificate?.replaceAll(':', '').toLowerCase()
    return { ...row, ...settingsOf(row), imei, ...(iccid && { iccid }), ...(certificate && { client_certificate: certificate }) }
  })
  return { rows, problems }
}

const QUOTES = {
  'open-quote': 'a quote (") has no end: close it, or save the sheet as CSV again',
  'stray-quote': 'a cell goes on behind its closing quote ("): write a quote within it twice, or save the sheet as CSV again',
} as const

function problemOfHead(header: readonly string[]): string | undefined {
  const unknown = header.filter((name) => name !== '' && !(COLUMNS as readonly string[]).includes(name))
  if (!header.includes('imei') || unknown.length > 0)
    return `the columns are ${COLUMNS.join(', ')}; imei is required${unknown.length > 0 ? `; not ${unknown.join(', ')}` : ''}`
  const twice = header.find((name, at) => name !== '' && header.includes(name, at + 1))
  return twice && `${twice} is the head of two columns: rename or delete one of them`
}

/** Returns the errors that a cell can have in any column. */
function wrongCells(cells: readonly string[], header: readonly string[]): string[] {
  const wrong: string[] = []
  if (cells.slice(header.length).some((cell) => plainCell(cell) !== ''))
    wrong.push('it has more cells than the head: put a text that holds the delimiter in quotes')
  if (cells.some((cell) => cell.includes('\uFFFD'))) wrong.push('letters cannot be read: save the sheet as CSV UTF-8')
  for (const [at, cell] of cells.entries()) {
    const fault = ['imei', 'iccid'].includes(header[at] ?? '') ? undefined : cellFault(plainCell(cell))
    if (fault) wrong.push(`"${plainCell(cell)}" ${LOST[fault]}`)
  }
  return wrong
}

const LOST = {
  shortened: 'was shortened by a spreadsheet: format the column as text, enter the value again, and save the sheet again',
  'error-value': 'is an error of the spreadsheet: correct the formula, and save the sheet again',
  'too-narrow': 'is a column that was too narrow: make it wider, and save the sheet again',
} as const

/** Returns the IMEI, in whatever form it is written. If it cannot be read, returns the text with a message. */
function imeiOf(cell: string): { imei: string; message?: string } {
  const read = writtenImei(cell)
  if (read.fault === undefined) return { imei: read.imei }
  const text = plainCell(cell)
  const message = `"${text}" is no IMEI: 15 digits`
  if (read.fault === 'shortened')
    return { imei: text, message: `${message}; a spreadsheet shortened it: format the column as a number without decimals` }
  if (read.fault === 'fourteen' && read.withZero)
    return { imei: text, message: `${message}; with a zero before it ${read.withZero}` }
  return { imei: text, message }
}

/** Returns the ICCID, which may be missing. */
function iccidOf(cell: string): { iccid?: string; message?: string } {
  const text = plainCell(cell)
  if (text === '') return {}
  const read = writtenIccid(cell)
  if (read.fault === undefined) return { iccid: read.iccid }
  if (read.fault === 'shortened')
    return { message: `"${text}" is no ICCID: a spreadsheet kept 15 of its digits; format the column as text and enter it again` }
  return { message: `"${text}" is no ICCID: 18 to 22 digits` }
}

/**
 * Returns the tracker's own name, without the changes that spreadsheets make to numbers. If it cannot be read, returns the
 * text.
 */
function nameOf(cell: string): string {
  const read = writtenTrackerId(cell)
  return read.fault === undefined ? read.trackerId : cell
}

/** Returns the errors of the tracker's own name in one line. */
function wrongName({ tracker_id: name }: Row, names: Map<string, number>, line: number): string[] {
  const wrong: string[] = []
  if (name && !isTrackerId(name))
    wrong.push(`"${name}" is no tracker_id: 1 to 20 letters, digits or - _ . and not an IMEI, which belongs into imei`)
  if (name && names.has(name)) wrong.push(`tracker_id ${name} stands on line ${names.get(name)} already`)
  if (name) names.set(name, line)
  return wrong
}

/** Returns the errors of the tracker's clock offset and speed unit. */
function wrongSettings({ utc_offset_minutes: offset, speed_unit: unit }: Row): string[] {
  const wrong: string[] = []
  if (offset && readUtcOffset(offset) === undefined)
    wrong.push(`"${offset}" is no utc_offset_minutes: -720 to 840, or hours and minutes such as +05:30`)
  if (unit && !readSpeedUnit(unit)) wrong.push(`"${unit}" is no speed_unit: one of ${SPEED_UNITS.join(', ')}`)
  return wrong
}

/** Returns the tracker's clock offset and speed unit as the table stores them. */
function settingsOf({ utc_offset_minutes: offset, speed_unit: unit }: Row): Row {
  const minutes = offset ? readUtcOffset(offset) : undefined
  const known = unit ? readSpeedUnit(unit) : undefined
  return { ...(minutes !== undefined && { utc_offset_minutes: String(minutes) }), ...(known && { speed_unit: known }) }
}

/** Returns the errors of the tracker's protocol, network and certificate. */
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

/** Returns an error for each name in the file that is not free: another tracker has the name, or was delivered with it. */
async function takenNames(pool: pg.Pool, rows: readonly Row[], csv: string): Promise<DeviceImportResult['problems']> {
  const names = rows.flatMap(({ tracker_id: name }) => (name ? [name] : []))
  if (names.length === 0) return []
  const { rows: taken } = await pool.query<{ imei: string; tracker_id: string; is_delivery: boolean }>(
    `SELECT imei, tracker_id, FALSE AS is_delivery FROM devices WHERE tracker_id = ANY ($1)
     UNION ALL SELECT imei, tracker_id, TRUE FROM device_deliveries WHERE tracker_id = ANY ($1)`,
    [names],
  )
  const lines = csv.split('\n')
  return taken
    .filter(({ imei, tracker_id: name }) => rows.some((row) => row.tracker_id === name && row.imei !== imei))
    .map(({ imei, tracker_id: name, is_delivery }) => ({
      line: lines.findIndex((line) => line.includes(name)) + 1,
      message: is_delivery ? `${name} was delivered with ${imei}` : `${name} is the tracker_id of ${imei} already`,
    }))
}
