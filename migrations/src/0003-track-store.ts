import type { QueryRunner } from 'typeorm'
import { hypertable } from './0003-track-store/hypertable.js'
import { nativePartitions } from './0003-track-store/native-partitions.js'
import { scopedReads } from './0003-track-store/scoped-reads.js'
import { statesAndTrips } from './0003-track-store/states-and-trips.js'
import { waypoints } from './0003-track-store/waypoints.js'
import { Migration } from './migration.js'

/**
 * Waypoints, device states and trips. Waypoints have one shape and two creations: a compressed hypertable where the
 * server offers TimescaleDB, weekly range partitions where it does not. The functions around them have one signature, so
 * that nothing else needs to know which it is. The server is asked here, once.
 */
export class TrackStore1763700000003 extends Migration {
  readonly steps = [statesAndTrips, scopedReads]

  override async up(runner: QueryRunner): Promise<void> {
    const offered = (await runner.query("SELECT 1 FROM pg_available_extensions WHERE name = 'timescaledb'")) as unknown[]
    if (offered.length > 0) {
      await runner.query('CREATE EXTENSION IF NOT EXISTS timescaledb')
      await runner.query(waypoints(''))
      await runner.query(hypertable)
    } else {
      await runner.query(waypoints('PARTITION BY RANGE (positioned_at)'))
      await runner.query(nativePartitions)
    }
    await super.up(runner)
  }
}
