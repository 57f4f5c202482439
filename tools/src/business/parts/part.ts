/**
 * Treatment of a table when a business moves out. The list of parts names every table. A test compares it with the migrated
 * schema, so that a new table must be classed here.
 */
export type Part = Taken | Untaken

/** Table whose rows go with their business. All its columns go, except secrets, and what the database computes. */
export interface Taken {
  /** Foreign key by which a row is of the business: its target is a taken table. */
  of?: string
  /** SQL condition for rows `t`, where one foreign key does not say it. */
  rows?: string
  /** Tables whose marked rows `rows` uses, besides those that the table refers to. */
  after?: readonly string[]
  /** Optional references without which a row would be wrong, separated by blanks. Others become empty if their target stays. */
  needs?: string
  /** SQL condition for rows `t` that can stand alone in another installation. */
  only?: string
  /** Rows that cannot stand alone may be another business's. They are counted, and not written to `left`. */
  isHidden?: true
  /** Values as SQL, by column, in place of those in the row. */
  values?: Readonly<Record<string, string>>
  /** Reason for `values`, for the description of the archive. */
  because?: string
  /** Rows `t` of the product's own catalogue: another installation may have them. They must then be equal in the columns `same`. */
  catalogue?: { rows: string; same: readonly string[] }
  /** Positions: they go by the times in which a tracker was the business's, one file for each tracker. */
  isByStay?: true
  /** No other row names these ids, so that they are given anew where the other installation has used them. */
  isRenumbered?: true
}

/** Table whose rows stay, and why. */
export type Untaken =
  /** Rows that each installation has alike. */
  | { shared: string }
  /** Keys, hashes and links that let somebody in. */
  | { secret: string }
  /** Rows that are computed from others, or made by running. */
  | { rebuilt: string }
  /** Rows of the installation, or that pass within days. */
  | { stays: string }

export const isTaken = (part: Part | undefined): part is Taken => part !== undefined && ('of' in part || 'rows' in part)

/** Returns the class of a table whose rows stay, with the reason. */
export function whyUntaken(part: Untaken): { kind: string; why: string } {
  const [entry] = Object.entries(part)
  return { kind: entry![0], why: entry![1] }
}

/** Returns the SQL for the marked rows of a table, see `markRows`. */
export const marked = (table: string): string => `(SELECT key FROM pg_temp.moving_${table.replace('.', '_')})`

/** Returns the SQL that a reference of rows `t` is to a marked row. */
export const isMarked = (column: string, table: string): string => `t.${column} IN ${marked(table)}`
