import { FixValidity } from '@roadbook/contracts'
import type { ClientBase, Pool } from 'pg'
import { keepAside, type AsideRow } from './aside.js'
import { asideReason } from './aside-reason.js'
import { names } from './columns.js'
import { atomically, isServerError, onConnection } from './connection.js'
import { copyIn } from './copy-in.js'
import { separateReadings, type SeparatedReadings } from './further-readings.js'
import { offer } from './offer-waypoints.js'
import { packWaypoints } from './pack-waypoints.js'
import { siftStored, type Sifted } from './stored-times.js'
import type { WaypointRow, WriteResult } from './track-store.js'
import { WAYPOINT_COLUMNS } from './waypoint-columns.js'
import { WaypointWeeks } from './waypoint-weeks.js'
import { Watermarks } from './watermarks.js'

const UNIQUE_VIOLATION = '23505'
/** PostgreSQL's error code for a violated check. The database also uses it if no partition accepts a row. */
const CHECK_VIOLATION = '23514'

const COPY = `COPY waypoints (${names(WAYPOINT_COLUMNS)}) FROM STDIN (FORMAT binary)`

/**
 * Maximum number of attempts if another process writes the same devices at the same time. Each attempt sees the rows that
 * the other process has committed until then.
 */
const MOST_OFFERS = 8

/**
 * Writes fixes, each once. COPY is several times faster than any statement that skips repeats, but a single repeat makes it
 * fail. COPY is therefore used only for rows that are not in the table:
 * - rows that are newer than everything stored of their device,
 * - rows that a look-up did not find,
 * - rows that differ from the stored reading of their instant.
 *
 * If COPY nevertheless fails because of a conflict, all rows are written with INSERT.
 */
export class WaypointWriter {
  private readonly watermarks = new Watermarks()
  private readonly weeks = new WaypointWeeks()

  constructor(
    private readonly pool: Pool,
    private readonly useCopy: boolean,
  ) {}

  async write(rows: readonly WaypointRow[], client?: ClientBase): Promise<WriteResult> {
    if (rows.length === 0) return { inserted: 0, duplicates: 0, isRepeat: NEVER, besides: NONE, aside: 0 }
    return onConnection(this.pool, client, (connection) => this.writeOn(connection, rows, client !== undefined))
  }

  private async writeOn(client: ClientBase, rows: readonly WaypointRow[], isCallers: boolean): Promise<WriteResult> {
    const { kept, aside } = await this.sortOut(client, rows, isCallers)
    if (this.useCopy) await this.watermarks.learn(client, kept)
    const { fresh, others, reached } = this.watermarks.split(kept)
    const { missing, taken, again, unsure } =
      this.useCopy && others.length > 0 ? await siftStored(client, others, fresh) : unsifted(others)
    const known = missing.length > 0 ? [...fresh, ...missing] : fresh
    const told = await separateReadings(client, taken, known)
    if (again.length > 0) told.repeats = told.repeats.length > 0 ? [...again, ...told.repeats] : again
    const attempt = async (copied: readonly WaypointRow[], offered: readonly WaypointRow[]) => {
      let offers: Awaited<ReturnType<typeof offerAll>> | undefined
      const steps: Step[] = []
      if (copied.length > 0) steps.push(() => copyIn(client, COPY, packWaypoints(copied)))
      if (offered.length > 0) steps.push(async () => void (offers = await offerAll(client, offered)))
      if (aside.length > 0) steps.push(() => keepAside(client, aside))
      // A single COPY is atomic and needs no transaction of its own. Inside the caller's transaction it still needs a
      // savepoint, because the transaction must survive a failure.
      await (isCallers || steps.length > 1 || offered.length > 0
        ? atomically(client, isCallers, () => inTurn(steps))
        : inTurn(steps))
      return offers
    }
    let all: readonly WaypointRow[]
    let beside: SeparatedReadings['beside']
    try {
      const offers = await attempt(told.further.length > 0 ? [...known, ...told.further] : known, unsure)
      all = offers ? [...told.repeats, ...offers.repeats] : told.repeats
      beside = offers ? new Map([...told.beside, ...offers.beside]) : told.beside
      this.watermarks.advance(reached)
    } catch (error) {
      if (!isServerError(error) || (error.code !== UNIQUE_VIOLATION && error.code !== CHECK_VIOLATION)) throw error
      this.watermarks.forget(kept)
      if (error.code === CHECK_VIOLATION) {
        this.weeks.forget()
        await this.weeks.prepare(client, new Set(kept.map(({ fix }) => this.weeks.weekOf(fix.positionedAt))), isCallers)
      }
      for (const row of kept) delete row.nth
      const offers = await attempt([], kept)
      all = offers?.repeats ?? []
      beside = offers?.beside ?? new Map<WaypointRow, readonly WaypointRow[]>()
    }
    return {
      inserted: kept.length - all.length,
      duplicates: all.length,
      isRepeat: among(kept, all),
      besides: beside.size === 0 ? NONE : (row) => beside.get(row) ?? [],
      aside: aside.length,
    }
  }

