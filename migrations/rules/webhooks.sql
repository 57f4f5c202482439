-- Webhooks: events of trips, alerts, services and missing cases.

-- Writes an event for the webhooks of a business and of those above it, in the transaction of the event. Calling it again with the
-- same subject does nothing. If the vehicle’s location is hidden from the business, the event contains no location. Writes nothing
-- if no webhook wants the event.
CREATE OR REPLACE FUNCTION webhook_tell(business int, entity int, kind text, happened_at timestamptz, subject text, body jsonb) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  heard_by int[];
  told bigint;
BEGIN
  SELECT array_agg(w.id ORDER BY w.id) INTO heard_by
  FROM businesses b JOIN webhooks w ON w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
  WHERE b.id = webhook_tell.business AND w.active AND webhook_tell.kind = ANY (w.kinds);
  IF heard_by IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM webhook_kinds k WHERE k.kind = webhook_tell.kind AND k.tells_place)
    AND EXISTS (SELECT FROM entity_privacy p WHERE p.entity_id = webhook_tell.entity AND p.hidden_from_business) THEN RETURN; END IF;
  INSERT INTO webhook_events (business_id, entity_id, kind, happened_at, subject, body)
    VALUES (webhook_tell.business, webhook_tell.entity, webhook_tell.kind, webhook_tell.happened_at, webhook_tell.subject, webhook_tell.body)
    ON CONFLICT (subject) DO NOTHING RETURNING id INTO told;
  IF told IS NULL THEN RETURN; END IF;
  INSERT INTO webhook_deliveries (webhook_id, event_id, entity_id) SELECT unnest(heard_by), told, webhook_tell.entity;
END $$;
REVOKE ALL ON FUNCTION webhook_tell(integer,integer,text,timestamp with time zone,text,jsonb) FROM PUBLIC;

-- Returns the part of a body that describes the vehicle.
CREATE OR REPLACE FUNCTION webhook_vehicle(entity int) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('id', e.id, 'name', e.name, 'frame_number', e.frame_number, 'license_plate', e.license_plate)
  FROM entities e WHERE e.id = entity
$$;

-- Returns the part of a body that describes the trip.
CREATE OR REPLACE FUNCTION webhook_trip(trip trips) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('trip_id', trip.id, 'vehicle', webhook_vehicle(trip.entity_id),
    'started_at', trip.started_at, 'ended_at', trip.ended_at, 'arrived_at', trip.arrived_at,
    'start', jsonb_build_object('latitude', trip.start_latitude / 1e7::float8, 'longitude', trip.start_longitude / 1e7::float8),
    'stop', jsonb_build_object('latitude', trip.stop_latitude / 1e7::float8, 'longitude', trip.stop_longitude / 1e7::float8),
    'distance_m', trip.distance_m, 'duration_s', round(extract(epoch FROM trip.ended_at - trip.started_at))::int,
    'idle_s', trip.idle_s, 'average_speed_kph', trip.average_speed_kph, 'max_speed_kph', trip.max_speed_kph)
$$;

-- Sends `trip.ended` when a trip ends, a correction when something already sent has changed, and a removal when the trip is
-- gone. If a trip continues after its end, it is corrected when it ends again.
CREATE OR REPLACE FUNCTION webhook_tell_trip(before trips, after trips) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- once for each transaction that changed it
  change text := ':' || extract(epoch FROM now())::text;
  trip trips;
  lives boolean := after.id IS NOT NULL AND NOT after.is_open AND after.deleted_at IS NULL;
  lived boolean := before.id IS NOT NULL AND NOT before.is_open AND before.deleted_at IS NULL;
  ended text;
BEGIN
  IF lives THEN trip := after; ELSE trip := before; END IF;
  IF trip.entity_id IS NULL OR trip.business_id IS NULL THEN RETURN; END IF;
  -- An imported trip is long past. It is neither reported when it comes nor when the import is undone.
  IF EXISTS (SELECT FROM devices d WHERE d.id = trip.device_id AND d.is_history) THEN RETURN; END IF;
  -- What a vehicle did while its tracker was on it on paper alone is no trip of that vehicle.
  IF EXISTS (SELECT FROM installations i
    WHERE i.device_id = trip.device_id AND i.entity_id = trip.entity_id AND i.followed_consumer_id IS NOT NULL
      AND trip.ended_at > i.installed_at AND trip.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')) THEN RETURN; END IF;
  ended := 'trip.ended:' || trip.id;
  IF lives THEN
    IF lived OR before.deleted_at IS NOT NULL OR EXISTS (SELECT FROM webhook_events e WHERE e.subject = ended) THEN
      PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.corrected', trip.ended_at, 'trip.corrected:' || trip.id || change,
        webhook_trip(trip));
    ELSE
      PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.ended', trip.ended_at, ended, webhook_trip(trip));
    END IF;
  ELSIF after.id IS NULL OR after.deleted_at IS NOT NULL THEN
    PERFORM webhook_tell(trip.business_id, trip.entity_id, 'trip.removed', trip.ended_at, 'trip.removed:' || trip.id || change,
      jsonb_build_object('trip_id', trip.id, 'vehicle', webhook_vehicle(trip.entity_id), 'started_at', trip.started_at));
  END IF;
