import type { Reading } from './reading.js'
import { type Alert, alertKey } from './rule.js'
import { retell, silentAt, type Watch, type WatchState } from './watch.js'

/** The end of a stay (the time in which a tracker is installed on a vehicle). Times are milliseconds since 1970 UTC. */
export interface StayEnd {
  removedAt: number | null
  /** Time of the tracker's last reception. Null if the time is not known. */
  heardAt: number | null
}

/**
 * Returns the alerts of a stay as they are known at a moment.
 * @param begin the state before the first reading of the pages
 * @param pages readings, oldest first
 * @param every number of readings after which a state is kept
 */
export async function alertsOfStay(
  watch: Watch,
  begin: WatchState,
  pages: AsyncIterable<readonly Reading[]>,
  { removedAt, heardAt, now, every = Infinity }: StayEnd & { now: number; every?: number },
): Promise<{ alerts: Alert[]; kept: WatchState[]; state: WatchState }> {
  let state = begin
  const kept: WatchState[] = []
  const found = new Map<string, Alert>()
  for await (const readings of pages) {
    const told = retell(watch, state, readings, every)
    for (const alert of told.found) found.set(alertKey(alert), alert)
    kept.push(...told.kept)
    state = told.state
  }
  if (removedAt === null) state = withSign(state, heardAt)
  const goneAt = removedAt !== null && removedAt <= now ? removedAt : undefined
  const goingOn = [...found.values(), ...silentAt(watch, state, goneAt ?? now)].filter(isOfCurrentRule(watch))
  return { alerts: goneAt === undefined ? goingOn : goingOn.map((alert) => endedBy(alert, goneAt)), kept, state }
}

/**
 * Adds a reception without a usable reading to the state. The fix was set aside because of its date, or it was a repeated
 * fix.
 */
const withSign = (state: WatchState, heardAt: number | null): WatchState =>
  heardAt !== null && state.at !== undefined && heardAt > (state.heardAt ?? state.at)
    ? { ...state, heardAt, signAt: heardAt }
    : state

/** Ends an alert that is still open when the tracker leaves the vehicle, because no later reading could end the alert. */
function endedBy(alert: Alert, removedAt: number): Alert {
  if (alert.endedAt !== undefined) return alert
  const minutes = Math.floor((removedAt - alert.beganAt) / 60_000)
  return { ...alert, endedAt: removedAt, ...(alert.kind === 'silent' && { value: minutes }) }
}

/**
 * Returns a filter for alerts whose rule and geofence still apply to this vehicle in the same revision. Other alerts are left
 * unchanged.
 */
export function isOfCurrentRule({ rules, fenceOf }: Watch): (alert: Alert) => boolean {
  const spoken = new Set(rules.map(({ id, revision }) => `${id}.${revision}`))
  return ({ ruleId, ruleRevision, geofenceId, beganAt }) => {
    if (!spoken.has(`${ruleId}.${ruleRevision}`)) return false
    return geofenceId === undefined || beganAt >= (fenceOf(geofenceId)?.effectiveFrom ?? Infinity)
  }
}
