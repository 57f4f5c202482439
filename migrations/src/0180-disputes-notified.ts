import { Migration } from './migration.js'

/** Notifies managers once of a dispute between two senders. */
export class DisputesNotified1763700000180 extends Migration {
  readonly steps = [notified]
}

const notified = `
-- When the managers of its business were mailed, and the audit log got its entry: both in the transaction that sets it.
ALTER TABLE tracker_disputes ADD COLUMN notified_at timestamptz;
CREATE INDEX tracker_disputes_unnotified ON tracker_disputes (id) WHERE notified_at IS NULL;
GRANT UPDATE (notified_at) ON tracker_disputes TO roadbook_api;
`
