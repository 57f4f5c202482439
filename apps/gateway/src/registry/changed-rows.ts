import type pg from 'pg'

export interface Source {
  /** Expressions to select. */
  columns: string
  /** The table, with its joins. */
  from: string
  /** Column with the time of a row's last change. */
  changedAt: string
}

/** Time and transactions of a read, as the database sees them. Transaction ids are decimal. */
interface Reading {
  /** The time is text, because a `Date` has no microseconds. */
  read_at: string
  /** The oldest transaction that had not ended. */
  oldest: string
  /** The read's own transaction. Every transaction that had begun to write before has a lower id. */
  own: string
}

// Uses the id of the read's own transaction and not the snapshot's xmax. Transactions with an id above xmax may already be
// running, and a comparison with xmax would miss them.
const READING = `SELECT now()::text AS read_at, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest, pg_current_xact_id()::text AS own`

/**
 * Reads the rows that changed since the last read. Without `skip`, the first read returns all rows. The times of reads and of
 * changes are both from the database's clock. A transaction writes the time of its change into a row, but commits later, so a
 * read between these two moments misses the row. Each read therefore covers the time since the newest earlier read for which
 * all transactions that were running then have ended. It also covers `overlapS` seconds before that, because a transaction may
 * write the time at which it began. So a changed row is returned several times within a minute, and then not again until it
 * changes.
 */
export class ChangedRows<Row extends pg.QueryResultRow> {
  readonly #statement: string
  /** Time of the newest read for which all transactions that were running then have ended. */
  #settledAt: string | undefined
  /** Reads for which some transaction that was running then has not ended, oldest first. */
  readonly #unsettled: { readAt: string; own: bigint }[] = []

  constructor(
    private readonly pool: pg.Pool,
    { columns, from, changedAt }: Source,
    overlapS = 60,
  ) {
    // With the LEFT JOIN the time and transactions are returned even if no row has changed.
    this.#statement = `SELECT reading.*, changed.* FROM (${READING}) AS reading LEFT JOIN (
        SELECT true AS is_changed, ${columns} FROM ${from} WHERE ${changedAt} > $1::timestamptz - interval '${overlapS} seconds'
      ) AS changed ON true`
  }

  /**
   * Skips the rows that exist now, for a caller that reads them in another way.
   * @throws if the database does not answer
   */
  async skip(): Promise<void> {
    const { rows } = await this.pool.query<Reading>(READING)
    this.#settledAt = rows[0]!.read_at
    this.#settle(rows[0]!)
  }

  /** @throws if the database does not answer. The next read then also includes the missed period */
  async read(): Promise<Row[]> {
    const { rows } = await this.pool.query<Row & Reading & { is_changed: true | null }>(this.#statement, [
      this.#settledAt ?? '-infinity',
    ])
    this.#settle(rows[0]!)
    return rows.filter(({ is_changed }) => is_changed)
  }

  #settle({ read_at, oldest, own }: Reading): void {
    while (this.#unsettled[0] && this.#unsettled[0].own <= BigInt(oldest)) this.#settledAt = this.#unsettled.shift()!.readAt
    this.#unsettled.push({ readAt: read_at, own: BigInt(own) })
  }
}
