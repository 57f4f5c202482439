import type { AlertKind } from '@roadbook/contracts'
import { isWithin, type WeekHours } from './week-hours.js'

/** What no reading raises, and none disproves: another sender spoke in the tracker's name. */
export const isOfSenders = (kind: AlertKind): boolean => kind === 'dispute'

/** What is to be told of a vehicle. Each revision is another rule. */
export interface AlertRule {
  id: number
  revision: number
  kind: AlertKind
  /** Since when it speaks, in the time of fixes: milliseconds since 1970 UTC. */
  effectiveFrom: number
  /** speeding: km/h, absent for that of the fence; lowBattery: percent; silent: minutes. */
  threshold?: number
  /** How long the cause must last before it is an alert. */
  lastingS: number
  /** outsideHours: when moving is right; of others when the rule speaks. Absent: always. */
  hours?: WeekHours
  /** entry, exit, speeding: of these fences. Absent: of all; speeding with a threshold: everywhere. */
  geofenceIds?: ReadonlySet<number>
}

/** What a vehicle did against a rule, in the time of its fixes (milliseconds since 1970 UTC). */
export interface Alert {
  ruleId: number
  ruleRevision: number
  geofenceId?: number
  kind: AlertKind
  beganAt: number
  /** Absent while it goes on. An entry or exit ends when it is certain: at once, or when it has lasted. */
  endedAt?: number
  latitude?: number
  longitude?: number
  /** The worst of it: km/h, percent, minutes. */
  value?: number
  /** silent: when it was heard last, which may be long after what it measured last. */
  heardAt?: number
}

/** Whether a rule speaks at a moment. */
export const isSpoken = ({ hours }: Pick<AlertRule, 'hours'>, at: number): boolean => hours === undefined || isWithin(hours, at)

/** Names an alert among those of one vehicle: the same fixes give the same name, however they came. */
export const alertKey = ({ ruleId, ruleRevision, geofenceId, beganAt }: Alert): string =>
  [ruleId, ruleRevision, geofenceId ?? '', beganAt].join('/')
