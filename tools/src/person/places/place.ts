/**
 * A table, and its columns with data of persons. A test compares the list with the migrated schema. A new table, or a new
 * column that can contain text, bytes, a place or a reference to a person, must be listed here.
 */
export interface Place {
  /** Content of the table, as the archive and the document name it. */
  holds: string
  /**
   * Columns that name the person whom the row is about, or contain an address to which something is sent: name, e-mail,
   * phone, network address. In rows of others, an erasure does not change these columns. Several names are separated by
   * blanks.
   */
  names?: string
  /** Columns with free text, or JSON with such text, in which somebody may have written a name. */
  text?: string
  /** Columns with positions of vehicles. */
  places?: string
  /** Columns with files. */
  files?: string
  /** Hashes, sealed values and passwords. They identify nobody without a key, and no archive has them. */
  secrets?: string
  /** Columns with texts that name no person: words of the product, names of things, and settings. */
  codes?: string
  /** SQL condition for rows `t` that are about the person. Absent if the table has no rows about a single person. */
  theirs?: string
  /** Treatment of the rows of `theirs` in an erasure. Required if `theirs` is set. */
  erasure?: Erasure
  /** SQL condition for rows `t` that the person signed. An erasure empties `actor` and `remote_address` in these rows. */
  signed?: string
  /** Reason why the person's rows are not in the archive that the person gets. */
  unexported?: string
  /** Reason why no row of the table may change, not even a name in a text. */
  unchangeable?: string
}

export type Erasure =
  | 'deleted'
  /** New values by column, as SQL. The row is kept because other rows depend on it. */
  | { blanked: Readonly<Record<string, string>>; because: string }
  | { kept: string }

/** Kinds of columns in a {@link Place}. */
export const KINDS = ['names', 'text', 'places', 'files', 'secrets', 'codes'] as const
export type Kind = (typeof KINDS)[number]

/** Returns the columns of one kind. */
export const columnsOf = (place: Place, ...kinds: readonly Kind[]): string[] =>
  kinds.flatMap((kind) => place[kind]?.split(' ') ?? [])

// The conditions use temporary tables, which `markPerson` fills.
export const OF_USER = ofUser('user_id')
export const OF_CUSTOMER = ofCustomer('consumer_id')
export const OF_ACCOUNT = 't.account_id IN (SELECT id FROM pg_temp.person_accounts)'
/** Condition for rows about vehicles that belong to the person now. It includes rows from before that time. */
export const OF_VEHICLE = 't.entity_id IN (SELECT entity_id FROM pg_temp.person_vehicles WHERE is_theirs_now)'

export function ofUser(column: string): string {
  return `t.${column} IN (SELECT id FROM pg_temp.person_users)`
}

export function ofCustomer(column: string): string {
  return `t.${column} IN (SELECT id FROM pg_temp.person_customers)`
}

/** Returns the condition for rows about a vehicle from the time when it belonged to the person. */
export const ofVehicleAt = (moment: string): string => `EXISTS (SELECT FROM pg_temp.person_vehicles v
  WHERE v.entity_id = t.entity_id AND t.${moment} >= v.since AND t.${moment} < v.till)`

/** Returns the condition for what a tracker sent while it was on the person's vehicle. */
export const ofTrackerAt = (moment: string, device = 'device_id'): string => `EXISTS (SELECT FROM pg_temp.person_stays s
  WHERE s.device_id = t.${device} AND t.${moment} >= s.since AND t.${moment} < s.till)`

/** Returns the condition for rows whose parent row is about the person. */
export const ofParent = (column: string, parent: string, condition: string, key = 'id'): string =>
  `t.${column} IN (SELECT p.${key} FROM ${parent} p WHERE ${condition.replaceAll(/\bt\./g, 'p.')})`
