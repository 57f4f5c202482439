-- Written by api/missing

CREATE TABLE missing_case_movements (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id integer NOT NULL,
  device_id integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  is_late boolean NOT NULL,
  noticed_at timestamp with time zone DEFAULT now() NOT NULL,
  told_at timestamp with time zone,
  CONSTRAINT missing_case_movements_pkey PRIMARY KEY (id),
  CONSTRAINT missing_case_movements_case_id_fkey FOREIGN KEY (case_id) REFERENCES missing_cases(id) ON DELETE CASCADE,
  CONSTRAINT missing_case_movements_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE RESTRICT,
  CONSTRAINT missing_case_movements_check CHECK ((ended_at >= started_at)),
  CONSTRAINT missing_case_movements_int4range_tstzrange_excl EXCLUDE USING gist (int4range(case_id, case_id, '[]'::text) WITH &&, tstzrange(started_at, ended_at, '[]'::text) WITH &&)
);

CREATE INDEX missing_case_movements_case ON missing_case_movements USING btree (case_id, started_at);
CREATE INDEX missing_case_movements_device ON missing_case_movements USING btree (device_id);
CREATE INDEX missing_case_movements_untold ON missing_case_movements USING btree (case_id) WHERE (told_at IS NULL);

ALTER TABLE missing_case_movements ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON missing_case_movements TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON missing_case_movements TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM missing_cases m
  WHERE (m.id = missing_case_movements.case_id))));

GRANT SELECT ON missing_case_movements TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON missing_case_movements TO roadbook_web;
