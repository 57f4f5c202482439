/**
 * Treatment of a table when a business moves to another installation. `PARTS` lists every table. A test compares this list
 * with the migrated schema, so every new table must be added to it.
 */
export type Part = Taken | Untaken

/** Table whose rows are exported with their business. All its columns are exported, except secrets and computed columns. */
export interface Taken {
  /** Foreign key that shows to which business a row belongs. It refers to another exported table. */
  of?: string
  /** SQL condition for the rows `t` of the business. Needed if no single foreign key shows these rows. */
  rows?: string
  /** Tables whose marked rows are used in `rows` or `only`. Tables to which this table refers need not be listed. */
  after?: readonly string[]
  /**
   * Optional references that a row needs, separated by blanks. If the target of such a reference is not exported, the row
   * is not exported either. Any other optional reference becomes empty if its target is not exported.
   */
  needs?: string
  /** A further SQL condition. Only rows `t` for which it is true can be imported by another installation. */
  only?: string
  /**
   * True if rows that cannot be imported may belong to another business. Such rows are only counted, and not written to the
   * folder `left`.
   */
  isHidden?: true
  /** SQL of values that replace those of the row, by column. */
  values?: Readonly<Record<string, string>>
  /** Reason for `values`, for the description of the archive. */
  because?: string
  /**
   * Rows `t` of the product's catalogue. If the other installation has the same row already, the two must be equal in the
   * columns `same`.
   */
  catalogue?: { rows: string; same: readonly string[] }
  /** True for positions. They are exported for the times in which the business had a tracker, one file for each tracker. */
  isByStay?: true
  /**
   * True if no other row refers to the ids. If an id is in use in the other installation, that installation then assigns a
   * new one.
   */
  isRenumbered?: true
}

/** Table whose rows are not exported, with the reason. */
export type Untaken =
  /** Rows that are the same in every installation. */
  | { shared: string }
  /** Keys, hashes and links that give access. */
  | { secret: string }
  /** Rows that Roadbook computes from other rows, or creates while it runs. */
  | { rebuilt: string }
  /** Rows that belong to the installation, or that are deleted within days. */
  | { stays: string }

export const isTaken = (part: Part | undefined): part is Taken => part !== undefined && ('of' in part || 'rows' in part)

/** Returns the class of a table whose rows are not exported, with the reason. */
export function whyUntaken(part: Untaken): { kind: string; why: string } {
  const [entry] = Object.entries(part)
  return { kind: entry![0], why: entry![1] }
}

/** Returns the SQL for the marked rows of a table, see `markRows`. */
export const marked = (table: string): string => `(SELECT key FROM pg_temp.moving_${table.replace('.', '_')})`

/** Returns the SQL condition that a column of rows `t` refers to a marked row. */
export const isMarked = (column: string, table: string): string => `t.${column} IN ${marked(table)}`
