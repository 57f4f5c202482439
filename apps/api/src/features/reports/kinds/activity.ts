import { sql } from '../../../database/sql.js'
import { startedTrips } from '../../../day-sums/index.js'
import type { SheetRow } from '../../../papers/index.js'
import { columns, daysAsked, defineKind } from './report-kind.js'

interface ActivityLine {
  hour: number
  /** Number of trips on each weekday. Monday is first. */
  counts: readonly number[]
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const toRow = (counts: readonly number[]): SheetRow => ({
  ...Object.fromEntries(WEEKDAYS.map((day, at) => [day, counts[at] ?? 0])),
  all_days: counts.reduce((sum, count) => sum + count, 0),
})

/** Shows when the fleet moves. It counts trips by the weekday and hour of their start, in the report's time zone. */
export const ACTIVITY = defineKind<number, ActivityLine>({
  columns: columns({
    hour: 'text',
    monday: 'number',
    tuesday: 'number',
    wednesday: 'number',
    thursday: 'number',
    friday: 'number',
    saturday: 'number',
    sunday: 'number',
    all_days: 'number',
  }),
  batch: HOURS.length,
  keys: async () => HOURS,
  lines: async (transaction, subject, keys) => {
    const rows = await transaction.rows<{ hour: number; weekday: number; trips: number }>(sql`
      SELECT extract(hour FROM local_start)::int AS hour, extract(isodow FROM local_start)::int AS weekday, count(*)::int AS trips
      FROM (${startedTrips(transaction, subject.caller, daysAsked(subject))}) t GROUP BY 1, 2`)
    return keys.map((hour) => ({
      hour,
      counts: WEEKDAYS.map((_, at) => rows.find((row) => row.hour === hour && row.weekday === at + 1)?.trips ?? 0),
    }))
  },
  row: ({ hour, counts }) => ({ hour: `${String(hour).padStart(2, '0')}:00`, ...toRow(counts) }),
  totals: async (transaction, subject) => {
    const rows = await transaction.rows<{ weekday: number; trips: number }>(sql`
      SELECT extract(isodow FROM local_start)::int AS weekday, count(*)::int AS trips
      FROM (${startedTrips(transaction, subject.caller, daysAsked(subject))}) t GROUP BY 1`)
    return toRow(WEEKDAYS.map((_, at) => rows.find(({ weekday }) => weekday === at + 1)?.trips ?? 0))
  },
})
