import { Migration } from './migration.js'

/**
 * Adds webhooks, which notify the systems of a business (decision 63). The tables contain the events, the webhooks that
 * subscribe to events, and the delivery of each event to each webhook. An event is written in the transaction of the
 * change. An event without a subscriber is not stored.
 */
export class Webhooks1763700000106 extends Migration {
  readonly steps = [kinds, webhooks, outbox, telling, trips, cases, services, access]
}

const kinds = `
-- What can be listened to. Whatever is told of later is a row more.
CREATE TABLE webhook_kinds (
  kind text PRIMARY KEY CHECK (kind ~ '^[a-z]+(\\.[a-z-]+)?$'),
  -- it says where a vehicle is or was: of a consumer's it is told with their consent alone
  tells_place boolean NOT NULL
);
INSERT INTO webhook_kinds (kind, tells_place) VALUES
  ('test', false),
  ('trip.ended', true), ('trip.corrected', true), ('trip.removed', true),
  ('vehicle.missing', false), ('vehicle.found', false), ('vehicle.given-up', false),
  ('service.due', false),
  ('alert.raised', true), ('alert.withdrawn', true), ('alert.ended', true);
`

const webhooks = `
CREATE TABLE webhooks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 100),
  url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 500),
  kinds text[] NOT NULL CHECK (cardinality(kinds) BETWEEN 1 AND 50 AND array_position(kinds, NULL) IS NULL),
  -- of the businesses below, too
  includes_below boolean NOT NULL DEFAULT true,
  active boolean NOT NULL DEFAULT true,
  -- who switched it off, when that was nobody: the receiver wants no more (410), or took nothing for days
  off_reason text CHECK (off_reason IN ('gone', 'failing')),
  -- sealed with the key of the API; the one before signs along until it runs out
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamptz,
  -- in a row
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  resting_until timestamptz,
  last_success_at timestamptz,
  -- one process sends for it at a time
  lease uuid,
  leased_until timestamptz,
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (off_reason IS NULL OR NOT active),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CHECK ((lease IS NULL) = (leased_until IS NULL)),
  CHECK ((failures = 0) = (failing_since IS NULL))
);
CREATE INDEX webhooks_business ON webhooks (business_id);
CREATE INDEX webhooks_author ON webhooks (created_by);
`

const outbox = `
CREATE TABLE webhook_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- what receivers know it by
  uid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- whose vehicle it was when it happened
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  entity_id int REFERENCES entities ON DELETE CASCADE,
  kind text NOT NULL REFERENCES webhook_kinds,
  happened_at timestamptz NOT NULL,
  -- what is told once
  subject text NOT NULL UNIQUE CHECK (length(subject) BETWEEN 1 AND 200),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 65536),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_events_business ON webhook_events (business_id);
CREATE INDEX webhook_events_entity ON webhook_events (entity_id);
CREATE INDEX webhook_events_kind ON webhook_events (kind);
CREATE INDEX webhook_events_age ON webhook_events (created_at);

-- Those of one vehicle go out in the order of their ids.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id int NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id bigint NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  -- the event's
  entity_id int REFERENCES entities ON DELETE CASCADE,
  -- withheld: it says where a consumer's vehicle was, and their consent has ended since
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'withheld')),
  attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  first_at timestamptz,
  last_at timestamptz,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- of the last attempt: the answer's status, or why there was none
  status int CHECK (status BETWEEN 100 AND 999),
  problem text CHECK (length(problem) <= 40),
  took_ms int CHECK (took_ms >= 0),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (webhook_id, event_id),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK (state <> 'delivered' OR status BETWEEN 200 AND 299),
  CHECK ((first_at IS NULL) = (last_at IS NULL))
);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_entity ON webhook_deliveries (entity_id);
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_stream ON webhook_deliveries (webhook_id, entity_id, id) WHERE state = 'waiting';
`

const telling = `
/*
 * Tells the webhooks of a business and of those above it that something happened, in the transaction of what happened. The same
 * subject is told once, whoever calls it how often. Of a vehicle whose whereabouts are hidden from the business nothing is told
 * that says where it was. Without anybody who listens it writes nothing.
 */
CREATE FUNCTION webhook_tell(business int, entity int, kind text, happened_at timestamptz, subject text, body jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
REVOKE ALL ON FUNCTION webhook_tell(int, int, text, timestamptz, text, jsonb) FROM PUBLIC;

-- What a body says of its vehicle.
CREATE FUNCTION webhook_vehicle(entity int) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('id', e.id, 'name', e.name, 'frame_number', e.frame_number, 'license_plate', e.license_plate)
  FROM entities e WHERE e.id = entity
$$;
`

/** Columns of a trip that a webhook event includes. */
const TOLD = [
  ...[
    'entity_id',
    'business_id',
    'started_at',
    'ended_at',
    'start_latitude',
    'start_longitude',
    'stop_latitude',
    'stop_longitude',
  ],
  ...['distance_m', 'average_speed_kph', 'max_speed_kph', 'idle_s'],
]
const told = (alias: string) => `(${TOLD.map((column) => `${alias}.${column}`).join(', ')})`
const LIVES = (alias: string) => `(NOT ${alias}.is_open AND ${alias}.deleted_at IS NULL)`

