import type { AlertKind } from '@roadbook/contracts'
import type { AlertMapping } from '../mapping.js'
import { KPH_PER_KNOT, numberIn } from '../attributes.js'
import type { Scope } from '../scope.js'
import type { TraccarModel, TraccarNotification } from '../source/model.js'
import type { NoKind } from './causes.js'

/** Vehicles that have the same threshold, so that one rule applies to them. */
export interface Class {
  threshold?: number
  devices: readonly number[]
  /** Geofences with a speed limit of their own. */
  geofences?: readonly number[]
  /** Ending of the rule's name, if there are several classes. */
  ending?: string
}

interface Context {
  model: TraccarModel
  scope: Scope
  taken: { geofences: ReadonlySet<number> }
  notification: TraccarNotification
  mapped: AlertMapping
}

/**
 * Divides vehicles by the threshold of their rule. In Traccar, each device or group may have a limit of its own. A rule of
 * Roadbook has one threshold.
 */
export function thresholdsOf(
  kind: AlertKind,
  devices: readonly number[],
  context: Context,
): { classes: readonly Class[]; lost: readonly NoKind[] } {
  const { threshold } = context.mapped
  if (kind === 'speeding') return speeding(devices, context)
  if (kind === 'silent' && threshold === null) return silent(devices, context)
  if (kind === 'silent' || kind === 'lowBattery')
    return threshold === null
      ? { classes: [], lost: [{ why: 'it has no threshold', remedy: 'enter "threshold" in the mapping file' }] }
      : { classes: [{ devices, threshold }], lost: [] }
  return { classes: [{ devices }], lost: [] }
}

/** Limits of the API for speeds in km/h, and for silence in minutes. */
const SPEEDS = [5, 250] as const
const SILENCES = [15, 43_200] as const
const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, Math.round(value)))

/**
 * Divides vehicles by their speed limit. In a geofence with a speed limit, Traccar uses only the limit of the geofence
 * (`OverspeedEventHandler.java`), so these geofences become a rule of their own.
 */
function speeding(devices: readonly number[], context: Context): { classes: Class[]; lost: NoKind[] } {
  const { model, scope, taken, mapped } = context
  const knotsOf = (device: number) => valuesOf(device, 'speedLimit', context)[0]
  // The nearest value counts, and 0 means that this vehicle has no limit (`AttributeUtil.java`).
  const free = devices.filter((device) => (knotsOf(device) ?? 1) <= 0)
  const limited = devices.filter((device) => !free.includes(device))
  const limitOf = (device: number): number | undefined => {
    if (mapped.threshold !== null) return within(mapped.threshold, SPEEDS)
    const knots = knotsOf(device)
    return knots === undefined ? undefined : within(knots * KPH_PER_KNOT, SPEEDS)
  }
  const { classes, without } = divide(limited, limitOf, 'km/h')
  const fences = model.geofences.filter(({ id, attributes }) => {
    const of = scope.linkedTo('geofence', id)
    return taken.geofences.has(id) && (numberIn(attributes, 'speedLimit') ?? 0) > 0 && devices.some((device) => of.has(device))
  })
  const lost: NoKind[] = []
  const remedy = 'enter a limit in km/h as "threshold" in the mapping file'
  if (free.length > 0)
    lost.push({
      why: `${free.length} of its ${devices.length} vehicles ${free.length === 1 ? 'has' : 'have'} the speed limit 0, and no rule applies, as in Traccar`,
    })
  if (without.length > 0 && without.length === devices.length)
    lost.push({
      why: 'neither its vehicles nor their groups have a speed limit (speedLimit); a limit of the whole server is not read',
      remedy,
    })
  else if (without.length > 0)
    lost.push({ why: `${without.length} of its ${devices.length} vehicles have no speed limit, and get no rule`, remedy })
  if (fences.length === 0) return { classes, lost }
  const higher = fences.filter(({ attributes }) =>
    classes.some(({ threshold }) => threshold! < numberIn(attributes, 'speedLimit')! * KPH_PER_KNOT - 1),
  )
  if (higher.length > 0)
    lost.push({
      why: `the lower limit of the vehicles applies also in ${higher.map(({ name }) => `"${name}"`).join(', ')}; in Traccar only the limit of the geofence does`,
    })
  return { classes: [...classes, { devices, geofences: fences.map(({ id }) => id), ending: 'limits of geofences' }], lost }
}

/** Divides vehicles by the time after which they are inactive (`TaskDeviceInactivityCheck.java`). */
function silent(devices: readonly number[], context: Context): { classes: Class[]; lost: NoKind[] } {
  const { classes, without } = divide(
    devices,
    (device) => {
      const startMs = attributeOf(device, 'deviceInactivityStart', context)
      return startMs === undefined ? undefined : within(startMs / 60_000, SILENCES)
    },
    'minutes',
  )
  if (without.length === 0) return { classes, lost: [] }
  const why =
    classes.length === 0
      ? 'none of its vehicles or their groups has a time (deviceInactivityStart), so it reports nothing in Traccar either'
      : `${without.length} of its ${devices.length} vehicles have no time (deviceInactivityStart), so it reports nothing about them in Traccar either`
  return { classes, lost: [{ why, remedy: 'enter minutes as "threshold" in the mapping file, for a rule for all of them' }] }
}

function divide(
  devices: readonly number[],
  thresholdOf: (device: number) => number | undefined,
  unit: string,
): { classes: Class[]; without: number[] } {
  const found = new Map<number, number[]>()
  const without: number[] = []
  for (const device of devices) {
    const threshold = thresholdOf(device)
    if (threshold === undefined) without.push(device)
    else found.set(threshold, [...(found.get(threshold) ?? []), device])
  }
  const isOne = found.size === 1
  const classes = [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([threshold, of]): Class => ({ threshold, devices: of, ...(!isOne && { ending: `${threshold} ${unit}` }) }))
  return { classes, without }
}

/** Returns a positive number from the attributes of a device, or else of the nearest group above that has one. */
const attributeOf = (device: number, name: string, context: Context): number | undefined =>
  valuesOf(device, name, context).find((value) => value > 0)

/** Returns the numbers that the attributes of a device and of the groups above it have, the nearest first. */
function valuesOf(device: number, name: string, { model, scope }: Context): number[] {
  const own = model.devices.find(({ id }) => id === device)
  const groups = scope.groupsOf(device).map((id) => model.groups.find((group) => group.id === id))
  return [own, ...groups].flatMap((holder) => {
    const value = holder && numberIn(holder.attributes, name)
    return value === undefined ? [] : [value]
  })
}
