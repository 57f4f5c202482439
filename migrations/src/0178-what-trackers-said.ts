import { Migration } from './migration.js'

/**
 * Decides from the tracker and the time of a message if the message may be shown. The vehicle on which the tracker is now
 * does not matter. Also hides the distance of a hidden trip in the copies of the odometer.
 */
export class WhatTrackersSaid1763700000178 extends Migration {
  readonly steps = [told, floors]
}

const told = `
-- Whether what a tracker said at a moment may be told to people of a business in scope, who may see open cases or not. On a vehicle it is
-- that vehicle's: its business's alone, a customer's by consent or case, and nobody's while the tracker is there on paper alone. Between
-- two vehicles it is whose the tracker is by now, but not before others gave it away, nor after a customer's, where it may still be.
-- The same as \`DeviceVisibility\` of the API, which asks of many moments at once.
CREATE FUNCTION may_be_told(device int, at timestamptz, sees_cases boolean) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN period.installed_at IS NOT NULL AND at < coalesce(period.removed_at, 'infinity') THEN
      in_scope(period.business_id) AND at >= period.shown_from AND (period.is_open OR (sees_cases AND EXISTS (
        SELECT FROM missing_cases m WHERE m.entity_id = period.entity_id AND m.state = 'open'
      )))
    ELSE NOT coalesce(period.was_customers, FALSE) AND NOT EXISTS (
      SELECT FROM installations i WHERE i.device_id = device AND NOT in_scope(i.business_id) AND coalesce(i.removed_at, 'infinity') > at
    )
  END
  FROM (SELECT device) asked LEFT JOIN LATERAL (
    SELECT i.installed_at, i.removed_at, i.business_id, i.entity_id,
      CASE WHEN i.followed_consumer_id IS NULL THEN i.installed_at ELSE coalesce(i.moved_at, 'infinity') END AS shown_from,
      e.consumer_id IS NULL OR EXISTS (
        SELECT FROM consents c
        WHERE c.entity_id = e.id AND c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
      ) AS is_open,
      e.consumer_id IS NOT NULL OR i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL AS was_customers
    FROM installations i JOIN entities e ON e.id = i.entity_id
    WHERE i.device_id = device AND i.installed_at <= at ORDER BY i.installed_at DESC, i.id DESC LIMIT 1
  ) period ON TRUE
$$;
REVOKE ALL ON FUNCTION may_be_told(int, timestamptz, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_be_told(int, timestamptz, boolean) TO roadbook_api;
`

const floors = `
-- What it had ridden when its tracker came or went last, which nobody is told while its movement is hidden.
ALTER TABLE odometers ADD COLUMN kept_m bigint NOT NULL DEFAULT 0;
UPDATE odometers o SET kept_m = e.odometer_floor_m FROM entities e WHERE e.id = o.entity_id AND e.odometer_floor_m > 0;

CREATE OR REPLACE FUNCTION odometer_begins_at(entity int, moment timestamptz, device int) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE odometers o SET start_m = greatest(e.odometer_floor_m, o.kept_m), since = moment, lead_m = 0, lead_at = '-infinity',
    offset_m = greatest(e.odometer_floor_m, o.kept_m) - (SELECT s.odometer_m FROM device_states s WHERE s.device_id = device),
    ridden_m = coalesce((SELECT sum(t.distance_m) FROM trips t WHERE t.entity_id = entity AND t.started_at >= moment), 0)
  FROM entities e WHERE e.id = entity AND o.entity_id = e.id;
$$;

-- When a tracker comes or goes, what the vehicle has ridden is kept; and told, where its movement may be (G-106). A tracker that comes has
-- counted another vehicle's way, or none that anybody knows of: the vehicle's goes on.
CREATE OR REPLACE FUNCTION installations_keep_odometer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counted bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.followed_consumer_id IS NOT NULL AND NEW.moved_at IS NULL THEN
    PERFORM odometer_begins_at(NEW.entity_id, NEW.removed_at, NULL);
    RETURN NULL;
  END IF;
  UPDATE odometers o SET kept_m = vehicle_odometer_m(o.entity_id) WHERE o.entity_id = NEW.entity_id;
  UPDATE entities e SET odometer_floor_m = o.kept_m FROM odometers o
  WHERE e.id = NEW.entity_id AND o.entity_id = e.id
    AND NOT (SELECT p.hidden_from_business FROM entity_privacy p WHERE p.entity_id = e.id);
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  SELECT odometer_m INTO counted FROM device_states WHERE device_id = NEW.device_id;
  UPDATE odometers o SET start_m = o.start_m + o.lead_m, lead_m = 0, offset_m = CASE WHEN o.is_known OR o.odometer_m > 0
      OR EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.entity_id <> o.entity_id)
    THEN o.odometer_m - counted END
  WHERE o.entity_id = NEW.entity_id;
  RETURN NULL;
END $$;

-- What somebody read is what it is, also where that is less than was kept.
CREATE FUNCTION odometer_readings_are_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE odometers SET kept_m = NEW.metres WHERE entity_id = NEW.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER odometer_readings_are_kept AFTER INSERT ON odometer_readings FOR EACH ROW EXECUTE FUNCTION odometer_readings_are_kept();
`
