import { Migration } from './migration.js'

/**
 * Counts a link's maximum life of one week in hours. In the week before clocks go forward seven days have 167 hours where a
 * session or a restored dump is in a zone with summer time, and the constraint refused a link for a week.
 */
export class WeeksInHours1763700000144 extends Migration {
  readonly steps = ['entity_shares', 'missing_case_shares'].map(
    (table) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_check,
      ADD CONSTRAINT ${table}_check CHECK (expires_at > created_at AND expires_at <= created_at + interval '168 hours')`,
  )
}
