-- Written by api/businesses (through move_business_contents), api/logbook
-- Deleting a row deletes its rows in logbook_entries

CREATE TABLE logbook_months (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  business_id integer NOT NULL,
  month date NOT NULL,
  time_zone text NOT NULL,
  closed_by integer,
  closed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT logbook_months_pkey PRIMARY KEY (id),
  CONSTRAINT logbook_months_entity_id_business_id_month_key UNIQUE (entity_id, business_id, month),
  CONSTRAINT logbook_months_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT logbook_months_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT logbook_months_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE RESTRICT,
  CONSTRAINT logbook_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE INDEX logbook_months_author ON logbook_months USING btree (closed_by);
CREATE INDEX logbook_months_business ON logbook_months USING btree (business_id);

ALTER TABLE logbook_months ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON logbook_months TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON logbook_months TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT INSERT, SELECT ON logbook_months TO roadbook_api;
GRANT INSERT, SELECT ON logbook_months TO roadbook_web;
