/**
 * Format of a backup: lines of text, compressed with zstd (RFC 8878). `zstd -dc FILE` shows the text. The rows of a table can
 * be passed to `psql` unchanged.
 *
 * 1. a line with the {@link Header}
 * 2. for each table a line with its {@link TableHead}, its rows in the text format of PostgreSQL's `COPY`, a line `\.`, and a
 *    line with its {@link TableFoot}
 * 3. a line with the {@link Sequences}
 * 4. a line with the {@link Trailer}. A file without this line was cut off
 */
export const FORMAT = 1

/**
 * Line after the last row of a table. No row is equal to this line, because `COPY` writes a backslash in a row as two
 * backslashes.
 */
export const END_OF_ROWS = '\\.'

/** Schemas with tables of Roadbook. The database `keycloak` of Docker Compose is not among them. */
export const SCHEMAS = ['public', 'identity', 'mailbox', 'jobs'] as const

export interface Header {
  roadbook: 'backup'
  format: number
  /** Release that made the backup. */
  version: string
  /** Moment of the snapshot, ISO 8601. Everything that was stored before is in the backup. */
  takenAt: string
  /** Names of the migrations that the database has, in their order. */
  migrations: string[]
  /** Version of the tables of the job queue. The queue's library makes these tables. Null if no API has ever started. */
  queueVersion: number | null
  eventLog: LogNote
  /** Secrets of an installation on one machine: contents of files of its data folder, by name. */
  files: Record<string, string>
  /** Settings whose value names a file. Those files are not in the backup. */
  namedFiles: Record<string, string>
  partitions: Partition[]
  /** Starts of the weeks of waypoints, ISO 8601, if TimescaleDB stores the waypoints. */
  weeks: string[]
}

/**
 * Place of the event log. `settledTill` is a time in ISO 8601: the snapshot contains the data of all packets that reached
 * Kafka before this time.
 */
export type LogNote = { kind: 'postgres' } | { kind: 'kafka'; settledTill?: string }

/** Partition of a table, with everything that a statement needs to create it. Parents come before their partitions. */
export interface Partition {
  /** Name with its schema, quoted where needed. `parent` has the same form. */
  name: string
  parent: string
  bound: string
  /** Partition key of the partition, if it is partitioned itself. Null otherwise. */
  key: string | null
  options: string[]
  /** Columns whose storage differs from the usual one for their type, with the name of their storage. */
  storage: Record<string, string>
  /** Statements of the indexes that its parent does not have. */
  indexes: string[]
}

export interface TableHead {
  table: string
  columns: string[]
}

export interface TableFoot {
  rows: number
}

/** Last values of the sequences by name, and whether each value was used. */
export interface Sequences {
  sequences: Record<string, [lastValue: string, isCalled: boolean]>
}

export interface Trailer {
  tables: number
  rows: number
  /** SHA-256 of all lines before, uncompressed, in hexadecimal. */
  sha256: string
}

/** Returns a table's name in the form that is used in statements and in the backup. */
export const nameOf = (schema: string, table: string): string => [schema, table].map(quoted).join('.')

/** Quotes an identifier in every case, so that a name is the same in every release of PostgreSQL. */
export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
