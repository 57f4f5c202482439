import { BY_KEY } from './by-trips.js'

const COLUMNS = 'device_id, entity_id, odometer_m, counter_began_m, counter_began_at, last_positioned_at'
const SIGNED = {
  INSERT: `SELECT 1 AS sign, ${COLUMNS} FROM is_now`,
  UPDATE: `SELECT 1 AS sign, ${COLUMNS} FROM is_now UNION ALL SELECT -1, ${COLUMNS} FROM was`,
}
const SEEN = {
  INSERT: 'NEW TABLE AS is_now',
  UPDATE: 'OLD TABLE AS was NEW TABLE AS is_now',
}
const now = (column: string) => `max(s.${column}) FILTER (WHERE s.sign = 1)`
const before = (column: string) => `max(s.${column}) FILTER (WHERE s.sign = -1)`

/**
 * Returns a trigger that applies the count of the tracker on a vehicle. If the count is ahead of the trips, it raises the
 * odometer. If the consumer process corrects a count on which the odometer is based, this trigger corrects the odometer. If
 * a vehicle's odometer is unknown, the first count becomes its odometer, whatever its trips show. Stored values that are
 * based on the odometer are then shifted by the same distance.
 */
const following = (event: keyof typeof SIGNED) => `
CREATE FUNCTION device_states_move_odometers_on_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp ${BY_KEY} AS $$
DECLARE
  begun int[];
  moved bigint[];
BEGIN
  WITH states AS MATERIALIZED (
    SELECT s.device_id, ${now('entity_id')} AS entity_id, ${now('odometer_m')} AS counted_m, ${before('odometer_m')} AS was_m,
      ${now('last_positioned_at')} AS counted_at, ${now('counter_began_m')} AS began_m, ${now('counter_began_at')} AS began_at,
      ${before('counter_began_m')} AS was_begun_m, ${before('last_positioned_at')} AS was_at
    FROM (${SIGNED[event]}) s GROUP BY s.device_id
    HAVING ${now('odometer_m')} IS NOT NULL AND (${now('odometer_m')}, ${now('counter_began_m')}, ${now('entity_id')})
      IS DISTINCT FROM (${before('odometer_m')}, ${before('counter_began_m')}, ${before('entity_id')})
  ), changed AS MATERIALIZED (
    SELECT s.entity_id, s.counted_m, s.was_m, s.counted_at, r.rebegins,
      CASE WHEN r.rebegins THEN s.began_m ELSE coalesce(s.was_m, s.began_m, s.counted_m) END AS began_m,
      CASE WHEN r.rebegins OR s.was_m IS NULL THEN coalesce(s.began_at, s.counted_at) ELSE s.was_at END AS began_at
    FROM states s JOIN installations i ON i.device_id = s.device_id AND i.entity_id = s.entity_id AND i.removed_at IS NULL
    CROSS JOIN LATERAL (SELECT s.was_m IS NOT NULL AND s.began_m IS DISTINCT FROM s.was_begun_m AND s.began_m IS NOT NULL AS rebegins) r
  ), anchored AS MATERIALIZED (
    SELECT c.*, b.begins, b.since_m, b.begins AND NOT h.is_known AND c.began_m >= b.had_m AS is_first, b.had_m,
      CASE WHEN NOT h.is_known AND c.began_m >= b.had_m THEN 0 ELSE b.had_m - c.began_m END AS added_m,
      NOT b.begins AND c.counted_m < c.was_m AND h.odometer_m = h.offset_m + c.was_m AS is_taken_back
    FROM changed c JOIN odometers h ON h.entity_id = c.entity_id
    -- What it had ridden when the count began, without the trips since.
    CROSS JOIN LATERAL (
      SELECT h.offset_m IS NULL OR c.rebegins AS begins, h.odometer_m - s.since_m AS had_m, s.since_m
      FROM (SELECT CASE WHEN h.offset_m IS NULL OR c.rebegins THEN coalesce((
        SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = c.entity_id AND t.started_at >= greatest(c.began_at, h.since)
      ), 0) ELSE 0 END AS since_m) s
    ) b
  ), moved_on AS (
    UPDATE odometers o SET is_known = o.is_known OR a.began_m > 0,
      offset_m = CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END,
      start_m = CASE WHEN a.is_first THEN a.began_m
        WHEN a.is_taken_back AND o.offset_m = 0 THEN greatest(0, least(o.start_m, a.counted_m - o.ridden_m))
        ELSE o.start_m END,
      since = CASE WHEN a.is_first THEN a.began_at ELSE o.since END,
      ridden_m = CASE WHEN a.is_first THEN a.since_m ELSE o.ridden_m END,
      lead_m = CASE WHEN a.is_first THEN greatest(0, a.counted_m - a.began_m - a.since_m)
        ELSE greatest(CASE WHEN a.is_taken_back THEN 0 ELSE o.lead_m END,
          CASE WHEN a.begins THEN a.added_m ELSE o.offset_m END + a.counted_m - o.start_m - o.ridden_m, 0) END,
      lead_at = CASE WHEN CASE WHEN a.is_first THEN a.counted_m > a.began_m + a.since_m WHEN a.begins THEN a.added_m + a.counted_m > o.odometer_m
        ELSE NOT a.is_taken_back END THEN greatest(o.lead_at, a.counted_at) ELSE o.lead_at END
    FROM anchored a
    WHERE o.entity_id = a.entity_id AND (a.begins OR a.is_taken_back OR o.offset_m + a.counted_m > o.odometer_m)
    RETURNING o.entity_id, CASE WHEN a.is_first THEN a.began_m - a.had_m END AS moved_m
  )
  SELECT array_agg(m.entity_id), array_agg(m.moved_m) INTO begun, moved FROM moved_on m WHERE m.moved_m > 0;
  FOR nth IN 1 .. coalesce(cardinality(begun), 0) LOOP
    PERFORM maintenance_moves_along(begun[nth], moved[nth]);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER device_states_move_odometers_on_${event.toLowerCase()} AFTER ${event} ON device_states REFERENCING ${SEEN[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION device_states_move_odometers_on_${event.toLowerCase()}();
`

export const byCounters = `
DROP TRIGGER device_states_first_count_new ON device_states;
DROP TRIGGER device_states_first_count_later ON device_states;
DROP FUNCTION device_states_first_count();
${(['INSERT', 'UPDATE'] as const).map(following).join('')}
`
