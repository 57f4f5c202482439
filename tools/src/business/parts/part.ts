/**
 * Treatment of a table when a business moves to another installation. `PARTS` lists every table. A test compares this list
 * with the migrated schema, so every new table must be added to it.
 */
export type Part = Taken | Untaken

/** Table whose rows are exported with their business. All columns are exported, except secrets and computed columns. */
export interface Taken {
  /** Foreign key that shows to which business a row belongs. It refers to another exported table. */
  of?: string
  /** SQL condition for the rows `t` of the business, if one foreign key does not show them. */
  rows?: string
  /** Tables whose marked rows are used in `rows` or `only`, in addition to the tables to which this table refers. */
  after?: readonly string[]
  /**
   * Optional references that a row needs, separated by blanks. If the target is not exported, the row is not exported either.
   * Other optional references then become empty.
   */
  needs?: string
  /** Further SQL condition for rows `t` that another installation can import. */
  only?: string
  /** True if rows that cannot be imported may belong to another business. They are only counted, and not written to `left`. */
  isHidden?: true
  /** SQL of values that replace those of the row, by column. */
  values?: Readonly<Record<string, string>>
  /** Reason for `values`, for the description of the archive. */
  because?: string
  /** Rows `t` of the product's catalogue. If another installation has such a row, both must be equal in the columns `same`. */
  catalogue?: { rows: string; same: readonly string[] }
  /** True for positions. They are exported for the times in which the business had a tracker, one file for each tracker. */
  isByStay?: true
  /** True if no other row refers to the ids. If the other installation has used them, it assigns new ones. */
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
