import { Migration } from './migration.js'

/**
 * Counts a message as received even if its tracker's dates cannot be trusted, and stores the error of the tracker's clock
 * for display (decision 87). If a device's protocol does not define the unit of speed, the unit can be set for the device.
 */
export class ClocksOfTrackers1763700000168 extends Migration {
  readonly steps = [states, units, signs, onlineHours]
}

const states = `
ALTER TABLE device_states
  -- Null: it was heard, and no date that it told could be believed.
  ALTER COLUMN last_positioned_at DROP NOT NULL,
  -- The date that the newest message bore, while dates of the tracker cannot be believed.
  ADD COLUMN clock_told_at timestamptz,
  -- Seconds by which its clock is constantly behind the time of reception, or ahead of it (below zero). Null: right, for all that is known.
  ADD COLUMN clock_lag_s int CHECK (clock_lag_s <> 0),
  -- The offset from UTC with which that was seen.
  ADD COLUMN clock_offset_minutes smallint;
`

const units = `
ALTER TABLE devices
  -- In what it sends its speed, where the protocol leaves that to the sender. Null: what the protocol says.
  ADD COLUMN speed_unit text CHECK (speed_unit IN ('km/h', 'kn', 'm/s', 'mph'));
DROP TRIGGER devices_registration_changed ON devices;
CREATE TRIGGER devices_registration_changed
  BEFORE UPDATE OF imei, tracker_id, utc_offset_minutes, speed_unit, source_network, client_certificate, deleted_at ON devices
  FOR EACH ROW EXECUTE FUNCTION device_registration_changed();
`

const signs = `
-- What whoever has a device may know of it: that its clock is wrong, with the day that it shows where it is on no vehicle of others. That tells
-- of no ride. And when it was heard, of one that never was on a vehicle.
CREATE VIEW device_signs WITH (security_barrier = true) AS
SELECT d.id AS device_id, s.clock_lag_s, s.clock_offset_minutes,
  CASE WHEN s.business_id IS NULL OR (SELECT scope_is_all()) OR s.business_id IN (SELECT scope_ids())
    THEN (s.clock_told_at AT TIME ZONE 'UTC')::date END AS clock_told_on,
  CASE WHEN NOT EXISTS (SELECT 1 FROM installations i WHERE i.device_id = d.id) THEN s.last_received_at END AS heard_at
FROM devices d JOIN device_states s ON s.device_id = d.id
WHERE (SELECT scope_is_all()) OR d.business_id IN (SELECT scope_ids());
GRANT SELECT ON device_signs TO roadbook_api;
`

const onlineHours = `
-- As in step 22, with what was kept aside for its date: it arrived, too.
CREATE OR REPLACE FUNCTION device_online_hours_in_scope(device int, till timestamptz) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 24 AS $$
DECLARE
  since timestamptz := device_ours_since(device, till - interval '24 hours');
BEGIN
  IF since IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT DISTINCT floor(extract(epoch FROM heard.received_at - ($3 - interval ''24 hours'')) / 3600)::int
     FROM (
       SELECT w.received_at FROM waypoints w
       WHERE w.device_id = $1 AND w.positioned_at >= $2 - interval ''24 hours'' AND w.received_at >= $2 AND w.received_at < $3
       UNION ALL
       SELECT a.received_at FROM waypoints_aside a
       WHERE a.device_id = $1 AND a.reason = 6 AND a.received_at >= $2 AND a.received_at < $3
     ) heard'
  USING device, since, till;
END $$;
`
