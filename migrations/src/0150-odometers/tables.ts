export const tables = `
-- Whoever writes trips waits until all of them are counted.
LOCK TABLE trips IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE device_states
  -- From here on \`odometer_m\` is what the tracker has counted over all restarts of its counter; beside it, of that counter:
  -- what it showed last and first, when, and since when it has run without a restart.
  ADD COLUMN counter_m bigint,
  ADD COLUMN counter_at timestamptz,
  ADD COLUMN counter_began_m bigint,
  ADD COLUMN counter_began_at timestamptz,
  ADD COLUMN counter_since timestamptz;
UPDATE device_states SET counter_m = odometer_m, counter_at = last_positioned_at WHERE odometer_m IS NOT NULL;

-- What a vehicle has ridden, in metres. Kept apart from its words: it changes with every checkpoint.
CREATE TABLE odometers (
  entity_id int PRIMARY KEY REFERENCES entities ON DELETE CASCADE,
  -- as somebody read it, or the first count told, or what it was when its tracker came; and since when its trips are counted
  start_m bigint NOT NULL DEFAULT 0 CHECK (start_m >= 0),
  since timestamptz NOT NULL DEFAULT '-infinity',
  -- of its trips since
  ridden_m bigint NOT NULL DEFAULT 0,
  -- what trackers had counted beyond those, when that was told last
  lead_m bigint NOT NULL DEFAULT 0 CHECK (lead_m >= 0),
  lead_at timestamptz NOT NULL DEFAULT '-infinity',
  -- what is added to the count of its present tracker; null until that tells one
  offset_m bigint,
  -- whether anybody knows what it had ridden before its trackers: a person, or a counter
  is_known boolean NOT NULL DEFAULT false,
  odometer_m bigint NOT NULL GENERATED ALWAYS AS (greatest(start_m + ridden_m + lead_m, 0)) STORED
) WITH (fillfactor = 70);
INSERT INTO odometers (entity_id) SELECT id FROM entities ORDER BY id;

CREATE FUNCTION entities_have_odometers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO odometers (entity_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER entities_have_odometers AFTER INSERT ON entities FOR EACH ROW EXECUTE FUNCTION entities_have_odometers();

-- Every time that somebody said what it shows.
CREATE TABLE odometer_readings (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id int NOT NULL REFERENCES entities ON DELETE CASCADE,
  read_at timestamptz NOT NULL DEFAULT now(),
  metres bigint NOT NULL CHECK (metres >= 0),
  -- what it showed until then
  before_m bigint NOT NULL,
  -- It had been wrong: nothing was ridden in between, and what is counted from it moved along.
  is_correction boolean NOT NULL,
  user_id int REFERENCES users ON DELETE SET NULL
);
CREATE INDEX odometer_readings_entity ON odometer_readings (entity_id, id DESC);
CREATE INDEX odometer_readings_user ON odometer_readings (user_id);

-- The one rule, where a statement asks for one vehicle: never less than what it was when a tracker came or went, or a person said.
CREATE OR REPLACE FUNCTION entity_odometer_m(entity entities, device int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(entity.odometer_floor_m, (SELECT o.odometer_m FROM odometers o WHERE o.entity_id = entity.id))
$$;
CREATE OR REPLACE FUNCTION vehicle_odometer_m(entity int) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(e.odometer_floor_m, o.odometer_m) FROM entities e JOIN odometers o ON o.entity_id = e.id WHERE e.id = entity
$$;
`
