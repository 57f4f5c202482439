import { Migration } from './migration.js'

/** Lets a business set, for each vehicle type, how many minutes a rest must last to end a trip (G-104). */
export class TripRests1763700000050 extends Migration {
  readonly steps = [table, inForce]
}

const table = `
CREATE TABLE trip_rests (
  business_id int NOT NULL REFERENCES businesses ON DELETE CASCADE,
  vehicle_type text NOT NULL CHECK (vehicle_type IN
    ('eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other', 'unregistered')),
  rest_minutes smallint NOT NULL CHECK (rest_minutes BETWEEN 1 AND 15),
  PRIMARY KEY (business_id, vehicle_type)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON trip_rests TO roadbook_api;
ALTER TABLE trip_rests ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON trip_rests TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));

-- What a business says goes with it and to no other: its vehicles go by the rests of the place that they are moved to. That
-- is for \`move_business_contents\`, which runs as the owner; a request's own change is the policy's to refuse.
CREATE FUNCTION trip_rests_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER trip_rests_stay BEFORE UPDATE OF business_id ON trip_rests
  FOR EACH ROW WHEN (current_user <> 'roadbook_api') EXECUTE FUNCTION trip_rests_stay();
`

const inForce = `
-- Of each business the types of vehicle for which it, or the nearest above it that says anything, chose a rest. For all tenants:
-- the consumer reads it, requests only through the function below.
CREATE VIEW trip_rests_in_force AS
SELECT DISTINCT ON (b.id, r.vehicle_type) b.id AS business_id, r.vehicle_type, r.rest_minutes, r.business_id AS from_id
FROM businesses b JOIN trip_rests r ON r.business_id = ANY (b.path)
ORDER BY b.id, r.vehicle_type, array_position(b.path, r.business_id) DESC;

-- Of a business in scope what it says itself, and what the nearest above it that says anything does: at most two rows a type.
CREATE FUNCTION trip_rests_of(business int)
RETURNS TABLE (vehicle_type text, rest_minutes int, from_id int, from_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 8 AS $$
  SELECT DISTINCT ON (r.vehicle_type, above.id = own.id) r.vehicle_type, r.rest_minutes::int, above.id, above.name
  FROM businesses own
  JOIN trip_rests r ON r.business_id = ANY (own.path)
  JOIN businesses above ON above.id = r.business_id
  WHERE own.id = business AND in_scope(own.id)
  ORDER BY r.vehicle_type, above.id = own.id, array_position(own.path, above.id) DESC
$$;
REVOKE ALL ON FUNCTION trip_rests_of(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trip_rests_of(int) TO roadbook_api;
`
