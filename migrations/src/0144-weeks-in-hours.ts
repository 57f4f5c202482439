import { Migration } from './migration.js'

/**
 * Counts the week that a link is good for in hours. Seven days have 167 hours in the week before clocks go forward, where a session
 * or a restored dump is in a zone with summer time: a link for a week was refused there.
 */
export class WeeksInHours1763700000144 extends Migration {
  readonly steps = ['entity_shares', 'missing_case_shares'].map(
    (table) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_check,
      ADD CONSTRAINT ${table}_check CHECK (expires_at > created_at AND expires_at <= created_at + interval '168 hours')`,
  )
}
