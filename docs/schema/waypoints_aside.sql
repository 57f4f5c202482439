-- Written by api/history-imports (through history_import_forget), track-store (also through drop_expired_waypoints)

CREATE TABLE waypoints_aside (
  positioned_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  device_id integer NOT NULL,
  reason smallint NOT NULL,
  fix jsonb NOT NULL,
  CONSTRAINT waypoints_aside_reason_check CHECK ((reason <> 0))
);

CREATE UNIQUE INDEX waypoints_aside_reading ON waypoints_aside USING btree (device_id, positioned_at, reason, md5((fix)::text));

GRANT DELETE, INSERT, SELECT, UPDATE ON waypoints_aside TO roadbook_ingest;
