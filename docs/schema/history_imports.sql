-- Written by api/history-imports (also through history_import_begin)

CREATE TABLE history_imports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  entity_id integer NOT NULL,
  entity_name text NOT NULL,
  device_id integer,
  user_id integer,
  file_name text NOT NULL,
  format text NOT NULL,
  digest text NOT NULL,
  state text DEFAULT 'sending'::text NOT NULL,
  points integer NOT NULL,
  sent integer DEFAULT 0 NOT NULL,
  stored integer DEFAULT 0 NOT NULL,
  left_out integer NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  positions bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT history_imports_pkey PRIMARY KEY (id),
  CONSTRAINT history_imports_device_id_key UNIQUE (device_id),
  CONSTRAINT history_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT history_imports_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  CONSTRAINT history_imports_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT history_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT history_imports_check CHECK ((last_at >= first_at)),
  CONSTRAINT history_imports_check1 CHECK (((state = 'sending'::text) <= (positions IS NOT NULL))),
  CONSTRAINT history_imports_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT history_imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
  CONSTRAINT history_imports_format_check CHECK ((format = ANY (ARRAY['gpx'::text, 'kml'::text, 'csv'::text, 'ndjson'::text]))),
  CONSTRAINT history_imports_left_out_check CHECK ((left_out >= 0)),
  CONSTRAINT history_imports_points_check CHECK ((points > 0)),
  CONSTRAINT history_imports_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'computing'::text, 'done'::text, 'undoing'::text, 'undone'::text])))
);

CREATE INDEX history_imports_business ON history_imports USING btree (business_id);
CREATE INDEX history_imports_entity ON history_imports USING btree (entity_id);
CREATE UNIQUE INDEX history_imports_file ON history_imports USING btree (entity_id, digest) WHERE (state <> ALL (ARRAY['undoing'::text, 'undone'::text]));
CREATE INDEX history_imports_user ON history_imports USING btree (user_id);

ALTER TABLE history_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON history_imports TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON history_imports TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT, UPDATE ON history_imports TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON history_imports TO roadbook_web;
