-- Written by api/road-matching

CREATE TABLE trip_matches (
  trip_id bigint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  measured_m integer NOT NULL,
  waypoint_count integer NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  failures smallint DEFAULT 0 NOT NULL,
  matched_at timestamp with time zone,
  distance_m integer,
  CONSTRAINT trip_matches_pkey PRIMARY KEY (trip_id),
  CONSTRAINT trip_matches_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  CONSTRAINT trip_matches_check CHECK (((matched_at IS NOT NULL) OR (distance_m IS NULL))),
  CONSTRAINT trip_matches_distance_m_check CHECK ((distance_m >= 0)),
  CONSTRAINT trip_matches_failures_check CHECK ((failures >= 0))
);

CREATE INDEX trip_matches_due ON trip_matches USING btree (due_at) WHERE (matched_at IS NULL);

ALTER TABLE trip_matches ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON trip_matches TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_matches TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM trips t
  WHERE (t.id = trip_matches.trip_id))));

GRANT SELECT ON trip_matches TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON trip_matches TO roadbook_web;
