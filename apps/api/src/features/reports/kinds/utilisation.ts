import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { daySums } from '../../../day-sums/index.js'
import type { SheetRow } from '../../../papers/index.js'
import type { Subject } from '../report-subjects.repository.js'
import { say } from '../texts.js'
import { columns, daysAsked, defineKind, entityOf, hours } from './report-kind.js'

interface Use {
  moving_s: number
  idle_s: number
  parked_s: number
}
interface UtilisationLine extends Use {
  entity_id: number
  day: string
}

/**
 * Selects for each day the time that a tracker was on the vehicle. Time without a tracker is left out, because it is unknown
 * whether the vehicle was parked. A day on which the clocks change has 23 or 25 hours. Today ends now.
 */
const watched = (subject: Subject, entities: readonly number[]): Sql => sql`
  SELECT e.id AS entity_id, e.at, to_char(d.day, 'YYYY-MM-DD') AS day, o.seconds
  FROM unnest(${[...entities]}::int[]) WITH ORDINALITY e (id, at)
  CROSS JOIN (
    SELECT day, start_of_day(day::date, ${subject.wish.timeZone}) AS starts, start_of_day(day::date + 1, ${subject.wish.timeZone}) AS ends
    FROM generate_series(${subject.wish.from}::timestamp, ${subject.wish.till}::timestamp, interval '1 day') AS day
  ) d
  JOIN LATERAL (
    SELECT sum(extract(epoch FROM least(d.ends, i.removed_at, now()) - greatest(d.starts, i.installed_at)))::float8 AS seconds
    FROM installations i
    WHERE i.entity_id = e.id AND i.installed_at < least(d.ends, now()) AND coalesce(i.removed_at, 'infinity') > d.starts
  ) o ON o.seconds > 0`

/**
 * Selects the usage of each day. A trip past midnight counts fully on the day of its start. Its duration is subtracted from
 * that day's time, so the parked time could become negative. It is then set to zero.
 */
const uses = (transaction: ScopedTransaction, subject: Subject, entities: readonly number[]): Sql => sql`
  SELECT w.entity_id, w.at, w.day, coalesce(s.duration_s - s.idle_s, 0)::float8 AS moving_s, coalesce(s.idle_s, 0)::float8 AS idle_s,
    greatest(w.seconds - coalesce(s.duration_s, 0), 0)::float8 AS parked_s
  FROM (${watched(subject, entities)}) w
  LEFT JOIN (${daySums(transaction, subject.caller, daysAsked(subject, entities))}) s ON s.entity_id = w.entity_id AND s.day = w.day`

const toRow = ({ moving_s, idle_s, parked_s }: Use): SheetRow => {
  const all = moving_s + idle_s + parked_s
  const share = (seconds: number) => (all > 0 ? Math.round((seconds / all) * 1_000) / 10 : null)
  return {
    moving: hours(moving_s),
    idle: hours(idle_s),
    parked: hours(parked_s),
    moving_share: share(moving_s),
    idle_share: share(idle_s),
    parked_share: share(parked_s),
  }
}

const keyOf = ({ entity_id, day }: Pick<UtilisationLine, 'entity_id' | 'day'>) => `${entity_id} ${day}`

/** Report of the time of each day that a vehicle moved, idled during a trip, or was parked. */
export const UTILISATION = defineKind<string, UtilisationLine>({
  columns: columns({
    entity_name: 'text',
    license_plate: 'text',
    day: 'day',
    moving: 'hours',
    idle: 'hours',
    parked: 'hours',
    moving_share: 'percent',
    idle_share: 'percent',
    parked_share: 'percent',
  }),
  note: say('note.day-of-start'),
  batch: 5_000,
  keys: async (transaction, subject, most) => {
    const found = await transaction.rows<{ entity_id: number; day: string }>(
      sql`SELECT entity_id, day FROM (${watched(subject, subject.shown)}) w ORDER BY at, day LIMIT ${most}`,
    )
    return found.map(keyOf)
  },
  lines: async (transaction, subject, keys) => {
    const wanted = new Set(keys)
    const ids = [...new Set(keys.map((key) => Number(key.split(' ', 1)[0])))].filter((id) => subject.shown.includes(id))
    const rows = await transaction.rows<UtilisationLine & Record<string, unknown>>(
      sql`SELECT entity_id, day, moving_s, idle_s, parked_s FROM (${uses(transaction, subject, ids)}) u ORDER BY at, day`,
    )
    return rows.filter((row) => wanted.has(keyOf(row)))
  },
  row: (line, subject) => ({
    entity_id: line.entity_id,
    entity_name: entityOf(subject, line.entity_id)?.name ?? null,
    license_plate: entityOf(subject, line.entity_id)?.license_plate ?? null,
    day: line.day,
    ...toRow(line),
  }),
  totals: async (transaction, subject) => {
    const row = await transaction.row<Use & Record<string, unknown>>(sql`SELECT coalesce(sum(moving_s), 0)::float8 AS moving_s,
        coalesce(sum(idle_s), 0)::float8 AS idle_s, coalesce(sum(parked_s), 0)::float8 AS parked_s
      FROM (${uses(transaction, subject, subject.shown)}) u`)
    return toRow(row ?? { moving_s: 0, idle_s: 0, parked_s: 0 })
  },
})
