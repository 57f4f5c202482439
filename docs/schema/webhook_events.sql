-- Written by api/webhooks, triggers of alert_news, maintenance_notifications, missing_cases, trips
-- Deleting a row deletes its rows in webhook_deliveries

CREATE TABLE webhook_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid uuid DEFAULT gen_random_uuid() NOT NULL,
  business_id integer NOT NULL,
  entity_id integer,
  kind text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  subject text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_events_subject_key UNIQUE (subject),
  CONSTRAINT webhook_events_uid_key UNIQUE (uid),
  CONSTRAINT webhook_events_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT webhook_events_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT webhook_events_kind_fkey FOREIGN KEY (kind) REFERENCES webhook_kinds(kind),
  CONSTRAINT webhook_events_body_check CHECK (((jsonb_typeof(body) = 'object'::text) AND (octet_length((body)::text) <= 65536))),
  CONSTRAINT webhook_events_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);

CREATE INDEX webhook_events_age ON webhook_events USING btree (created_at);
CREATE INDEX webhook_events_business ON webhook_events USING btree (business_id);
CREATE INDEX webhook_events_entity ON webhook_events USING btree (entity_id);
CREATE INDEX webhook_events_kind ON webhook_events USING btree (kind);

ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON webhook_events TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON webhook_events TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT ON webhook_events TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_events TO roadbook_web;
