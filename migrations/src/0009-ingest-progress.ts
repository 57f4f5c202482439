import { Migration } from './migration.js'

/**
 * Records how far the waypoints and the trips of each partition of `tracker.packets` have been processed. A process may die
 * after it has stored a fix and before it has added the fix to a trip. With this record, such a fix is distinguished from a
 * repeated fix.
 */
export class IngestProgress1763700000009 extends Migration {
  readonly steps = [table]
}

const table = `
CREATE TABLE ingest_progress (
  partition int PRIMARY KEY,
  -- raised by every process that takes the partition over; who holds an older one writes nothing more
  generation bigint NOT NULL DEFAULT 1,
  -- fixes of messages up to here may be stored
  written_offset bigint NOT NULL DEFAULT -1,
  -- and those of messages up to here are in the saved trips
  cut_offset bigint NOT NULL DEFAULT -1
) WITH (fillfactor = 50);
`
