-- Written by consumer/alerts

CREATE TABLE alert_batches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  keeper integer NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  device_ids integer[] NOT NULL,
  from_ms double precision[] NOT NULL,
  devices integer GENERATED ALWAYS AS (cardinality(device_ids)) STORED,
  CONSTRAINT alert_batches_pkey PRIMARY KEY (id),
  CONSTRAINT alert_batches_check CHECK ((cardinality(from_ms) = cardinality(device_ids)))
);

GRANT DELETE, INSERT, SELECT, UPDATE ON alert_batches TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_batches TO roadbook_web;
