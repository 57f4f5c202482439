import { Migration } from './migration.js'

/**
 * Adds the search keys of a vehicle, one per line, in lower case and without separators. With these keys, `hdsc1072` finds
 * the plate `HD-SC 1072` (T-06).
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
