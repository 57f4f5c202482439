/**
 * Tables of device states (one row per device with its current state) and trips. The consumer process derives both from the
 * waypoints and writes them in bulk. An update rewrites only the row and no index. This works because pages of rows that
 * change often have free space, and because no index covers a column that changes with every fix.
 */
export const statesAndTrips = `
CREATE TABLE device_states (
  device_id int PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  imei text NOT NULL,
  -- raised with every write: a process that no longer owns the device cannot overwrite its successor's state
  revision int NOT NULL CHECK (revision > 0),
  entity_id int REFERENCES entities ON DELETE SET NULL,
  business_id int REFERENCES businesses ON DELETE SET NULL,
  last_received_at timestamptz NOT NULL,
  last_positioned_at timestamptz NOT NULL,
  -- the newest valid fix; 1e-7 degrees
  valid_positioned_at timestamptz,
  latitude int CHECK (latitude BETWEEN -900000000 AND 900000000),
  longitude int CHECK (longitude BETWEEN -1800000000 AND 1800000000),
  speed_kph real CHECK (speed_kph >= 0),
  heading smallint CHECK (heading BETWEEN 0 AND 359),
  moving boolean NOT NULL,
  last_activity_at timestamptz,
  ignition boolean,
  odometer_m bigint,
  external_battery_mv int,
  battery_mv int,
  battery_percent smallint,
  gsm_signal smallint,
  satellites smallint,
  segmentation jsonb,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((latitude IS NULL) = (valid_positioned_at IS NULL) AND (longitude IS NULL) = (valid_positioned_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX device_states_entity ON device_states (entity_id);

CREATE TABLE trips (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES devices ON DELETE RESTRICT,
  -- those of the installation at started_at
  entity_id int REFERENCES entities ON DELETE RESTRICT,
  business_id int REFERENCES businesses ON DELETE RESTRICT,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  is_open boolean NOT NULL,
  -- Null while open, so that the growing end of an open trip touches no index (2.6 instead of 9 µs an update).
  closed_during tstzrange GENERATED ALWAYS AS (CASE WHEN NOT is_open THEN tstzrange(started_at, ended_at) END) STORED,
  -- 1e-7 degrees
  start_latitude int NOT NULL CHECK (start_latitude BETWEEN -900000000 AND 900000000),
  start_longitude int NOT NULL CHECK (start_longitude BETWEEN -1800000000 AND 1800000000),
  stop_latitude int NOT NULL CHECK (stop_latitude BETWEEN -900000000 AND 900000000),
  stop_longitude int NOT NULL CHECK (stop_longitude BETWEEN -1800000000 AND 1800000000),
  distance_m int NOT NULL CHECK (distance_m >= 0),
  average_speed_kph real NOT NULL CHECK (average_speed_kph >= 0),
  max_speed_kph real NOT NULL CHECK (max_speed_kph >= 0),
  idle_s int NOT NULL CHECK (idle_s >= 0),
  waypoint_count int NOT NULL CHECK (waypoint_count > 0),
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ended_at >= started_at),
  CHECK (idle_s <= ceil(extract(epoch FROM ended_at - started_at))),
  CHECK (entity_id IS NULL OR business_id IS NOT NULL),
  -- Checked at the end of the transaction: one checkpoint moves the ends of several trips.
  CONSTRAINT trips_one_open EXCLUDE (device_id WITH =) WHERE (is_open) DEFERRABLE INITIALLY DEFERRED,
  -- A device as a range of one, because equality of integers has no GiST operator class without an extension.
  CONSTRAINT trips_no_overlap EXCLUDE USING gist (int4range(device_id, device_id, '[]') WITH &&, closed_during WITH &&)
    DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor = 80);
CREATE INDEX trips_device ON trips (device_id, started_at);
CREATE INDEX trips_entity ON trips (entity_id, started_at DESC);
CREATE INDEX trips_business ON trips (business_id, started_at);
`
