import { Migration } from './migration.js'

/**
 * G-107: for a tracker that was removed from a customer's vehicle, adds the evidence that it really is on another vehicle.
 * The API evaluates this evidence and returns only the result.
 */
export class ShownMoves1763700000042 extends Migration {
  readonly steps = [shownMoves]
}

const shownMoves = `
ALTER TABLE installations
  -- Of the tracker's sessions while a move is to be shown: when one ended last, and when one began last that came after a pause.
  ADD COLUMN session_ended_at timestamptz,
  ADD COLUMN session_regained_at timestamptz;

-- What was recorded and received since a time, newest first, of an installation in scope whose tracker is to show that it moved.
CREATE FUNCTION move_fixes_in_scope(installation int, from_time timestamptz, most int)
RETURNS TABLE (
  positioned_at timestamptz, received_at timestamptz, latitude double precision, longitude double precision, validity smallint,
  external_battery_mv int, battery_mv smallint
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
DECLARE
  one installations;
BEGIN
  SELECT * INTO one FROM installations i
  WHERE i.id = installation AND in_scope(i.business_id) AND i.removed_at IS NULL
    AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT w.positioned_at, w.received_at, w.latitude / 1e7::float8, w.longitude / 1e7::float8, w.validity,
       w.external_battery_mv, w.battery_mv
     FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at >= $2 AND w.received_at >= $2
     ORDER BY w.positioned_at DESC LIMIT $3'
  USING one.device_id, greatest(one.installed_at, from_time), most;
END $$;

-- Where such a tracker was last before it came off the customer's vehicle. No row where that was never known.
CREATE FUNCTION move_origin_in_scope(installation int) RETURNS TABLE (latitude double precision, longitude double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
DECLARE
  followed installations;
BEGIN
  SELECT f.* INTO followed FROM installations i CROSS JOIN LATERAL installation_followed(i.id) f
  WHERE i.id = installation AND in_scope(i.business_id);
  IF followed.id IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT w.latitude / 1e7::float8, w.longitude / 1e7::float8
     FROM waypoints w WHERE w.device_id = $1 AND w.positioned_at <= $2 AND w.validity = 0
     ORDER BY w.positioned_at DESC LIMIT 1'
  USING followed.device_id, followed.removed_at;
END $$;

REVOKE ALL ON FUNCTION move_fixes_in_scope(int, timestamptz, int) FROM PUBLIC;
REVOKE ALL ON FUNCTION move_origin_in_scope(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_fixes_in_scope(int, timestamptz, int), move_origin_in_scope(int) TO roadbook_api;
`
