-- Written by event-log/postgres (through event_log_drop_segment, event_log_make_segments)

CREATE TABLE event_log_segments (
  name text NOT NULL,
  topic text NOT NULL,
  begins_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT event_log_segments_pkey PRIMARY KEY (name),
  CONSTRAINT event_log_segments_topic_begins_at_key UNIQUE (topic, begins_at),
  CONSTRAINT event_log_segments_topic_fkey FOREIGN KEY (topic) REFERENCES event_log_topics(topic)
);

GRANT SELECT ON event_log_segments TO roadbook_ingest;
GRANT SELECT ON event_log_segments TO roadbook_web;
