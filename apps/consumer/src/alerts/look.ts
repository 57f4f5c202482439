import {
  type Alert,
  type AlertChanges,
  alertKey,
  alertsOfStay,
  diffAlerts,
  inOrder,
  isOfCurrentRule,
  newState,
  observe,
  Observer,
  type Reading,
  silentAt,
  toReading,
  type Watch,
  type WatchState,
} from '@roadbook/alerts'
import type { TrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import type { RememberedStay } from './remembered-stays.js'
import type { Stay, StayWithNews, StoredAlert } from './stays.js'
import { type Findings, type Memory, spanOf } from './write-alerts.js'

/** Whenever this number of stored readings has been evaluated again, the state at that point is kept. */
const KEEP_EVERY = 200
/**
 * Number of readings after which the state of a remembered stay is stored. After a crash at most this number of readings is
 * evaluated again.
 */
const STORE_EVERY = 500
const PAGE = 1_000

/** Results for one stay (a tracker's time on a vehicle), and the state to remember when the results are written. */
export interface Look {
  findings: Findings
  next: Omit<RememberedStay, 'stored'> & { stored?: RememberedStay['stored'] }
}

/**
 * Returns true if all new readings are later than the remembered state, so that nothing has to be read from the database.
 * Returns false if a rule took effect after that state. Readings that were stored before a rule took effect were not marked
 * for evaluation, so the state possibly does not include them.
 * @param from time of the oldest new reading
 */
export function goesOn(readings: readonly Reading[], from: number, { rules }: Watch, { observer }: RememberedStay): boolean {
  const { at } = observer
  if (at === undefined || from < at || rules.some(({ effectiveFrom }) => effectiveFrom > at)) return false
  return from > at || readings.every((reading) => observer.isNext(reading))
}

const NOTHING: AlertChanges = { raised: [], changed: [], withdrawn: [] }

/**
 * Continues from a remembered stay with readings for which {@link goesOn} is true. Changes the stay, so the result is valid
 * only if it is written.
 */
export function lookOn(watch: Watch, known: RememberedStay, fresh: Reading[], now: number): Look {
  const { stay } = known
  const isSame = known.watch === watch
  const observer = isSame ? known.observer : new Observer(watch, known.observer.remembered())
  const before = isSame ? known.open : known.open.filter(isOfCurrentRule(watch))
  const readings = fresh.sort(inOrder)
  const told = observer.read(readings)
  const silent = silentAt(watch, observer, now)
  const isQuiet = before.length + told.length + silent.length === 0
  const goingOn = before.filter(({ kind }) => kind !== 'silent')
  const found = isQuiet ? [] : newestOf([...goingOn, ...told, ...silent]).filter(isOfCurrentRule(watch))
  const stored = before.map((alert) => ({ ...alert, isWithdrawn: false }))
  const unstored = known.unstored + readings.length
  const next = { ...known, watch, observer, open: found.filter(isOpen), unstored }
  const findings: Findings = { stay, changes: isQuiet ? NOTHING : diffAlerts(stored, found), stored }
  const memory = unstored < STORE_EVERY ? undefined : memoryOf(next, now)
  return memory ? { findings: { ...findings, memory }, next: { ...next, unstored: 0 } } : { findings, next }
}

/**
 * Returns the state of a remembered stay that must be stored. Undefined if nothing has been read since the last stored state.
 */
export function memoryOf(known: RememberedStay, now: number): Memory | undefined {
  const { observer, stored, unstored } = known
  if (observer.at === undefined || unstored === 0) return undefined
  // Within one six-hour span only the newest state is kept, so an older state of the same span is replaced.
  const from = spanOf(stored.at) === spanOf(observer.at) ? stored.at : stored.at + 1
  return { from, states: [observer.remembered()], silentDue: silentDue(known, now) }
}

/**
 * Leaves out newly raised alerts that ended before the new data. Readings from before the new data were evaluated when they
 * arrived, with the rules, tags and business of that time. An alert that these readings did not raise then must not be raised
 * now, with other rules. An alert that ended exactly at the oldest new reading is kept in two cases:
 * - Alerts of its kind are raised by the reading that ends them (entry, exit and silence).
 * - The alert also began at the oldest new reading.
 */
function withoutOlder({ raised, ...changes }: AlertChanges, from: number): AlertChanges {
  const isNews = ({ kind, beganAt, endedAt = Infinity }: Alert) =>
    endedAt > from || (endedAt === from && (RAISED_AT_ITS_END.has(kind) || beganAt === from))
  return { ...changes, raised: raised.filter(isNews) }
}
const RAISED_AT_ITS_END: ReadonlySet<Alert['kind']> = new Set(['entry', 'exit', 'silent'])

const isOpen = ({ endedAt }: Alert) => endedAt === undefined
const newestOf = (alerts: readonly Alert[]) => [...new Map(alerts.map((alert) => [alertKey(alert), alert])).values()]

interface Reader {
  store: TrackStore
  client: pg.ClientBase
  now: number
}

/** Evaluates all readings after the last stored state that is older than the new data. Late readings are included. */
export async function lookAgain(
  stay: StayWithNews,
  watch: Watch,
  { state: stored, alerts }: { state?: WatchState; alerts: readonly StoredAlert[] },
  reader: Reader,
): Promise<Look> {
  const begin = stored ?? (await firstSight(stay, watch, reader))
  // The evaluation begins at the time of the stored state's newest reading, because further readings of the same time may have
  // been stored since then. It skips readings that the state already includes.
  const after = begin.at === undefined ? stay.installedAt - 1 : begin.newest ? begin.at - 1 : begin.at
  const end = { removedAt: stay.removedAt, heardAt: stay.heardAt, now: reader.now, every: KEEP_EVERY }
  const { alerts: all, kept, state } = await alertsOfStay(watch, begin, pages(stay, after, reader), end)
  const states: WatchState[] = [...(stored ? [stored] : []), ...kept]
  if (state.at !== undefined) states.splice(state.at === states.at(-1)?.at ? -1 : states.length, 1, state)
  const changes = withoutOlder(diffAlerts(alerts.filter(isOfCurrentRule(watch)), all), stay.from)
  // All stored states from this time on are replaced, because they were computed without the new data. If the evaluation began
  // without a stored state, these are all states of the stay.
  const from = stored?.at ?? stay.installedAt - 1
  const next = { stay, watch, observer: new Observer(watch, state), open: all.filter(isOpen), unstored: 0 }
  const memory = { from, states, silentDue: silentDue(next, reader.now) }
  return { findings: { stay, changes, stored: alerts, memory }, next }
}

/**
 * Returns the first state of a vehicle whose readings no rule has evaluated yet. This state is the vehicle's last place
 * before the earliest rule took effect.
 */
async function firstSight(stay: Stay, watch: Watch, { store, client }: Reader): Promise<WatchState> {
  const from = Math.min(...watch.rules.map(({ effectiveFrom }) => effectiveFrom))
  const options = { limit: 1, newestFirst: true, client }
  const [before] = await store.readWaypoints(
    stay.deviceId,
    stay.installedAt,
    Math.min(from, stay.removedAt ?? Infinity) - 1,
    options,
  )
  return before ? observe(watch, newState(), toReading(before.fix, before.receivedAt), () => undefined) : newState()
}

/**
 * Yields pages of readings after a time, oldest first. At least one page is yielded, so that open alerts are evaluated too.
 * The last page may be empty.
 */
async function* pages({ deviceId, installedAt, removedAt }: Stay, after: number, { store, client }: Reader) {
  const till = (removedAt ?? FAR_FUTURE) - 1
  for (let last = after; ;) {
    const rows = await store.readWaypoints(deviceId, Math.max(installedAt, last + 1), till, { limit: PAGE, client })
    yield rows.map(({ fix, receivedAt }) => toReading(fix, receivedAt))
    if (rows.length < PAGE) return
    last = rows.at(-1)!.fix.positionedAt
  }
}
const FAR_FUTURE = 253_402_214_400_000

/** Returns the time at which the next silence rule raises an alert if nothing more is received. Undefined if none will. */
export function silentDue(
  { stay: { removedAt }, watch: { rules }, observer: { at, heardAt = at } }: Pick<RememberedStay, 'stay' | 'watch' | 'observer'>,
  now: number,
): number | undefined {
  if (at === undefined || heardAt === undefined || removedAt !== null) return undefined
  const due = rules
    .filter(({ kind }) => kind === 'silent')
    .map(({ effectiveFrom, threshold = Infinity }) => Math.max(at, heardAt, effectiveFrom) + threshold * 60_000)
    .filter((time) => time >= now)
  return due.length > 0 ? Math.min(...due) : undefined
}
