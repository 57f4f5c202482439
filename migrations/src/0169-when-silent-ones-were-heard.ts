import { Migration } from './migration.js'

/**
 * Adds the time of the last message to alerts of silence. Silence is judged by that time and by the time of the last reading, and
 * an alert shows both (decision 87).
 */
export class WhenSilentOnesWereHeard1763700000169 extends Migration {
  readonly steps = [heard]
}

const heard = `
ALTER TABLE alerts
  -- Of silence: when the tracker was heard last, where that was not when it measured last (began_at).
  ADD COLUMN heard_at timestamptz;
`
