-- Written by event-log/postgres (through event_log_beat, event_log_drop_segment)
-- Deleting a row deletes its rows in event_log_leases, event_log_members

CREATE TABLE event_log_groups (
  topic text NOT NULL,
  group_name text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT event_log_groups_pkey PRIMARY KEY (topic, group_name),
  CONSTRAINT event_log_groups_topic_fkey FOREIGN KEY (topic) REFERENCES event_log_topics(topic),
  CONSTRAINT event_log_groups_group_name_check CHECK ((length(group_name) > 0))
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_groups TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_groups TO roadbook_web;
