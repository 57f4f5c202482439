import { Migration } from './migration.js'

/**
 * Adds frame numbers and plates in the form in which they are compared (decision 83): `KB 0001` equals `kb-0001`. They are
 * stored, because row-level security prevents a function from using an index. Placeholders are not compared. A placeholder
 * consists of one repeated character, or is a plate without a digit (`none`).
 */
export class VehicleTwins1763700000156 extends Migration {
  readonly steps = [
    `CREATE FUNCTION twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN nullif(regexp_replace(regexp_replace(public.folded(number), '[^[:alnum:]]+', '', 'g'), '^(.)\\1*$', ''), '');
      END $$`,
    `CREATE FUNCTION plate_twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE WHEN public.folded(number) ~ '[0-9]' THEN public.twin_key(number) END;
      END $$`,
    `ALTER TABLE entities
      ADD COLUMN frame_key text GENERATED ALWAYS AS (twin_key(frame_number)) STORED,
      ADD COLUMN plate_key text GENERATED ALWAYS AS (plate_twin_key(license_plate)) STORED`,
    'CREATE INDEX entities_by_frame_key ON entities (frame_key) WHERE deleted_at IS NULL',
    'CREATE INDEX entities_by_plate_key ON entities (plate_key) WHERE deleted_at IS NULL',
    'ANALYZE entities',
  ]
}
