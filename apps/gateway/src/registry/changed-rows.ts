import type pg from 'pg'

export interface Source {
  /** Expressions to select. */
  columns: string
  /** The table, with its joins. */
  from: string
  /** Column with the time of a row's last change. */
  changedAt: string
}

/**
 * Reads the rows that changed since the last reading. Without `skip`, the first reading returns all rows. The times of readings
 * and of changes are both the database's. Each reading also covers the minute before the last reading, because a transaction may
 * commit after the time that it wrote. A changed row is therefore returned several times within a minute, and then not again
 * until it changes.
 */
export class ChangedRows<Row extends pg.QueryResultRow> {
  readonly #statement: string
  #readAt: Date | undefined

  constructor(
    private readonly pool: pg.Pool,
    { columns, from, changedAt }: Source,
  ) {
    // The LEFT JOIN returns the time of the reading even when no row has changed.
    this.#statement = `SELECT reading.at AS read_at, changed.* FROM (SELECT now() AS at) AS reading LEFT JOIN (
        SELECT true AS is_changed, ${columns} FROM ${from} WHERE ${changedAt} > $1::timestamptz - interval '1 minute'
      ) AS changed ON true`
  }

  /** Skips the rows that exist now, for a caller that reads them in another way. @throws when the database does not answer */
  async skip(): Promise<void> {
    const { rows } = await this.pool.query<{ at: Date }>('SELECT now() AS at')
    this.#readAt = rows[0]!.at
  }

  /** @throws when the database does not answer. The next reading then covers the missed period too */
  async read(): Promise<Row[]> {
    const { rows } = await this.pool.query<Row & { read_at: Date; is_changed: true | null }>(this.#statement, [
      this.#readAt ?? '-infinity',
    ])
    this.#readAt = rows[0]!.read_at
    return rows.filter(({ is_changed }) => is_changed)
  }
}
