import { FixValidity, Topic, type Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
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
    ...{ positionedAt, validity: FixValidity.valid, latitude: 47.14, longitude: 9.52, speedKph: 0, satellites: 9 },
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
      ...{ last_received_at: new Date(NOON), last_positioned_at: null, entity_id: entityId, business_id: bench.businessId },
      ...{ latitude: null, clock_told_at: new Date(date), clock_lag_s: null },
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
      ...{ last_received_at: new Date(NOON + 5 * MINUTE), last_positioned_at: new Date(NOON - 2_000) },
      ...{ entity_id: rows[0]!.entity_id, clock_told_at: new Date(NOON - 3_600 * DAY) },
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
      ...{ last_received_at: new Date(NOON + 10 * MINUTE), clock_lag_s: lag / 1_000 + 2, clock_offset_minutes: null },
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
