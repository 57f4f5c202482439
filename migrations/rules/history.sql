-- History: imports of a vehicle’s earlier rides from a file.

-- Returns when trackers and imports report a vehicle in scope, in milliseconds since 1970, oldest first. Times with other businesses
-- count, too, because a vehicle is in one place only.
CREATE OR REPLACE FUNCTION history_occupied(entity int) RETURNS TABLE (from_ms float8, till_ms float8, is_history boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 4 AS $$
  SELECT (extract(epoch FROM i.installed_at) * 1000)::float8, (extract(epoch FROM i.removed_at) * 1000)::float8, d.is_history
  FROM entities e JOIN installations i ON i.entity_id = e.id JOIN devices d ON d.id = i.device_id
  WHERE e.id = entity AND in_scope(e.business_id) ORDER BY i.installed_at, i.id
$$;
REVOKE ALL ON FUNCTION history_occupied(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_occupied(integer) TO roadbook_api;

-- Returns true for a tracker that stands for an imported file. Requests cannot read the row of such a tracker.
CREATE OR REPLACE FUNCTION is_history_tracker(tracker int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM devices d WHERE d.id = tracker AND d.is_history)
$$;
REVOKE ALL ON FUNCTION is_history_tracker(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_history_tracker(integer) TO roadbook_api;

-- Gives an import in scope the tracker that stands for its file, and puts it on the vehicle for each stretch of the history, from its
-- first to its last position in milliseconds since 1970. Requests do not see this tracker, so this function adds it.
CREATE OR REPLACE FUNCTION history_import_begin(import int, tracker_imei text, packets bytea, from_ms float8[], till_ms float8[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  begun history_imports;
  tracker int;
BEGIN
  SELECT * INTO STRICT begun FROM history_imports h WHERE h.id = import AND h.device_id IS NULL AND in_scope(h.business_id) FOR UPDATE;
  INSERT INTO devices (imei, business_id, title, created_by, is_history, deleted_at)
    VALUES (tracker_imei, begun.business_id, left(begun.file_name, 100), begun.user_id, true, now()) RETURNING id INTO tracker;
  UPDATE history_imports SET device_id = tracker, positions = packets WHERE id = import;
  -- A stay ends a millisecond after its last position, because its end is excluded.
  INSERT INTO installations (device_id, entity_id, business_id, installed_at, removed_at, installed_by, removed_by)
  SELECT tracker, begun.entity_id, begun.business_id, to_timestamp(s.begins / 1000), to_timestamp((s.ends + 1) / 1000), begun.user_id, begun.user_id
  FROM unnest(from_ms, till_ms) s (begins, ends);
END $$;
REVOKE ALL ON FUNCTION history_import_begin(integer,text,bytea,double precision[],double precision[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_begin(integer,text,bytea,double precision[],double precision[]) TO roadbook_api;

-- Returns the time of the newest position of an import in scope of which consumers have computed the trips.
CREATE OR REPLACE FUNCTION history_import_computed(import int) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.last_positioned_at FROM history_imports h JOIN device_states s ON s.device_id = h.device_id
  WHERE h.id = import AND in_scope(h.business_id)
$$;
REVOKE ALL ON FUNCTION history_import_computed(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_computed(integer) TO roadbook_api;

-- Counts the stored positions of an import in scope. For a large import, this takes long.
CREATE OR REPLACE FUNCTION history_import_stored(import int) RETURNS int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  tracker int;
  since timestamptz;
  till timestamptz;
  positions int;
BEGIN
  SELECT h.device_id, h.first_at, h.last_at INTO tracker, since, till
  FROM history_imports h WHERE h.id = import AND in_scope(h.business_id);
  EXECUTE 'SELECT count(*)::int FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at BETWEEN $2 AND $3'
    INTO positions USING tracker, since, till;
  RETURN positions;
END $$;
REVOKE ALL ON FUNCTION history_import_stored(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_stored(integer) TO roadbook_api;

-- Returns true if people have written about trips of an import in scope: a purpose, a closed month of the logbook, or joined trips.
CREATE OR REPLACE FUNCTION history_import_is_noted(import int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM history_imports h JOIN trips t ON t.device_id = h.device_id
    WHERE h.id = import AND in_scope(h.business_id)
      AND (EXISTS (SELECT FROM trip_purposes p WHERE p.trip_id = t.id) OR EXISTS (SELECT FROM logbook_entries l WHERE l.trip_id = t.id))
  ) OR EXISTS (
    SELECT FROM history_imports h JOIN trip_joins j ON j.device_id = h.device_id WHERE h.id = import AND in_scope(h.business_id)
  )
$$;
REVOKE ALL ON FUNCTION history_import_is_noted(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_is_noted(integer) TO roadbook_api;

-- Makes consumers stop taking positions of an import in scope. They know of it after their next look at the registry. The tracker
-- stays hidden.
CREATE OR REPLACE FUNCTION history_import_stop(import int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH stopped AS (
    UPDATE devices d SET is_history_over = true FROM history_imports h
    WHERE h.id = import AND h.state = 'undoing' AND in_scope(h.business_id) AND d.id = h.device_id AND NOT d.is_history_over RETURNING d.id
  )
  INSERT INTO device_changes (device_id) SELECT id FROM stopped;
END $$;
REVOKE ALL ON FUNCTION history_import_stop(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_stop(integer) TO roadbook_api;

-- Removes everything that an import in scope has brought: trips, positions, and the tracker that stands for it. The triggers of trips
-- take them out of day sums and odometers. Returns false and removes nothing if people have written about its trips since the undoing
-- was requested.
CREATE OR REPLACE FUNCTION history_import_forget(import int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  tracker int;
BEGIN
  SELECT h.device_id INTO tracker FROM history_imports h
  WHERE h.id = import AND h.state = 'undoing' AND in_scope(h.business_id) FOR UPDATE;
  IF tracker IS NULL THEN RETURN true; END IF;
  -- A consumer that is writing positions of the tracker finishes first.
  PERFORM FROM devices d WHERE d.id = tracker FOR UPDATE;
  -- Nobody can write about a trip after this line, because a purpose and an entry of the logbook need the row of the trip.
  PERFORM FROM trips t WHERE t.device_id = tracker FOR UPDATE;
  IF history_import_is_noted(import) THEN
    UPDATE devices d SET is_history_over = false WHERE d.id = tracker;
    INSERT INTO device_changes (device_id) VALUES (tracker);
    RETURN false;
  END IF;
  DELETE FROM trips t WHERE t.device_id = tracker;
  EXECUTE 'DELETE FROM waypoints WHERE device_id = $1' USING tracker;
  DELETE FROM waypoints_aside a WHERE a.device_id = tracker;
  DELETE FROM alert_marks m WHERE m.device_id = tracker;
  DELETE FROM installations i WHERE i.device_id = tracker;
  DELETE FROM devices d WHERE d.id = tracker;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION history_import_forget(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_import_forget(integer) TO roadbook_api;
