import { FixValidity, Topic, type Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { until } from '@roadbook/testing/until'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const NOON = Date.UTC(2025, 10, 20, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a tracker whose clock is wrong', () => {
  let bench: ConsumerBench
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    await bench.startConsumer({}, () => NOON + HOUR)
  })
  afterAll(() => bench.close())

  const fix = (positionedAt: number): Fix => ({
    positionedAt,
    validity: FixValidity.valid,
    latitude: 47.14,
    longitude: 9.52,
    speedKph: 0,
    satellites: 9,
  })
  const send = async (
    imei: string,
    dates: readonly number[],
    receivedAt: (at: number) => number = (at) => NOON + at * MINUTE,
  ) => {
    for (const [at, date] of dates.entries()) await bench.send(imei, [fix(date)], receivedAt(at))
    await bench.quiet()
  }
  const state = async (deviceId: number) =>
    (
      await bench.database.pool.query(
        `SELECT last_received_at, last_positioned_at, entity_id, business_id, latitude, clock_told_at, clock_lag_s, clock_offset_minutes
         FROM device_states WHERE device_id = $1`,
        [deviceId],
      )
    ).rows[0]

  it.each([
    ['of a clock that was never set', Date.UTC(2000, 0, 1, 0, 4)],
    ['half a roll-over ago', NOON - 3_600 * DAY],
    ['of three years ago', NOON - 1_095 * DAY],
    ['of tomorrow', NOON + 20 * HOUR],
    ['of a year that nobody has a week for', Date.UTC(2090, 0, 1)],
  ])('is heard when all that it sends is dated %s, on the vehicle that it is on', async (_, date) => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    await send(imei, [date])
    expect(await state(deviceId)).toMatchObject({
      last_received_at: new Date(NOON),
      last_positioned_at: null,
      entity_id: entityId,
      business_id: bench.businessId,
      latitude: null,
      clock_told_at: new Date(date),
      clock_lag_s: null,
    })
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(0)
  })

  it('is heard on the vehicle that it is put on next, and its place stays where it was seen', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await send(imei, [NOON - 2_000])
    const movedAt = new Date(NOON + MINUTE)
    await bench.database.pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, movedAt])
    const { rows } = await bench.database.pool.query<{ entity_id: number }>(
      `WITH entity AS (INSERT INTO entities (business_id, name, vehicle_type) VALUES ($2, 'Next', 'eBike') RETURNING id)
       INSERT INTO installations (device_id, entity_id, business_id, installed_at)
       SELECT $1, entity.id, $2, $3 FROM entity RETURNING entity_id`,
      [deviceId, bench.businessId, movedAt],
    )
    await bench.stopConsumers()
    await bench.startConsumer({}, () => NOON + HOUR)
    await send(imei, [NOON - 3_600 * DAY], () => NOON + 5 * MINUTE)
    expect(await state(deviceId)).toMatchObject({
      last_received_at: new Date(NOON + 5 * MINUTE),
      last_positioned_at: new Date(NOON - 2_000),
      entity_id: rows[0]!.entity_id,
      clock_told_at: new Date(NOON - 3_600 * DAY),
    })
  })

  it('is right again with the first date that can be believed', async () => {
    const { imei, deviceId } = await bench.installDevice()
    await send(imei, [NOON - 3_600 * DAY, NOON + MINUTE - 2_000])
    expect(await state(deviceId)).toMatchObject({ last_positioned_at: new Date(NOON + MINUTE - 2_000), clock_told_at: null })
  })

  it.each([
    ['7 hours behind', 7 * HOUR],
    ['8 hours ahead, though all of it is kept aside', -8 * HOUR],
    ['half an hour behind', HOUR / 2],
  ])('is found to be %s, by what comes live', async (_, lag) => {
    const { imei, deviceId } = await bench.installDevice()
    await send(
      imei,
      Array.from({ length: 11 }, (__, at) => NOON + at * MINUTE - lag - 2_000),
    )
    expect(await state(deviceId)).toMatchObject({
      last_received_at: new Date(NOON + 10 * MINUTE),
      clock_lag_s: lag / 1_000 + 2,
      clock_offset_minutes: null,
    })
  })

  it('is not told from a buffer that is sent after hours', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const dates = Array.from({ length: 40 }, (_, at) => NOON - 7 * HOUR + at * 30_000)
    await send(imei, dates, (at) => NOON + at * 200)
    expect(await state(deviceId)).toMatchObject({ clock_lag_s: null, clock_told_at: null })
  })

  it('leaves no sign of life where others sent in its name', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const packet = {
      imei,
      protocol: 'teltonika',
      receivedAt: NOON,
      gateway: 'test',
      quarantined: true,
      fixes: [fix(NOON - 3_600 * DAY)],
    }
    await bench.log.publish(Topic.packets, [{ key: imei, value: encodePacket(packet) }])
    await bench.quiet()
    expect(await state(deviceId)).toBeUndefined()
  })
})

