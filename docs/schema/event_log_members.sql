-- Written by event-log/postgres (through event_log_beat, event_log_release)

CREATE TABLE event_log_members (
  topic text NOT NULL,
  group_name text NOT NULL,
  member uuid NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT event_log_members_pkey PRIMARY KEY (topic, group_name, member),
  CONSTRAINT event_log_members_topic_group_name_fkey FOREIGN KEY (topic, group_name) REFERENCES event_log_groups(topic, group_name) ON DELETE CASCADE
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_members TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON event_log_members TO roadbook_web;
