import { sql } from '../../../database/sql.js'
import { daySums } from '../../../day-sums/index.js'
import type { SubjectEntity } from '../report-subjects.repository.js'
import { say } from '../texts.js'
import {
  columns,
  daysAsked,
  defineKind,
  entityOf,
  hours,
  kilometres,
  speedOf,
  type Sums,
  sumsOf,
  totalsOf,
} from './report-kind.js'

interface SummaryLine {
  entity: SubjectEntity
  /** Undefined when the location is hidden. */
  sums: Sums | undefined
}

const NOTHING: Sums = { trips: 0, days: 0, distance_m: 0, duration_s: 0, idle_s: 0 }

/**
 * Report with one row per vehicle. If a vehicle's location is hidden, its row states that, because a zero would be
 * wrong.
 */
export const SUMMARY = defineKind<number, SummaryLine>({
  columns: columns({
    entity_name: 'text',
    vehicle_type: 'text',
    frame_number: 'imei',
    license_plate: 'text',
    imei: 'imei',
    trips: 'number',
    days: 'number',
    distance: 'km',
    duration: 'hours',
    idle: 'hours',
    average_speed: 'speed',
    note: 'text',
  }),
  showsHidden: true,
  batch: 2_000,
  keys: async (_, { entities }) => entities.map(({ id }) => id),
  lines: async (transaction, subject, keys) => {
    const wanted = keys.filter((id) => subject.shown.includes(id))
    const rows = await transaction.rows<Sums & { entity_id: number }>(sql`SELECT entity_id, sum(trips)::int AS trips,
        count(*)::int AS days, sum(distance_m)::float8 AS distance_m, sum(duration_s)::float8 AS duration_s, sum(idle_s)::float8 AS idle_s
      FROM (${daySums(transaction, subject.caller, daysAsked(subject, wanted))}) d GROUP BY entity_id`)
    const sums = new Map(rows.map((row) => [row.entity_id, row]))
    return keys.flatMap((id) => {
      const entity = entityOf(subject, id)
      if (!entity) return []
      return { entity, sums: entity.is_hidden ? undefined : (sums.get(id) ?? NOTHING) }
    })
  },
  row: ({ entity, sums }) => ({
    entity_id: entity.id,
    entity_name: entity.name,
    vehicle_type: say(`vehicle.${entity.vehicle_type}`),
    frame_number: entity.frame_number,
    license_plate: entity.license_plate,
    imei: entity.imei,
    trips: sums?.trips ?? null,
    days: sums?.days ?? null,
    distance: sums ? kilometres(sums.distance_m) : null,
    duration: hours(sums?.duration_s ?? null),
    idle: hours(sums?.idle_s ?? null),
    average_speed: sums ? speedOf(sums.distance_m, sums.duration_s) : null,
    note: sums ? null : say('word.hidden'),
  }),
  totals: async (transaction, subject) => {
    const { days: _, ...totals } = totalsOf(await sumsOf(transaction, subject))
    return totals
  },
})
