import { rememberSessions } from '@roadbook/consumer/device-facts'
import { recalculateBusiness } from '@roadbook/tools/trips/recalculate-business'
import { FixValidity, Topic, type LivePosition, type RejectedFrame } from '@roadbook/contracts'
import { decodeLivePosition } from '@roadbook/contracts/packet-codec'
import { openEventLog, type ReceivedMessage } from '@roadbook/event-log'
import { partitionOf } from '@roadbook/event-log/postgres/partition-of'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'
import { until } from '@roadbook/testing/until'

/** Returns two rides with a rest of two hours between them. The second ended an hour ago. */
const day = () =>
  new TrackBuilder('2025-11-20T07:00:00Z')
    .stand(10, { everyS: 60 })
    .ride(20, 18, { everyS: 30 })
    .stand(120, { everyS: 300 })
    .ride(15, 20, { everyS: 30 })
    .stand(60, { everyS: 300 })
const evening = () => utc('2025-11-20T12:00:00Z')

describe('the consumer', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  /** Collects everything that is published on a topic from this moment on. */
  async function listen(topic: Topic, { log } = bench): Promise<{ messages: ReceivedMessage[]; stop(): Promise<void> }> {
    const messages: ReceivedMessage[] = []
    const subscription = await log.subscribe({
      topic,
      group: `test-${Math.random()}`,
      from: 'latest',
      onBatch: async (batch) => void messages.push(...batch.messages),
    })
    return { messages, stop: () => subscription.stop() }
  }

  it('G-43 turns packets into waypoints and trips with the right times, distances, entity and business', async () => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    await bench.startConsumer({}, evening)
    const { fixes } = day()
    await bench.sendAll(imei, fixes)
    await bench.quiet()
    expect(await bench.count('waypoints WHERE device_id = $1 AND validity = 0', [deviceId])).toBe(fixes.length)
    const owner = { is_open: false, entity_id: entityId, business_id: bench.businessId }
    expect(await bench.trips(deviceId)).toMatchObject([
      { ...owner, started_at: new Date('2025-11-20T07:10:00Z'), ended_at: new Date('2025-11-20T07:30:00Z'), distance_m: 6_000 },
      { ...owner, started_at: new Date('2025-11-20T09:30:00Z'), ended_at: new Date('2025-11-20T09:45:00Z'), distance_m: 5_000 },
    ])
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('knows where each device is, and publishes it once a batch with the open trip', async () => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    const live = await listen(Topic.livePositions)
    await bench.startConsumer({}, () => utc('2025-11-20T07:21:00Z'))
    const track = new TrackBuilder('2025-11-20T07:00:00Z').stand(10, { everyS: 60 })
    track.ride(10, 18, { everyS: 30, says: { externalBatteryMv: 36_400, gsmSignal: 4 } })
    await bench.sendAll(imei, track.fixes)
    await bench.quiet()
    const [trip] = await bench.trips(deviceId)
    expect(trip).toMatchObject({ is_open: true, distance_m: 3_000 })
    const positions = () => live.messages.map(({ value }) => decodeLivePosition(value))
    await until('the open trip is published', positions, {
      fits: (all) => all.some(({ openTripId }) => openTripId !== undefined),
    })
    await live.stop()
    expect(live.messages.every(({ key }) => key === String(deviceId))).toBe(true)
    expect(positions().at(-1)).toEqual<LivePosition>({
      deviceId,
      imei,
      entityId,
      businessId: bench.businessId,
      positionedAt: track.now,
      receivedAt: track.now + 1_000,
      latitude: expect.closeTo(track.place.latitude, 6),
      longitude: expect.closeTo(track.place.longitude, 6),
      speedKph: 18,
      heading: 90,
      moving: true,
      externalBatteryMv: 36_400,
      gsmSignal: 4,
      satellites: 11,
      openTripId: trip!.id,
    })
    const { rows } = await bench.database.pool.query(
      'SELECT moving, entity_id, valid_positioned_at, pg_column_size(segmentation)::int AS size FROM device_states WHERE device_id = $1',
      [deviceId],
    )
    expect(rows).toMatchObject([{ moving: true, entity_id: entityId, valid_positioned_at: new Date(track.now) }])
    expect(rows[0].size).toBeLessThan(2_000)
  })

  it('leaves the vehicle of a tracker that was on none before where it was heard last, while what it kept comes in', async () => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { pool } = bench.database
    await pool.query('DELETE FROM installations WHERE device_id = $1', [deviceId])
    const track = new TrackBuilder('2025-11-20T07:00:00Z').stand(10, { everyS: 60 })
    await bench.startConsumer({ DEVICE_REFRESH_MS: '20' }, () => track.now)
    const heardOn = async () =>
      (await pool.query<{ entity_id: number | null }>('SELECT entity_id FROM device_states WHERE device_id = $1', [deviceId]))
        .rows
    const [first, ...rest] = track.fixes
    await bench.send(imei, [first!])
    await bench.quiet()
    expect(await heardOn()).toEqual([{ entity_id: null }])
    await pool.query('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
      ...[deviceId, entityId, bench.businessId, new Date(track.now + 60_000)],
    ])
    expect(await heardOn()).toEqual([{ entity_id: entityId }])
    await until('the consumer knows of the installation', async () => {
      await bench.send(imei, [rest.shift() ?? track.fixes.at(-1)!])
      await bench.quiet()
      return (await heardOn())[0]?.entity_id === entityId
    })
    expect(await bench.trips(deviceId)).toEqual([])
  })

  it('F17 keeps when a vehicle probably arrived, and no longer once a late reading saw it', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, evening)
    const track = new TrackBuilder('2025-11-20T07:00:00Z').stand(10, { everyS: 120 }).ride(10, 18, { everyS: 120 })
    track.travelUnseen(1, 18)
    const late = { ...track.fixes.at(-1)!, ...track.place, positionedAt: track.now, speedKph: 0 }
    const { fixes } = track.stand(20, { everyS: 120 })
    await bench.sendAll(imei, fixes)
    await bench.quiet()
    expect((await bench.trips(deviceId))[0]).toMatchObject({
      ended_at: new Date('2025-11-20T07:23:00Z'),
      arrived_at: new Date('2025-11-20T07:21:57Z'),
    })
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    // The trip is from a time before arrivals were estimated. When it is recalculated, it gets an estimate.
    const { pool } = bench.database
    const again = { businessId: bench.businessId, from: utc('2025-11-20T00:00:00Z'), till: evening(), now: evening }
    const { changed } = await recalculateBusiness(pool, { ...again, dryRun: true })
    await pool.query('UPDATE trips SET arrived_at = NULL WHERE device_id = $1', [deviceId])
    expect(await recalculateBusiness(pool, { ...again, dryRun: true })).toMatchObject({ changed: changed + 1 })
    await recalculateBusiness(pool, { ...again, dryRun: false })
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    await bench.send(imei, [late])
    await bench.quiet()
    expect((await bench.trips(deviceId))[0]).toMatchObject({ ended_at: new Date('2025-11-20T07:21:00Z'), arrived_at: null })
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips([...fixes, late]))
  })

  it('F17 cuts trips again when a batch comes hours late, and keeps their ids', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, evening)
    const { fixes } = day()
    const buffered = fixes.slice(20, 40)
    const punctual = fixes.filter((fix) => !buffered.includes(fix))
    await bench.sendAll(imei, punctual)
    await bench.quiet()
    const before = await bench.trips(deviceId)
    expect(before).toMatchObject(expectedTrips(punctual))
    await bench.sendAll(imei, buffered.toReversed(), 3)
    await bench.quiet()
    const after = await bench.trips(deviceId)
    expect(after).toMatchObject(expectedTrips(fixes))
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]!.waypoint_count).toBeGreaterThan(before[0]!.waypoint_count)
  })

  it('F17 makes the same trips of a day that arrives backwards, in pieces, twice', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, evening)
    const { fixes } = day()
    const pieces: number[] = []
    for (let at = 0; at < fixes.length; at += 7) pieces.unshift(at)
    for (const at of pieces) await bench.send(imei, fixes.slice(at, at + 9).toReversed())
    await bench.quiet()
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('B10 marks a teleport implausible, and takes that back when late fixes explain it', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, () => utc('2025-11-20T08:30:00Z'))
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(5, 18, { everyS: 30 })
    const stray = { ...track.fixes.at(-1)!, positionedAt: track.now + 5_000, latitude: 48.1, longitude: 11.5 }
    track.silence(20).ride(5, 18, { everyS: 30 })
    const fixes = [...track.fixes, stray].sort((left, right) => left.positionedAt - right.positionedAt)
    await bench.sendAll(imei, fixes)
    await bench.quiet()
    expect(await validity(deviceId)).toEqual([
      { validity: FixValidity.valid, count: 20 },
      { validity: FixValidity.implausibleSpeed, count: 1 },
    ])
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(track.fixes))
    const nearby = [1, 2, 3, 4].map((s) => ({ ...stray, positionedAt: stray.positionedAt + s * 8_000 }))
    await bench.sendAll(imei, nearby)
    await bench.quiet()
    const [valid, implausible] = await validity(deviceId)
    expect([valid, implausible]).toEqual([{ validity: FixValidity.valid, count: 25 }, undefined])
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips([...fixes, ...nearby]))
  })

  it('B10 takes back a wrong place that it believed when the vehicle is back where it can be', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, () => utc('2025-11-20T08:30:00Z'))
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(5, 18, { everyS: 30 })
    const mast = { ...track.fixes.at(-1)!, latitude: 52.3, longitude: 5.3 }
    const wrong = [1, 2, 3, 4, 5, 6].map((n) => ({ ...mast, positionedAt: track.now + n * 8_000 }))
    await bench.sendAll(imei, [...track.fixes, ...wrong])
    await bench.quiet()
    expect(await validity(deviceId)).toEqual([{ validity: FixValidity.valid, count: 16 }])
    const [before] = await bench.trips(deviceId)
    const ridden = track.fixes.length
    track.travelUnseen(1, 18).ride(5, 18, { everyS: 30 })
    await bench.sendAll(imei, track.fixes.slice(ridden))
    await bench.quiet()
    expect(await validity(deviceId)).toEqual([
      { validity: FixValidity.valid, count: 20 },
      { validity: FixValidity.implausibleSpeed, count: 6 },
    ])
    const trips = await bench.trips(deviceId)
    expect(trips).toMatchObject(expectedTrips([...track.fixes, ...wrong]))
    expect(trips.map(({ id }) => id)).toEqual([before!.id])
  })

  const validity = async (deviceId: number) => {
    const { rows } = await bench.database.pool.query(
      'SELECT validity, count(*)::int FROM waypoints WHERE device_id = $1 GROUP BY validity ORDER BY validity',
      [deviceId],
    )
    return rows
  }

  it('B8 keeps fixes of impossible dates out of the track and goes on', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await bench.startConsumer({}, evening)
    const { fixes, now } = day()
    const wild = [0, utc('9999-01-01T00:00:00Z'), now + 3_600_000].map((positionedAt) => ({ ...fixes[0]!, positionedAt }))
    await bench.send(imei, [...wild, ...fixes], now)
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
  })

  it('F16 puts poison messages and unknown trackers aside with a reason, and the partition goes on', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const rejected = await listen(Topic.rejected)
    const { fixes } = day()
    await bench.log.publish(Topic.packets, [{ key: imei, value: Buffer.from('poison') }])
    await bench.send('999999999999999', fixes.slice(0, 2))
    await bench.sendAll(imei, fixes)
    await bench.startConsumer({}, evening)
    await bench.quiet()
    await until('two messages are rejected', () => rejected.messages.length >= 2)
    await rejected.stop()
    const frames = rejected.messages.map(({ value }) => JSON.parse(value.toString()) as RejectedFrame)
    expect(frames.sort((left, right) => left.imei!.localeCompare(right.imei!))).toMatchObject([
      { imei, rejectedBy: 'consumer', hex: Buffer.from('poison').toString('hex'), reason: expect.stringMatching(/^undecodable/) },
      { imei: '999999999999999', rejectedBy: 'consumer', reason: expect.stringContaining('unknown device') },
    ])
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('F16 finds the one packet that makes a step fail, and stores all others', async () => {
    const good = await bench.installDevice()
    const bad = await bench.installDevice()
    const rejected = await listen(Topic.rejected)
    const { fixes } = day()
    await bench.sendAll(bad.imei, fixes.slice(0, 20))
    await bench.startConsumer({}, evening)
    await bench.quiet()
    await bench.stopConsumers()
    await bench.database.pool.query(
      `UPDATE device_states SET segmentation = jsonb_set(segmentation, '{sieve}', '1') WHERE device_id = $1`,
      [bad.deviceId],
    )
    await bench.sendAll(good.imei, fixes.slice(0, 40))
    await bench.send(bad.imei, fixes.slice(20, 21))
    await bench.sendAll(good.imei, fixes.slice(40))
    await bench.startConsumer({}, evening)
    await bench.quiet()
    await until('a message is rejected', () => rejected.messages.length > 0)
    await rejected.stop()
    expect(rejected.messages.map(({ value }) => JSON.parse(value.toString()) as RejectedFrame)).toMatchObject([
      { imei: bad.imei, rejectedBy: 'consumer', reason: expect.stringMatching(/^TypeError: /) },
    ])
    expect(await bench.trips(good.deviceId)).toMatchObject(expectedTrips(fixes))
    expect(await bench.count('waypoints WHERE device_id = $1', [bad.deviceId])).toBe(21)
  })

  it('changes nothing when everything is delivered a second time', async () => {
    // This test has a log of its own. In a shared log, late fixes and a broken state of other tests would delay the
    // segmentation.
    const alone = await ConsumerBench.open()
    try {
      const { imei, deviceId } = await alone.installDevice()
      const { fixes } = day()
      await alone.sendAll(imei, fixes)
      await alone.startConsumer({}, evening)
      await alone.quiet()
      await alone.stopConsumers()
      const before = await alone.trips(deviceId)
      const saved = async () => (await alone.database.pool.query('SELECT * FROM device_states')).rows
      const states = await saved()
      const live = await listen(Topic.livePositions, alone)
      await alone.database.pool.query("UPDATE event_log_leases SET committed = 0 WHERE topic = 'tracker.packets'")
      await alone.startConsumer({}, evening)
      await alone.quiet()
      expect(await alone.trips(deviceId)).toEqual(before)
      expect(await saved()).toEqual(states)
      // The fix is sent again an hour later. Only the time of the last reception changes.
      await alone.send(imei, fixes.slice(-1), fixes.at(-1)!.positionedAt + 3_600_000)
      await alone.quiet()
      await until('a position is published', () => live.messages.length > 0)
      await live.stop()
      expect(live.messages.map(({ value }) => decodeLivePosition(value).receivedAt)).toEqual([
        fixes.at(-1)!.positionedAt + 3_600_000,
      ])
      expect(await saved()).toMatchObject([{ last_received_at: new Date(fixes.at(-1)!.positionedAt + 3_600_000) }])
      expect(before).toMatchObject(expectedTrips(fixes))
      expect(await alone.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
    } finally {
      await alone.close()
    }
  })

  it('shares the work between two consumers and hands it over when one leaves', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => bench.installDevice()))
    const { fixes } = day()
    const leaver = await bench.startConsumer({ CONSUMER_ID: 'a' }, evening)
    await bench.startConsumer({ CONSUMER_ID: 'b' }, evening)
    const half = fixes.length >> 1
    for (const { imei } of devices) await bench.sendAll(imei, fixes.slice(0, half))
    const owners = () => bench.count("(SELECT DISTINCT owner FROM event_log_leases WHERE topic = 'tracker.packets') owner")
    await until('two consumers share the partitions', owners, { fits: (count) => count === 2 })
    await bench.quiet()
    await leaver.close()
    for (const { imei } of devices) await bench.sendAll(imei, fixes.slice(half))
    await bench.quiet()
    for (const { deviceId } of devices) expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('takes a ride of hours ago for one trip while the tracker still sends it, and closes it once when it has sent all', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const ride = new TrackBuilder('2025-11-20T06:00:00Z').ride(40, 18, { everyS: 30 }).fixes
    let now = utc('2025-11-20T12:00:00Z')
    await bench.startConsumer({ SILENCE_SWEEP_MS: '5' }, () => now)
    for (let at = 0; at < ride.length; at += 10) {
      await bench.send(imei, ride.slice(at, at + 10), now)
      await bench.quiet()
      expect((await bench.trips(deviceId)).map(({ is_open }) => is_open)).toEqual([true])
      expect(await bench.count('device_states WHERE device_id = $1 AND moving', [deviceId])).toBe(0)
      now += 5_000
    }
    now += 30_000
    await until('the trip is closed', () => bench.trips(deviceId), { fits: ([trip]) => trip?.is_open === false })
    expect(await bench.trips(deviceId)).toHaveLength(1)
  })

  it('G-43 closes a trip at its last movement when silence ends it, whoever was running, and opens it again for late data', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const track = new TrackBuilder('2025-11-20T17:40:00Z').ride(20, 18, { everyS: 30 })
    let now = utc('2025-11-20T18:30:00Z')
    const sweep = { SILENCE_SWEEP_MS: '50' }
    await bench.startConsumer(sweep, () => now)
    await bench.sendAll(imei, track.fixes)
    await bench.quiet()
    const [open] = await bench.trips(deviceId)
    expect(open).toMatchObject({ is_open: true, ended_at: new Date('2025-11-20T18:00:00Z') })
    await bench.stopConsumers()
    now = utc('2025-11-20T19:10:00Z')
    await bench.startConsumer(sweep, () => now)
    await until('the trip is closed', () => bench.trips(deviceId), { fits: ([trip]) => trip?.is_open === false })
    expect(await bench.trips(deviceId)).toEqual([{ ...open, is_open: false }])
    await bench.sendAll(imei, track.ride(10, 18, { everyS: 30 }).fixes.slice(-20))
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject([{ id: open!.id, ended_at: new Date('2025-11-20T18:10:00Z') }])
  })

  it('notes what a tracker says about itself', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const event = {
      imei,
      protocol: 'teltonika',
      at: 1,
      gateway: 'test',
      type: 'deviceInformation',
      iccid: '8931',
      firmware: '03.27',
    }
    await bench.log.publish(Topic.events, [
      { key: imei, value: Buffer.from('{') },
      { key: imei, value: Buffer.from(JSON.stringify(event)) },
    ])
    await bench.startConsumer()
    await until('the SIM is noted', () => bench.count("devices WHERE id = $1 AND iccid = '8931'", [deviceId]))
    expect(await bench.count("devices WHERE id = $1 AND firmware_version = '03.27'", [deviceId])).toBe(1)
  })

  it('G-57 notes when a tracker began a session, as long as its installation is not verified', async () => {
    const [open, done] = [await bench.installDevice(), await bench.installDevice()]
    await bench.database.pool.query(
      `UPDATE installations SET network_passed_at = now(), gps_passed_at = now(), position_passed_at = now(), verified_at = now()
       WHERE device_id = $1`,
      [done.deviceId],
    )
    const connected = ({ imei }: { imei: string }, at: number) => {
      const event = { imei, protocol: 'gt06', at, gateway: 'test', type: 'connected', remoteAddress: '192.0.2.1:7000' }
      return { key: imei, value: Buffer.from(JSON.stringify(event)) }
    }
    const [first, last] = [Date.now() - 60_000, Date.now() - 10_000]
    await bench.log.publish(Topic.events, [connected(done, first), connected(open, first), connected(open, last)])
    await bench.startConsumer()
    const spoke = (deviceId: number) => bench.count("devices WHERE id = $1 AND protocol = 'gt06'", [deviceId])
    await until('both protocols are noted', async () => (await spoke(open.deviceId)) + (await spoke(done.deviceId)) === 2)
    const at = 'installations WHERE device_id = $1 AND connected_at'
    await until('the last connection is noted', () => bench.count(`${at} = $2`, [open.deviceId, new Date(last)]))
    expect(await bench.count(`${at} IS NULL`, [done.deviceId])).toBe(1)
  })

  it('G-57 notes sessions in the order in which others change the same installations, so that none waits in a circle', async () => {
    const [first, second] = [await bench.installDevice(), await bench.installDevice()]
    const { pool } = bench.database
    const change = 'UPDATE installations SET external_battery_passed_at = now() WHERE device_id = $1'
    // With this, the rows of the first device are stored after those of the second. Among the sessions, the first device
    // also comes second.
    await pool.query(change, [first.deviceId])
    await pool.query('UPDATE devices SET updated_at = now() WHERE id = $1', [first.deviceId])
    const other = await pool.connect()
    try {
      await other.query('BEGIN')
      await other.query(change, [first.deviceId])
      const session = { protocol: 'gt06' as const, at: Date.now() - 10_000 }
      const noted = rememberSessions(pool, new Map([second, first].map(({ imei }) => [imei, session])))
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      await until('the sessions wait', async () => (await pool.query(waits)).rowCount)
      await other.query(change, [second.deviceId])
      await other.query('COMMIT')
      await noted
    } finally {
      other.release(true)
    }
    const noted = 'installations WHERE device_id = ANY($1) AND connected_at IS NOT NULL'
    expect(await bench.count(noted, [[first.deviceId, second.deviceId]])).toBe(2)
  })

  it('G-107 M2 keeps when a session began after a pause, of trackers that are to show that they moved', async () => {
    const [followed, other] = [await bench.installDevice(), await bench.installDevice()]
    const consumer = `INSERT INTO consumers (business_id, first_name, last_name)
      SELECT business_id, 'A', 'B' FROM installations WHERE device_id = $1 RETURNING id`
    await bench.database.pool.query(
      `WITH k AS (${consumer}) UPDATE installations SET followed_consumer_id = k.id FROM k WHERE device_id = $1`,
      [followed.deviceId],
    )
    const start = Date.now() - 600_000
    const event = ({ imei }: { imei: string }, seconds: number, more: object) => {
      const told = { imei, protocol: 'gt06', at: start + seconds * 1_000, gateway: 'test', ...more }
      return { key: imei, value: Buffer.from(JSON.stringify(told)) }
    }
    const begun = { type: 'connected', remoteAddress: '192.0.2.1:7000' }
    const ended = (reason = 'closed') => ({ type: 'disconnected', reason })
    await bench.startConsumer()
    const regained = async (seconds: number) => {
      const at = 'installations WHERE device_id = $1 AND session_regained_at = $2'
      const values = [followed.deviceId, new Date(start + seconds * 1_000)]
      await until(`a session was regained ${seconds} s after the start`, () => bench.count(at, values))
    }
    for (const one of [followed, other]) await bench.log.publish(Topic.events, [event(one, 0, begun)])
    await regained(0)
    // A short pause does not count. A long pause counts, whether its events come in one batch or in two.
    await bench.log.publish(Topic.events, [
      event(followed, 10, ended()),
      event(followed, 20, begun),
      event(followed, 30, ended()),
    ])
    const end = 'installations WHERE device_id = $1 AND session_ended_at = $2'
    await until('the end of the session is noted', () => bench.count(end, [followed.deviceId, new Date(start + 30_000)]))
    await regained(0)
    await bench.log.publish(Topic.events, [event(followed, 70, begun)])
    await regained(70)
    await bench.log.publish(Topic.events, [event(followed, 80, ended()), event(followed, 120, begun)])
    await regained(120)
    // The gateway does not notice that a connection is broken before the tracker opens the next one.
    await bench.log.publish(Topic.events, [event(followed, 300, ended('replaced')), event(followed, 300, begun)])
    await regained(300)
    const none = 'installations WHERE device_id = $1 AND session_regained_at IS NULL AND session_ended_at IS NULL'
    expect(await bench.count(none, [other.deviceId])).toBe(1)
  })

  it('answers for its health and counts what it did', async () => {
    const { imei } = await bench.installDevice()
    const { port } = await bench.startConsumer({}, evening)
    await bench.sendAll(imei, day().fixes)
    await bench.quiet()
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await get('/health/ready')).status).toBe(200)
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toMatch(new RegExp(`^waypoints_total\\{result="inserted"\\} ${day().fixes.length}$`, 'm'))
    expect(metrics).toMatch(/^consumer_lag\{partition="0"\} 0$/m)
    expect(metrics).toMatch(/^batch_seconds_count [1-9]/m)
    expect(metrics).toMatch(/^consumer_wait_seconds_count [1-9]/m)
    expect(metrics).toMatch(/^resegmented_total 0$/m)
  })

  it('goes on with the trip of a tracker that more partitions move to another one', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const { fixes } = day()
    const middleOfTheRide = fixes.findIndex(({ positionedAt }) => positionedAt > utc('2025-11-20T07:20:00Z'))
    await bench.startConsumer({}, evening)
    await bench.sendAll(imei, fixes.slice(0, middleOfTheRide))
    await bench.quiet()
    const key = Buffer.from(imei)
    const { partitions } = await bench.log.stats(Topic.packets)
    let more = partitions + 1
    while (partitionOf(key, more) === partitionOf(key, partitions)) more++
    // `owner` acts as the operator, and then as a gateway that starts after the change. So it does not know the earlier
    // number of partitions.
    const owner = await openEventLog('postgres', { clientId: 'operator', databaseUrl: bench.database.url })
    try {
      await owner.raisePartitions(Topic.packets, more)
      for (const fix of fixes.slice(middleOfTheRide)) await bench.send(imei, [fix], undefined, owner)
      await bench.quiet()
    } finally {
      await owner.close()
    }
    expect(await bench.count('(SELECT DISTINCT partition FROM event_log WHERE key = $1) p', [key])).toBe(2)
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })
})
