-- Written by tools/import-traccar
-- Deleting a row deletes its rows in imported_rows, imported_tracks

CREATE TABLE imports (
  name text NOT NULL,
  key uuid NOT NULL,
  source text NOT NULL,
  into_business integer NOT NULL,
  begun_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT imports_pkey PRIMARY KEY (name),
  CONSTRAINT imports_name_check CHECK ((name ~ '^[a-z0-9-]{1,40}$'::text))
);