  private async sortOut(client: ClientBase, rows: readonly WaypointRow[], isCallers: boolean): Promise<Sorted> {
    const { weeks } = this
    const unknown = new Set<number>()
    let mayAllStay = true
    let last = Number.NaN
    for (const row of rows) {
      const { fix, receivedAt } = row
      // `nth` is removed, because a failed attempt may have set it. It is then determined again.
      if (row.nth !== undefined) delete row.nth
      if (asideReason(fix, receivedAt) !== undefined) mayAllStay = false
      else {
        const week = weeks.weekOf(fix.positionedAt)
        if (week !== last && !weeks.isOpen(week)) unknown.add(week)
        last = week
      }
    }
    if (unknown.size > 0) await weeks.prepare(client, unknown, isCallers)
    if (mayAllStay && !weeks.refusesAny(unknown)) return { kept: rows, aside: [] }
    const kept: WaypointRow[] = []
    const aside: AsideRow[] = []
    for (const row of rows) {
      const { fix, receivedAt } = row
      const refused = weeks.isRefused(fix.positionedAt) ? FixValidity.implausibleTime : undefined
      const reason = asideReason(fix, receivedAt) ?? refused
      if (reason === undefined) kept.push(row)
      else aside.push({ ...row, reason })
    }
    return { kept, aside }
  }
}

/**
 * Inserts rows that may be stored already. If an instant has several rows, only rows that differ from each other are
 * stored.
 */
async function offerAll(
  client: ClientBase,
  rows: readonly WaypointRow[],
): Promise<Pick<SeparatedReadings, 'repeats' | 'beside'>> {
  const repeats: WaypointRow[] = []
  const beside: SeparatedReadings['beside'] = new Map()
  let refused = await offer(client, rows)
  for (let n = 0; refused.length > 0; n++) {
    if (n === MOST_OFFERS) throw new Error('other writers keep taking the times of these waypoints')
    const told = await separateReadings(client, refused, [])
    repeats.push(...told.repeats)
    for (const [row, others] of told.beside) beside.set(row, others)
    refused = await offer(client, told.further)
  }
  return { repeats, beside }
}

interface Sorted {
  kept: readonly WaypointRow[]
  aside: AsideRow[]
}

type Step = () => Promise<void>

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await step()
}

const NEVER = (): boolean => false
const NONE = (): readonly WaypointRow[] => []
const ALWAYS = (): boolean => true

/**
 * Returns a function that tests if a row is in `some`. Usually `some` contains none or all of the rows. These two cases
 * need no set, whose construction would take longer than the test of all rows.
 */
function among(rows: readonly WaypointRow[], some: readonly WaypointRow[]): WriteResult['isRepeat'] {
  if (some.length === 0) return NEVER
  if (some.length === rows.length) return ALWAYS
  const set = new Set(some)
  return (row) => set.has(row)
}

const unsifted = (rows: WaypointRow[]): Sifted => ({ missing: [], taken: [], again: [], unsure: rows })