END $$;
REVOKE ALL ON FUNCTION webhook_tell_trip(trips,trips) FROM PUBLIC;

-- Sends changed trips of businesses that have a webhook or are below a business with one. For other businesses this costs one
-- query of a small table. This function and the next two differ in the rows that they see: new ones, both, or old ones.
CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM is_now t
      )
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT NULL::trips AS was, jsonb_populate_record(NULL::trips, to_jsonb(n)) AS became FROM is_now n WHERE n.business_id = ANY (heard) AND (NOT n.is_open AND n.deleted_at IS NULL)) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM is_now t
      UNION SELECT t.business_id FROM was t)
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT jsonb_populate_record(NULL::trips, to_jsonb(o)) AS was, jsonb_populate_record(NULL::trips, to_jsonb(n)) AS became FROM is_now n JOIN was o ON o.id = n.id
    WHERE (n.business_id = ANY (heard) OR o.business_id = ANY (heard)) AND ((NOT n.is_open AND n.deleted_at IS NULL) OR (NOT o.is_open AND o.deleted_at IS NULL))
      AND ((n.entity_id, n.business_id, n.started_at, n.ended_at, n.arrived_at, n.start_latitude, n.start_longitude, n.stop_latitude, n.stop_longitude, n.distance_m, n.average_speed_kph, n.max_speed_kph, n.idle_s) IS DISTINCT FROM (o.entity_id, o.business_id, o.started_at, o.ended_at, o.arrived_at, o.start_latitude, o.start_longitude, o.stop_latitude, o.stop_longitude, o.distance_m, o.average_speed_kph, o.max_speed_kph, o.idle_s) OR (NOT n.is_open AND n.deleted_at IS NULL) <> (NOT o.is_open AND o.deleted_at IS NULL))) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM was t
      )
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}');
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (SELECT jsonb_populate_record(NULL::trips, to_jsonb(o)) AS was, NULL::trips AS became FROM was o
    WHERE o.business_id = ANY (heard) AND ((NOT o.is_open AND o.deleted_at IS NULL)
      OR (o.is_open AND EXISTS (SELECT FROM webhook_events e WHERE e.subject = 'trip.ended:' || o.id)))) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION alert_news_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && ARRAY['alert.raised', 'alert.ended', 'alert.withdrawn']) THEN
    RETURN NULL;
  END IF;
  PERFORM webhook_tell(a.business_id, a.entity_id, n.told, coalesce(a.ended_at, a.began_at), n.told || ':' || a.id || ':' || n.id,
    jsonb_build_object('alert_id', a.id, 'alert', a.kind, 'rule', jsonb_build_object('id', r.id, 'name', r.name),
      'geofence', CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END,
      'vehicle', webhook_vehicle(a.entity_id), 'began_at', a.began_at, 'ended_at', a.ended_at,
      'place', CASE WHEN a.latitude IS NOT NULL THEN jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude) END,
      'value', a.value, 'late', a.late))
  -- one that stands again after it was withdrawn is raised once more
  FROM (SELECT id, alert_id, 'alert.' || CASE change WHEN 'restored' THEN 'raised' ELSE change END AS told FROM news) n
  JOIN alerts a ON a.id = n.alert_id JOIN alert_rules r ON r.id = a.rule_id LEFT JOIN geofences g ON g.id = a.geofence_id
  WHERE EXISTS (SELECT FROM businesses b JOIN webhooks w ON w.business_id = ANY (b.path)
    WHERE b.id = a.business_id AND w.active AND n.told = ANY (w.kinds))
  ORDER BY n.id;
  RETURN NULL;
END $$;

-- Sends events of services. An event has the date or the distance at which a service is due, but not the distance that the
-- vehicle rode.
CREATE OR REPLACE FUNCTION maintenance_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, 'service.due', NEW.created_at, 'service.due:' || NEW.id,
    jsonb_build_object('service_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'plan', g.title, 'service', t.name,
      'due_at', NEW.due_at, 'due_m', NEW.due_m))
  FROM entities e, maintenance_plans g, maintenance_triggers t
  WHERE e.id = NEW.entity_id AND g.id = NEW.plan_id AND t.id = NEW.trigger_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION missing_cases_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  told text := CASE NEW.state WHEN 'open' THEN 'vehicle.missing' WHEN 'resolved' THEN 'vehicle.found' ELSE 'vehicle.given-up' END;
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, told, coalesce(NEW.ended_at, NEW.opened_at), told || ':' || NEW.id,
    jsonb_build_object('case_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'opened_at', NEW.opened_at, 'ended_at', NEW.ended_at))
  FROM entities e WHERE e.id = NEW.entity_id;
  RETURN NULL;
END $$;
