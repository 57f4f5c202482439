import { CsvLines } from '@roadbook/api/http/csv'
import { localTimeIn } from '@roadbook/api/http/local-time'
import { type Cause, CAUSES, outcomeOf } from './causes.js'
import type { Comparison } from './compare.js'
import { type EngineHours, summaryOf, type VehicleDay } from './days.js'
import { type ComparedTrip, totalM, totalMs } from './trips.js'

/** Number of days that are listed one by one. */
const LISTED = 20

const km = (metres: number): number => Math.round(metres / 10) / 100
const hours = (ms: number): number => Math.round(ms / 36_000) / 100
const hoursOrNull = (ms: number | null): number | null => (ms === null ? null : hours(ms))
const share = (part: number, all: number): string =>
  all === 0 ? 'none in both systems' : `${part} of ${all} (${Math.floor((100 * part) / all)} %)`
const number = (value: number, digits = 1): string => value.toLocaleString('en', { maximumFractionDigits: digits })

/** Describes a comparison for people: a summary, the causes of all differences, then the days that differ most. */
export function describeComparison(comparison: Comparison): string[] {
  const { vehicles, notComparable, first, last, zone } = comparison
  const summary = summaryOf(vehicles)
  const { traccar, roadbook, engine, days, tripDays, agreeingDays, unexplained, open } = summary
  const groups = summary.causes.reduce((sum, one) => sum + one.groups, 0)
  const agreeing = summary.causes.filter(({ cause }) => outcomeOf(cause) === 'agrees').reduce((sum, one) => sum + one.groups, 0)
  const row = (title: string, left: string, right: string) => `${title.padEnd(14)}${left.padStart(14)}${right.padStart(14)}`
  return [
    `Compared ${summary.vehicles} vehicles from ${first} to ${last}, by the days of ${zone}: ${days} days of vehicles, ${tripDays} with trips`,
    '',
    row('', 'Traccar', 'Roadbook'),
    row('Trips', number(traccar.trips), number(roadbook.trips)),
    row('Distance', `${number(km(traccar.distanceM))} km`, `${number(km(roadbook.distanceM))} km`),
    row('Duration', `${number(hours(traccar.durationMs))} h`, `${number(hours(roadbook.durationMs))} h`),
    ...(engine.days === 0
      ? []
      : [row('Engine hours', `${number(hours(engine.traccar))} h`, `${number(hours(engine.roadbook))} h`)]),
    '',
    `Days with trips on which all agree: ${share(agreeingDays, tripDays)}`,
    `Trips that agree: ${share(agreeing, groups)}`,
    ...(engine.days === 0
      ? ['Engine hours: no day has them in both systems']
      : [`Engine hours: compared on ${engine.days} days, different on ${engine.differentDays}`]),
    ...section(
      'Trips by the cause of their difference',
      summary.causes.map(({ cause, groups: count }) => `${String(count).padStart(7)}  ${cause}: ${CAUSES[cause].text}`),
    ),
    ...section('Days that differ most', differing(comparison)),
    ...section(
      'Not comparable',
      notComparable.map(({ sourceId, name, why }) => `  device ${sourceId} "${name}": ${why}`),
    ),
    '',
    `Unexplained: ${unexplained}. Trips that Roadbook misses or has not computed: ${open}. Not comparable: ${notComparable.length}.`,
  ]
}

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', `${title}:`, ...lines])

/** Lists the days that do not agree. Days that the operator must look into are first, then those with the largest difference. */
function differing({ vehicles }: Comparison): string[] {
  const days = vehicles.flatMap(({ name, vehicleId, days: all }) => all.map((day) => ({ ...day, name, vehicleId })))
  const isOpen = ({ causes, engineResult }: VehicleDay) =>
    engineResult === 'different' || (Object.keys(causes) as Cause[]).some((cause) => outcomeOf(cause) === 'open') ? 1 : 0
  const difference = ({ traccar, roadbook }: VehicleDay) => Math.abs(traccar.distanceM - roadbook.distanceM)
  return days
    .filter(({ agrees }) => !agrees)
    .sort((one, other) => isOpen(other) - isOpen(one) || difference(other) - difference(one))
    .slice(0, LISTED)
    .map((day) => `  ${day.day}  vehicle ${day.vehicleId} "${day.name}": ${amounts(day)}. ${causesOf(day)}`)
}

const amounts = ({ traccar, roadbook }: VehicleDay): string =>
  `Traccar ${traccar.trips} trips ${number(km(traccar.distanceM))} km, Roadbook ${roadbook.trips} trips ${number(km(roadbook.distanceM))} km`

const causesOf = ({ causes, engineResult, engine }: VehicleDay): string =>
  [
    ...Object.entries(causes).map(([cause, count]) => `${count} ${cause}`),
    ...(engineResult === 'different' ? [`engine hours ${hours(engine.traccar!)} h and ${hours(engine.roadbook!)} h`] : []),
  ].join(', ')

