import type { AlertKind } from '@roadbook/contracts'
import type { TraccarNotification } from '../source/model.js'

/** Part of a notification that has no counterpart among the kinds of alert rules. */
export interface NoKind {
  why: string
  remedy?: string
}

/** Kinds of alert rules that report what a notification of Traccar reports. */
export interface Causes {
  kinds: readonly AlertKind[]
  lost: readonly NoKind[]
}

/** Event types (`Event.java` of Traccar) that an alert rule can report. */
const KINDS: Readonly<Record<string, AlertKind>> = {
  geofenceEnter: 'entry',
  geofenceExit: 'exit',
  deviceOverspeed: 'speeding',
  deviceOffline: 'silent',
  deviceUnknown: 'silent',
  deviceInactive: 'silent',
}

/** Alarms (`ALARM_…` of `Position.java`) that an alert rule can report. */
const OF_ALARMS: Readonly<Record<string, AlertKind>> = {
  powerCut: 'powerCut',
  tampering: 'tamper',
  removing: 'tamper',
  lowBattery: 'lowBattery',
}

const TRIPS = 'the list of trips shows it, and a webhook can report each trip'
const REMEDIES: Readonly<Record<string, string>> = {
  ignitionOn: TRIPS,
  ignitionOff: TRIPS,
  deviceStopped: TRIPS,
  deviceMoving: `${TRIPS}; for certain hours, create a rule for vehicles that move outside hours`,
  geofenceCrossed: 'a rule for entering or leaving the geofence',
  maintenance: 'services that are due are listed under Maintenance',
  overspeed: 'a rule for speeding with a limit',
}

const NO_RULE = (what: string): NoKind => {
  const remedy = REMEDIES[what]
  return { why: `Roadbook has no alert rule for ${what}`, ...(remedy && { remedy }) }
}

/**
 * Returns the kinds of alert rules for a notification.
 * @param hasHours true if the notification applies only at certain hours. Only then a rule can report that a vehicle moves.
 */
export function causesOf({ type, attributes }: TraccarNotification, hasHours: boolean): Causes {
  if (type === 'alarm') return ofAlarms(attributes.alarms)
  if (type === 'deviceMoving' && hasHours) return { kinds: ['outsideHours'], lost: [] }
  const kind = KINDS[type]
  return kind ? { kinds: [kind], lost: [] } : { kinds: [], lost: [NO_RULE(type)] }
}

/** @param list names of alarms, separated by commas */
function ofAlarms(list: unknown): Causes {
  const alarms = typeof list === 'string' ? list.split(/[, ]+/).filter(Boolean) : []
  if (alarms.length === 0) return { kinds: [], lost: [{ why: 'no alarm is chosen, so it reports nothing in Traccar either' }] }
  const kinds = new Set(alarms.flatMap((alarm) => OF_ALARMS[alarm] ?? []))
  return {
    kinds: [...kinds],
    lost: alarms.filter((alarm) => !(alarm in OF_ALARMS)).map((alarm) => NO_RULE(`the alarm ${alarm}`)),
  }
}

/** Minutes without data after which a tracker is reported as silent, if Traccar reports the end of its connection. */
const SILENT_MINUTES = 60
/** Charge in per cent below which a battery is low. Trackers that send an alarm do not send their own limit. */
const LOW_BATTERY_PERCENT = 20

/** Returns the threshold that the mapping file proposes. Null if Traccar has the threshold, or if none is needed. */
export function proposedThreshold({ type, attributes }: TraccarNotification): number | null {
  if (type === 'deviceOffline' || type === 'deviceUnknown') return SILENT_MINUTES
  return type === 'alarm' && ofAlarms(attributes.alarms).kinds.includes('lowBattery') ? LOW_BATTERY_PERCENT : null
}

/** Names of rules for notifications without a description. */
const NAMES: Readonly<Record<string, string>> = {
  geofenceEnter: 'Geofence entered',
  geofenceExit: 'Geofence left',
  deviceOverspeed: 'Speeding',
  deviceOffline: 'Tracker offline',
  deviceUnknown: 'Tracker without status',
  deviceInactive: 'Tracker inactive',
  deviceMoving: 'Vehicle moves',
  alarm: 'Alarm',
}

export function proposedName({ id, type, description, attributes }: TraccarNotification): string {
  const alarms = type === 'alarm' && typeof attributes.alarms === 'string' ? ` ${attributes.alarms}` : ''
  return (description || `${NAMES[type] ?? type}${alarms}` || `Notification ${id}`).slice(0, 90)
}

/** Ending of a rule's name, if a notification becomes several rules. */
export const ENDINGS: Readonly<Record<AlertKind, string>> = {
  entry: 'entry',
  exit: 'exit',
  speeding: 'speeding',
  lowBattery: 'low battery',
  powerCut: 'power cut',
  silent: 'silent',
  tamper: 'tamper',
  outsideHours: 'moves',
  dispute: 'dispute',
}
