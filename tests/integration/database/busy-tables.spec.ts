import { migrate } from '@roadbook/migrations'
import { ConcurrentIndexes } from '@roadbook/migrations/concurrent-indexes'
import { migrations } from '@roadbook/migrations/list'
import { Migration } from '@roadbook/migrations/migration'
import { until } from '@roadbook/testing/until'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

class AddColumn1763700009991 extends Migration {
  readonly steps = ['ALTER TABLE trips ADD COLUMN busy_note text']
}
class TripIndexes1763700009992 extends ConcurrentIndexes {
  readonly steps = [{ index: 'trips_busy', on: 'trips', by: '(started_at, entity_id)', where: 'distance_m > 0' }]
}
class WaypointIndex1763700009993 extends ConcurrentIndexes {
  readonly steps = [{ index: 'waypoints_busy', on: 'waypoints', by: '(received_at)' }]
}
class LogIndex1763700009994 extends ConcurrentIndexes {
  readonly steps = [{ index: 'event_log_busy', on: 'event_log', by: '(key)' }]
}
class UniqueTrips1763700009995 extends ConcurrentIndexes {
  readonly steps = [{ index: 'trips_once', on: 'trips', by: '(id, entity_id)', unique: true as const }]
}

let database: TestDatabase
let reader: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  reader = new pg.Client({ connectionString: database.url, application_name: 'monthly report' })
  // One of the tests ends this connection.
  reader.on('error', () => undefined)
  await reader.connect()
})
afterEach(async () => {
  await reader.end().catch(() => undefined)
  await database.drop()
})

/** Migrates with these additional steps, and with short waits. */
const migrateWith = (
  steps: (new () => Migration | ConcurrentIndexes)[],
  { attempts = 1_000, notify = (_: string): void => undefined } = {},
) => migrate(database.url, { steps: [...migrations, ...steps], lockTimeoutMs: 200, pauseMs: 50, attempts, notify })

const ask = async <T>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as T[]
const isValid = async (index: string) =>
  (
    await ask<{ is_valid: boolean }>('SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)', [index])
  ).map(({ is_valid }) => is_valid)

describe('a step on a table that somebody reads for long', () => {
  beforeEach(() => reader.query('BEGIN; SELECT count(*) FROM trips'))

  it('lets others read meanwhile, names the reader, and goes through once the reader ends', async () => {
    const told: string[] = []
    const migrating = migrateWith([AddColumn1763700009991], { notify: (sentence) => told.push(sentence) })
    await until('the reader is named', () => told.length > 0)
    await until('others read behind a step that waits', async () => {
      const waiting = await ask("SELECT FROM pg_locks WHERE NOT granted AND relation = 'trips'::regclass")
      await ask('SELECT count(*) FROM trips')
      return waiting.length > 0
    })
    expect(told).toEqual([
      expect.stringMatching(
        /^Waiting for a lock on trips: it is held by pid \d+, "monthly report", role \w+, in a transaction since [\d-]+ [\d:]+ UTC, now idle in transaction$/,
      ),
    ])
    await reader.query('COMMIT')
    expect(await migrating).toEqual(['AddColumn1763700009991'])
    expect(await migrateWith([AddColumn1763700009991])).toEqual([])
  })

  it('gives up after its attempts, says who is in the way and how to go on, and leaves nothing half done', async () => {
    const [{ pid }] = (await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }]
    const failure = await migrateWith([AddColumn1763700009991], { attempts: 5 }).catch((error: Error) => error)
    expect(failure).toMatchObject({ name: 'TableInUse' })
    expect((failure as Error).message).toMatch(
      new RegExp(
        `^AddColumn1763700009991 waited 5 times for 0.2 s for a lock on trips, and gave up: it is held by pid ${pid}, "monthly report".*\n` +
          `Wait until that session ends, or end it \\(SELECT pg_terminate_backend\\(${pid}\\)\\). Then run migrate again: it goes on with this step.$`,
      ),
    )
    await ask('SELECT pg_terminate_backend($1)', [pid])
    expect(await migrateWith([AddColumn1763700009991])).toEqual(['AddColumn1763700009991'])
  })
})

