-- Written by event-log/postgres (through event_log_append)

CREATE TABLE event_log (
  topic text NOT NULL,
  partition smallint NOT NULL,
  log_offset bigint NOT NULL,
  appended_at timestamp with time zone NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  headers bytea
) PARTITION BY LIST (topic);

GRANT INSERT, SELECT ON event_log TO roadbook_ingest;
GRANT INSERT, SELECT ON event_log TO roadbook_web;
