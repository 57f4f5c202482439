import { Migration } from './migration.js'

/**
 * Compares frame numbers and plates by appearance too (decision 83): O equals 0 and I equals 1, letters that Cyrillic and Greek
 * share with Latin are equal on a plate, and Arabic and Persian digits are digits. The generated columns require one rewrite of
 * all vehicles.
 */
export class NumbersThatLookAlike1763700000174 extends Migration {
  readonly steps = [
    `CREATE OR REPLACE FUNCTION twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN nullif(regexp_replace(regexp_replace(translate(public.folded(number),
          'oiавекмнорстухіјѕαβεζηικμνορτυχ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
          '01abekmh0pctyx1jsabezh1kmn0ptyx01234567890123456789'),
          '[^[:alnum:]]+', '', 'g'), '^(.)\\1*$', ''), '');
      END $$`,
    `CREATE OR REPLACE FUNCTION plate_twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE WHEN public.folded(number) ~ '[0-9٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹]' THEN public.twin_key(number) END;
      END $$`,
    `ALTER TABLE entities
      DROP COLUMN frame_key,
      DROP COLUMN plate_key,
      ADD COLUMN frame_key text GENERATED ALWAYS AS (twin_key(frame_number)) STORED,
      ADD COLUMN plate_key text GENERATED ALWAYS AS (plate_twin_key(license_plate)) STORED`,
    'CREATE INDEX entities_by_frame_key ON entities (frame_key) WHERE deleted_at IS NULL',
    'CREATE INDEX entities_by_plate_key ON entities (plate_key) WHERE deleted_at IS NULL',
    'ANALYZE entities',
  ]
}
