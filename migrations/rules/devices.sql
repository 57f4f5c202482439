-- Trackers: their registration, numbers, returns and SIM cards, and the states of commands and updates.

CREATE OR REPLACE FUNCTION device_registration_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Returns the given IMEIs that were delivered to this business, or to a business above that passes them on.
CREATE OR REPLACE FUNCTION delivered_imeis(imeis_asked text[], business int) RETURNS TABLE (imei text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.imei FROM device_deliveries d
  WHERE d.imei = ANY (imeis_asked) AND ((SELECT scope_is_all()) OR business IN (SELECT scope_ids()))
    AND (d.business_id = business OR d.business_id = ANY (SELECT unnest(b.path) FROM businesses b WHERE b.id = business))
$$;
REVOKE ALL ON FUNCTION delivered_imeis(text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_imeis(text[],integer) TO roadbook_api;

-- Returns the identifiers that trackers send, for the given IMEIs that were delivered to this business or to a business
-- above.
CREATE OR REPLACE FUNCTION delivered_tracker_ids(imeis_asked text[], business int) RETURNS TABLE (imei text, tracker_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT l.imei, l.tracker_id FROM device_deliveries l
  WHERE l.tracker_id IS NOT NULL AND l.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
$$;
REVOKE ALL ON FUNCTION delivered_tracker_ids(text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivered_tracker_ids(text[],integer) TO roadbook_api;

-- Keeps a tracker’s identifier, which two tables store, from belonging to two trackers.
CREATE OR REPLACE FUNCTION tracker_id_is_of_one() RETURNS trigger
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

-- Takes IMEIs, and their identifiers in the same order. Returns the IMEIs whose identifier belongs to another tracker.
-- Answers only for devices of this business and for trackers delivered to it, so that nobody can probe the numbers of others.
CREATE OR REPLACE FUNCTION tracker_ids_of_others(imeis_asked text[], ids_asked text[], business int) RETURNS TABLE (imei text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT asked.imei FROM unnest(imeis_asked, ids_asked) asked (imei, tracker_id)
  WHERE (asked.imei IN (SELECT d.imei FROM delivered_imeis(imeis_asked, business) d)
      OR EXISTS (SELECT FROM devices d WHERE d.imei = asked.imei
        AND ((SELECT scope_is_all()) OR d.business_id IN (SELECT scope_ids()))))
    AND (EXISTS (SELECT FROM devices d WHERE d.tracker_id = asked.tracker_id AND d.imei <> asked.imei)
      OR EXISTS (SELECT FROM device_deliveries l WHERE l.tracker_id = asked.tracker_id AND l.imei <> asked.imei))
$$;
REVOKE ALL ON FUNCTION tracker_ids_of_others(text[],text[],integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tracker_ids_of_others(text[],text[],integer) TO roadbook_api;

-- Returns the time when a tracker, registered or not, last sent. Used for the challenge of a claim, which shows the time to
-- nobody.
CREATE OR REPLACE FUNCTION last_word_of(imei_asked text) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(
    (SELECT u.last_seen_at FROM unknown_devices u WHERE u.imei = imei_asked),
    (SELECT max(s.last_received_at) FROM devices d JOIN device_states s ON s.device_id = d.id WHERE d.imei = imei_asked),
    -- the true tracker, where another was registered in its name
    (SELECT max(s.last_at) FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked)
  ) WHERE (SELECT scope_is_all())
$$;
REVOKE ALL ON FUNCTION last_word_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_word_of(text) TO roadbook_api;

-- Returns the last sender that used the identity of a tracker, registered or not. Used for the person who decides about a
-- claim.
CREATE OR REPLACE FUNCTION last_answer_of(imei_asked text) RETURNS TABLE (answered_from text, answered_as text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
  SELECT word.sender, word.standing FROM (
    SELECT u.last_seen_at AS at, u.remote_address AS sender, 'unregistered' AS standing FROM unknown_devices u WHERE u.imei = imei_asked
    UNION ALL
    SELECT s.last_received_at, b.network, CASE WHEN b.network IS NULL THEN 'known' ELSE 'newcomer' END
    FROM devices d JOIN device_states s ON s.device_id = d.id
    LEFT JOIN LATERAL (
      SELECT n.network FROM tracker_networks n WHERE n.device_id = d.id AND n.standing = 'believed' ORDER BY n.since DESC LIMIT 1
    ) b ON TRUE
    WHERE d.imei = imei_asked
    UNION ALL
    SELECT s.last_at, s.network, 'newcomer' FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked
  ) word WHERE word.at IS NOT NULL AND (SELECT scope_is_all()) ORDER BY word.at DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION last_answer_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_answer_of(text) TO roadbook_api;

-- Closes the return of a device when the device is used again or is marked as not sent back.
CREATE OR REPLACE FUNCTION device_returns_close() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE device_returns SET state = 'closed', ended_at = now() WHERE device_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;

-- Returns the number of a return as people read it to each other: the year, a serial number, and a check digit over both (Luhn, as
-- in an IMEI). The check digit reveals one wrong digit and two exchanged digits.
CREATE OR REPLACE FUNCTION rma_number(id int, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 'RMA-' || left(n.digits, 4) || '-' || substr(n.digits, 5) || '-' || (10 - sum(
    CASE WHEN (length(n.digits) - place) % 2 = 1 THEN digit WHEN digit > 4 THEN 2 * digit - 9 ELSE 2 * digit END
  ) % 10) % 10
  FROM (
    SELECT extract(year FROM at AT TIME ZONE 'UTC')::int || lpad(id::text, greatest(6, length(id::text)), '0') AS digits
  ) n, generate_series(1, length(n.digits)) place, LATERAL (SELECT substr(n.digits, place, 1)::int AS digit) d
  GROUP BY n.digits
$$;

-- Keeps a SIM with the business of its tracker.
CREATE OR REPLACE FUNCTION sims_follow_device() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE sims SET business_id = NEW.business_id, updated_at = clock_timestamp() WHERE device_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION device_commands_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.state = 'queued' AND NEW.state IN ('sent', 'failed', 'expired', 'cancelled')) OR
    (OLD.state = 'sent' AND NEW.state IN ('acknowledged', 'failed', 'queued')) OR
    (OLD.state = 'failed' AND OLD.failure = 'no_answer' AND (NEW.state = 'acknowledged' OR NEW.failure = 'refused'))
  ) THEN
    RAISE EXCEPTION 'a command that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION device_updates_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.state = 'queued' AND NEW.state IN ('sent', 'failed')) OR (OLD.state = 'sent' AND NEW.state IN ('done', 'failed'))) THEN
    RAISE EXCEPTION 'an update that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'done' THEN
    UPDATE devices SET firmware_version = coalesce(NEW.to_firmware, firmware_version),
      settings_crc = coalesce(NEW.to_settings_crc, settings_crc), updated_at = clock_timestamp() WHERE id = NEW.device_id;
  END IF;
  RETURN NEW;
END $$;

-- When a tracker is installed for the first time, shows the vehicle where the tracker was within the last day, until the
-- tracker sends again. A parked tracker may send nothing for an hour. If the tracker was on another vehicle before, no
-- earlier place is used.
CREATE OR REPLACE FUNCTION installations_show_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The new revision has the consumer read the tracker anew. A state that is being written is left to the consumer, which knows the
  -- same rule: an import of many trackers holds nothing up.
  UPDATE device_states s SET entity_id = NEW.entity_id, business_id = NEW.business_id, revision = s.revision + 1, updated_at = now()
  WHERE s.device_id = (SELECT d.device_id FROM device_states d WHERE d.device_id = NEW.device_id FOR UPDATE SKIP LOCKED)
    AND s.entity_id IS NULL
    AND s.valid_positioned_at BETWEEN NEW.installed_at - interval '1 day' AND NEW.installed_at
    AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = NEW.device_id AND i.id <> NEW.id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION installations_show_place() FROM PUBLIC;

-- Notes which trackers changed, so that each consumer reads only those again. The triggers run with the owner’s rights, and only
-- they write the table.
CREATE OR REPLACE FUNCTION device_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_changes (device_id) VALUES (OLD.id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION device_changed() FROM PUBLIC;

-- Notes the trackers of an installation or a joined trip: the present one and the one before.
CREATE OR REPLACE FUNCTION device_stay_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_changes (device_id)
  SELECT OLD.device_id WHERE OLD.device_id IS NOT NULL UNION SELECT NEW.device_id WHERE NEW.device_id IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION device_stay_changed() FROM PUBLIC;

-- Notes all trackers that were ever on a vehicle when its type changes, because the type decides the rules of its trips.
CREATE OR REPLACE FUNCTION device_vehicle_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_changes (device_id) SELECT DISTINCT i.device_id FROM installations i WHERE i.entity_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION device_vehicle_changed() FROM PUBLIC;

-- Notes a business when one of its rests changes or the business moves. A rest is the time in minutes after which a trip
-- ends. It applies to the business and all businesses below, so it may affect any of their trackers. One entry serves all
-- businesses that move together.
CREATE OR REPLACE FUNCTION device_rest_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_changes (device_id)
  SELECT NULL WHERE NOT EXISTS (SELECT FROM device_changes c WHERE c.device_id IS NULL AND c.xid = pg_current_xact_id());
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION device_rest_changed() FROM PUBLIC;
