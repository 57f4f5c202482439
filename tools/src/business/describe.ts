import { PLACES } from '../person/places/places.js'
import type { DescribedTable, Description } from './archive/archive.js'
import { fileOf } from './catalogue.js'
import type { Marked } from './mark-rows.js'
import { isTaken, whyUntaken } from './parts/part.js'
import { PARTS } from './parts/parts.js'

/** Describes a table and its fields. */
export function describeTable({ table, part, columns }: Marked, files: readonly string[], rows: number): DescribedTable {
  const fields = columns.map(({ name, type, isRequired, refersTo }) => {
    const means = meaningOf(table, name, type)
    return { name, type, isRequired, ...(refersTo ? { refersTo } : {}), ...(means ? { means } : {}) }
  })
  const changed = part.values ? { changed: { fields: Object.keys(part.values), because: part.because ?? '' } } : {}
  return { table, holds: PLACES[table]?.holds ?? table, files: [...files], rows, fields, ...changed }
}

/** Units, by the end of a field's name. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_tenths_kph$/, 'tenths of a kilometre per hour'],
  [/_hundredths$/, 'hundredths'],
  [/_kph$/, 'kilometres per hour'],
  [/_minor$/, 'the smallest unit of the currency, such as cents'],
  [/_bp$/, 'hundredths of a percent'],
  [/_mv$/, 'millivolts'],
  [/_percent$/, 'percent'],
  [/_bytes$/, 'bytes'],
  [/_m$/, 'metres'],
  [/_s$/, 'seconds'],
  [/_ms$/, 'milliseconds'],
  [/_min$|_minutes$/, 'minutes'],
  [/_days$/, 'days'],
  [/heading$/, 'degrees clockwise from north'],
]

function meaningOf(table: string, name: string, type: string): string | undefined {
  if (name === fileOf(table)) return 'path of the file in this archive'
  if (/latitude|longitude/.test(name)) {
    if (table === 'geocoded_cells') return 'ten-thousandths of a degree, WGS 84'
    return type === 'integer' ? '1e-7 degrees, WGS 84' : 'degrees, WGS 84'
  }
  if (/^timestamp with time zone|^tstzrange/.test(type)) return 'ISO 8601, UTC'
  return UNITS.find(([ending]) => ending.test(name))?.[1]
}

/** Returns the tables that are not in an archive, and why. */
export const untaken = (): Description['untaken'] =>
  Object.entries(PARTS).flatMap(([table, part]) => (isTaken(part) ? [] : [{ table, ...whyUntaken(part) }]))

/** Returns the page that explains an archive in plain words. */
export function readme({ business, takenAt, version, tables, losses }: Omit<Description, 'files'>): string {
  const lines = tables.map(({ files, holds, rows }) => `  ${files[0]}${files.length > 1 ? ', …' : ''}: ${rows}, ${holds}`)
  const lost = losses.map(({ table, column, rows, why, isHidden }) => {
    if (column) return `  ${table}.${column}: ${rows} values are empty, because ${why}`
    return isHidden ? `  ${table}: ${rows} are not here, because ${why}` : `  left/${table}.ndjson: ${rows}, because ${why}`
  })
  return `${business.name}: its data, as of ${takenAt}

This archive has everything that an installation of Roadbook ${version} held for the business ${business.id}, "${business.name}", and for
all businesses below it. It is complete in itself: no other system is needed to read it. It contains personal data, such as names,
addresses, and where vehicles were, also those of customers and of private trips. Keep it as you would keep the system itself.

  data/      rows, one file for each kind, one row a line, each line JSON (NDJSON)
  data/waypoints/   positions, one file for each tracker, named by its id
  files/     photos and papers; rows name them
  gpx/       trips of each vehicle as GPX 1.1, for maps and other programs
  left/      rows that need a row of another business. They are here to be read; an import leaves them out
  schema.json   every file with its number of rows, and every field with its type, unit, and what it refers to

Times are in UTC. Places in data/waypoints and data/trips are in 1e-7 degrees (471390000 is 47.139). Ids connect the rows: "entity_id" is
the "id" of a row in data/entities.ndjson.

Not in it: passwords, second factors, API tokens, links that let somebody in, secrets of webhooks, and addresses of phones. Users are
in it without an account. schema.json lists each table that is not in it, with the reason ("untaken").

To read it into another installation of the same release: npx roadbook business import FOLDER

Files:
${lines.join('\n')}
${lost.length > 0 ? `\nNot as in the installation:\n${lost.join('\n')}\n` : ''}`
}
