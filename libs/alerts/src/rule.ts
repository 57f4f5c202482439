import type { AlertKind } from '@roadbook/contracts'
import { isWithin, type WeekHours } from './week-hours.js'

/**
 * Returns true for alerts about senders. Such an alert reports that another sender used the tracker's identity. Readings
 * neither raise nor disprove the alert.
 */
export const isOfSenders = (kind: AlertKind): boolean => kind === 'dispute'

/** Returns true for alerts that depend on geofences. */
export const isOfFences = (kind: AlertKind): boolean => kind === 'entry' || kind === 'exit' || kind === 'speeding'

/** A rule for alerts about a vehicle. If a rule is changed, its new revision counts as a different rule. */
export interface AlertRule {
  id: number
  revision: number
  kind: AlertKind
  /** Time from which the rule is valid, milliseconds since 1970 UTC. It is compared with the times of fixes. */
  effectiveFrom: number
  /** speeding: km/h (absent: the geofence's limit applies); lowBattery: per cent; silent: minutes. */
  threshold?: number
  /** Number of seconds that a breach must last before an alert is raised. */
  lastingS: number
  /**
   * outsideHours: hours in which moving is allowed. Other kinds: hours in which the rule is active. Absent: the rule is
   * always active.
   */
  hours?: WeekHours
  /**
   * For entry, exit and speeding: the geofences of the rule. If absent, an entry or exit rule applies to all geofences. A
   * speeding rule then applies everywhere if it has a threshold, and otherwise in all geofences with a speed limit.
   */
  geofenceIds?: ReadonlySet<number>
}

/** Alert: a breach of a rule by a vehicle. Times are those of the vehicle's fixes, in milliseconds since 1970 UTC. */
export interface Alert {
  ruleId: number
  ruleRevision: number
  geofenceId?: number
  kind: AlertKind
  beganAt: number
  /**
   * Absent while the breach continues. An entry or exit has no duration. It ends when it is confirmed: at its first
   * reading, or after the time that the rule requires.
   */
  endedAt?: number
  latitude?: number
  longitude?: number
  /** The worst value so far. Its unit is km/h, per cent or minutes, depending on the kind of rule. */
  value?: number
  /** For silence: time of the last reception, which may be long after the last measurement. */
  heardAt?: number
}

/** Returns true if a rule is active at a moment. */
export const isSpoken = ({ hours }: Pick<AlertRule, 'hours'>, at: number): boolean => hours === undefined || isWithin(hours, at)

/** Returns the key of an alert among the alerts of one vehicle. The same fixes give the same key in any order of arrival. */
export const alertKey = ({ ruleId, ruleRevision, geofenceId, beganAt }: Alert): string =>
  [ruleId, ruleRevision, geofenceId ?? '', beganAt].join('/')
