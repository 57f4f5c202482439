-- Written by tools/backup

CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_bytes_check CHECK ((bytes >= 0))
);

CREATE INDEX backups_taken_at ON backups USING btree (taken_at DESC);

GRANT SELECT ON backups TO roadbook_web;
