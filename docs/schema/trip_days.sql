-- Written by api/day-sums (through keep_summary_zones), tools/business (also through keep_summary_zones), triggers of trips

CREATE TABLE trip_days (
  entity_id integer NOT NULL,
  device_id integer NOT NULL,
  business_id integer NOT NULL,
  day date NOT NULL,
  zone_id integer NOT NULL,
  trips integer NOT NULL,
  distance_m bigint NOT NULL,
  duration_s bigint NOT NULL,
  idle_s bigint NOT NULL,
  speed_tenths_kph bigint NOT NULL,
  CONSTRAINT trip_days_pkey PRIMARY KEY (entity_id, zone_id, day, device_id, business_id),
  CONSTRAINT trip_days_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES summary_zones(id) ON DELETE CASCADE,
  CONSTRAINT trip_days_distance_m_check CHECK ((distance_m >= 0)),
  CONSTRAINT trip_days_duration_s_check CHECK ((duration_s >= 0)),
  CONSTRAINT trip_days_idle_s_check CHECK ((idle_s >= 0)),
  CONSTRAINT trip_days_speed_tenths_kph_check CHECK ((speed_tenths_kph >= 0)),
  CONSTRAINT trip_days_trips_check CHECK ((trips >= 0))
) WITH (fillfactor=80);

CREATE INDEX trip_days_zone ON trip_days USING btree (zone_id, day, business_id, entity_id, device_id);

ALTER TABLE trip_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY moved ON trip_days AS RESTRICTIVE TO roadbook_api USING (((NOT ((device_id, entity_id) IN ( SELECT i.device_id,
    i.entity_id
   FROM installations i
  WHERE (i.followed_consumer_id IS NOT NULL)))) OR (NOT (EXISTS ( SELECT
   FROM (installations i
     JOIN summary_zones z ON ((z.id = trip_days.zone_id)))
  WHERE ((i.device_id = trip_days.device_id) AND (i.entity_id = trip_days.entity_id) AND (i.followed_consumer_id IS NOT NULL) AND (start_of_day(trip_days.day, z.name) < COALESCE(i.moved_at, i.removed_at, 'infinity'::timestamp with time zone))))))));
CREATE POLICY process_roadbook_web ON trip_days TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_days TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT SELECT ON trip_days TO roadbook_api;
GRANT SELECT ON trip_days TO roadbook_web;
