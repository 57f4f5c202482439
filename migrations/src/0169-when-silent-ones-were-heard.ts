import { Migration } from './migration.js'

/**
 * Adds the time of the last message to alerts of silence. Such an alert depends on that time and on the time of the last
 * reading, and shows both (decision 87).
 */
export class WhenSilentOnesWereHeard1763700000169 extends Migration {
  readonly steps = [heard]
}

const heard = `
ALTER TABLE alerts
  -- Of silence: when the tracker was heard last, where that was not when it measured last (began_at).
  ADD COLUMN heard_at timestamptz;
`
