import { Migration } from './migration.js'

/**
 * Stores addresses from the operator's geocoder (G-33) per business. If the addresses were shared, one business could find
 * out from another's requests that somebody was at a place. The pace and the failures of the geocoder are stored in a
 * single row, which all processes use.
 */
export class GeocodedCells1763700000047 extends Migration {
  readonly steps = [cells, geocoder, closedTrips]
}

const cells = `
CREATE TABLE geocoded_cells (
  -- of the middle, in ten-thousandths of a degree: about 11 m
  latitude int NOT NULL CHECK (latitude BETWEEN -900000 AND 900000),
  longitude int NOT NULL CHECK (longitude BETWEEN -1800000 AND 1800000),
  locale text NOT NULL CHECK (locale IN ('nl', 'en', 'de', 'fr')),
  -- null: asked for by who belongs to no business
  business_id int REFERENCES businesses ON DELETE CASCADE,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- somebody looked at it, so it goes before those that were only driven to
  was_seen boolean NOT NULL DEFAULT false,
  -- not asked before, and how often the geocoder failed at it
  due_at timestamptz NOT NULL DEFAULT now(),
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- null while it waits
  answered_at timestamptz,
  -- null in an answer: nothing is known there
  address text CHECK (length(address) BETWEEN 1 AND 400),
  city text CHECK (length(city) BETWEEN 1 AND 200),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT geocoded_cells_one UNIQUE NULLS NOT DISTINCT (latitude, longitude, locale, business_id),
  CHECK (answered_at IS NOT NULL OR coalesce(address, city, country) IS NULL)
);
CREATE INDEX geocoded_cells_business ON geocoded_cells (business_id, answered_at);
CREATE INDEX geocoded_cells_age ON geocoded_cells (answered_at);
CREATE INDEX geocoded_cells_due ON geocoded_cells (due_at) WHERE answered_at IS NULL;

ALTER TABLE geocoded_cells ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT (latitude, longitude, locale, business_id, was_seen), UPDATE (asked_at, was_seen) ON geocoded_cells TO roadbook_api;
CREATE POLICY scope ON geocoded_cells TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`

const geocoder = `
CREATE TABLE geocoder_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- when the next request may leave, by whichever process
  next_at timestamptz NOT NULL DEFAULT now(),
  -- in a row; from the fifth on nobody asks until \`open_until\`
  failures int NOT NULL DEFAULT 0 CHECK (failures >= 0),
  open_until timestamptz,
  -- trips that were closed until then have been walked
  walked_until timestamptz NOT NULL DEFAULT now()
);
INSERT INTO geocoder_state DEFAULT VALUES;
`

const closedTrips = `
-- When a trip was written last that is over; those from before are not written again for it. The growing end of an open trip touches
-- neither this nor an index.
ALTER TABLE trips ADD COLUMN closed_at timestamptz;
CREATE INDEX trips_closed ON trips (closed_at) WHERE closed_at IS NOT NULL;
CREATE FUNCTION trips_note_closing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER trips_note_closing BEFORE INSERT OR UPDATE ON trips FOR EACH ROW WHEN (NOT NEW.is_open)
  EXECUTE FUNCTION trips_note_closing();
`
