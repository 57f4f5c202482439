-- Written by consumer, consumer/alerts, triggers of entities, entity_tags, installations

CREATE TABLE alert_stay_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  device_id integer NOT NULL,
  keeper integer,
  CONSTRAINT alert_stay_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX alert_stay_changes_at ON alert_stay_changes USING btree (at);
CREATE INDEX alert_stay_changes_xid ON alert_stay_changes USING btree (xid);

GRANT DELETE, INSERT, SELECT ON alert_stay_changes TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_stay_changes TO roadbook_web;
