import { short } from '../attributes.js'
import type { Item, Joining, Loss } from '../item.js'
import type { Mapping } from '../mapping.js'
import type { Scope } from '../scope.js'
import type { TraccarMaintenance, TraccarModel } from '../source/model.js'

/** Attributes of positions that count metres, so that a service can be due by distance. */
const METRES = new Set(['totalDistance', 'odometer', 'obdOdometer'])
/** Times of a position. Traccar compares them with the start, so that a service is due by date. */
const TIMES = new Set(['serverTime', 'deviceTime', 'fixTime'])
const DAY_MS = 86_400_000
/** Limit of the API, in days or kilometres. */
const MAX_INTERVAL = 100_000

/**
 * Returns the value at which Traccar reports a maintenance next. Traccar reports it when a value reaches the start, and then
 * after every further period (`MaintenanceEventHandler.java`).
 */
export function nextDue({ start, period }: Pick<TraccarMaintenance, 'start' | 'period'>, value: number): number {
  return value < start ? start : start + (Math.floor((value - start) / period) + 1) * period
}

/** Interval of a maintenance plan's trigger. */
interface Interval {
  value: number
  metric: 'kilometers' | 'days'
  /** True if the period was rounded to whole kilometres. */
  isRounded: boolean
}

/** Returns the interval of a maintenance, or the reason why a maintenance plan cannot have the interval. */
export function intervalOf({ type, start, period }: TraccarMaintenance): Interval | string {
  if (period <= 0) return 'it has no period, so it reports nothing in Traccar either'
  if (METRES.has(type)) {
    const value = Math.round(period / 1_000)
    if (value < 1 || value > MAX_INTERVAL) return `its period of ${period / 1_000} km is not between 1 and ${MAX_INTERVAL} km`
    return { value, metric: 'kilometers', isRounded: value * 1_000 !== period }
  }
  if (TIMES.has(type)) {
    const value = period / DAY_MS
    if (!Number.isInteger(value) || value > MAX_INTERVAL) return `its period of ${value} days is not a whole number of days`
    if (Number.isNaN(new Date(start).getTime())) return `its start of ${start} ms is no date`
    return { value, metric: 'days', isRounded: false }
  }
  if (type === 'hours') return 'it counts engine hours, and services here are due by distance or date'
  return `it counts ${type}, and services here are due by distance or date`
}

/** Plans maintenance plans, with the vehicles that join them and the start of each vehicle's first interval. */
export function planMaintenances(
  model: TraccarModel,
  mapping: Mapping,
  { scope, devices, losses, now }: { scope: Scope; devices: ReadonlySet<number>; losses: Loss[]; now: number },
): Item[] {
  const byId = new Map(model.maintenances.map((maintenance) => [maintenance.id, maintenance]))
  return mapping.maintenances.flatMap(({ id, name, take }) => {
    const maintenance = byId.get(id)
    if (!maintenance) return []
    const lose = (why: string, remedy?: string) =>
      void losses.push({ kind: 'maintenance', id, name: maintenance.name, why, ...(remedy && { remedy }) })
    const interval = intervalOf(maintenance)
    const vehicles = [...scope.linkedTo('maintenance', id)].filter((device) => devices.has(device))
    if (!take) lose('the mapping file does not take it', 'set "take" to true')
    else if (typeof interval === 'string') lose(interval)
    else if (vehicles.length === 0) lose('no imported vehicle is linked to it, so it reports nothing in Traccar either')
    else {
      for (const [key, value] of Object.entries(maintenance.attributes))
        lose(`attribute ${key} = ${short(value)} has no field here`)
      if (interval.isRounded) lose(`every ${maintenance.period / 1_000} km becomes every ${interval.value} km`)
      const joining = vehicles.map((device) => joiningOf(maintenance, { device, interval, model, now }))
      const unknown = joining.filter(({ left, dueAt }) => left === undefined && dueAt === undefined).length
      if (unknown > 0)
        lose(
          `${unknown} of its ${vehicles.length} vehicles ${unknown === 1 ? 'has' : 'have'} no position with ${maintenance.type}, so the first service is due after a whole interval`,
        )
      return [itemOf(maintenance, { name, interval, joining, group: scope.businessOf(vehicles) })]
    }
    return []
  })
}

function joiningOf(
  maintenance: TraccarMaintenance,
  { device, interval, model, now }: { device: number; interval: Interval; model: TraccarModel; now: number },
): Joining {
  if (interval.metric === 'days') return { device, dueAt: nextDue(maintenance, now) }
  const value = Number(model.last.find(({ deviceId }) => deviceId === device)?.attributes[maintenance.type] ?? NaN)
  return Number.isFinite(value) ? { device, left: nextDue(maintenance, value) - value } : { device }
}

interface Planned {
  name: string
  interval: Interval
  joining: readonly Joining[]
  group: number | null
}

function itemOf({ id, type, start, period }: TraccarMaintenance, { name, interval, joining, group }: Planned): Item {
  const { value, metric } = interval
  const counted =
    metric === 'days'
      ? `${new Date(start).toISOString().slice(0, 10)}, every ${value} days`
      : `${start / 1_000} km, every ${period / 1_000} km`
  return {
    kind: 'maintenance',
    sourceId: id,
    name,
    group,
    joining,
    body: { title: name, description: `Traccar: ${type} from ${counted}`.slice(0, 250), triggers: [{ name, value, metric }] },
  }
}
