import { Migration } from './migration.js'

/**
 * Counts the maximum life of a link (one week) in hours. Until now it was seven days. If the session or a restored dump is
 * in a time zone with summer time, the seven days in which clocks go forward have only 167 hours. The constraint then
 * refused a link for a week.
 */
export class WeeksInHours1763700000144 extends Migration {
  readonly steps = ['entity_shares', 'missing_case_shares'].map(
    (table) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_check,
      ADD CONSTRAINT ${table}_check CHECK (expires_at > created_at AND expires_at <= created_at + interval '168 hours')`,
  )
}
