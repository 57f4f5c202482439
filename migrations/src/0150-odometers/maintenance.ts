export const maintenance = `
-- What is counted from an odometer moves along where that was wrong. Not what somebody read when a service was done: that is what it
-- was, whatever was shown.
CREATE FUNCTION maintenance_moves_along(entity int, moved bigint) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE maintenance_plan_entities m SET counted_from_m = m.counted_from_m + moved WHERE m.entity_id = entity AND moved <> 0;
  UPDATE maintenance_notifications n SET due_m = n.due_m + moved
  WHERE n.entity_id = entity AND moved <> 0 AND n.due_m IS NOT NULL AND NOT coalesce((
    SELECT r.odometer_m = r.restarted_m FROM maintenance_notifications r
    WHERE r.entity_id = n.entity_id AND r.trigger_id = n.trigger_id AND r.restarted_at IS NOT NULL AND r.id <> n.id
    ORDER BY r.restarted_at DESC LIMIT 1
  ), false);
  UPDATE maintenance_notifications n SET restarted_m = n.restarted_m + moved
  WHERE n.entity_id = entity AND moved <> 0 AND n.restarted_m IS NOT NULL AND n.odometer_m IS DISTINCT FROM n.restarted_m;
$$;
REVOKE ALL ON FUNCTION maintenance_moves_along(int, bigint) FROM PUBLIC;

-- What was read when services were done counts from when the odometer is known to have been there: whichever was told first.
CREATE FUNCTION maintenance_counts_as_read(entity int, shown bigint) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE maintenance_notifications n SET due_m = n.due_m + last.odometer_m - last.restarted_m
  FROM (
    SELECT DISTINCT ON (r.trigger_id) r.trigger_id, r.odometer_m, r.restarted_m FROM maintenance_notifications r
    WHERE r.entity_id = entity AND r.restarted_at IS NOT NULL ORDER BY r.trigger_id, r.restarted_at DESC
  ) last
  WHERE n.entity_id = entity AND n.trigger_id = last.trigger_id AND n.status = 'open' AND last.odometer_m <= shown;
  UPDATE maintenance_notifications n SET restarted_m = n.odometer_m
  WHERE n.entity_id = entity AND n.restarted_at IS NOT NULL AND n.odometer_m <= shown AND n.restarted_m <> n.odometer_m;
$$;
REVOKE ALL ON FUNCTION maintenance_counts_as_read(int, bigint) FROM PUBLIC;

-- The odometer that was read when it was done; of a vehicle without a tracker that is how anybody learns of it. Where none was read,
-- or more than the vehicle's tracker has counted until now, so that it is another count: what is shown now, without the trips since.
CREATE OR REPLACE FUNCTION maintenance_restarts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  shown bigint := vehicle_odometer_m(NEW.entity_id);
  tracked boolean := EXISTS (SELECT FROM installations i WHERE i.entity_id = NEW.entity_id AND i.removed_at IS NULL);
BEGIN
  IF NEW.odometer_m > shown AND NOT tracked THEN PERFORM odometer_is_read(NEW.entity_id, NEW.odometer_m, NEW.completed_by); END IF;
  IF NEW.odometer_m <= shown OR NOT tracked THEN NEW.restarted_m := NEW.odometer_m; END IF;
  NEW.restarted_m := coalesce(NEW.restarted_m, greatest(0, shown - coalesce((
    SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = NEW.entity_id AND t.started_at >= NEW.restarted_at
  ), 0)));
  RETURN NEW;
END $$;
`
