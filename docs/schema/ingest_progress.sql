-- Written by track-store

CREATE TABLE ingest_progress (
  partition integer NOT NULL,
  generation bigint DEFAULT 1 NOT NULL,
  written_offset bigint DEFAULT '-1'::integer NOT NULL,
  cut_offset bigint DEFAULT '-1'::integer NOT NULL,
  CONSTRAINT ingest_progress_pkey PRIMARY KEY (partition)
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON ingest_progress TO roadbook_ingest;
