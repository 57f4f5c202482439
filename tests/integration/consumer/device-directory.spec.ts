import { DeviceDirectory } from '@roadbook/consumer/registry/device-directory'
import { createLogger } from '@roadbook/platform'
import { until } from '@roadbook/testing/until'
import { REST_MINUTES } from '@roadbook/trips'
import type pg from 'pg'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const logger = createLogger('test', 'silent')

/** Returns a pool for a test, which can count, refuse and delay its statements. */
function watched(pool: pg.Pool) {
  const state = { looks: 0, read: [] as string[], isAway: false, held: undefined as Promise<void> | undefined }
  const query = async (text: string, values: unknown[]) => {
    if (state.isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
    const isReading = text.includes('FROM devices d')
    const result = await pool.query(text, values)
    if (!isReading) state.looks++
    else {
      state.read.push(...(values[0] as string[]))
      await state.held
    }
    return result
  }
  return Object.assign(state, { pool: { query } as unknown as pg.Pool })
}

describe('the consumer’s registry of devices', () => {
  let bench: ConsumerBench
  const open: DeviceDirectory[] = []

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => open.splice(0).forEach((directory) => directory.stop()))
  afterAll(() => bench.close())

  const sql = (text: string, values?: unknown[]) => bench.database.pool.query(text, values)

  /** Starts a registry that knows some devices, and that has read all earlier changes. */
  async function start(imeis: readonly string[]) {
    const database = watched(bench.database.pool)
    const directory = new DeviceDirectory(database.pool, logger)
    open.push(directory)
    directory.start(10)
    await directory.resolve(imeis)
    const looksAgain = async () => {
      const before = database.looks
      await until('it looked for changes', () => database.looks - before, { fits: (looks) => looks >= 3 })
    }
    await looksAgain()
    database.read.length = 0
    const known = async (imei: string) => (await directory.resolve([imei])).get(imei)
    return { database, directory, looksAgain, known }
  }

  it('reads no device again that did not change, and each changed one once', async () => {
    const [mine, other] = [await bench.installDevice(), await bench.installDevice()]
    const { database, looksAgain, known } = await start([mine.imei, other.imei])
    await looksAgain()
    expect(database.read).toEqual([])
    await sql('UPDATE installations SET removed_at = now() WHERE device_id = $1', [mine.deviceId])
    await until('the removal is known', () => known(mine.imei), {
      fits: (device) => device?.installations[0]?.removedAt !== undefined,
    })
    await looksAgain()
    expect(database.read).toEqual([mine.imei])
  })

  it.each<{ what: string; change: string; isKnown: string }>([
    {
      what: 'a vehicle of another type',
      change: "UPDATE entities SET vehicle_type = 'moped' WHERE id = $2 AND $1 > 0 AND $3 > 0",
      isKnown: '"vehicleType":"moped"',
    },
    {
      what: 'an installation put right',
      change: "UPDATE installations SET installed_at = '2020-01-01Z' WHERE device_id = $1 AND entity_id = $2 AND $3 > 0",
      isKnown: '"installedAt":1577836800000',
    },
    {
      what: 'trips that somebody joined',
      change:
        "INSERT INTO trip_joins (device_id, entity_id, business_id, from_at, till_at) VALUES ($1, $2, $3, '2024-01-01Z', '2024-01-02Z')",
      isKnown: '"joins":[',
    },
    {
      what: 'a rest that the business chose',
      change:
        'INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) SELECT $3, vehicle_type, 9 FROM entities WHERE id = $2 AND $1 > 0 ON CONFLICT (business_id, vehicle_type) DO UPDATE SET rest_minutes = 9',
      isKnown: '"restMinutes":9',
    },
    {
      what: 'its deletion',
      change: 'UPDATE devices SET deleted_at = now() WHERE id = $1 AND $2 > 0 AND $3 > 0',
      isKnown: 'undefined',
    },
    {
      what: 'another IMEI',
      change: "UPDATE devices SET imei = '356307042449997' WHERE id = $1 AND $2 > 0 AND $3 > 0",
      isKnown: 'undefined',
    },
  ])('notices $what without a restart', async ({ change, isKnown }) => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { known } = await start([imei])
    if (isKnown === 'undefined') await sql('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await sql(change, [deviceId, entityId, bench.businessId])
    await until('the change is known', async () => String(JSON.stringify(await known(imei))), {
      fits: (said) => said.includes(isKnown),
    })
  })

  it('G-104 notices a business that moves below one with another rest', async () => {
    const { imei } = await bench.installDevice()
    const { rows } = await sql("INSERT INTO businesses (kind, name) VALUES ('vendor', 'Above') RETURNING id")
    await sql("INSERT INTO trip_rests (business_id, vehicle_type, rest_minutes) SELECT $1, 'eBike', $2", [
      rows[0].id,
      REST_MINUTES.most,
    ])
    await sql('DELETE FROM trip_rests WHERE business_id = $1', [bench.businessId])
    const { known } = await start([imei])
    await sql('UPDATE businesses SET parent_id = $1 WHERE id = $2', [rows[0].id, bench.businessId])
    await until('the rest is known', () => known(imei), {
      fits: (device) => device?.installations[0]?.restMinutes === REST_MINUTES.most,
    })
    await sql('UPDATE businesses SET parent_id = NULL WHERE id = $1', [bench.businessId])
  })

  it('notices what changed while the database was away', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const { database, known } = await start([imei])
    database.isAway = true
    await sql('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    expect(await known(imei)).toMatchObject({ installations: [{ entityId: expect.any(Number) }] })
    database.isAway = false
    await until('the removal is known', () => known(imei), {
      fits: (device) => device?.installations[0]?.removedAt !== undefined,
    })
  })

  it('notices a change whose transaction ended long after it wrote', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const { looksAgain, known } = await start([imei])
    const writer = await bench.database.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
      const other = await bench.installDevice()
      await sql('UPDATE installations SET removed_at = now() WHERE device_id = $1', [other.deviceId])
      await looksAgain()
      await writer.query('COMMIT')
    } finally {
      writer.release()
    }
    await until('the removal is known', () => known(imei), {
      fits: (device) => device?.installations[0]?.removedAt !== undefined,
    })
  })

  it('does not keep what a slow reading found before a change', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const { database, looksAgain, known } = await start([])
    let letGo!: () => void
    database.held = new Promise((resolve) => (letGo = resolve))
    const reading = known(imei)
    await until('the reading has its answer from the database', () => database.read.includes(imei))
    await looksAgain()
    await sql('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await looksAgain()
    database.held = undefined
    letGo()
    await reading
    await until('the removal is known', () => known(imei), {
      fits: (device) => device?.installations[0]?.removedAt !== undefined,
    })
  })
})
