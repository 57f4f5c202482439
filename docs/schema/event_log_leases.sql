-- Written by event-log/postgres (also through event_log_beat, event_log_release)

CREATE TABLE event_log_leases (
  topic text NOT NULL,
  group_name text NOT NULL,
  partition smallint NOT NULL,
  committed bigint NOT NULL,
  owner uuid,
  token bigint DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT event_log_leases_pkey PRIMARY KEY (topic, group_name, partition),
  CONSTRAINT event_log_leases_topic_group_name_fkey FOREIGN KEY (topic, group_name) REFERENCES event_log_groups(topic, group_name) ON DELETE CASCADE,
  CONSTRAINT event_log_leases_check CHECK (((owner IS NULL) = (expires_at IS NULL)))
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_leases TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_leases TO roadbook_web;
