import type pg from 'pg'
import type { Ledger } from '../ledger.js'
import type { RoadbookApi } from '../roadbook-api.js'
import { TraccarRefused, type TraccarHttp } from '../source/http.js'
import type { TraccarDevice } from '../source/model.js'
import type { Replaced } from '../source/same-source.js'
import { dayOf, type ExplainedGroup, type NotComparable, type VehicleComparison } from './days.js'
import { evidenceOf } from './evidence.js'
import { explain, type Facts } from './explain.js'
import type { ImportedTrack } from './imported-tracks.js'
import { groupsOf, startOf } from './match.js'
import { atMostADay, type CalendarDay, dayAt, daysIn, later } from './periods.js'
import { engineHours, RoadbookTrips, type Vehicle } from './roadbook-trips.js'
import { TraccarReports } from './traccar-reports.js'
import { type ComparedTrip, type Group, spanOf } from './trips.js'

const HOUR_MS = 3_600_000
/** Hours of positions before and after a group of trips that are read to explain it. They show the rests around the group. */
const BEFORE_MS = 3 * HOUR_MS
const AFTER_MS = 2 * HOUR_MS
const SAY_EVERY = 20
/** Number of vehicles that are compared at the same time. */
const AT_ONCE = 3

/** Days to compare, by the calendar of a time zone. */
export interface ComparedDays {
  first: string
  last: string
  zone: string
}

export interface ComparisonOptions extends ComparedDays {
  http: TraccarHttp
  api: RoadbookApi
  pool: pg.Pool
  ledger: Ledger
  /** All devices of Traccar, and those whose tracker was replaced since the import. */
  devices: readonly TraccarDevice[]
  replaced: readonly Replaced[]
  tracks: ReadonlyMap<number, ImportedTrack>
  /** Time since when consumers keep positions, in milliseconds since 1970 UTC. */
  keptSince: number
  /** True if the consumers have processed all packets from before the comparison. */
  hasCaughtUp: boolean
  say: (line: string) => void
}

export interface Comparison extends ComparedDays {
  vehicles: VehicleComparison[]
  notComparable: NotComparable[]
}

