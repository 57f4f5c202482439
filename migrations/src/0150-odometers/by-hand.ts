export const byHand = `
-- From now on the vehicle has ridden so many metres: somebody read it. What that is more than was shown was ridden, and brings services
-- nearer. But nothing was ridden where the reading only puts a number right, and what is counted from it moves along: the first one
-- beside a tracker, which began to count anywhere; more than a vehicle can have ridden since the last one, 1 000 km and 2 000 km a day;
-- or less than was shown, where the last one was wrong: then it is what that one was.
CREATE FUNCTION odometer_is_read(entity int, metres bigint, reader int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  shown bigint := vehicle_odometer_m(entity);
  last odometer_readings;
  device int := (SELECT i.device_id FROM installations i WHERE i.entity_id = entity AND i.removed_at IS NULL);
  known_at timestamptz;
  corrects boolean;
BEGIN
  SELECT * INTO last FROM odometer_readings r WHERE r.entity_id = entity ORDER BY r.id DESC LIMIT 1;
  known_at := coalesce(last.read_at, (SELECT e.created_at FROM entities e WHERE e.id = entity));
  corrects := CASE
    WHEN last.id IS NULL AND device IS NOT NULL THEN true
    WHEN metres < shown THEN coalesce(last.is_correction, false)
    ELSE metres - shown > 1000000 + 2000000 * greatest(0, extract(epoch FROM now() - known_at) / 86400) END;
  INSERT INTO odometer_readings (entity_id, metres, before_m, is_correction, user_id) VALUES (entity, metres, shown, corrects, reader);
  UPDATE odometers o SET start_m = metres, since = now(), ridden_m = 0, lead_m = 0, lead_at = '-infinity', is_known = true,
    offset_m = metres - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device)
  WHERE o.entity_id = entity;
  UPDATE entities e SET odometer_floor_m = metres, updated_at = clock_timestamp() WHERE e.id = entity;
  IF corrects THEN PERFORM maintenance_moves_along(entity, metres - shown); END IF;
  PERFORM maintenance_counts_as_read(entity, metres);
END $$;
REVOKE ALL ON FUNCTION odometer_is_read(int, bigint, int) FROM PUBLIC;

DROP FUNCTION entity_set_odometer(int, bigint);
CREATE FUNCTION entity_set_odometer(entity int, metres bigint, reader int DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM entities e WHERE e.id = entity AND in_scope(e.business_id) FOR UPDATE;
  IF FOUND THEN PERFORM odometer_is_read(entity, metres, reader); END IF;
END $$;
REVOKE ALL ON FUNCTION entity_set_odometer(int, bigint, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION entity_set_odometer(int, bigint, int) TO roadbook_api;
`
