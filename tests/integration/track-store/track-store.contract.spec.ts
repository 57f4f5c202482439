import { FixValidity, type Fix } from '@roadbook/contracts'
import { asStored, storedTime, type WaypointRow } from '@roadbook/track-store'
import { TRACK_DATABASES, type TrackDatabase } from '../../support/consumer/track-databases.js'

const SECOND = 1000
const DAY = 86_400 * SECOND
const NOW = Math.floor(Date.now() / DAY) * DAY
/** Returns a drive with one fix every ten seconds. Each fix is a bit further to the north-east. */
const drive = (deviceId: number, start: number, fixes: number): WaypointRow[] =>
  Array.from({ length: fixes }, (_, n) => ({
    deviceId,
    receivedAt: start + n * 10 * SECOND + 700,
    fix: {
      positionedAt: start + n * 10 * SECOND,
      validity: FixValidity.valid,
      latitude: Number((52.09 + n * 1e-4).toFixed(7)),
      longitude: Number((5.12 - n * 2e-4).toFixed(7)),
      speedKph: 18 + (n % 7),
      heading: (n * 13) % 360,
      satellites: 9,
    },
  }))

/** Returns the rows in another order. The order is the same in each run. */
const shuffled = <T>(rows: readonly T[]): T[] =>
  rows
    .map((row, n) => ({ row, key: (n * 2_654_435_761) % 1_000_003 }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row)

describe.each(TRACK_DATABASES)('the track store on $name', ({ name, create }) => {
  let database: TrackDatabase
  let nextDevice = 0
  const device = () => database.devices[nextDevice++] as number
  const write = async (rows: readonly WaypointRow[], size = 500, store = database.store) => {
    const total = { inserted: 0, duplicates: 0, aside: 0 }
    for (let at = 0; at < rows.length; at += size) {
      const result = await store.writeWaypoints(rows.slice(at, at + size))
      total.inserted += result.inserted
      total.duplicates += result.duplicates
      total.aside += result.aside
    }
    return total
  }
  const fixesOf = async (deviceId: number, from = NOW - 4_000 * DAY, till = NOW + DAY) =>
    (await database.store.readWaypoints(deviceId, from, till)).map(({ fix }) => fix)

  beforeAll(async () => {
    database = await create()
  })
  afterAll(() => database?.stop())

  it('G10 stores every fix once when a fifth of the stream is repeated and the whole stream comes twice', async () => {
    const [one, two] = [device(), device()]
    const stream = drive(one, NOW - DAY, 600).flatMap((row, n) => [row, ...drive(two, NOW - DAY, 600).slice(n, n + 1)])
    const redelivered = stream.flatMap((row, n) => (n % 5 === 4 ? [row, stream[n - 3] as WaypointRow] : [row]))
    expect(await write(redelivered, 250)).toMatchObject({ inserted: 1200, duplicates: 240, aside: 0 })
    expect(await write(redelivered, 333)).toMatchObject({ inserted: 0, duplicates: 1440, aside: 0 })
    expect(await fixesOf(one)).toEqual(drive(one, NOW - DAY, 600).map(({ fix }) => fix))
    expect(await fixesOf(two)).toEqual(drive(two, NOW - DAY, 600).map(({ fix }) => fix))
  })

  it('F17 stores the same track whatever the order and the size of the batches', async () => {
    const [one, two] = [device(), device()]
    await write(shuffled([...drive(one, NOW - 9 * DAY, 300), ...drive(two, NOW - 9 * DAY, 300)]), 77)
    expect(await fixesOf(one)).toEqual(drive(one, NOW - 9 * DAY, 300).map(({ fix }) => fix))
    expect(await fixesOf(two)).toEqual(drive(two, NOW - 9 * DAY, 300).map(({ fix }) => fix))
  })

  it('notices that another process has written meanwhile, and still stores each fix once', async () => {
    const id = device()
    const rows = drive(id, NOW - DAY, 30)
    await write(rows.slice(0, 10))
    await write(rows.slice(10, 25), 500, database.anotherStore())
    expect(await write(rows.slice(8, 30))).toMatchObject({ inserted: 5, duplicates: 17, aside: 0 })
    expect(await fixesOf(id)).toHaveLength(30)
  })

  describe('of several readings of one instant', () => {
    const position = (id: number): WaypointRow => drive(id, NOW - DAY, 1)[0]!
    const saying = (row: WaypointRow, more: Partial<Fix>, laterS = 0): WaypointRow => ({
      ...row,
      receivedAt: row.receivedAt + laterS * SECOND,
      fix: { ...row.fix, ...more },
    })

    it('keeps each that says something else, in the order in which they came, in one call or several', async () => {
      const id = device()
      const row = position(id)
      const all = [
        row,
        saying(row, { attributes: { alarm: 'sos' } }, 3),
        saying(row, { batteryPercent: 5 }, 60),
        saying(row, { ignition: false }, 60),
        saying(row, { attributes: { alarm: 'powerCut', input1: true } }, 90),
        saying(row, { latitude: 52.1 }, 120),
      ]
      expect(await write(all.slice(0, 2))).toMatchObject({ inserted: 2, duplicates: 0 })
      expect(await write(all.slice(2, 3))).toMatchObject({ inserted: 1, duplicates: 0 })
      expect(await write(all.slice(3))).toMatchObject({ inserted: 3, duplicates: 0 })
      expect(await fixesOf(id)).toEqual(all.map(({ fix }) => fix))
      expect(await fixesOf(id, row.fix.positionedAt, row.fix.positionedAt)).toHaveLength(6)
    })

    it('takes what says the same for a repetition, whenever it comes and whatever was found out about it since', async () => {
      const id = device()
      const row = position(id)
      const alarm = saying(row, { attributes: { alarm: 'sos', input1: true } }, 3)
      await write([row, alarm])
      await database.pool.query('UPDATE waypoints SET validity = $2 WHERE device_id = $1', [id, FixValidity.implausibleSpeed])
      const again = [alarm, saying(row, {}, 40), saying(row, { attributes: { input1: true, alarm: 'sos' } }, 41)]
      expect(await write(again)).toMatchObject({ inserted: 0, duplicates: 3 })
      expect(await write([...again, saying(row, { batteryPercent: 5 })])).toMatchObject({ inserted: 1, duplicates: 3 })
      expect(await fixesOf(id)).toHaveLength(3)
    })

    it('says which of a call only came again, and what stood at their instants before', async () => {
      const id = device()
      const row = position(id)
      await write([row])
      const [again, alarm] = [saying(row, {}), saying(row, { attributes: { alarm: 'sos' } })]
      const result = await database.store.writeWaypoints([again, alarm])
      expect([again, alarm].map(result.isRepeat)).toEqual([true, false])
      expect(result.besides(alarm).map(({ fix }) => fix)).toEqual([row.fix])
      expect(result.besides(again)).toEqual([])
    })

    it('keeps them all in whatever order, batches and repetitions they come, also beside another writer and without COPY', async () => {
      const id = device()
      const rows = drive(id, NOW - DAY, 40).flatMap((row, n) => [
        row,
        ...(n % 3 === 0 ? [saying(row, { attributes: { alarm: 'sos' } }, 2), saying(row, { batteryPercent: n }, 5)] : []),
      ])
      const stores = [database.store, database.anotherStore(), database.store, database.anotherStore()]
      let at = 0
      for (const size of [7, 11, 3, 20]) {
        await write(shuffled([...rows, ...rows]).slice(at, at + 33), size, stores[at % 4])
        at += 33
      }
      await write(shuffled(rows), 9, database.anotherStore())
      const stored = await fixesOf(id)
      expect(stored).toHaveLength(rows.length)
      expect(stored).toEqual(expect.arrayContaining(rows.map(({ fix }) => fix)))
    })

    it('never parts them between two pages', async () => {
      const id = device()
      const row = position(id)
      const later = saying(row, { positionedAt: row.fix.positionedAt + SECOND })
      await write([row, saying(row, { batteryPercent: 1 }), saying(row, { batteryPercent: 2 }), later])
      const times = async (options: object) =>
        (await database.store.readWaypoints(id, NOW - 2 * DAY, NOW, options)).map(
          ({ fix }) => fix.positionedAt - row.fix.positionedAt,
        )
      expect(await times({ limit: 1 })).toEqual([0, 0, 0])
      expect(await times({ limit: 2, after: row.fix.positionedAt - 1 })).toEqual([0, 0, 0])
      expect(await times({ limit: 3 })).toEqual([0, 0, 0])
      expect(await times({ limit: 1, after: row.fix.positionedAt })).toEqual([SECOND])
      expect(await times({ limit: 2, newestFirst: true })).toEqual([SECOND, 0, 0, 0])
      expect(await times({ newestFirst: true, after: later.fix.positionedAt })).toEqual([0, 0, 0])
    })

    it('takes out just the one that is asked for', async () => {
      const id = device()
      const row = position(id)
      await write([row, saying(row, { batteryPercent: 1 }), saying(row, { batteryPercent: 2 })])
      const [, middle] = await database.store.readWaypoints(id, NOW - 2 * DAY, NOW)
      const change = { remove: [storedTime(middle!)], rows: [saying(row, { batteryPercent: 3 })] }
      expect(await database.store.replaceWaypoints(id, change)).toMatchObject({ removed: 1, inserted: 1 })
      expect((await fixesOf(id)).map(({ batteryPercent }) => batteryPercent)).toEqual([undefined, 2, 3])
      expect(await write([row, saying(row, { batteryPercent: 2 })])).toMatchObject({ inserted: 0, duplicates: 2 })
    })

    it('dates what comes after a thousand by its reception: such a clock does not know the time', async () => {
      const id = device()
      const row = position(id)
      await write(Array.from({ length: 1_003 }, (_, n) => saying(row, { externalBatteryMv: n }, n)))
      const stored = await fixesOf(id)
      expect(stored).toHaveLength(1_003)
      expect(stored.filter(({ validity }) => validity === FixValidity.unknownTime)).toHaveLength(3)
      expect(await write([saying(row, { externalBatteryMv: 1_002 }, 1_002)])).toMatchObject({ inserted: 0, duplicates: 1 })
    })

    it('keeps each aside that may not enter the track', async () => {
      const id = device()
      const wild = saying(position(id), { positionedAt: 0 })
      const [alarm, again] = [saying(wild, { attributes: { alarm: 'sos' } }), saying(wild, {}, 60)]
      expect(await write([wild, alarm, again])).toMatchObject({ inserted: 0, aside: 3 })
      await write([alarm])
      const { rows } = await database.pool.query('SELECT fix FROM waypoints_aside WHERE device_id = $1', [id])
      expect(rows).toHaveLength(2)
    })
  })

  it('gives every reading back as it was sent, too large ones and 64-bit ones too', async () => {
    const id = device()
    const full: Fix = {
      positionedAt: NOW - DAY + 123,
      validity: FixValidity.tooFewSatellites,
      latitude: -49.3987654,
      longitude: 179.9999999,
      altitudeM: -12,
      speedKph: 17.4,
      heading: 359,
      satellites: 3,
      hdop: 0.92,
      ignition: false,
      movement: true,
      odometerM: 12_482_000_123,
      externalBatteryMv: 48_250,
      batteryMv: 4_012,
      batteryPercent: 87,
      gsmSignal: 4,
      event: 239,
      attributes: { io78: 18_446_744_073_709_551_615n, io72: -55.5, vin: 'WVW ü', towing: true, sleepMode: 0 },
    }
    const odd: Fix = { positionedAt: NOW - DAY + 124, validity: FixValidity.noFix, attributes: { text: 'a\0b\ud800' } }
    await write([full, odd].map((fix) => ({ deviceId: id, receivedAt: NOW, fix })))
    expect(await fixesOf(id)).toEqual([full, { ...odd, attributes: { text: 'a\uFFFDb\uFFFD' } }])
    expect(asStored(full)).toEqual(full)
  })

  it('B8 keeps a fix dated 9999 or 1970 aside with its reason, and makes no partition for it', async () => {
    const id = device()
    const [good] = drive(id, NOW - DAY, 1) as [WaypointRow]
    await write([good])
    const before = await database.partitions()
    const wild = [Date.UTC(9999, 11, 31), 0, 8.64e15, -1e14, NOW + 3_700 * DAY].map((positionedAt) => ({
      ...good,
      fix: { ...good.fix, positionedAt },
    }))
    const farOff = { ...good, receivedAt: Date.UTC(2200, 0), fix: { ...good.fix, positionedAt: Date.UTC(2200, 0) - 5 } }
    expect(await write([...wild, farOff])).toMatchObject({ inserted: 0, duplicates: 0, aside: 6 })
    expect(await write(wild)).toMatchObject({ inserted: 0, duplicates: 0, aside: 5 })
    const { rows } = await database.pool.query('SELECT reason, fix FROM waypoints_aside WHERE device_id = $1', [id])
    expect(rows.map((row) => row.reason)).toEqual(Array(6).fill(FixValidity.implausibleTime))
    expect(rows[0].fix.latitude).toBe(good.fix.latitude)
    expect(await database.partitions()).toEqual(before)
    expect(await fixesOf(id)).toEqual([good.fix])
  })

  it('lets no quarantined fix take the place of the true one', async () => {
    const id = device()
    const [good] = drive(id, NOW - DAY, 1) as [WaypointRow]
    const foreign = { ...good, fix: { ...good.fix, latitude: 1, validity: FixValidity.quarantined } }
    expect(await write([foreign, good])).toMatchObject({ inserted: 1, duplicates: 0, aside: 1 })
    expect(await fixesOf(id)).toEqual([good.fix])
  })

  it('keeps a fix on null island with its reason and leaves it out when only valid ones are asked for', async () => {
    const id = device()
    const [good] = drive(id, NOW - DAY, 1) as [WaypointRow]
    const island: Fix = { positionedAt: NOW - DAY + 5, validity: FixValidity.invalidCoordinates, latitude: 0, longitude: 0 }
    await write([good, { ...good, fix: island }])
    expect(await fixesOf(id)).toEqual([good.fix, island])
    const valid = await database.store.readWaypoints(id, NOW - DAY, NOW, { validOnly: true })
    expect(valid.map(({ fix }) => fix)).toEqual([good.fix])
  })

  it('reads across the ends of weeks and years, both ends included, in pages and backwards', async () => {
    const id = device()
    const year = new Date(NOW).getUTCFullYear()
    const newYear = Date.UTC(year, 0, 1)
    const monday = NOW - 400 * DAY - ((new Date(NOW - 400 * DAY).getUTCDay() + 6) % 7) * DAY
    const instants = [monday - 1, monday, monday + 1, newYear - 1, newYear, newYear + 1]
    await write(
      instants.map((positionedAt) => ({
        deviceId: id,
        receivedAt: positionedAt,
        fix: { positionedAt, validity: FixValidity.valid },
      })),
    )
    const read = async (...args: [number, number, object?]) =>
      (await database.store.readWaypoints(id, ...args)).map(({ fix }) => fix.positionedAt)
    const [first, last] = [instants[0] as number, instants[5] as number]
    expect(await read(first, last)).toEqual(instants)
    expect(await read(monday, monday)).toEqual([monday])
    expect(await read(first, last, { limit: 2 })).toEqual(instants.slice(0, 2))
    expect(await read(first, last, { limit: 2, after: instants[1] })).toEqual(instants.slice(2, 4))
    expect(await read(first, last, { limit: 2, after: instants[4], newestFirst: true })).toEqual([instants[3], instants[2]])
  })

  it('F17 takes late and repeated rows of two years ago into weeks that are already archived', async () => {
    const [one, two] = [device(), device()]
    const long = NOW - 700 * DAY
    const rows = [...drive(one, long, 100), ...drive(two, long, 100)]
    await write(rows.filter((_, n) => n % 3 > 0))
    await database.archive(long)
    expect(await write(shuffled(rows))).toMatchObject({ inserted: 67, duplicates: 133, aside: 0 })
    expect(await fixesOf(one)).toEqual(drive(one, long, 100).map(({ fix }) => fix))
    expect(await fixesOf(two)).toEqual(drive(two, long, 100).map(({ fix }) => fix))
  })

  it('lets several writers meet in an old week that has no partition yet', async () => {
    const ids = [device(), device(), device(), device()]
    const results = await Promise.all(ids.map((id) => database.anotherStore().writeWaypoints(drive(id, NOW - 650 * DAY, 20))))
    expect(results.map(({ inserted }) => inserted)).toEqual([20, 20, 20, 20])
  })

  it('takes part in the caller’s transaction, also where rows turn out to be stored already', async () => {
    const id = device()
    const rows = drive(id, NOW - DAY, 6)
    await write(rows.slice(0, 1))
    await write(rows.slice(1, 3), 500, database.anotherStore())
    const inTransaction = async (end: 'COMMIT' | 'ROLLBACK') => {
      const client = await database.pool.connect()
      await client.query('BEGIN')
      await database.store.writeWaypoints(rows.slice(4, 5), client)
      const result = await database.store.writeWaypoints(rows.slice(1, 4), client)
      await client.query(end)
      client.release()
      return result
    }
    expect(await inTransaction('ROLLBACK')).toMatchObject({ inserted: 1, duplicates: 2, aside: 0 })
    expect(await fixesOf(id)).toHaveLength(3)
    expect(await inTransaction('COMMIT')).toMatchObject({ inserted: 1, duplicates: 2, aside: 0 })
    expect(await write(rows)).toMatchObject({ inserted: 1, duplicates: 5, aside: 0 })
  })

  it('D3 drops what is older than the retention by whole partitions, and takes such late rows again all the same', async () => {
    const id = device()
    const old = NOW - 1_000 * DAY
    await write([...drive(id, old, 10), ...drive(id, NOW - 600 * DAY, 10)])
    const before = await database.partitions()
    expect(await database.store.dropExpired(24)).toBe(1)
    expect(await database.partitions()).toEqual(before.slice(1))
    expect(await fixesOf(id)).toEqual(drive(id, NOW - 600 * DAY, 10).map(({ fix }) => fix))
    expect(await write(drive(id, old, 10))).toMatchObject({ inserted: 10, duplicates: 0, aside: 0 })
    await expect(database.store.dropExpired(0)).rejects.toThrow('retention must be at least one month')
  })

  it('makes the partitions of the coming weeks ahead of time, once', async () => {
    await database.store.ensurePartitions(12)
    expect(await database.store.ensurePartitions(12)).toBe(0)
    const before = await database.partitions()
    await write(drive(device(), Date.now(), 1))
    // TimescaleDB creates the chunk of a week only when the first row of the week comes.
    const asItComes = name === 'TimescaleDB' ? 1 : 0
    expect((await database.partitions()).length - before.length).toBeLessThanOrEqual(asItComes)
  })
})
