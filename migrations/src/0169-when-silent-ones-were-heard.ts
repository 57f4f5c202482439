import { Migration } from './migration.js'

/** Silence is told by when a tracker measured something and by when it was heard (decision 87): an alert says both. */
export class WhenSilentOnesWereHeard1763700000169 extends Migration {
  readonly steps = [heard]
}

const heard = `
ALTER TABLE alerts
  -- Of silence: when the tracker was heard last, where that was not when it measured last (began_at).
  ADD COLUMN heard_at timestamptz;
`
