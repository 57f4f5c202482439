-- Written by event-log/postgres (also through event_log_make_topic)

CREATE TABLE event_log_topics (
  topic text NOT NULL,
  partitions smallint NOT NULL,
  segment interval NOT NULL,
  retention interval NOT NULL,
  waits_for_groups boolean NOT NULL,
  CONSTRAINT event_log_topics_pkey PRIMARY KEY (topic),
  CONSTRAINT event_log_topics_partitions_check CHECK ((partitions > 0)),
  CONSTRAINT event_log_topics_segment_check CHECK ((segment > '00:00:00'::interval)),
  CONSTRAINT event_log_topics_topic_check CHECK ((topic ~ '^[a-z]+(\.[a-z]+)*$'::text))
);

GRANT SELECT ON event_log_topics TO roadbook_ingest;
GRANT SELECT ON event_log_topics TO roadbook_web;
