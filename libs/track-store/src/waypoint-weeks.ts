import type { ClientBase } from 'pg'
import { atomically } from './connection.js'

const WEEK_MS = 7 * 86_400_000
/** Monday 1969-12-29: weeks of the table begin on Mondays, UTC. */
const A_MONDAY = -3 * 86_400_000

/**
 * Which weeks can take waypoints. Weeks of late data get their partition the first time they are asked for; weeks that the
 * database does not allow are named, whatever a device or a gateway's clock says.
 */
export class WaypointWeeks {
  private readonly open = new Set<number>()
  private readonly refused = new Set<number>()

  weekOf(instant: number): number {
    return Math.floor((instant - A_MONDAY) / WEEK_MS)
  }

  /** Whether rows dated so must be kept aside. Ask after {@link prepare}. */
  isRefused(instant: number): boolean {
    return this.refused.has(this.weekOf(instant))
  }

  /** Whether rows of the week can be written without asking. */
  isOpen(week: number): boolean {
    return this.open.has(week)
  }

  refusesAny(weeks: ReadonlySet<number>): boolean {
    for (const week of weeks) if (this.refused.has(week)) return true
    return false
  }

  /** Makes the partitions of these weeks where they are missing. */
  async prepare(client: ClientBase, asked: ReadonlySet<number>, isCallers: boolean): Promise<void> {
    const weeks = [...asked].sort((a, b) => a - b)
    const { rows } = await make(client, weeks, isCallers)
    rows.forEach(({ made }, index) => {
      const week = weeks[index] as number
      if (made === null) this.refused.add(week)
      else this.refused.delete(week)
      // A partition made just now may still be rolled back with the caller's transaction: ask again next time.
      if (made === false) this.open.add(week)
    })
  }

  /** A partition that was there is gone: ask again. */
  forget(): void {
    this.open.clear()
  }
}

/** What the server says when another session has made the partition a moment ago and this one had not heard of it yet. */
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
