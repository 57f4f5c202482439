-- Customers’ vehicles: consents, trackers that follow them on paper, and missing cases.

-- Ends consents when a vehicle changes hands. Runs with the owner’s rights, because the vehicle may have left the scope of the
-- request.
CREATE OR REPLACE FUNCTION consents_end_with_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE consents SET revoked_at = now(), revoked_by = 'transfer'
  WHERE entity_id = NEW.id AND revoked_at IS NULL AND declined_at IS NULL AND coalesce(expires_at, link_expires_at) > now();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION installations_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT coalesce(CASE WHEN before.moved_at IS NULL THEN before.followed_consumer_id END, was.consumer_id)
  INTO NEW.followed_consumer_id
  FROM installations before JOIN entities was ON was.id = before.entity_id
  WHERE before.device_id = NEW.device_id ORDER BY before.installed_at DESC, before.id DESC LIMIT 1;
  -- Back on a vehicle of the same customer it is where that one's consent speaks for it.
  IF NEW.followed_consumer_id = (SELECT consumer_id FROM entities WHERE id = NEW.entity_id) THEN NEW.followed_consumer_id := NULL; END IF;
  RETURN NEW;
END $$;

-- Returns the customer whom an installation in scope affects. This is the owner of the vehicle from which the tracker was
-- removed. The owner may belong to another business. Returns no row if there is no such vehicle, or if the customer was
-- erased.
CREATE OR REPLACE FUNCTION installation_customer(installation int)
RETURNS TABLE (first_name text, email text, locale text, entity_name text, business_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
  SELECT k.first_name, k.email, k.locale, was.name, b.name
  FROM installations i
  JOIN consumers k ON k.id = i.followed_consumer_id
  JOIN businesses b ON b.id = i.business_id
  CROSS JOIN LATERAL installation_followed(i.id) followed
  JOIN entities was ON was.id = followed.entity_id
  WHERE i.id = installation AND in_scope(i.business_id)
$$;
REVOKE ALL ON FUNCTION installation_customer(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_customer(integer) TO roadbook_api;

-- Returns the installation on the customer’s vehicle from which the tracker of an installation was removed. Installations
-- that were only on paper are skipped.
CREATE OR REPLACE FUNCTION installation_followed(installation int) RETURNS installations
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT before.* FROM installations i JOIN installations before ON before.device_id = i.device_id
    AND (before.installed_at, before.id) < (i.installed_at, i.id)
    AND (before.followed_consumer_id IS NULL OR before.moved_at IS NOT NULL)
  WHERE i.id = installation AND i.followed_consumer_id IS NOT NULL
  ORDER BY before.installed_at DESC, before.id DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION installation_followed(integer) FROM PUBLIC;

-- Returns fixes of an installation in scope whose tracker must show that it moved, newest first. The fixes were recorded and
-- received since a time.
CREATE OR REPLACE FUNCTION move_fixes_in_scope(installation int, from_time timestamptz, most int)
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
REVOKE ALL ON FUNCTION move_fixes_in_scope(integer,timestamp with time zone,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_fixes_in_scope(integer,timestamp with time zone,integer) TO roadbook_api;

-- Returns the last place of such a tracker before it was removed from the customer’s vehicle. Returns no row if that is unknown.
CREATE OR REPLACE FUNCTION move_origin_in_scope(installation int) RETURNS TABLE (latitude double precision, longitude double precision)
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
REVOKE ALL ON FUNCTION move_origin_in_scope(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_origin_in_scope(integer) TO roadbook_api;

-- Returns true if a newcomer (a sender from a network that is new for the tracker) has sent for the tracker of an
-- installation since the tracker was removed from the customer’s vehicle. The newcomer may be the installer’s own device,
-- even if it is accepted by now. A newcomer on trial does not count. A newcomer that a person refused no longer counts as
-- soon as the track has none of its fixes. The first sender of a tracker that was never received before is the tracker
-- itself.
CREATE OR REPLACE FUNCTION move_is_doubted(installation int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM installations i LEFT JOIN LATERAL installation_followed(i.id) followed ON TRUE
    WHERE i.id = installation AND in_scope(i.business_id) AND NOT EXISTS (
      SELECT FROM tracker_networks n
      WHERE n.device_id = i.device_id AND n.since > coalesce(followed.removed_at, i.installed_at) AND n.standing <> 'trial'
        AND EXISTS (SELECT FROM tracker_networks o WHERE o.device_id = n.device_id AND o.first_at < n.first_at)
        AND (n.standing <> 'refused' OR EXISTS (
          SELECT FROM doubted_senders s JOIN packets_aside a ON a.sender_id = s.id
          WHERE s.device_id = n.device_id AND s.newcomer_network = n.network AND a.taken_in_at IS NOT NULL
        ))
    )
  )
$$;
REVOKE ALL ON FUNCTION move_is_doubted(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_is_doubted(integer) TO roadbook_api;

-- Stores the last position of the vehicle in a case, even if nobody may see the position yet.
CREATE OR REPLACE FUNCTION missing_cases_keep_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT s.latitude, s.longitude, s.valid_positioned_at
  INTO NEW.reported_latitude, NEW.reported_longitude, NEW.reported_positioned_at
  FROM device_states s WHERE s.entity_id = NEW.entity_id ORDER BY s.last_received_at DESC LIMIT 1;
  RETURN NEW;
END $$;

-- Marks the vehicle as edited when a case changes, because a case changes how the vehicle is shown.
CREATE OR REPLACE FUNCTION missing_cases_note_edit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE entities SET edited_in = pg_current_xact_id() WHERE id = NEW.entity_id;
  RETURN NULL;
END $$;

-- Refuses a request that discloses data of a customer without recording this in the same transaction. The check runs at the
-- end of the transaction, so the order of the statements does not matter.
CREATE OR REPLACE FUNCTION customers_know() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_known boolean;
BEGIN
  IF current_user <> 'roadbook_api' THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'missing_cases' THEN
    is_known := NOT EXISTS (SELECT FROM entities e WHERE e.id = NEW.entity_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'missing_case_shares' THEN
    is_known := NOT EXISTS (SELECT FROM missing_cases m JOIN entities e ON e.id = m.entity_id
        WHERE m.id = NEW.case_id AND e.consumer_id IS NOT NULL)
      OR EXISTS (SELECT FROM customer_disclosures d WHERE d.share_id = NEW.id AND d.made_at = now());
  ELSIF TG_TABLE_NAME = 'installations' THEN
    is_known := EXISTS (SELECT FROM customer_disclosures d WHERE d.installation_id = NEW.id AND d.made_at = now());
  ELSE
    is_known := NOT EXISTS (SELECT FROM missing_cases m WHERE m.entity_id = NEW.id AND m.state = 'open'
      AND NOT EXISTS (SELECT FROM customer_disclosures d WHERE d.case_id = m.id AND d.made_at = now()));
  END IF;
  IF NOT is_known THEN RAISE EXCEPTION 'a customer does not know what % makes visible', TG_TABLE_NAME; END IF;
  RETURN NULL;
END $$;
