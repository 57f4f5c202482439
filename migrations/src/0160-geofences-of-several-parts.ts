import { Migration } from './migration.js'

/**
 * Allows polygons with several parts. A service area on both sides of a river is one place, and a vehicle leaves it only if
 * it leaves all parts.
 */
export class GeofencesOfSeveralParts1763700000160 extends Migration {
  readonly steps = [parts]
}

// PostgreSQL chose the name of the constraint, so the constraint is found by its definition.
const parts = `
DO $$
DECLARE named text;
BEGIN
  SELECT conname INTO STRICT named FROM pg_constraint
    WHERE conrelid = 'geofences'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%LineString%';
  EXECUTE format('ALTER TABLE geofences DROP CONSTRAINT %I', named);
END $$;
ALTER TABLE geofences ADD CONSTRAINT geofences_shape_of_kind CHECK (CASE kind
  WHEN 'circle' THEN shape ->> 'type' = 'Point'
  WHEN 'polygon' THEN shape ->> 'type' IN ('Polygon', 'MultiPolygon')
  ELSE shape ->> 'type' = 'LineString' END);
`
