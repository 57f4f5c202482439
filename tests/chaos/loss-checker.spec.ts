import { FixValidity, type Fix } from '@roadbook/contracts'
import { createTrackStore } from '@roadbook/track-store'
import { CLEAN } from '../support/chaos/loss-checker.js'
import { Stage } from '../support/chaos/stage.js'

/** Returns fixes of a parked bike. A parked bike has no trips, so every difference is in the fixes. */
const parked = (count: number): Fix[] =>
  Array.from({ length: count }, (_, index) => ({
    positionedAt: Math.floor(Date.now() / 60_000) * 60_000 - (count - index) * 60_000,
    validity: FixValidity.valid,
    latitude: 52,
    longitude: 5,
    speedKph: 0,
  }))

describe('the loss checker', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open()
  }, 300_000)
  afterAll(() => stage?.close())

  /** Runs the check. All fixes are acknowledged, and the fixes that `stored` returns are stored. */
  const check = async (stored: (fixes: Fix[]) => Fix[]) => {
    const { imei, deviceId } = await stage.addVehicle()
    const fixes = parked(10)
    stage.journal.add(imei, fixes)
    const rows = stored(fixes).map((fix) => ({ deviceId, receivedAt: Date.now(), fix }))
    await createTrackStore(stage.pool).writeWaypoints(rows)
    const verdict = await stage.check(new Map([[imei, fixes]]))
    return { verdict, nth: (index: number) => `${imei} ${fixes[index]!.positionedAt}` }
  }

  it('is content when everything promised is stored', async () => {
    const { verdict } = await check((fixes) => fixes)
    expect(verdict).toEqual({ ...CLEAN, acknowledged: 10, stored: 10, aside: 0, rejected: 0 })
  })

  it('names what was promised and is not stored', async () => {
    const { verdict, nth } = await check((fixes) => fixes.filter((_, index) => index !== 3))
    expect(verdict).toMatchObject({ ...CLEAN, lost: [nth(3)] })
  })

  it('names the second message of a second that was promised and is not stored, and is content with both', async () => {
    const withAlarm = (fixes: readonly Fix[]) => [...fixes, { ...fixes[3]!, externalBatteryMv: 0 }]
    const { imei, deviceId } = await stage.addVehicle()
    const sent = withAlarm(parked(10))
    stage.journal.add(imei, sent)
    const store = createTrackStore(stage.pool)
    await store.writeWaypoints(sent.slice(0, 10).map((fix) => ({ deviceId, receivedAt: Date.now(), fix })))
    const check = () => stage.check(new Map([[imei, sent]]))
    expect((await check()).lost).toContain(`${imei} ${sent[3]!.positionedAt}`)
    await store.writeWaypoints(sent.map((fix) => ({ deviceId, receivedAt: Date.now(), fix })))
    expect((await check()).lost).not.toContain(`${imei} ${sent[3]!.positionedAt}`)
  })

  it('names what is stored and was never sent, and what was altered on the way', async () => {
    const { verdict, nth } = await check((fixes) => [
      ...fixes.map((fix, index) => (index === 4 ? { ...fix, longitude: 6 } : fix)),
      { ...fixes[0]!, positionedAt: fixes[0]!.positionedAt - 1_000 },
    ])
    expect(verdict.unsent).toHaveLength(1)
    expect(verdict.altered).toEqual([nth(4)])
  })

  it('names the tracker whose trips are not those of its sorted fixes', async () => {
    const { imei, deviceId } = await stage.addVehicle()
    await stage.pool.query(
      `INSERT INTO trips (device_id, started_at, ended_at, is_open, start_latitude, start_longitude, stop_latitude, stop_longitude,
         distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count)
       VALUES ($1, now() - interval '1 hour', now(), false, 0, 0, 0, 0, 9000, 18, 20, 0, 100)`,
      [deviceId],
    )
    const verdict = await stage.check(new Map([[imei, []]]))
    expect(verdict.wrongTrips).toEqual([expect.stringContaining(imei)])
  })
})
