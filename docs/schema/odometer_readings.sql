-- Written by api/entities (through entity_set_odometer), triggers of maintenance_notifications
-- INSERT: writes odometers (odometer_readings_are_kept)

CREATE TABLE odometer_readings (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  entity_id integer NOT NULL,
  read_at timestamp with time zone DEFAULT now() NOT NULL,
  metres bigint NOT NULL,
  before_m bigint NOT NULL,
  is_correction boolean NOT NULL,
  user_id integer,
  CONSTRAINT odometer_readings_pkey PRIMARY KEY (id),
  CONSTRAINT odometer_readings_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  CONSTRAINT odometer_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT odometer_readings_metres_check CHECK ((metres >= 0))
);

CREATE INDEX odometer_readings_entity ON odometer_readings USING btree (entity_id, id DESC);
CREATE INDEX odometer_readings_user ON odometer_readings USING btree (user_id);

GRANT DELETE, INSERT, SELECT, UPDATE ON odometer_readings TO roadbook_web;

CREATE TRIGGER odometer_readings_are_kept AFTER INSERT ON odometer_readings FOR EACH ROW EXECUTE FUNCTION odometer_readings_are_kept();

CREATE OR REPLACE FUNCTION odometer_readings_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE odometers SET kept_m = NEW.metres WHERE entity_id = NEW.entity_id;
  RETURN NULL;
END $function$;