describe('an index on data', () => {
  it('is built while a transaction writes the table, once that ends, and the table is written meanwhile', async () => {
    const told: string[] = []
    await reader.query('BEGIN; UPDATE trips SET distance_m = distance_m')
    const migrating = migrateWith([TripIndexes1763700009992], { notify: (sentence) => told.push(sentence) })
    await until('the writer is named', () => told.length > 0)
    expect(told[0]).toContain('"monthly report"')
    await ask('UPDATE trips SET distance_m = distance_m')
    await reader.query('COMMIT')
    expect(await migrating).toEqual(['TripIndexes1763700009992'])
    expect(await isValid('trips_busy')).toEqual([true])
  })

  it('that a broken-off build left invalid is built again; a complete one is left alone', async () => {
    // A failed build leaves the same kind of index as a build that was interrupted.
    await ask('CREATE TABLE twice (value int)')
    await ask('INSERT INTO twice VALUES (1), (1)')
    await expect(ask('CREATE UNIQUE INDEX CONCURRENTLY twice_once ON twice (value)')).rejects.toThrow(
      'could not create unique index',
    )
    expect(await isValid('twice_once')).toEqual([false])
    await ask('DELETE FROM twice WHERE ctid = (SELECT max(ctid) FROM twice)')
    class Twice1763700009996 extends ConcurrentIndexes {
      readonly steps = [{ index: 'twice_once', on: 'twice', by: '(value)', unique: true as const }]
    }
    await migrateWith([Twice1763700009996])
    expect(await isValid('twice_once')).toEqual([true])
    const oid = async () => (await ask<{ oid: number }>("SELECT 'twice_once'::regclass::oid::int AS oid"))[0]!.oid
    const before = await oid()
    await ask("DELETE FROM schema_migrations WHERE name = 'Twice1763700009996'")
    expect(await migrateWith([Twice1763700009996])).toEqual(['Twice1763700009996'])
    expect(await oid()).toBe(before)
  })

  it('whose name another table has is refused', async () => {
    await ask('CREATE INDEX trips_busy ON entities (id)')
    await expect(migrateWith([TripIndexes1763700009992])).rejects.toThrow('trips_busy is not an index on trips')
  })

  it('of a partitioned table has all its partitions, also those that a broken-off build left out and later ones', async () => {
    const weeks = await ask<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'waypoints'::regclass ORDER BY 1",
    )
    expect(weeks.length).toBeGreaterThanOrEqual(3)
    // Simulates a build that was interrupted after the first week.
    await ask('CREATE INDEX waypoints_busy ON ONLY waypoints (received_at)')
    await ask(`CREATE INDEX waypoints_busy_${weeks[0]!.name.slice('waypoints_'.length)} ON ${weeks[0]!.name} (received_at)`)
    expect(await isValid('waypoints_busy')).toEqual([false])
    await migrateWith([WaypointIndex1763700009993])
    expect(await isValid('waypoints_busy')).toEqual([true])
    expect(await ask("SELECT make_waypoint_partition('2021-02-03Z') AS made")).toEqual([{ made: true }])
    const parts = await ask<{ valid: boolean }>(
      "SELECT indisvalid AS valid FROM pg_inherits h JOIN pg_index i ON i.indexrelid = h.inhrelid WHERE h.inhparent = 'waypoints_busy'::regclass",
    )
    expect(parts).toEqual(Array(weeks.length + 1).fill({ valid: true }))
  })

  it('of the event log has the segments of every topic', async () => {
    await ask("SELECT event_log_make_topic('busy.topic', 2, '1 hour', '1 day', false)")
    await ask('SELECT event_log_make_segments()')
    await migrateWith([LogIndex1763700009994])
    expect(await isValid('event_log_busy')).toEqual([true])
    expect(await ask("SELECT FROM pg_partition_tree('event_log_busy') WHERE isleaf")).toHaveLength(
      (await ask("SELECT FROM pg_partition_tree('event_log') WHERE isleaf")).length,
    )
  })

  it('is built once by two who migrate at the same moment', async () => {
    const ran = await Promise.all([migrateWith([UniqueTrips1763700009995]), migrateWith([UniqueTrips1763700009995])])
    expect(ran.flat()).toEqual(['UniqueTrips1763700009995'])
    expect(await isValid('trips_once')).toEqual([true])
  })
})
