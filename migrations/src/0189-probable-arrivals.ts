import { Migration } from './migration.js'

/** Adds the probable arrival time to trips whose readings are far apart, in addition to the time of the reading at rest. */
export class ProbableArrivals1763700000189 extends Migration {
  readonly steps = [columns, { rules: 'webhooks' }]
}

const columns = `
-- An estimate: sums, alerts and invoices count to ended_at, which is a reading's time.
ALTER TABLE trips ADD COLUMN arrived_at timestamptz
  CONSTRAINT trips_arrived_at_check CHECK (arrived_at >= started_at AND arrived_at < ended_at);
ALTER TABLE logbook_entries ADD COLUMN arrived_at timestamptz
  CONSTRAINT logbook_entries_arrived_at_check CHECK (arrived_at >= started_at AND arrived_at < ended_at);
`
