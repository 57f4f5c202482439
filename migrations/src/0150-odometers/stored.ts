/**
 * Statements that recompute stored odometers. A vehicle's odometer becomes the larger of two values: its previous number,
 * and the distance of its trips since the last manual reading or since its first tracker's first count. The intervals of
 * services start at the number that the vehicle showed at the time of the service.
 */
export const stored = `
CREATE TEMP TABLE odometers_before ON COMMIT DROP AS
SELECT e.id AS entity_id, i.device_id, s.odometer_m AS counted_m, s.last_positioned_at AS counted_at, hand.at AS read_at,
  hand.metres AS read_m, hand.user_id AS read_by, 0::bigint AS first_m, 0::bigint AS ridden_m,
  greatest(e.odometer_floor_m, CASE WHEN s.entity_id = e.id AND NOT e.odometer_pending THEN e.odometer_offset_m + s.odometer_m END) AS shown_m
FROM entities e
LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
LEFT JOIN device_states s ON s.device_id = i.device_id
LEFT JOIN (
  SELECT DISTINCT ON (a.object_id) a.object_id, a.at, a.user_id, (a.after ->> 'odometer_m')::bigint AS metres FROM audit_log a
  WHERE a.object_type = 'entity' AND a.action IN ('entity.create', 'entity.update')
    AND (a.after ->> 'odometer_m')::bigint <> coalesce((a.before ->> 'odometer_m')::bigint, 0)
  ORDER BY a.object_id, a.at DESC, a.id DESC
) hand ON hand.object_id = e.id::text;
CREATE INDEX ON odometers_before (entity_id);

-- Where nobody read it: what the counter of a new tracker showed on the vehicle's first trip.
DO $$
DECLARE
  one record;
  told bigint;
BEGIN
  FOR one IN
    SELECT b.entity_id, t.device_id, t.started_at, t.ended_at FROM odometers_before b
    CROSS JOIN LATERAL (
      SELECT t.device_id, t.started_at, t.ended_at FROM trips t WHERE t.entity_id = b.entity_id ORDER BY t.started_at LIMIT 1
    ) t
    WHERE b.read_at IS NULL AND NOT EXISTS (
      SELECT FROM installations i WHERE i.device_id = t.device_id AND i.entity_id <> b.entity_id AND i.installed_at < t.started_at
    )
  LOOP
    EXECUTE 'SELECT w.odometer_m FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at BETWEEN $2 AND $3 AND w.odometer_m > 0
      ORDER BY w.positioned_at LIMIT 1' INTO told USING one.device_id, one.started_at, one.ended_at;
    IF told <= 1500000000 THEN UPDATE odometers_before b SET first_m = told WHERE b.entity_id = one.entity_id; END IF;
  END LOOP;
END $$;

-- Not while its tracker was on it on paper alone.
UPDATE odometers_before b SET ridden_m = t.metres FROM (
  SELECT t.entity_id, sum(t.distance_m) AS metres FROM trips t JOIN odometers_before of ON of.entity_id = t.entity_id
  WHERE t.started_at >= coalesce(of.read_at, '-infinity') AND NOT EXISTS (
    SELECT FROM installations i WHERE i.device_id = t.device_id AND i.entity_id = t.entity_id AND i.followed_consumer_id IS NOT NULL
      AND t.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')
  ) GROUP BY t.entity_id
) t WHERE t.entity_id = b.entity_id;

INSERT INTO odometer_readings (entity_id, read_at, metres, before_m, is_correction, user_id)
SELECT b.entity_id, b.read_at, b.read_m, b.read_m, EXISTS (
  SELECT FROM installations i WHERE i.entity_id = b.entity_id AND i.installed_at <= b.read_at
), b.read_by FROM odometers_before b WHERE b.read_at IS NOT NULL ORDER BY b.read_at;

UPDATE odometers o SET start_m = coalesce(b.read_m, b.first_m), since = coalesce(b.read_at, '-infinity'), ridden_m = b.ridden_m,
  lead_m = greatest(0, b.shown_m - coalesce(b.read_m, b.first_m) - b.ridden_m),
  lead_at = CASE WHEN b.counted_at IS NOT NULL AND b.shown_m > coalesce(b.read_m, b.first_m) + b.ridden_m THEN b.counted_at
    ELSE '-infinity' END
FROM odometers_before b WHERE b.entity_id = o.entity_id;
UPDATE odometers o SET is_known = b.read_at IS NOT NULL OR o.odometer_m > 0,
  offset_m = CASE WHEN b.device_id IS NOT NULL AND (b.read_at IS NOT NULL OR o.odometer_m > 0) THEN o.odometer_m - b.counted_m END
FROM odometers_before b WHERE b.entity_id = o.entity_id;
UPDATE entities e SET odometer_floor_m = o.odometer_m FROM odometers o JOIN odometers_before b ON b.entity_id = o.entity_id
WHERE e.id = o.entity_id AND b.device_id IS NULL AND o.odometer_m > e.odometer_floor_m;

UPDATE maintenance_plan_entities m SET counted_from_m = greatest(0, o.odometer_m - coalesce((
    SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = m.entity_id AND t.started_at >= m.counted_from
  ), 0))
FROM odometers o JOIN odometers_before b ON b.entity_id = o.entity_id AND o.odometer_m > b.shown_m WHERE o.entity_id = m.entity_id;
UPDATE maintenance_notifications n SET restarted_m = CASE WHEN n.odometer_m <= o.odometer_m OR b.device_id IS NULL AND n.odometer_m IS NOT NULL
  THEN n.odometer_m
  ELSE greatest(0, o.odometer_m - coalesce((
    SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = n.entity_id AND t.started_at >= n.restarted_at
  ), 0)) END
FROM odometers o JOIN odometers_before b ON b.entity_id = o.entity_id
WHERE o.entity_id = n.entity_id AND n.restarted_at IS NOT NULL
  AND (o.odometer_m > b.shown_m OR n.odometer_m <= o.odometer_m OR b.device_id IS NULL AND n.odometer_m IS NOT NULL);
UPDATE maintenance_notifications n SET due_m = coalesce(r.restarted_m, m.counted_from_m) + t.value * 1000::bigint
FROM maintenance_plan_entities m JOIN maintenance_plans g ON g.id = m.plan_id
JOIN maintenance_triggers t ON t.plan_id = m.plan_id AND t.metric = 'kilometers'
LEFT JOIN LATERAL (
  SELECT d.restarted_m FROM maintenance_notifications d WHERE d.entity_id = m.entity_id AND d.trigger_id = t.id
    AND (d.restarted_at > m.counted_from OR d.completed_at IS NOT NULL AND d.created_at >= coalesce(g.activated_at, '-infinity'))
  ORDER BY d.restarted_at DESC LIMIT 1
) r ON TRUE
WHERE n.entity_id = m.entity_id AND n.trigger_id = t.id AND n.status = 'open' AND n.due_m IS NOT NULL;
`
