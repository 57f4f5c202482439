import type { QueryRunner } from 'typeorm'
import { hypertable } from './0003-track-store/hypertable.js'
import { nativePartitions } from './0003-track-store/native-partitions.js'
import { scopedReads } from './0003-track-store/scoped-reads.js'
import { statesAndTrips } from './0003-track-store/states-and-trips.js'
import { waypoints } from './0003-track-store/waypoints.js'
import { Migration } from './migration.js'
import { type Ask, judgeTimescale } from './timescale.js'

/**
 * Creates waypoints, device states and trips. Waypoints always have the same columns but are created in one of two ways: as
 * a compressed hypertable if TimescaleDB is usable, and otherwise as weekly range partitions. The functions for waypoints
 * have the same signatures in both cases, so other code need not distinguish the two ways. Only this migration checks if
 * TimescaleDB is usable.
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
 * If TimescaleDB looks usable, creates the extension and checks again, because only an installed extension reports its
 * licence reliably. If the second check fails, drops the extension.
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
