-- Written by api/dashboard, tools/seed

CREATE TABLE need_days (
  business_id integer NOT NULL,
  day date NOT NULL,
  vehicles jsonb NOT NULL,
  CONSTRAINT need_days_pkey PRIMARY KEY (business_id, day),
  CONSTRAINT need_days_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT need_days_vehicles_check CHECK ((jsonb_typeof(vehicles) = 'object'::text))
);

CREATE INDEX need_days_day ON need_days USING btree (day);

ALTER TABLE need_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON need_days TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON need_days TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT ON need_days TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON need_days TO roadbook_web;
