import { type Alert, alertKey } from './rule.js'

/** What has to be written so that what is stored of a stretch of time is what its fixes say. */
export interface AlertChanges {
  raised: Alert[]
  /** Known before, and otherwise by now: ended, worse, elsewhere, or true again after it was withdrawn. */
  changed: Alert[]
  /** Disproved by fixes that came later. */
  withdrawn: Alert[]
}

/** @param stored of the same rules in their present revisions, and of the same stretch of time */
export function diffAlerts(stored: readonly (Alert & { isWithdrawn: boolean })[], found: readonly Alert[]): AlertChanges {
  const known = new Map(stored.map((alert) => [alertKey(alert), alert]))
  const changes: AlertChanges = { raised: [], changed: [], withdrawn: [] }
  for (const alert of found) {
    const before = known.get(alertKey(alert))
    known.delete(alertKey(alert))
    if (!before) changes.raised.push(alert)
    else if (before.isWithdrawn || TOLD.some((field) => before[field] !== alert[field])) changes.changed.push(alert)
  }
  for (const alert of known.values()) if (!alert.isWithdrawn) changes.withdrawn.push(alert)
  return changes
}

const TOLD = ['endedAt', 'value', 'latitude', 'longitude'] as const satisfies readonly (keyof Alert)[]
