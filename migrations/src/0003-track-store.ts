import type { QueryRunner } from 'typeorm'
import { hypertable } from './0003-track-store/hypertable.js'
import { nativePartitions } from './0003-track-store/native-partitions.js'
import { scopedReads } from './0003-track-store/scoped-reads.js'
import { statesAndTrips } from './0003-track-store/states-and-trips.js'
import { waypoints } from './0003-track-store/waypoints.js'
import { Migration } from './migration.js'
import { type Ask, judgeTimescale } from './timescale.js'

/**
 * Creates waypoints, device states and trips. Waypoints have the same columns everywhere but are created in one of two ways: as a
 * compressed hypertable where TimescaleDB is usable, as weekly range partitions elsewhere. The functions around them have the
 * same signatures in both, so no other code needs to know. The server is asked only here.
 */
export class TrackStore1763700000003 extends Migration {
  readonly steps = [statesAndTrips, scopedReads]

  override async up(runner: QueryRunner): Promise<void> {
    const ask: Ask = async (statement, values) => (await runner.query(statement, values)) as never
    if (await takesTimescale(ask)) {
      await runner.query(waypoints(''))
      await runner.query(hypertable)
    } else {
      await runner.query(waypoints('PARTITION BY RANGE (positioned_at)'))
      await runner.query(nativePartitions)
    }
    await super.up(runner)
  }
}

/**
 * Creates the extension if it looks usable, then checks again, because only an installed extension reports its licence reliably.
 * Drops it if it turns out not to be usable.
 */
async function takesTimescale(ask: Ask): Promise<boolean> {
  const before = await judgeTimescale(ask)
  if (!before.isUsable) return false
  if (before.isInstalled) return true
  await ask('CREATE EXTENSION IF NOT EXISTS timescaledb')
  if ((await judgeTimescale(ask)).isUsable) return true
  await ask('DROP EXTENSION timescaledb')
  return false
}
