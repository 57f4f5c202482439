import type { VehicleType } from '@roadbook/contracts'
import { PROTOCOLS } from '@roadbook/protocols'
import { loadDemoCity } from '@roadbook/tools/demo-city'
import type { DeviceDifference } from '@roadbook/tools/replay/compare-device'
import { redecodeStored } from '@roadbook/tools/replay/redecode-stored'
import { drivenVehicles } from '@roadbook/tools/demo-fleet'
import { historyOf, RECEIVED_AFTER_MS, seedHistory } from '@roadbook/tools/seed/demo-history'
import { DEMO_FREE, DEMO_INSTALLED } from '@roadbook/tools/seed/demo-trackers'
import { utc } from '@roadbook/trips/track-builder'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { expectDaysToBeSums } from '../../support/database/sums-of-days.js'
import { ReplayRig } from './replay.rig.js'

const NOW = utc('2026-02-03T15:00:00Z')
const DAYS = 90
const TYPES: readonly VehicleType[] = ['eBike', 'eMoped', 'automobile']

describe('ninety days of the demo', () => {
  let bench: ConsumerBench
  let rig: ReplayRig
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    rig = new ReplayRig(bench)
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  it('are the same as packets, taken in by a consumer and decoded again, as they were written, and each day is the sum of its trips', async () => {
    const devices = await Promise.all(TYPES.map((vehicleType) => installed(vehicleType)))
    const imeis = devices.map(({ imei }) => imei)
    await seedHistory(bench.database.pool, { imeis, days: DAYS, say: () => undefined, now: NOW })
    const seeded = await Promise.all(devices.map(({ deviceId }) => bench.trips(deviceId)))
    await expectDaysToBeSums(bench.database.pool)
    for (const device of devices)
      await rig.publishOneByOne(device.imei, historyOf(loadDemoCity(), device, DAYS, NOW), RECEIVED_AFTER_MS)
    await rig.consume(NOW)
    expect(await Promise.all(devices.map(({ deviceId }) => bench.trips(deviceId)))).toEqual(seeded)
    await expectDaysToBeSums(bench.database.pool)

    const differences: DeviceDifference[] = []
    const result = await redecodeStored({
      pool: bench.database.pool,
      source: rig.source,
      selection: { imeis },
      protocols: PROTOCOLS,
      apply: false,
      onDevice: (difference) => differences.push(difference),
      onUnknown: (imei) => {
        throw new Error(`${imei} is not registered`)
      },
      now: () => NOW,
    })
    expect(differences.flatMap(({ added, missing, changed }) => [...added, ...missing, ...changed])).toEqual([])
    expect(differences.map(({ trips }) => trips)).toEqual(
      seeded.map(({ length }) => ({ added: [], changed: [], removed: [], unchanged: length, verdicts: 0 })),
    )
    expect(result).toEqual({ trackers: TYPES.length, different: 0 })
    expect(differences.every(({ same }) => same > 3_000)).toBe(true)
    expect(seeded.every(({ length }) => length > 150)).toBe(true)
  })

  it('are those of the trackers that the demo made: one that somebody brought gets no past, and nobody drives in its name', async () => {
    const { pool } = bench.database
    const [made, free, brought] = [await bench.installDevice(), await bench.installDevice(), await bench.installDevice()]
    for (const [{ deviceId }, imei] of [
      [made, DEMO_INSTALLED[0]],
      [free, DEMO_FREE[0]],
    ] as const)
      await pool.query('UPDATE devices SET imei = $2 WHERE id = $1', [deviceId, imei])
    const said: string[] = []
    await seedHistory(pool, { imeis: DEMO_INSTALLED, days: 8, say: (text) => said.push(text), now: NOW })
    expect(said[0]).toMatch(/^Generating 8 days of trips .*\(less than a minute\)$/)
    const pasts = [made, free, brought].map(({ deviceId }) => bench.count('waypoints WHERE device_id = $1', [deviceId]))
    expect(await Promise.all(pasts)).toEqual([expect.any(Number), 0, 0])
    expect((await drivenVehicles(pool)).map(({ imei }) => imei)).toEqual([DEMO_INSTALLED[0], DEMO_FREE[0]])
  })

  async function installed(vehicleType: VehicleType) {
    const { imei, deviceId, entityId } = await bench.installDevice()
    await bench.database.pool.query('UPDATE entities SET vehicle_type = $2 WHERE id = $1', [entityId, vehicleType])
    return { imei, deviceId, vehicleType, installations: [] }
  }
})
