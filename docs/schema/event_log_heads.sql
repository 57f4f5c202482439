-- Written by event-log/postgres (also through event_log_append, event_log_make_topic)

CREATE TABLE event_log_heads (
  topic text NOT NULL,
  partition smallint NOT NULL,
  next_offset bigint DEFAULT 0 NOT NULL,
  CONSTRAINT event_log_heads_pkey PRIMARY KEY (topic, partition),
  CONSTRAINT event_log_heads_topic_fkey FOREIGN KEY (topic) REFERENCES event_log_topics(topic)
) WITH (fillfactor=20);

GRANT SELECT, UPDATE ON event_log_heads TO roadbook_ingest;
GRANT SELECT, UPDATE ON event_log_heads TO roadbook_web;
