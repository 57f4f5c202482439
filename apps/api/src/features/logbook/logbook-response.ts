import type { LogbookDto, LogbookEntryDto, LogbookTotalsDto } from './dto/logbook.dto.js'
import { type LogbookAsked, monthOf, monthsBetween } from './logbook-query.js'
import type { ClosedMonthRow, EntryRow, LoggedVehicle } from './logbook.repository.js'

/** Data for making a logbook. */
export interface Read {
  vehicle: LoggedVehicle
  /** Oldest first. */
  rows: readonly EntryRow[]
  closed: readonly ClosedMonthRow[]
}

/** Time after a trip within which users must state the purpose, in milliseconds. Tax offices do not accept a later entry. */
const TIMELY_MS = 7 * 86_400_000

/** Returns one entry. The odometer gap is missing, because it depends on the entry before. `withGaps` adds it. */
export function entryOf(row: EntryRow): LogbookEntryDto {
  const corrections = row.corrections.map((one) => ({ ...one, corrected_at: new Date(one.corrected_at).toISOString() }))
  const { purpose, note, driver } = corrections.at(-1) ?? row
  return {
    id: row.id,
    trip_id: row.trip_id,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at.toISOString(),
    arrived_at: row.is_open ? null : (row.arrived_at?.toISOString() ?? null),
    start_address: row.start_address,
    stop_address: row.stop_address,
    distance_m: row.distance_m,
    odometer_start_m: row.odometer_start_m,
    odometer_stop_m: row.odometer_stop_m,
    gap_m: null,
    purpose,
    note,
    driver,
    said_at: row.said_at?.toISOString() ?? null,
    is_late: row.said_at !== null && row.said_at.getTime() - row.ended_at.getTime() > TIMELY_MS,
    is_closed: row.id !== null,
    added_at: row.added_at?.toISOString() ?? null,
    is_recalculated: row.is_recalculated,
    corrections,
    said: corrections.length > 0 && row.purpose !== null ? { purpose: row.purpose, note: row.note, driver: row.driver } : null,
  }
}

export function toLogbook({ vehicle, rows, closed }: Read, { from, till, timeZone }: LogbookAsked): LogbookDto {
  const entries = withGaps(rows.map(entryOf))
  const odometers = entries.flatMap(({ odometer_start_m, odometer_stop_m }) => [odometer_start_m, odometer_stop_m])
  const known = odometers.filter((metres) => metres !== null)
  return {
    entity_id: vehicle.id,
    entity_name: vehicle.name,
    license_plate: vehicle.license_plate,
    frame_number: vehicle.frame_number,
    imei: vehicle.imei,
    business_name: vehicle.business_name,
    from,
    till,
    time_zone: timeZone,
    odometer_start_m: known[0] ?? null,
    odometer_stop_m: known.at(-1) ?? null,
    totals: totalsOf(entries),
    months: monthsBetween(from, till).map((month) => {
      const of = entries.filter(({ started_at }) => monthOf(new Date(started_at), timeZone) === month)
      const { closed_at, closed_by } = closed.find((one) => one.month === month) ?? { closed_at: null, closed_by: null }
      return {
        month,
        trips: of.length,
        unsaid: of.filter(({ purpose }) => purpose === null).length,
        open: of.filter(({ is_closed }) => !is_closed).length,
        closed_at: closed_at?.toISOString() ?? null,
        closed_by,
      }
    }),
    entries,
  }
}

/** Adds the metres on the odometer between two trips, if both readings are known. */
const withGaps = (entries: readonly LogbookEntryDto[]): LogbookEntryDto[] =>
  entries.map((entry, at) => {
    const before = entries[at - 1]?.odometer_stop_m
    const { odometer_start_m: now } = entry
    return { ...entry, gap_m: now === null || before === undefined || before === null ? null : now - before }
  })

function totalsOf(entries: readonly LogbookEntryDto[]): LogbookTotalsDto {
  const sum = (of: readonly LogbookEntryDto[]) => of.reduce((all, { distance_m }) => all + distance_m, 0)
  const forPurpose = (wanted: LogbookEntryDto['purpose']) => sum(entries.filter(({ purpose }) => purpose === wanted))
  return {
    trips: entries.length,
    distance_m: sum(entries),
    business_m: forPurpose('business'),
    commute_m: forPurpose('commute'),
    private_m: forPurpose('private'),
    unsaid_m: forPurpose(null),
  }
}
