import { Migration } from './migration.js'

/**
 * What a vehicle is found by, one a line, in small letters and without the signs that people write numbers apart with: whoever
 * types `hdsc1072` finds the plate `HD-SC 1072` (T-06).
 */
export class SearchKeys1763700000086 extends Migration {
  readonly steps = [
    `ALTER TABLE entities ADD COLUMN search_key text GENERATED ALWAYS AS (
      translate(lower(name || E'\\n' || coalesce(short_name, '') || E'\\n' || coalesce(frame_number, '') || E'\\n' ||
        coalesce(license_plate, '')), ' -./_', '')
    ) STORED`,
    'ANALYZE entities',
  ]
}
