export const installing = `
-- What was ridden since a moment, on top of what it had ridden when its tracker came: until it was shown that the tracker is on this
-- vehicle, or where it never was, trips and counts were another one's.
CREATE FUNCTION odometer_begins_at(entity int, moment timestamptz, device int) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE odometers o SET start_m = e.odometer_floor_m, since = moment, lead_m = 0, lead_at = '-infinity',
    offset_m = e.odometer_floor_m - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device),
    ridden_m = coalesce((SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = entity AND t.started_at >= moment), 0)
  FROM entities e WHERE e.id = entity AND o.entity_id = e.id;
$$;
REVOKE ALL ON FUNCTION odometer_begins_at(int, timestamptz, int) FROM PUBLIC;

-- When a tracker comes or goes, what the vehicle has ridden is written down: so much is told of it while its movement is hidden
-- (G-106). A tracker that comes has counted another vehicle's way, or none that anybody knows of: the vehicle's goes on.
CREATE OR REPLACE FUNCTION installations_keep_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counted bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.followed_consumer_id IS NOT NULL AND NEW.moved_at IS NULL THEN
    PERFORM odometer_begins_at(NEW.entity_id, NEW.removed_at, NULL);
    RETURN NULL;
  END IF;
  UPDATE entities e SET odometer_floor_m = vehicle_odometer_m(e.id) WHERE e.id = NEW.entity_id;
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  SELECT odometer_m INTO counted FROM device_states WHERE device_id = NEW.device_id;
  UPDATE odometers o SET start_m = o.start_m + o.lead_m, lead_m = 0, offset_m = CASE WHEN o.is_known OR o.odometer_m > 0
      OR EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.entity_id <> o.entity_id)
    THEN o.odometer_m - counted END
  WHERE o.entity_id = NEW.entity_id;
  RETURN NULL;
END $$;

CREATE FUNCTION installations_move_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM odometer_begins_at(NEW.entity_id, NEW.moved_at, NEW.device_id);
  RETURN NULL;
END $$;
CREATE TRIGGER installations_move_odometer AFTER UPDATE OF moved_at ON installations
  FOR EACH ROW WHEN (OLD.moved_at IS NULL AND NEW.moved_at IS NOT NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION installations_move_odometer();
`
