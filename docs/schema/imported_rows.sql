-- Written by tools/import-traccar

CREATE TABLE imported_rows (
  import text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  target_id integer NOT NULL,
  unique_id text,
  adopted boolean DEFAULT false NOT NULL,
  settled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT imported_rows_pkey PRIMARY KEY (import, kind, source_id),
  CONSTRAINT imported_rows_import_fkey FOREIGN KEY (import) REFERENCES imports(name) ON DELETE CASCADE,
  CONSTRAINT imported_rows_kind_check CHECK ((kind <> ''::text))
);
