import { type Alert, alertKey } from './rule.js'

/** Changes that make the stored alerts of a period match the period's fixes. */
export interface AlertChanges {
  raised: Alert[]
  /**
   * Stored alerts that are different now. An alert has ended, become worse or changed its place, or it applies again after
   * it had been withdrawn.
   */
  changed: Alert[]
  /** Stored alerts that later fixes have disproved. */
  withdrawn: Alert[]
}

/** @param stored alerts of the same period, raised by the current revisions of the same rules */
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
