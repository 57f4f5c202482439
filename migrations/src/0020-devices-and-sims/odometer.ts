/**
 * Odometer of an entity. It is the count of the entity's present tracker plus an offset. It is never less than it was when
 * a tracker was installed or removed (G-53, T-04). A new tracker may start at any number, but the entity's odometer
 * continues from its last value.
 */
export const odometer = `
ALTER TABLE entities
  -- what it had ridden when a tracker came or left last, or somebody read it off the dashboard; metres
  ADD COLUMN odometer_floor_m bigint NOT NULL DEFAULT 0 CHECK (odometer_floor_m >= 0),
  -- the present tracker has not told yet what it counts from
  ADD COLUMN odometer_pending boolean NOT NULL DEFAULT false;
UPDATE entities e SET odometer_floor_m = greatest(0, e.odometer_offset_m + s.odometer_m)
FROM (
  SELECT DISTINCT ON (entity_id) entity_id, odometer_m FROM device_states
  WHERE entity_id IS NOT NULL ORDER BY entity_id, last_received_at DESC
) s WHERE s.entity_id = e.id AND s.odometer_m IS NOT NULL;

-- What an entity has ridden by the count of one tracker; metres.
CREATE FUNCTION entity_odometer_m(entity entities, device int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(entity.odometer_floor_m, CASE WHEN NOT entity.odometer_pending THEN (
    SELECT entity.odometer_offset_m + s.odometer_m FROM device_states s WHERE s.device_id = device AND s.entity_id = entity.id
  ) END)
$$;

CREATE FUNCTION installations_keep_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  entity entities;
  counted bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE entities e SET odometer_floor_m = entity_odometer_m(e, NEW.device_id) WHERE e.id = NEW.entity_id;
    RETURN NULL;
  END IF;
  SELECT * INTO STRICT entity FROM entities WHERE id = NEW.entity_id FOR UPDATE;
  SELECT odometer_m INTO counted FROM device_states WHERE device_id = NEW.device_id;
  -- On an entity that nobody knows the odometer of, a new tracker's count is taken as it is; one that was on another entity
  -- has counted that one's way.
  UPDATE entities e SET odometer_offset_m = CASE
      WHEN e.odometer_floor_m > 0 THEN e.odometer_floor_m - coalesce(counted, 0)
      WHEN EXISTS (SELECT 1 FROM installations i WHERE i.device_id = NEW.device_id AND i.entity_id <> e.id) THEN -coalesce(counted, 0)
      ELSE 0
    END,
    odometer_pending = e.odometer_floor_m > 0 AND counted IS NULL
  WHERE e.id = NEW.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER installations_odometer_begins AFTER INSERT ON installations
  FOR EACH ROW WHEN (NEW.removed_at IS NULL) EXECUTE FUNCTION installations_keep_odometer();
CREATE TRIGGER installations_odometer_ends AFTER UPDATE OF removed_at ON installations
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION installations_keep_odometer();

-- The first count of a tracker that had told none when it was installed.
CREATE FUNCTION device_states_first_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entities e SET odometer_offset_m = e.odometer_floor_m - NEW.odometer_m, odometer_pending = false
  FROM installations i
  WHERE i.device_id = NEW.device_id AND i.removed_at IS NULL AND e.id = i.entity_id AND e.odometer_pending;
  RETURN NULL;
END $$;
CREATE TRIGGER device_states_first_count_new AFTER INSERT ON device_states
  FOR EACH ROW WHEN (NEW.odometer_m IS NOT NULL) EXECUTE FUNCTION device_states_first_count();
CREATE TRIGGER device_states_first_count_later AFTER UPDATE OF odometer_m ON device_states
  FOR EACH ROW WHEN (OLD.odometer_m IS NULL AND NEW.odometer_m IS NOT NULL) EXECUTE FUNCTION device_states_first_count();
`
