import type pg from 'pg'

export interface Source {
  /** Expressions to select. */
  columns: string
  /** The table, with its joins. */
  from: string
  /** The column with the time of a row's last change. */
  changedAt: string
}

/**
 * Reads the rows that changed since the last reading; the first reading returns all of them. Both times are the database's. Each reading
 * begins a minute before the last one, for transactions that commit after the time that they wrote: a row comes several times within that
 * minute, and then never again, however long nothing else changes.
 */
export class ChangedRows<Row extends pg.QueryResultRow> {
  readonly #statement: string
  #readAt: Date | undefined

  constructor(
    private readonly pool: pg.Pool,
    { columns, from, changedAt }: Source,
  ) {
    // The time of the reading comes also where no row changed.
    this.#statement = `SELECT reading.at AS read_at, changed.* FROM (SELECT now() AS at) AS reading LEFT JOIN (
        SELECT true AS is_changed, ${columns} FROM ${from} WHERE ${changedAt} > $1::timestamptz - interval '1 minute'
      ) AS changed ON true`
  }

  /** Skips what is there now, for a caller who reads that otherwise. @throws when the database does not answer */
  async skip(): Promise<void> {
    const { rows } = await this.pool.query<{ at: Date }>('SELECT now() AS at')
    this.#readAt = rows[0]!.at
  }

  /** @throws when the database does not answer; the next reading then begins where this one would have */
  async read(): Promise<Row[]> {
    const { rows } = await this.pool.query<Row & { read_at: Date; is_changed: true | null }>(this.#statement, [
      this.#readAt ?? '-infinity',
    ])
    this.#readAt = rows[0]!.read_at
    return rows.filter(({ is_changed }) => is_changed)
  }
}
