-- Written by api/trips

CREATE TABLE trip_purposes (
  trip_id bigint NOT NULL,
  purpose text,
  note text,
  driver text,
  said_by integer,
  said_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT trip_purposes_pkey PRIMARY KEY (trip_id),
  CONSTRAINT trip_purposes_said_by_fkey FOREIGN KEY (said_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT trip_purposes_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  CONSTRAINT trip_purposes_driver_check CHECK (((char_length(driver) >= 1) AND (char_length(driver) <= 100))),
  CONSTRAINT trip_purposes_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 250))),
  CONSTRAINT trip_purposes_purpose_check CHECK ((purpose = ANY (ARRAY['business'::text, 'private'::text, 'commute'::text])))
);

CREATE INDEX trip_purposes_author ON trip_purposes USING btree (said_by);

ALTER TABLE trip_purposes ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON trip_purposes TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_purposes TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM trips t
  WHERE (t.id = trip_purposes.trip_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON trip_purposes TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON trip_purposes TO roadbook_web;
