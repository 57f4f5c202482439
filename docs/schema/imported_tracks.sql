-- Written by tools/import-traccar

CREATE TABLE imported_tracks (
  import text NOT NULL,
  source_id text NOT NULL,
  last_fix_at timestamp with time zone NOT NULL,
  last_position_id bigint NOT NULL,
  newest_at timestamp with time zone NOT NULL,
  positions bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT imported_tracks_pkey PRIMARY KEY (import, source_id),
  CONSTRAINT imported_tracks_import_fkey FOREIGN KEY (import) REFERENCES imports(name) ON DELETE CASCADE
);