/** Returns a comparison for programs. Distances are in metres, durations in seconds, times in ISO 8601. */
export function comparisonAsJson({ first, last, zone, vehicles, notComparable }: Comparison): object {
  const { engine, traccar, roadbook, ...counts } = summaryOf(vehicles)
  const sums = ({ trips, distanceM, durationMs }: typeof traccar) => ({
    trips,
    distance_m: Math.round(distanceM),
    duration_s: Math.round(durationMs / 1_000),
  })
  const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1_000))
  const engineOf = (one: EngineHours) => ({ traccar_s: seconds(one.traccar), roadbook_s: seconds(one.roadbook) })
  const trip = (one: ComparedTrip) => ({
    started_at: new Date(one.startedAt).toISOString(),
    ended_at: new Date(one.endedAt).toISOString(),
    distance_m: Math.round(one.distanceM),
    duration_s: seconds(one.endedAt - one.startedAt),
  })
  return {
    first_day: first,
    last_day: last,
    time_zone: zone,
    summary: {
      vehicles: counts.vehicles,
      days: counts.days,
      trip_days: counts.tripDays,
      agreeing_days: counts.agreeingDays,
      traccar: sums(traccar),
      roadbook: sums(roadbook),
      engine_hours: { days: engine.days, different_days: engine.differentDays, ...engineOf(engine) },
      causes: Object.fromEntries(counts.causes.map(({ cause, groups }) => [cause, groups])),
      unexplained: counts.unexplained,
      open: counts.open,
      not_comparable: notComparable.length,
    },
    vehicles: vehicles.map(({ sourceId, vehicleId, name, days, groups }) => ({
      traccar_id: sourceId,
      vehicle_id: vehicleId,
      name,
      days: days.map((day) => ({
        day: day.day,
        agrees: day.agrees,
        traccar: sums(day.traccar),
        roadbook: sums(day.roadbook),
        engine_hours: { ...engineOf(day.engine), result: day.engineResult ?? null },
        causes: day.causes,
      })),
      trips: groups.map(({ day, cause, note, traccar: theirs, roadbook: ours }) => ({
        day,
        cause,
        note: note ?? null,
        traccar: theirs.map(trip),
        roadbook: ours.map((one) => ({ id: one.id, ...trip(one) })),
      })),
    })),
    not_comparable: notComparable.map(({ sourceId, name, why }) => ({ traccar_id: sourceId, name, why })),
  }
}

const DAYS = ['trips', 'km', 'hours'].flatMap((what) => [`traccar_${what}`, `roadbook_${what}`])

/** Returns a line for each vehicle and day, with the kilometres and hours of both systems. */
export function daysAsCsv({ vehicles }: Comparison): string {
  const csv = new CsvLines('en')
  const head = [
    'day',
    'vehicle_id',
    'traccar_id',
    'vehicle',
    ...DAYS,
    'traccar_engine_hours',
    'roadbook_engine_hours',
    'agrees',
    'causes',
  ]
  const lines = vehicles.flatMap(({ vehicleId, sourceId, name, days }) =>
    days.map((day) => {
      const { traccar, roadbook, engine } = day
      return csv.line([
        ...[day.day, vehicleId, sourceId, name],
        ...[traccar.trips, roadbook.trips, km(traccar.distanceM), km(roadbook.distanceM)],
        ...[hours(traccar.durationMs), hours(roadbook.durationMs), hoursOrNull(engine.traccar), hoursOrNull(engine.roadbook)],
        ...[day.agrees ? 'yes' : 'no', causesOf(day)],
      ])
    }),
  )
  return csv.head(head) + lines.join('')
}

const SIDE = ['trips', 'start', 'end', 'km', 'hours']

/** Returns a line for each group of trips that belong together, with its cause. */
export function tripsAsCsv({ vehicles, zone }: Comparison): string {
  const csv = new CsvLines('en')
  const time = localTimeIn(zone)
  const head = ['day', 'vehicle_id', 'traccar_id', 'vehicle', 'cause', 'note']
  const sides = ['traccar', 'roadbook'].flatMap((side) => SIDE.map((what) => `${side}_${what}`))
  const side = (trips: readonly ComparedTrip[]) => {
    const [first, last] = [trips[0], trips.at(-1)]
    if (!first || !last) return [0, null, null, 0, 0]
    const [start, end] = [first.startedAt, last.endedAt].map((at) => time(new Date(at).toISOString()))
    return [trips.length, start!, end!, km(totalM(trips)), hours(totalMs(trips))]
  }
  const lines = vehicles.flatMap(({ vehicleId, sourceId, name, groups }) =>
    groups.map(({ day, cause, note, traccar, roadbook }) =>
      csv.line([day, vehicleId, sourceId, name, cause, note ?? null, ...side(traccar), ...side(roadbook)]),
    ),
  )
  return csv.head([...head, ...sides]) + lines.join('')
}
