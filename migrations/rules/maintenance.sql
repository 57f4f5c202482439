-- Maintenance: vehicles of a plan, and when services begin, restart and end.

-- Returns true if a plan can apply to a vehicle: the vehicle belongs to the plan’s business or one below.
CREATE OR REPLACE FUNCTION maintenance_plan_fits(plan int, entity int) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM maintenance_plans p, entities e JOIN businesses b ON b.id = e.business_id
    WHERE p.id = plan AND e.id = entity AND p.business_id = ANY (b.path))
$$;

CREATE OR REPLACE FUNCTION maintenance_plan_entities_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT maintenance_plan_fits(NEW.plan_id, NEW.entity_id) THEN
    RAISE EXCEPTION 'the plan belongs to a business that is not above the vehicle' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Removes a vehicle that changes hands from the plans of its former businesses.
CREATE OR REPLACE FUNCTION entities_leave_plans() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM maintenance_plan_entities m WHERE m.entity_id = NEW.id AND NOT maintenance_plan_fits(m.plan_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintenance_begins_on_joining() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.counted_from := coalesce(NEW.counted_from, NEW.since);
  NEW.counted_from_m := coalesce(NEW.counted_from_m, vehicle_odometer_m(NEW.entity_id));
  RETURN NEW;
END $$;

-- Begins maintenance with the first installation. Another tracker later changes nothing (G-53).
CREATE OR REPLACE FUNCTION maintenance_begins_on_installation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM installations i WHERE i.entity_id = NEW.entity_id AND i.id <> NEW.id) THEN RETURN NULL; END IF;
  UPDATE maintenance_plan_entities m SET counted_from = NEW.installed_at, counted_from_m = vehicle_odometer_m(NEW.entity_id)
  WHERE m.entity_id = NEW.entity_id AND m.counted_from < NEW.installed_at;
  RETURN NULL;
END $$;

-- Begins maintenance when a plan becomes active (G-78).
CREATE OR REPLACE FUNCTION maintenance_begins_on_activation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE maintenance_plan_entities m SET counted_from = NEW.activated_at, counted_from_m = entity_odometer_m(e, i.device_id)
  FROM entities e LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
  WHERE m.plan_id = NEW.id AND e.id = m.entity_id;
  RETURN NULL;
END $$;

-- Ends open services when a vehicle leaves the plan.
CREATE OR REPLACE FUNCTION maintenance_ends_on_leaving() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE maintenance_notifications SET status = 'archived', restarted_at = now(), updated_at = clock_timestamp()
  WHERE entity_id = OLD.entity_id AND plan_id = OLD.plan_id AND status = 'open';
  RETURN NULL;
END $$;

-- Moves odometer values of services when the odometer is corrected. Does not move a value that a person read when a service was
-- done, because that reading stays true.
CREATE OR REPLACE FUNCTION maintenance_moves_along(entity int, moved bigint) RETURNS void LANGUAGE sql
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
REVOKE ALL ON FUNCTION maintenance_moves_along(integer,bigint) FROM PUBLIC;

-- Lets intervals count from the value that a person read at a service, as soon as the odometer has reached that value. Until
-- then they count from the value that was shown.
CREATE OR REPLACE FUNCTION maintenance_counts_as_read(entity int, shown bigint) RETURNS void LANGUAGE sql
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
REVOKE ALL ON FUNCTION maintenance_counts_as_read(integer,bigint) FROM PUBLIC;

-- Restarts the interval when a service is done. The interval counts from the odometer value that a person read at the
-- service. For a vehicle without a tracker this is the only source. If nobody read a value, or the value is more than the
-- vehicle’s tracker has counted so far, the interval counts from the value shown now, without the trips since the service.
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
