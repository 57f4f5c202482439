import { Migration } from './migration.js'

/** Adds trackers that are sent back, each with a number, the tracker's origin and its condition (G-52). */
export class DeviceReturns1763700000027 extends Migration {
  readonly steps = [number, returns]
}

const number = `
-- As people read it to each other: the year, a serial number, and a check digit over both (Luhn, as of an IMEI), which tells a
-- wrong digit and two that changed places.
CREATE FUNCTION rma_number(id int, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 'RMA-' || left(n.digits, 4) || '-' || substr(n.digits, 5) || '-' || (10 - sum(
    CASE WHEN (length(n.digits) - place) % 2 = 1 THEN digit WHEN digit > 4 THEN 2 * digit - 9 ELSE 2 * digit END
  ) % 10) % 10
  FROM (
    SELECT extract(year FROM at AT TIME ZONE 'UTC')::int || lpad(id::text, greatest(6, length(id::text)), '0') AS digits
  ) n, generate_series(1, length(n.digits)) place, LATERAL (SELECT substr(n.digits, place, 1)::int AS digit) d
  GROUP BY n.digits
$$;
`

const returns = `
CREATE TABLE device_returns (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  number text NOT NULL UNIQUE GENERATED ALWAYS AS (rma_number(id, created_at)) STORED,
  device_id int NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- stays readable when the device is another business's
  imei text NOT NULL CHECK (imei ~ '^[0-9]{15}$'),
  -- what it was on last
  entity_id int REFERENCES entities ON DELETE SET NULL,
  -- who sends it back
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  reason text NOT NULL CHECK (reason IN ('defective', 'wrong-order', 'end-of-contract', 'other')),
  note text CHECK (length(note) BETWEEN 1 AND 400),
  replacement_wanted boolean NOT NULL,
  ship_name text NOT NULL CHECK (length(ship_name) BETWEEN 1 AND 100),
  ship_address text NOT NULL CHECK (length(ship_address) BETWEEN 1 AND 200),
  ship_postcode text NOT NULL CHECK (length(ship_postcode) BETWEEN 1 AND 20),
  ship_city text NOT NULL CHECK (length(ship_city) BETWEEN 1 AND 100),
  ship_country text NOT NULL CHECK (ship_country ~ '^[A-Z]{2}$'),
  created_by int REFERENCES users ON DELETE SET NULL,
  -- open; cancelled, when it is not sent back after all; closed, when the device is in use again
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'cancelled', 'closed')),
  ended_at timestamptz,
  ended_by int REFERENCES users ON DELETE SET NULL,
  CHECK (reason <> 'other' OR note IS NOT NULL),
  CHECK ((state = 'open') = (ended_at IS NULL))
);
-- A device is on its way back once at a time.
CREATE UNIQUE INDEX device_returns_open ON device_returns (device_id) WHERE state = 'open';
CREATE INDEX device_returns_device ON device_returns (device_id, created_at DESC);
CREATE INDEX device_returns_business ON device_returns (business_id, created_at DESC);
CREATE INDEX device_returns_entity ON device_returns (entity_id);
CREATE INDEX device_returns_author ON device_returns (created_by, created_at DESC);

CREATE TABLE device_return_photos (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_id int NOT NULL REFERENCES device_returns ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 5),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 700000),
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (return_id, place),
  UNIQUE (return_id, sha256)
);

-- Whoever takes a device into use again, or writes down that it is not sent back, ends its return.
CREATE FUNCTION device_returns_close() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE device_returns SET state = 'closed', ended_at = now() WHERE device_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;
CREATE TRIGGER devices_close_return AFTER UPDATE OF returned_at ON devices
  FOR EACH ROW WHEN (OLD.returned_at IS NOT NULL AND NEW.returned_at IS NULL) EXECUTE FUNCTION device_returns_close();

GRANT SELECT, INSERT, UPDATE (state, ended_at, ended_by) ON device_returns TO roadbook_api;
GRANT SELECT, INSERT ON device_return_photos TO roadbook_api;
ALTER TABLE device_returns ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON device_returns TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
  WITH CHECK (((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()))
    AND EXISTS (SELECT 1 FROM devices d WHERE d.id = device_id));
ALTER TABLE device_return_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON device_return_photos TO roadbook_api
  USING (EXISTS (SELECT 1 FROM device_returns r WHERE r.id = return_id));
`