describe('silence of a tracker whose clock is wrong', () => {
  let bench: ConsumerBench
  let time = NOON
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    await bench.database.pool.query(
      `INSERT INTO alert_rules (business_id, name, kind, threshold, time_zone, effective_from)
       VALUES ($1, 'Quiet', 'silent', 60, 'UTC', '2025-01-01')`,
      [bench.businessId],
    )
    await bench.startConsumer({ ALERT_SWEEP_MS: '100' }, () => time)
  })
  afterAll(() => bench.close())

  const fix = (positionedAt: number): Fix => ({ positionedAt, validity: FixValidity.valid, latitude: 47.14, longitude: 9.52 })
  const alerts = async (deviceId: number) =>
    (
      await bench.database.pool.query('SELECT kind, began_at, heard_at, withdrawn_at FROM alerts WHERE device_id = $1', [
        deviceId,
      ])
    ).rows
  const looked = () =>
    until('no news waits', () => bench.count('(SELECT FROM alert_marks UNION ALL SELECT FROM alert_batches) AS news'), {
      fits: (count) => count === 0,
    })
  const dueAt = (deviceId: number, due: number) =>
    until(
      'silence is to be told later',
      async () =>
        (
          await bench.database.pool.query<{ silent_due: Date | null }>(
            `SELECT s.silent_due FROM alert_states s JOIN installations i ON i.id = s.installation_id
             WHERE i.device_id = $1 ORDER BY s.at DESC LIMIT 1`,
            [deviceId],
          )
        ).rows[0]?.silent_due?.getTime(),
      { fits: (found) => found === due },
    )

  it('counts from when it was heard, and the alert says when that was and what it measured last', async () => {
    time = NOON + 30 * MINUTE
    const { imei, deviceId } = await bench.installDevice()
    await bench.send(imei, [fix(NOON - 7 * HOUR)], NOON)
    await bench.quiet()
    await looked()
    expect(await alerts(deviceId)).toEqual([])
    await dueAt(deviceId, NOON + HOUR)
    time = NOON + 61 * MINUTE
    await until('the alert of silence', () => alerts(deviceId), { fits: ({ length }) => length > 0 })
    expect(await alerts(deviceId)).toMatchObject([
      { kind: 'silent', began_at: new Date(NOON - 7 * HOUR), heard_at: new Date(NOON), withdrawn_at: null },
    ])
  })

  it('is none while it is heard, though all that it sends is kept aside for its date', async () => {
    time = NOON
    const { imei, deviceId } = await bench.installDevice()
    await bench.send(imei, [fix(NOON - 2_000)], NOON)
    await bench.quiet()
    await looked()
    await bench.send(imei, [fix(NOON - 3_600 * DAY)], NOON + 50 * MINUTE)
    await bench.quiet()
    time = NOON + 70 * MINUTE
    await dueAt(deviceId, NOON + 110 * MINUTE)
    expect(await alerts(deviceId)).toEqual([])
    time = NOON + 111 * MINUTE
    await until('the alert of silence', () => alerts(deviceId), { fits: ({ length }) => length > 0 })
  })
})
