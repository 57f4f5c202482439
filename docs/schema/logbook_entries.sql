-- Written by api/businesses (through move_business_contents), api/logbook
-- Deleting a row deletes its rows in logbook_corrections

CREATE TABLE logbook_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  month_id integer NOT NULL,
  trip_id bigint,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  start_address text,
  stop_address text,
  distance_m integer NOT NULL,
  odometer_start_m bigint,
  odometer_stop_m bigint,
  purpose text NOT NULL,
  note text,
  driver text,
  said_at timestamp with time zone NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  arrived_at timestamp with time zone,
  CONSTRAINT logbook_entries_pkey PRIMARY KEY (id),
  CONSTRAINT logbook_entries_trip_id_key UNIQUE (trip_id),
  CONSTRAINT logbook_entries_month_id_fkey FOREIGN KEY (month_id) REFERENCES logbook_months(id) ON DELETE CASCADE,
  CONSTRAINT logbook_entries_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE SET NULL,
  CONSTRAINT logbook_entries_arrived_at_check CHECK (((arrived_at >= started_at) AND (arrived_at < ended_at))),
  CONSTRAINT logbook_entries_check CHECK ((ended_at >= started_at)),
  CONSTRAINT logbook_entries_distance_m_check CHECK ((distance_m >= 0)),
  CONSTRAINT logbook_entries_purpose_check CHECK ((purpose = ANY (ARRAY['business'::text, 'private'::text, 'commute'::text])))
);

CREATE INDEX logbook_entries_month ON logbook_entries USING btree (month_id, started_at);

ALTER TABLE logbook_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON logbook_entries TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON logbook_entries TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM logbook_months m
  WHERE (m.id = logbook_entries.month_id))));

GRANT INSERT, SELECT ON logbook_entries TO roadbook_api;
GRANT INSERT, SELECT ON logbook_entries TO roadbook_web;
