import type pg from 'pg'

/**
 * Dates the installations of imported trackers on the first day of the history, because positions from before an
 * installation belong to no vehicle. A stay is the time of a tracker on a vehicle. It never begins before the end of an
 * earlier stay of the same tracker or vehicle, and its beginning is never moved to a later time. If the history of a
 * tracker was imported only since a later day, its import starts again from the first day. A repetition changes nothing.
 * @param from first day, `2024-01-01`
 * @returns the number of stays whose beginning was changed. Consumer processes use the new beginning after they have read
 *   the registry again
 */
export async function beginStays(pool: pg.Pool, name: string, from: string): Promise<number> {
  const { rowCount } = await pool.query(BEGIN_STAYS, [name, `${from}T00:00:00Z`])
  await pool.query(BEGIN_AGAIN, [name, `${from}T00:00:00Z`])
  return rowCount ?? 0
}

const BEGIN_STAYS = `UPDATE installations i SET installed_at = s.begins FROM (
    SELECT i.id, greatest($2::timestamptz, max(o.removed_at)) AS begins
    FROM imported_rows r JOIN installations i ON i.id = r.target_id
    LEFT JOIN installations o ON (o.device_id = i.device_id OR o.entity_id = i.entity_id) AND o.id <> i.id
      AND o.removed_at <= i.installed_at
    WHERE r.import = $1 AND r.kind = 'installation' GROUP BY i.id
  ) s WHERE s.id = i.id AND s.begins < i.installed_at`

const BEGIN_AGAIN = `UPDATE imported_tracks SET since = $2::timestamptz, last_fix_at = $2::timestamptz, last_position_id = 0
  WHERE import = $1 AND since > $2::timestamptz`
