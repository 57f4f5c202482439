-- Written by api/businesses
-- INSERT, UPDATE, DELETE: writes device_changes (device_rest_changed)
-- UPDATE: may change the row, or leave it out (trip_rests_stay)

CREATE TABLE trip_rests (
  business_id integer NOT NULL,
  vehicle_type text NOT NULL,
  rest_minutes smallint NOT NULL,
  CONSTRAINT trip_rests_pkey PRIMARY KEY (business_id, vehicle_type),
  CONSTRAINT trip_rests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  CONSTRAINT trip_rests_rest_minutes_check CHECK (((rest_minutes >= 1) AND (rest_minutes <= 15))),
  CONSTRAINT trip_rests_vehicle_type_check CHECK ((vehicle_type = ANY (ARRAY['eBike'::text, 'eCargoBike'::text, 'speedPedelec'::text, 'eMoped'::text, 'moped'::text, 'automobile'::text, 'other'::text, 'unregistered'::text])))
);

ALTER TABLE trip_rests ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON trip_rests TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON trip_rests TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON trip_rests TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON trip_rests TO roadbook_web;

CREATE TRIGGER trip_rests_changed AFTER INSERT OR DELETE OR UPDATE ON trip_rests FOR EACH STATEMENT EXECUTE FUNCTION device_rest_changed();
CREATE TRIGGER trip_rests_stay BEFORE UPDATE OF business_id ON trip_rests FOR EACH ROW WHEN (CURRENT_USER <> 'roadbook_api'::name) EXECUTE FUNCTION trip_rests_stay();

-- In functions.sql: device_rest_changed

CREATE OR REPLACE FUNCTION trip_rests_stay()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN NULL;
END $function$;
