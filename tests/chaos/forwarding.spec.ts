import { seededRandom } from '@roadbook/testing'
import { within } from '@roadbook/testing/until'
import { killAtRandom } from '../support/chaos/campaign.js'
import { Forwarder } from '../support/chaos/forwarder.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import { rides, ridesLastMs } from '../support/chaos/rides.js'
import { Stage } from '../support/chaos/stage.js'
import { freePort } from '../support/free-port.mjs'

const SECRET = 'a-secret-for-tests-that-is-long-enough'
const [KILLS, RECORDS, TRACKERS] = [4, 900, 6]
const SEED = Number(process.env.CHAOS_SEED ?? 20_251_121)

describe('a forwarding server, with gateway, consumer and itself killed at random moments', () => {
  let stage: Stage
  beforeAll(async () => (stage = await Stage.open()), 300_000)
  afterAll(() => stage?.close(), 300_000)

  it('F1 F2 loses no acknowledged position, has none stored twice, and cuts the trips of the sorted replay', async () => {
    const random = seededRandom(SEED)
    const imeis = await stage.addVehicles(TRACKERS)
    const port = await freePort()
    const gateway = await stage.startGateway({ env: { FORWARDING_SECRET: SECRET, FORWARDING_PORT: String(port) } })
    const consumer = await stage.startConsumer()
    const forwarder = new Forwarder({ journal: stage.journal, port, secret: SECRET, random })
    const each = Math.ceil(RECORDS / TRACKERS)
    const startAt = Math.floor((Date.now() - ridesLastMs(each)) / 1_000) * 1_000
    const forwarding = imeis.map((imei, index) => {
      const fixes = rides(each, { startAt: startAt + index * 1_000, seed: SEED + index })
      // Without motion, because Traccar computes the motion of most trackers itself.
      const shown = fixes.map(({ movement: _, ...fix }) => fix)
      return index % 2 === 0 ? forwarder.traccar(imei, shown) : forwarder.batches(imei, fixes)
    })
    await killAtRandom(
      [
        {
          name: 'gateway',
          kills: Math.ceil(KILLS / 2),
          isBack: () => gateway.ready(),
          kill: () => gateway.kill(),
          livesMs: 1_200,
        },
        {
          name: 'consumer',
          kills: Math.floor(KILLS / 2),
          isBack: () => consumer.ready(),
          kill: () => consumer.kill(),
          livesMs: 3_000,
        },
      ],
      random,
      () => undefined,
    )
    await within('everything is acknowledged', 120_000, Promise.all(forwarding))
    const verdict = await stage.check(forwarder.sent, 90_000)
    expect(verdict).toMatchObject(CLEAN)
    expect(verdict).toMatchObject({ acknowledged: each * TRACKERS, stored: each * TRACKERS })
    expect([gateway.crashes, consumer.crashes]).toEqual([[], []])
  }, 300_000)
})
