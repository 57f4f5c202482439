import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { ChangedRows } from '@roadbook/gateway/registry/changed-rows'
import { PostgresDeviceDirectory } from '@roadbook/gateway/registry/postgres-device-directory'
import { createLogger, createPool } from '@roadbook/platform'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

const IMEI = '356307042441013'
const logger = createLogger('test', 'silent')

/** Returns a pool for a test, which can count and refuse its queries. */
const countingPool = (pool: pg.Pool) => {
  const state = { queries: [] as string[], answered: [] as unknown[], isAway: false }
  const query = async (text: string, values: unknown[]) => {
    if (state.isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
    state.queries.push(text)
    const result = await pool.query(text, values)
    state.answered.push(...result.rows.filter((row) => row.imei))
    return result
  }
  return Object.assign(state, { pool: { query } as unknown as pg.Pool })
}

describe('the device directory', () => {
  let database: TestDatabase
  const directories: PostgresDeviceDirectory[] = []
  const open = (pool: pg.Pool, options = {}) => {
    const directory = new PostgresDeviceDirectory({ pool, logger, refreshMs: 20, askEveryMs: 20, ...options })
    directories.push(directory)
    directory.start()
    return directory
  }
  const register = (imei: string, columns: Record<string, string | number> = {}) => {
    const names = Object.keys(columns)
    return database.pool.query(
      `INSERT INTO devices (business_id, imei${names.map((name) => `, ${name}`).join('')})
       VALUES ((SELECT id FROM businesses), $1${names.map((_, nth) => `, $${nth + 2}`).join('')})`,
      [imei, ...Object.values(columns)],
    )
  }

  beforeEach(async () => {
    database = await createTestDatabase()
    await database.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
  })
  afterEach(async () => {
    for (const directory of directories.splice(0)) directory.stop()
    await database.drop()
  })

  it('knows a tracker by its IMEI and by the name that it uses itself, with its local time', async () => {
    await register(IMEI, { tracker_id: '0123456789', utc_offset_minutes: 480, speed_unit: 'm/s' })
    const directory = open(database.pool)
    const tracker = { imei: IMEI, utcOffsetMinutes: 480, speedUnit: 'm/s' }
    expect(await directory.lookUp('0123456789')).toEqual(tracker)
    expect(await directory.lookUp(IMEI)).toEqual(tracker)
    expect(await directory.lookUp('9876543210')).toBe('unknown')
  })

  it('lets a tracker in that was registered after it was refused', async () => {
    const directory = open(database.pool)
    expect(await directory.lookUp(IMEI)).toBe('unknown')
    await register(IMEI)
    await until('the tracker is let in', () => directory.lookUp(IMEI), { fits: (standing) => standing === 'known' })
  })

  it('hears when a device is deleted, renamed or set to another local time, so that its session begins again', async () => {
    await register(IMEI, { tracker_id: 'bike-1' })
    const directory = open(database.pool)
    await directory.lookUp(IMEI)
    const heard: unknown[] = []
    directory.onChanged = (...change) => heard.push(change)
    await database.pool.query("UPDATE devices SET tracker_id = 'bike-2'")
    await until('one change is heard', () => heard, { fits: ({ length }) => length === 1 })
    expect(directory.lookUp('bike-2')).toEqual({ imei: IMEI })
    await database.pool.query('UPDATE devices SET utc_offset_minutes = 60')
    await until('two changes are heard', () => heard, { fits: ({ length }) => length === 2 })
    await database.pool.query("UPDATE devices SET speed_unit = 'mph'")
    await until('three changes are heard', () => heard, { fits: ({ length }) => length === 3 })
    await database.pool.query('UPDATE devices SET deleted_at = now()')
    await until('four changes are heard', () => heard, { fits: ({ length }) => length === 4 })
    expect(heard).toEqual([
      [IMEI, false],
      [IMEI, false],
      [IMEI, false],
      [IMEI, true],
    ])
    expect(await directory.lookUp('bike-2')).toBe('unknown')
  })

  it('reads nothing again, however long ago the newest change was', async () => {
    await register(IMEI)
    await database.pool.query("UPDATE devices SET updated_at = now() - interval '1 hour'")
    await database.pool.query(`INSERT INTO device_states (device_id, imei, revision, last_received_at, moving, updated_at)
      SELECT id, imei, 1, updated_at, false, updated_at FROM devices`)
    const counting = countingPool(database.pool)
    const directory = open(counting.pool, { heardMs: 20 })
    await until('the directory is ready', () => directory.ready().then(() => true), { outlastsErrors: true })
    const lookAgain = async () => {
      const [asked, answered] = [counting.queries.length, counting.answered.length]
      await until('it looked for changes several times', () => counting.queries.length - asked, { fits: (more) => more > 10 })
      return counting.answered.length - answered
    }
    // When this test begins, a transaction of another test may still be running.
    await until('it has settled', lookAgain, { fits: (more) => more === 0 })
    const answered = counting.answered.length
    await lookAgain()
    expect(counting.answered).toHaveLength(answered)
    await database.pool.query("UPDATE devices SET tracker_id = 'bike-1'")
    await until('a change is noticed', () => directory.lookUp('bike-1'), { fits: (standing) => standing !== 'unknown' })
  })

  it('reads a change whose transaction ended long after it wrote', async () => {
    await register(IMEI)
    const source = { columns: 'imei, tracker_id', from: 'devices', changedAt: 'updated_at' }
    const changed = new ChangedRows(database.pool, source, 0)
    await changed.skip()
    const writer = await database.pool.connect()
    await writer.query("BEGIN; UPDATE devices SET tracker_id = 'bike-1'")
    expect(await changed.read()).toEqual([])
    expect(await changed.read()).toEqual([])
    await writer.query('COMMIT')
    writer.release()
    expect(await changed.read()).toMatchObject([{ imei: IMEI, tracker_id: 'bike-1' }])
    await until('it is not read again', () => changed.read(), { fits: ({ length }) => length === 0 })
  })

  it('goes on with the trackers it knows while the database is away, and is unsure of others', async () => {
    await register(IMEI)
    const counting = countingPool(database.pool)
    const directory = open(counting.pool)
    expect(await directory.lookUp(IMEI)).toBe('known')
    counting.isAway = true
    expect(directory.lookUp(IMEI)).toBe('known')
    expect(await directory.lookUp('356307042441021')).toBe('unsure')
  })

  it('has trackers wait, and says that it is not ready, when it starts while the database is away', async () => {
    await register(IMEI)
    const counting = countingPool(database.pool)
    counting.isAway = true
    const directory = open(counting.pool)
    const standing = directory.lookUp(IMEI)
    await expect(directory.ready()).rejects.toThrow('device registry')
    counting.isAway = false
    expect(await standing).toBe('known')
    await directory.ready()
  })

  it('is unsure, not wrong, when the database stays away for longer than a tracker waits', async () => {
    const counting = countingPool(database.pool)
    counting.isAway = true
    expect(await open(counting.pool, { patienceMs: 30 }).lookUp(IMEI)).toBe('unsure')
  })

  it('B12 asks once for however many made-up names, and lists no more than ten thousand of them', async () => {
    const counting = countingPool(database.pool)
    const directory = open(counting.pool, { refreshMs: 1_000_000, askEveryMs: 1_000_000 })
    const isReady = () => directory.ready().then(() => true)
    await until('the directory is ready', isReady, { outlastsErrors: true })
    await directory.lookUp('first')
    counting.queries.length = 0
    const flood = Array.from({ length: 20_000 }, async (_, nth) => directory.lookUp(String(350_000_000_000_000 + nth)))
    expect(counting.queries).toEqual([])
    directory.stop()
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['unsure']))
    await database.pool.query(`INSERT INTO unknown_devices (imei, protocol, remote_address)
      SELECT n::text, 'x', '::1' FROM generate_series(1, 9990) AS n`)
    const strangers = Array.from({ length: 100 }, (_, nth) => ({
      identity: `fake-${nth}`,
      protocol: 'h02',
      remoteAddress: '::1',
    }))
    const lists = open(database.pool)
    strangers.forEach((stranger) => lists.reportUnknown(stranger))
    lists.reportUnknown({ identity: '1', protocol: 'h02', remoteAddress: '10.0.0.1' })
    const count = async () => Number((await database.pool.query('SELECT count(*) FROM unknown_devices')).rows[0].count)
    await until('strangers are listed', count, { fits: (strangers) => strangers > 9_990 })
    expect(await count()).toBe(10_000)
    const { rows } = await database.pool.query("SELECT attempts, protocol FROM unknown_devices WHERE imei = '1'")
    expect(rows).toEqual([{ attempts: '2', protocol: 'h02' }])
  })

  it('does not hold up a start for a database that accepts connections and then says nothing', async () => {
    const silent: Server = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const pool = createPool({ url: `postgres://x@127.0.0.1:${port}/x`, name: 'test', max: 1 })
    const directory = open(pool)
    await expect(directory.ready()).rejects.toThrow('device registry')
    directory.stop()
    silent.close()
    void pool.end()
  })
})
