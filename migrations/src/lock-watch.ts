import { createPool, within } from '@roadbook/platform'
import type pg from 'pg'

/** The lock for which a session waits, and the sessions that prevent it from getting this lock. */
export interface LockWait {
  /** Name of the table. Undefined if it is another kind of lock. */
  table: string | undefined
  /**
   * Sessions that have the lock, as text for an operator: pid, application, role, and how long their transaction has been
   * open.
   */
  holders: string[]
  pids: number[]
}

interface Row {
  table_name: string | null
  pid: number
  application: string | null
  role: string | null
  state: string | null
  since: string | null
}

// A session that waits for a row in fact waits for the end of another transaction. The table is found by the lock on the
// row, which the waiting session itself has. Without the right to read statistics, the state and start of other roles'
// transactions are hidden.
const WAIT = `
SELECT coalesce(w.relation, (SELECT t.relation FROM pg_locks t WHERE t.pid = $1 AND t.locktype = 'tuple' AND t.granted LIMIT 1))::regclass::text AS table_name,
  b.pid, nullif(a.application_name, '') AS application, a.usename::text AS role, a.state,
  to_char(a.xact_start, 'YYYY-MM-DD HH24:MI:SS "UTC"') AS since
FROM pg_locks w CROSS JOIN unnest(pg_blocking_pids($1)) AS b (pid) LEFT JOIN pg_stat_activity a ON a.pid = b.pid
WHERE w.pid = $1 AND NOT w.granted ORDER BY a.xact_start NULLS LAST, b.pid LIMIT 5`

/**
 * Checks over its own connection if a session waits for a lock. The session itself cannot do this while it waits, and the
 * error that it gets afterwards does not name the table. The watch connects only if the session works for longer than one
 * interval.
 */
export class LockWatch {
  #timer: NodeJS.Timeout | undefined
  #pool: pg.Pool | undefined

  constructor(
    private readonly databaseUrl: string,
    private readonly pid: number,
    private readonly everyMs: number,
    private readonly onSight: (wait: LockWait) => void,
  ) {
    this.#next()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // The server may accept no second connection. The steps must not wait for the watch in that case.
    if (this.#pool) await within(1_000, this.#pool.end())
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      this.#look()
        // The watch only explains waits. Without it the steps continue.
        .catch(() => undefined)
        .finally(() => this.#timer && this.#next())
    }, this.everyMs)
  }

  async #look(): Promise<void> {
    this.#pool ??= createPool({ url: this.databaseUrl, name: 'roadbook migrate watch', max: 1, statementTimeoutMs: 5_000 })
    const { rows } = await this.#pool.query<Row>(WAIT, [this.pid])
    const [first] = rows
    if (!first || !this.#timer) return
    const table = first.table_name ?? undefined
    this.onSight({ table, holders: rows.map(describe), pids: rows.map(({ pid }) => pid) })
  }
}

const describe = ({ pid, application, role, state, since }: Row): string =>
  [
    `pid ${pid}`,
    application ? `"${application}"` : 'without a name',
    role && `role ${role}`,
    since ? `in a transaction since ${since}` : 'since a time that only its own role may see',
    state === 'active' || state === null ? undefined : `now ${state}`,
  ]
    .filter(Boolean)
    .join(', ')
