-- Written by api/history-imports (through history_import_forget, history_import_stop), consumer/registry, triggers of businesses, devices, entities, installations, trip_joins, trip_rests

CREATE TABLE device_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  device_id integer,
  CONSTRAINT device_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX device_changes_at ON device_changes USING btree (at);
CREATE INDEX device_changes_xid ON device_changes USING btree (xid);

GRANT DELETE, SELECT ON device_changes TO roadbook_ingest;