/** Compares the trips of all imported vehicles in Traccar and in Roadbook. Changes nothing in either. */
export async function compare(options: ComparisonOptions): Promise<Comparison> {
  const { ledger, devices, replaced, first, last, zone, say } = options
  const reports = new TraccarReports(options.http)
  const roadbook = new RoadbookTrips(options.api)
  const reported = await reports.reported()
  const result: Comparison = { first, last, zone, vehicles: [], notComparable: [] }
  const inTraccar = new Map(devices.map((device) => [device.id, device]))
  const isReplaced = new Set(replaced.map(({ id }) => id))
  const vehicles = ledger.made('vehicle')
  const queue = [...vehicles]
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const sourceId = Number(entry.sourceId)
      const device = inTraccar.get(sourceId)
      const vehicle = await roadbook.vehicle(entry.targetId)
      const why = obstacleOf({ device, vehicle, isReplaced: isReplaced.has(sourceId), isReported: reported.has(sourceId) })
      const name = vehicle?.name ?? device?.name ?? ''
      if (why || !vehicle) result.notComparable.push({ sourceId, name, why: why ?? '' })
      else {
        try {
          result.vehicles.push(await compareVehicle({ sourceId, vehicle, reports, roadbook }, options))
        } catch (error) {
          if (!(error instanceof TraccarRefused)) throw error
          result.notComparable.push({ sourceId, name, why: error.message })
        }
      }
      const done = result.vehicles.length + result.notComparable.length
      if (done % SAY_EVERY === 0) say(`${done} of ${vehicles.length} vehicles`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const inOrder = (one: { sourceId: number }, other: { sourceId: number }) => one.sourceId - other.sourceId
  result.vehicles.sort(inOrder)
  result.notComparable.sort(inOrder)
  return result
}

interface Sides {
  device: TraccarDevice | undefined
  vehicle: Vehicle | undefined
  isReplaced: boolean
  isReported: boolean
}

/** Returns the reason why a vehicle cannot be compared, with a remedy. */
function obstacleOf({ device, vehicle, isReplaced, isReported }: Sides): string | undefined {
  if (!vehicle) return 'the vehicle was deleted in Roadbook'
  if (!device) return 'the device was deleted in Traccar'
  if (vehicle.isHidden) return 'a customer hides the location of the vehicle in Roadbook'
  if (isReplaced) return 'the tracker was replaced in Traccar after the import, so its newer positions are not imported'
  if (!isReported)
    return 'Traccar returns empty reports, because the account is not linked to the device: link the account to the device or its group'
  return undefined
}

interface Compared {
  sourceId: number
  vehicle: Vehicle
  reports: TraccarReports
  roadbook: RoadbookTrips
}

async function compareVehicle(compared: Compared, options: ComparisonOptions): Promise<VehicleComparison> {
  const { sourceId, vehicle, reports, roadbook } = compared
  const { first, last, zone, pool, ledger } = options
  const days = daysIn(first, last, zone)
  // A trip over midnight at either end is whole only with the days before and after.
  const around = daysIn(later(first, -1), later(last), zone)
  const whole = { from: around[0]!.from, till: around.at(-1)!.till }
  const traccar = await reports.trips(sourceId, atMostADay(around))
  const trips = await roadbook.trips(vehicle.id, whole)
  const facts = await factsOf(compared, options, await roadbook.trips(vehicle.id, whole, true))
  const groups = await explainAll(groupsOf(traccar, trips), facts, compared, zone)
  const theirs = await reports.engineHours(sourceId, days)
  const deviceId = ledger.idOf('device', sourceId)
  const ours = deviceId === undefined ? [] : await engineHours(pool, deviceId, days)
  return {
    sourceId,
    vehicleId: vehicle.id,
    name: vehicle.name,
    groups: groups.filter(({ day }) => day >= first && day <= last),
    days: days.map((day, at) =>
      dayOf(
        day.day,
        groups.filter((group) => group.day === day.day),
        { engine: { traccar: theirs[at] ?? null, roadbook: ours[at] ?? null }, isWhole: isWhole(day, facts) },
      ),
    ),
  }
}

const isWhole = ({ from, till }: CalendarDay, facts: Facts): boolean =>
  from >= facts.since && till <= facts.till && from >= facts.keptSince && !facts.isComputing

async function factsOf(
  { sourceId, vehicle, roadbook }: Compared,
  { tracks, keptSince, hasCaughtUp }: ComparisonOptions,
  deleted: readonly ComparedTrip[],
): Promise<Facts> {
  const track = tracks.get(sourceId)
  return {
    since: track?.since ?? Infinity,
    till: track?.till ?? -Infinity,
    keptSince,
    isComputing: !hasCaughtUp || (await roadbook.isRecalculating(vehicle.id)),
    deleted,
    parameters: vehicle.rules.inForce,
  }
}

/** Explains groups of trips. Reads positions only for groups that the trips themselves do not explain. */
async function explainAll(
  groups: readonly Group[],
  facts: Facts,
  { sourceId, vehicle, reports }: Compared,
  zone: string,
): Promise<ExplainedGroup[]> {
  const explained: ExplainedGroup[] = []
  for (const group of groups) {
    let found = explain(group, facts)
    if (!found) {
      const { startedAt, endedAt } = spanOf(group)
      const positions = await reports.positions(sourceId, { startedAt: startedAt - BEFORE_MS, endedAt: endedAt + AFTER_MS })
      found = explain(group, facts, evidenceOf(positions, vehicle.rules))
    }
    explained.push({ ...group, ...(found ?? { cause: 'unexplained' }), day: dayAt(startOf(group), zone) })
  }
  return explained
}
