import { type Alert, alertKey } from './rule.js'

/** Writes needed so that the stored alerts of a period match its fixes. */
export interface AlertChanges {
  raised: Alert[]
  /** Known alerts that differ now: ended, worse, at another place, or restored after a withdrawal. */
  changed: Alert[]
  /** Disproved by later fixes. */
  withdrawn: Alert[]
}

/** @param stored alerts of the same rules in their current revisions, and of the same period */
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
