import type { ClientBase } from 'pg'
import { atomically } from './connection.js'

const WEEK_MS = 7 * 86_400_000
/** Monday 1969-12-29 in milliseconds since 1970 UTC. The weeks of the table begin on Mondays in UTC. */
const A_MONDAY = -3 * 86_400_000

/**
 * Weeks that can contain waypoints. The partition of a week is created when its first waypoint is written, even if the data
 * is late. Weeks that the database refuses are remembered. Only the database's clock decides which weeks it refuses.
 */
export class WaypointWeeks {
  private readonly open = new Set<number>()
  private readonly refused = new Set<number>()

  weekOf(instant: number): number {
    return Math.floor((instant - A_MONDAY) / WEEK_MS)
  }

  /** Returns true if rows with this date must be set aside. Call it after {@link prepare}. */
  isRefused(instant: number): boolean {
    return this.refused.has(this.weekOf(instant))
  }

  /** Returns true if the week is known to have a partition, so that rows can be written without calling `prepare` first. */
  isOpen(week: number): boolean {
    return this.open.has(week)
  }

  refusesAny(weeks: ReadonlySet<number>): boolean {
    for (const week of weeks) if (this.refused.has(week)) return true
    return false
  }

  /** Creates missing partitions of these weeks. */
  async prepare(client: ClientBase, asked: ReadonlySet<number>, isCallers: boolean): Promise<void> {
    const weeks = [...asked].sort((a, b) => a - b)
    const { rows } = await make(client, weeks, isCallers)
    rows.forEach(({ made }, index) => {
      const week = weeks[index] as number
      if (made === null) this.refused.add(week)
      else this.refused.delete(week)
      // The caller's transaction may still roll back a partition that this call has created, so the next write checks
      // again.
      if (made === false) this.open.add(week)
    })
  }

  /** Forgets which weeks have a partition. Called because a partition was dropped. */
  forget(): void {
    this.open.clear()
  }
}

/**
 * PostgreSQL's error code if another session has just created the partition and the transaction is not yet visible to this
 * session.
 */
const DUPLICATE_TABLE = '42P07'

async function make(client: ClientBase, weeks: readonly number[], isCallers: boolean) {
  const instants = weeks.map((week) => new Date(week * WEEK_MS + A_MONDAY + WEEK_MS / 2))
  const ask = () =>
    client.query<{ made: boolean | null }>(
      'SELECT make_waypoint_partition(week) AS made FROM unnest($1::timestamptz[]) WITH ORDINALITY AS w(week, n) ORDER BY n',
      [instants],
    )
  try {
    return await (isCallers ? atomically(client, true, ask) : ask())
  } catch (error) {
    if ((error as { code?: unknown }).code !== DUPLICATE_TABLE) throw error
    return ask()
  }
}
