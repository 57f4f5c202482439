/**
 * Format of an archive of a business. An archive is a folder, or a ZIP file of that folder.
 *
 * - `README.txt`: explains the content in plain language
 * - `schema.json`: {@link Description}. It is written last, so an archive without this file is incomplete
 * - `data/<table>.ndjson`: rows as JSON, one per line
 * - `data/waypoints/<id of the tracker>.ndjson`: positions of one tracker, in the same form
 * - `left/<table>.ndjson`: rows that need a row of another business. An import does not add them
 * - `files/<table>/<id>.<extension>`: photos and documents
 * - `gpx/vehicle-<id>.gpx`: trips of a vehicle as GPX 1.1
 */
export const FORMAT = 1

export interface Description {
  roadbook: 'business'
  format: number
  /** Release that made the archive. */
  version: string
  /** Moment of the data, ISO 8601. */
  takenAt: string
  business: { id: number; name: string }
  /** Names of the migrations that the database has, in their order. */
  migrations: string[]
  /** Roles with their rights. */
  roles: { id: number; key: string; permissions: string[] }[]
  /** Starts of the weeks that have positions, ISO 8601. */
  weeks: string[]
  tables: DescribedTable[]
  /** Every file, except `schema.json`. */
  files: Entry[]
  /** Rows and references that an import leaves out. */
  losses: { table: string; column?: string; rows: number; why: string; isHidden?: true }[]
  /** Tables that the archive does not contain, with the reason. */
  untaken: { table: string; kind: string; why: string }[]
}

export interface DescribedTable {
  table: string
  holds: string
  files: string[]
  rows: number
  fields: { name: string; type: string; isRequired: boolean; refersTo?: string; means?: string }[]
  /** Fields whose value was changed in the archive, and the reason. */
  changed?: { fields: string[]; because: string }
}

/** File of an archive. */
export interface Entry {
  file: string
  /** Number of lines. Absent for files that have no rows. */
  rows?: number
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

export type Parts = Iterable<string | Buffer> | AsyncIterable<string | Buffer>
