import { Migration } from './migration.js'

/**
 * G-109: stores with a delivery the number by which its tracker identifies itself. Across all tables, such a number may
 * belong to only one tracker.
 */
export class DeliveredTrackerIds1763700000184 extends Migration {
  readonly steps = [numbers, reads, once]
}

const numbers = `
ALTER TABLE device_deliveries
  -- What the tracker calls itself when that is not its IMEI: whoever it was delivered to registers it with that.
  ADD COLUMN tracker_id text UNIQUE CHECK (tracker_id ~ '^[A-Za-z0-9._-]{1,20}$' AND tracker_id !~ '^[0-9]{15}$');
`

const reads = `
-- What those of the IMEIs call themselves that were delivered to this business, or to one above it.
CREATE FUNCTION delivered_tracker_ids(imeis_asked text[], business int) RETURNS TABLE (imei text, tracker_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT l.imei, l.tracker_id FROM device_deliveries l
  WHERE l.tracker_id IS NOT NULL AND l.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
$$;
-- Those of the IMEIs whose number, at the same place of the other list, another tracker has. It answers for what was delivered to this
-- business, or is its device: of other IMEIs the numbers of others are not to be asked for.
CREATE FUNCTION tracker_ids_of_others(imeis_asked text[], ids_asked text[], business int) RETURNS TABLE (imei text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT asked.imei FROM unnest(imeis_asked, ids_asked) asked (imei, tracker_id)
  WHERE (asked.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
      OR EXISTS (SELECT FROM devices d WHERE d.imei = asked.imei
        AND ((SELECT scope_is_all()) OR d.business_id IN (SELECT scope_ids()))))
    AND (EXISTS (SELECT FROM devices d WHERE d.tracker_id = asked.tracker_id AND d.imei <> asked.imei)
      OR EXISTS (SELECT FROM device_deliveries l WHERE l.tracker_id = asked.tracker_id AND l.imei <> asked.imei))
$$;
REVOKE ALL ON FUNCTION delivered_tracker_ids(text[], int), tracker_ids_of_others(text[], text[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_tracker_ids(text[], int), tracker_ids_of_others(text[], text[], int) TO roadbook_api;
`

const once = `
-- A number in two tables: nobody writes it for one tracker while it is written for another one.
CREATE FUNCTION tracker_id_is_of_one() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE taken boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.imei = OLD.imei AND NEW.tracker_id IS NOT DISTINCT FROM OLD.tracker_id THEN RETURN NEW; END IF;
  -- Of two that write at once the second one reads what the first one wrote.
  PERFORM pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'));
  IF TG_TABLE_NAME = 'devices' THEN
    SELECT EXISTS (SELECT FROM device_deliveries l WHERE l.tracker_id = NEW.tracker_id AND l.imei <> NEW.imei) INTO taken;
  ELSE
    SELECT EXISTS (SELECT FROM devices d WHERE d.tracker_id = NEW.tracker_id AND d.imei <> NEW.imei) INTO taken;
  END IF;
  IF taken THEN
    RAISE unique_violation USING MESSAGE = 'another tracker has this number', CONSTRAINT = 'tracker_id_is_of_one', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION tracker_id_is_of_one() FROM PUBLIC;

CREATE TRIGGER devices_tracker_id BEFORE INSERT OR UPDATE OF imei, tracker_id ON devices
  FOR EACH ROW WHEN (NEW.tracker_id IS NOT NULL) EXECUTE FUNCTION tracker_id_is_of_one();
CREATE TRIGGER device_deliveries_tracker_id BEFORE INSERT OR UPDATE OF imei, tracker_id ON device_deliveries
  FOR EACH ROW WHEN (NEW.tracker_id IS NOT NULL) EXECUTE FUNCTION tracker_id_is_of_one();
`
