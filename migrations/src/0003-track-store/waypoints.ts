/**
 * Waypoints in the narrowest types into which their values fit. The widest column is first, so that alignment wastes no
 * space. A reading that does not fit into its column is stored in `attributes`. The only index is the one on device and
 * time, which also makes a fix unique. There is no foreign key and no row security, because each of them would take more
 * time than the row itself. A compressed hypertable cannot have row security anyway. `roadbook_api` therefore has no grant
 * here and reads through `waypoints_in_scope`.
 */
export const waypoints = (partitioning: string) => `
CREATE TABLE waypoints (
  positioned_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  device_id int NOT NULL,
  -- 1e-7 degrees
  latitude int,
  longitude int,
  odometer_m int,
  external_battery_mv int,
  altitude_m smallint,
  speed_tenths_kph smallint,
  heading smallint,
  satellites smallint,
  hdop_hundredths smallint,
  battery_mv smallint,
  battery_percent smallint,
  gsm_signal smallint,
  -- 0 = valid, else the reason why not
  validity smallint NOT NULL,
  ignition boolean,
  movement boolean,
  -- what has no column of its own, or does not fit it
  attributes jsonb,
  PRIMARY KEY (device_id, positioned_at)
) ${partitioning};

-- Fixes that must not stand in the track: dated too wildly, or sent by somebody who claims to be the device.
CREATE TABLE waypoints_aside (
  positioned_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  device_id int NOT NULL,
  -- the value of the validity that keeps it out
  reason smallint NOT NULL CHECK (reason <> 0),
  fix jsonb NOT NULL,
  PRIMARY KEY (device_id, positioned_at, reason)
);

-- The weeks that may exist at all, whatever a device claims: a ceiling on how many partitions there can be.
CREATE FUNCTION waypoint_week_is_plausible(instant timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT instant BETWEEN now() - interval '10 years' AND now() + interval '1 year'
$$;
`
