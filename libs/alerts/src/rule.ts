import type { AlertKind } from '@roadbook/contracts'
import { isWithin, type WeekHours } from './week-hours.js'

/** Returns true for alerts about senders: another sender used the tracker's identity. No reading raises or disproves them. */
export const isOfSenders = (kind: AlertKind): boolean => kind === 'dispute'

/** A rule for alerts about a vehicle. Each revision is a different rule. */
export interface AlertRule {
  id: number
  revision: number
  kind: AlertKind
  /** Start of its validity, compared with the time of fixes: milliseconds since 1970 UTC. */
  effectiveFrom: number
  /** speeding: km/h, absent to use the fence's limit; lowBattery: percent; silent: minutes. */
  threshold?: number
  /** Seconds that the cause must last before an alert is raised. */
  lastingS: number
  /** outsideHours: hours in which moving is allowed. Other kinds: hours in which the rule is active. Absent: always. */
  hours?: WeekHours
  /** entry, exit, speeding: limits the rule to these fences. Absent: all fences; speeding with a threshold: everywhere. */
  geofenceIds?: ReadonlySet<number>
}

/** A breach of a rule by a vehicle. Times are those of its fixes (milliseconds since 1970 UTC). */
export interface Alert {
  ruleId: number
  ruleRevision: number
  geofenceId?: number
  kind: AlertKind
  beganAt: number
  /** Absent while it goes on. An entry or exit ends once confirmed: at once, or when it has lasted. */
  endedAt?: number
  latitude?: number
  longitude?: number
  /** The worst value: km/h, percent, minutes. */
  value?: number
  /** silent: last sign of life, possibly long after the last measurement. */
  heardAt?: number
}

/** Returns true when a rule is active at a moment. */
export const isSpoken = ({ hours }: Pick<AlertRule, 'hours'>, at: number): boolean => hours === undefined || isWithin(hours, at)

/** Returns the key of an alert within one vehicle: the same fixes give the same key, in whatever order they arrive. */
export const alertKey = ({ ruleId, ruleRevision, geofenceId, beganAt }: Alert): string =>
  [ruleId, ruleRevision, geofenceId ?? '', beganAt].join('/')