/** Returns an expression that casts a row of a transition table to `trips`, because PostgreSQL does not do this by itself. */
const row = (alias: string) => `jsonb_populate_record(NULL::trips, to_jsonb(${alias}))`

const PAIRS = {
  INSERT: `SELECT NULL::trips AS was, ${row('n')} AS became FROM is_now n WHERE ${LIVES('n')}`,
  UPDATE: `SELECT ${row('o')} AS was, ${row('n')} AS became FROM is_now n JOIN was o ON o.id = n.id
    WHERE (${LIVES('n')} OR ${LIVES('o')})
      AND (${told('n')} IS DISTINCT FROM ${told('o')} OR ${LIVES('n')} <> ${LIVES('o')})`,
  DELETE: `SELECT ${row('o')} AS was, NULL::trips AS became FROM was o
    WHERE ${LIVES('o')} OR (o.is_open AND EXISTS (SELECT FROM webhook_events e WHERE e.subject = 'trip.ended:' || o.id))`,
}
const SEEN = {
  INSERT: 'NEW TABLE AS is_now',
  UPDATE: 'OLD TABLE AS was NEW TABLE AS is_now',
  DELETE: 'OLD TABLE AS was',
}

/**
 * Returns a trigger that sends an event when a trip ends, another when the reported data change, and one when the trip is
 * removed. If a trip continues after its end, its data are sent again when it ends again. If nobody subscribes, the trigger
 * makes only one query of a small table.
 */
const tripsOn = (event: keyof typeof PAIRS) => `
CREATE FUNCTION trips_tell_webhooks_on_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && '{trip.ended,trip.corrected,trip.removed}') THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (${PAIRS[event]}) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $$;
CREATE TRIGGER trips_tell_webhooks_on_${event.toLowerCase()} AFTER ${event} ON trips REFERENCING ${SEEN[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION trips_tell_webhooks_on_${event.toLowerCase()}();
`

const trips = `
CREATE FUNCTION webhook_tell_trip(before trips, after trips) RETURNS void LANGUAGE plpgsql
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

CREATE FUNCTION webhook_trip(trip trips) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT jsonb_build_object('trip_id', trip.id, 'vehicle', webhook_vehicle(trip.entity_id),
    'started_at', trip.started_at, 'ended_at', trip.ended_at,
    'start', jsonb_build_object('latitude', trip.start_latitude / 1e7::float8, 'longitude', trip.start_longitude / 1e7::float8),
    'stop', jsonb_build_object('latitude', trip.stop_latitude / 1e7::float8, 'longitude', trip.stop_longitude / 1e7::float8),
    'distance_m', trip.distance_m, 'duration_s', round(extract(epoch FROM trip.ended_at - trip.started_at))::int,
    'idle_s', trip.idle_s, 'average_speed_kph', trip.average_speed_kph, 'max_speed_kph', trip.max_speed_kph)
$$;
REVOKE ALL ON FUNCTION webhook_tell_trip(trips, trips) FROM PUBLIC;
${(['INSERT', 'UPDATE', 'DELETE'] as const).map(tripsOn).join('\n')}
`

const cases = `
CREATE FUNCTION missing_cases_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  told text := CASE NEW.state WHEN 'open' THEN 'vehicle.missing' WHEN 'resolved' THEN 'vehicle.found' ELSE 'vehicle.given-up' END;
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, told, coalesce(NEW.ended_at, NEW.opened_at), told || ':' || NEW.id,
    jsonb_build_object('case_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'opened_at', NEW.opened_at, 'ended_at', NEW.ended_at))
  FROM entities e WHERE e.id = NEW.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER missing_cases_tell_webhooks AFTER INSERT OR UPDATE OF state ON missing_cases
  FOR EACH ROW EXECUTE FUNCTION missing_cases_tell_webhooks();
`

const services = `
-- When by the calendar, or which of its kilometres, is said; what the vehicle rode is not.
CREATE FUNCTION maintenance_tell_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM webhook_tell(e.business_id, e.id, 'service.due', NEW.created_at, 'service.due:' || NEW.id,
    jsonb_build_object('service_id', NEW.id, 'vehicle', webhook_vehicle(e.id), 'plan', g.title, 'service', t.name,
      'due_at', NEW.due_at, 'due_m', NEW.due_m))
  FROM entities e, maintenance_plans g, maintenance_triggers t
  WHERE e.id = NEW.entity_id AND g.id = NEW.plan_id AND t.id = NEW.trigger_id;
  RETURN NULL;
END $$;
CREATE TRIGGER maintenance_tell_webhooks AFTER INSERT ON maintenance_notifications
  FOR EACH ROW WHEN (NEW.status = 'open') EXECUTE FUNCTION maintenance_tell_webhooks();
`

const access = `
GRANT SELECT ON webhook_kinds TO roadbook_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_deliveries TO roadbook_api;
GRANT SELECT, INSERT, DELETE ON webhook_events TO roadbook_api;
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON webhooks TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON webhook_events TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
-- Of a webhook above, what happened at this business is not this business's to see.
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON webhook_deliveries TO roadbook_api USING (EXISTS (SELECT 1 FROM webhooks w WHERE w.id = webhook_id));
`
