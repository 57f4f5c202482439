-- Written by api/history-imports (through history_import_forget), tools/import-traccar, tools/person, track-store

CREATE TABLE waypoints (
  positioned_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  device_id integer NOT NULL,
  latitude integer,
  longitude integer,
  odometer_m integer,
  external_battery_mv integer,
  altitude_m smallint,
  speed_tenths_kph smallint,
  heading smallint,
  satellites smallint,
  hdop_hundredths smallint,
  battery_mv smallint,
  battery_percent smallint,
  gsm_signal smallint,
  validity smallint NOT NULL,
  ignition boolean,
  movement boolean,
  attributes jsonb,
  CONSTRAINT waypoints_pkey PRIMARY KEY (device_id, positioned_at)
) PARTITION BY RANGE (positioned_at);

GRANT DELETE, INSERT, SELECT, UPDATE ON waypoints TO roadbook_ingest;
