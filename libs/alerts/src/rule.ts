import type { AlertKind } from '@roadbook/contracts'
import { isWithin, type WeekHours } from './week-hours.js'

/**
 * Returns true for alerts about senders: another sender used the tracker's identity. No reading raises or disproves such an
 * alert.
 */
export const isOfSenders = (kind: AlertKind): boolean => kind === 'dispute'

/** Returns true for alerts that depend on geofences. */
export const isOfFences = (kind: AlertKind): boolean => kind === 'entry' || kind === 'exit' || kind === 'speeding'

/** A rule for alerts about a vehicle. Each revision counts as a different rule. */
export interface AlertRule {
  id: number
  revision: number
  kind: AlertKind
  /** Time from which the rule is valid, milliseconds since 1970 UTC. Compared with the times of fixes. */
  effectiveFrom: number
  /** speeding: km/h, absent to use the fence's limit; lowBattery: percent; silent: minutes. */
  threshold?: number
  /** Seconds that the cause must last before an alert is raised. */
  lastingS: number
  /** outsideHours: hours in which moving is allowed. Other kinds: hours in which the rule is active. Absent: always. */
  hours?: WeekHours
  /**
   * For entry, exit and speeding: limits the rule to these fences. When absent, an entry or exit rule holds for all fences. A
   * speeding rule then holds everywhere if it has a threshold, and otherwise in all fences with a speed limit.
   */
  geofenceIds?: ReadonlySet<number>
}

/** Alert: a breach of a rule by a vehicle. Times are those of the vehicle's fixes (milliseconds since 1970 UTC). */
export interface Alert {
  ruleId: number
  ruleRevision: number
  geofenceId?: number
  kind: AlertKind
  beganAt: number
  /**
   * Absent while the breach goes on. An entry or exit ends when it is confirmed: at once, or after it has lasted long enough.
   */
  endedAt?: number
  latitude?: number
  longitude?: number
  /** The worst value so far: km/h, percent or minutes. */
  value?: number
  /** For silence: last reception, possibly long after the last measurement. */
  heardAt?: number
}

/** Returns true when a rule is active at a moment. */
export const isSpoken = ({ hours }: Pick<AlertRule, 'hours'>, at: number): boolean => hours === undefined || isWithin(hours, at)

/**
 * Returns the key of an alert among the alerts of one vehicle. The same fixes give the same key, in whatever order they arrive.
 */
export const alertKey = ({ ruleId, ruleRevision, geofenceId, beganAt }: Alert): string =>
  [ruleId, ruleRevision, geofenceId ?? '', beganAt].join('/')
