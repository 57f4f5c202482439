-- Written by api/alerts, consumer/alerts, tools/seed, triggers of alert_rules, geofences
-- Deleting a row deletes its rows in alert_news, alert_tellings

CREATE TABLE alerts (
  id uuid NOT NULL,
  rule_id integer NOT NULL,
  rule_revision integer NOT NULL,
  geofence_id integer,
  kind text NOT NULL,
  business_id integer NOT NULL,
  entity_id integer NOT NULL,
  device_id integer NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  latitude double precision,
  longitude double precision,
  value double precision,
  raised_at timestamp with time zone DEFAULT now() NOT NULL,
  late boolean DEFAULT false NOT NULL,
  withdrawn_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_by integer,
  snoozed_until timestamp with time zone,
  note text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  heard_at timestamp with time zone,
  threshold integer,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_entity_id_rule_id_rule_revision_geofence_id_began_at_key UNIQUE NULLS NOT DISTINCT (entity_id, rule_id, rule_revision, geofence_id, began_at),
  CONSTRAINT alerts_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT alerts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT alerts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT alerts_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT alerts_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id) ON DELETE RESTRICT,
  CONSTRAINT alerts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE RESTRICT,
  CONSTRAINT alerts_check CHECK ((ended_at >= began_at)),
  CONSTRAINT alerts_check1 CHECK (((latitude IS NULL) = (longitude IS NULL))),
  CONSTRAINT alerts_kind_check CHECK ((kind = ANY (ARRAY['entry'::text, 'exit'::text, 'speeding'::text, 'lowBattery'::text, 'powerCut'::text, 'silent'::text, 'tamper'::text, 'outsideHours'::text, 'dispute'::text]))),
  CONSTRAINT alerts_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT alerts_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT alerts_note_check CHECK ((length(note) <= 500))
);

CREATE INDEX alerts_business ON alerts USING btree (business_id, began_at DESC);
CREATE INDEX alerts_device ON alerts USING btree (device_id, began_at);
CREATE INDEX alerts_geofence ON alerts USING btree (geofence_id);
CREATE INDEX alerts_open ON alerts USING btree (business_id) WHERE ((acknowledged_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX alerts_rule ON alerts USING btree (rule_id);

ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY moved ON alerts AS RESTRICTIVE TO roadbook_api USING ((NOT (EXISTS ( SELECT 1
   FROM installations i
  WHERE ((i.device_id = alerts.device_id) AND (i.entity_id = alerts.entity_id) AND (i.followed_consumer_id IS NOT NULL) AND (COALESCE(alerts.ended_at, 'infinity'::timestamp with time zone) > i.installed_at) AND (alerts.began_at < COALESCE(i.moved_at, i.removed_at, 'infinity'::timestamp with time zone)))))));
CREATE POLICY process_roadbook_ingest ON alerts TO roadbook_ingest USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON alerts TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON alerts TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT SELECT, UPDATE (acknowledged_at, acknowledged_by, snoozed_until, note, updated_at) ON alerts TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON alerts TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alerts TO roadbook_web;
