import { setTimeout as pause } from 'node:timers/promises'
import { inProof } from '@roadbook/testing/proof'
import { seededRandom } from '@roadbook/testing'
import { until, within } from '@roadbook/testing/until'
import { TestIssuer } from '../support/api/api-issuer.js'
import { Callers } from '../support/chaos/callers.js'
import { reportFigures } from '../support/chaos/campaign.js'
import { FaultProxy } from '../support/chaos/fault-proxy.js'
import { Fleet } from '../support/chaos/fleet.js'
import { LiveWatch } from '../support/chaos/live-watch.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { rides } from '../support/chaos/rides.js'
import { type Api, type Gateway, Stage } from '../support/chaos/stage.js'
import { addUser } from '../support/database/tenant-fixture.js'
import { type KafkaCluster, startKafkaCluster } from '../support/kafka/kafka-cluster.js'

const MINUTES = 60_000
const TRACKERS = Number(process.env.SPREAD_TRACKERS ?? 2_000)
/** Names of the events to cause, for a shorter run. Default: all. */
const ONLY = new RegExp(process.env.SPREAD_ONLY ?? '')
/** Seconds between two readings of a tracker. Many fleets use this interval while driving. */
const EVERY_S = 10
/** Number of readings per tracker. They are enough for an hour. */
const READINGS = 3_600 / EVERY_S
/** Settings of a device's waits. Devices that lose their connection at the same time do not all come back at the same time. */
const PATIENCE = { responseTimeoutMs: 15_000, backoff: { firstMs: 500, largestMs: 10_000 } }
/** Number of trackers that connect in each second at the beginning. */
const CONNECT_A_SECOND = 100
const DAY_MS = 86_400_000
const CALLERS = 3
const VIEWER = 'viewer@spread.example'
/** Maximum age of the oldest unseen reading, in milliseconds, at which the map counts as live. */
const LIVE_MS = 3_000
/** Length of the notice before a process stops. It is long enough for the balancers of this file to notice. */
const DRAIN = { DRAIN_NOTICE_MS: '1000' }

/** Milliseconds between the end of one check of a target and the next check. */
const LOOK_MS = 100

/**
 * A balancer like those of operators. It checks the readiness of its targets, and gives connections in turn to targets that
 * are ready.
 */
async function balance<Target extends ManagedProcess & { port: number }>(targets: readonly Target[]) {
  const ready = new Set(targets)
  let turn = 0
  const target = () => {
    const open = [...ready].filter(({ isRunning }) => isRunning)
    return open[turn++ % open.length]
  }
  const proxy = await FaultProxy.open({ target })
  let isOpen = true
  let leftOut = 0
  const look = async (one: Target) => {
    while (isOpen) {
      if (await one.isReady()) ready.add(one)
      else if (ready.delete(one)) leftOut++
      // Sleep: checks are made at a steady rate. Each answer is awaited first, or checks of a slow target would pile up.
      await pause(LOOK_MS)
    }
  }
  const looks = targets.map(look)
  const close = async () => {
    isOpen = false
    await Promise.all([...looks, proxy.close()])
  }
  return {
    port: proxy.port,
    /** Number of times that a target was ready and then was no longer ready. */
    leftOut: () => leftOut,
    cut: () => proxy.cut(),
    close,
  }
}

inProof('spread', () => {
  describe('two gateways, three consumers and two APIs behind balancers, on three brokers', () => {
    let cluster: KafkaCluster
    let issuer: TestIssuer
    let stage: Stage

    beforeAll(async () => {
      cluster = await startKafkaCluster()
      issuer = await TestIssuer.start()
      stage = await Stage.open({ eventLog: cluster.url })
    }, 10 * MINUTES)
    afterAll(async () => {
      await stage?.close()
      await issuer?.stop()
      await cluster?.stop()
    }, 5 * MINUTES)

    it(
      'F1 F2 F3 F4 F5 F15 F18 loses nothing, stores nothing twice and fails no call but those of a killed API, whatever ends',
      async () => {
        const { pool } = stage
        await addUser(pool, { email: VIEWER, role: 'reporter', businessId: stage.businessId })
        await pool.query(
          "INSERT INTO user_permissions SELECT id, unnest(ARRAY['read:map', 'read:entities']) FROM users WHERE email = $1 ON CONFLICT DO NOTHING",
          [VIEWER],
        )
        const token = () => issuer.tokenOf(VIEWER)
        const vehicles = []
        for (let count = 0; count < TRACKERS; count++) vehicles.push(await stage.addVehicle())

        const gateways: Gateway[] = [await stage.startGateway({ env: DRAIN }), await stage.startGateway({ env: DRAIN })]
        const consumers = [await stage.startConsumer(), await stage.startConsumer(), await stage.startConsumer()]
        const apis: Api[] = [await stage.startApi(issuer.url, { env: DRAIN }), await stage.startApi(issuer.url, { env: DRAIN })]
        const [toGateways, toApis] = [await balance(gateways), await balance(apis)]

        const address = `http://127.0.0.1:${toApis.port}`
        const watches = apis.map(() => new LiveWatch(address, token))
        const callers = new Callers(address, '/api/v1/map/markers', token, CALLERS)
        const fleet = new Fleet({
          journal: stage.journal,
          port: toGateways.port,
          recordsPerPacket: 10,
          random: seededRandom(41),
          tracker: PATIENCE,
        })
        const startAt = Math.floor((Date.now() - 30 * DAY_MS) / 1_000) * 1_000
        const tracks = vehicles.map(({ imei, entityId }, index) => ({
          imei,
          entityId,
          fixes: rides(READINGS, { startAt, seed: 41 + index, isOnceASecond: true }),
        }))
        for (const [at, { imei }] of tracks.entries()) {
          fleet.add(imei)
          // Sleep: trackers connect one after the other, as they do after an installation was moved.
          if (at % CONNECT_A_SECOND === CONNECT_A_SECOND - 1) await pause(1_000)
        }

        let reports = 0
        const STEPS_A_SECOND = 10
        const load = setInterval(() => {
          const steps = EVERY_S * STEPS_A_SECOND
          for (let at = reports % steps; at < tracks.length; at += steps) {
            const { imei, entityId, fixes } = tracks[at]!
            const fix = fixes[Math.floor(reports / steps)]
            if (!fix) continue
            fleet.report(imei, [fix])
            for (const { lateness } of watches) lateness.reported(entityId, fix.positionedAt)
          }
          reports++
        }, 1_000 / STEPS_A_SECOND)

        const live = (withinMs = 3 * MINUTES) =>
          until('both maps are live', () => Math.max(...watches.map(({ lateness }) => lateness.oldestMs())), {
            withinMs,
            fits: (oldestMs) => oldestMs < LIVE_MS,
          }).catch(async (error: Error) => {
            const seen = watches.map(({ lateness }) => `${lateness.waiting} readings unseen`).join(' and ')
            throw new Error([error.message, `${seen}; ${fleet.state()}`, await stage.state()].join('\n\n'), { cause: error })
          })
        await live()

        /** Changes something in the installation, and reports how late the viewers saw readings that were sent meanwhile. */
        const happens = async (event: string, act: () => Promise<unknown>, settleMs = 2_000) => {
          if (!ONLY.test(event)) return
          watches.forEach(({ lateness }) => lateness.take())
          const [calls, failures, interruptions] = [
            callers.calls,
            callers.failures.length,
            watches.map((one) => one.interruptions),
          ]
          const leftOut = toGateways.leftOut()
          const began = performance.now()
          await act()
          const backS = ((performance.now() - began) / 1_000).toFixed(1)
          // Sleep: the readings of some seconds are the sample. Late ones among them show in the figures.
          await new Promise((resolve) => setTimeout(resolve, settleMs))
          await live()
          const seen = watches.map(({ lateness }) => lateness.take())
          reportFigures({
            event,
            backS,
            // The times of the viewer who waited longer.
            lateP50Ms: Math.max(...seen.map(({ p50 }) => p50)),
            lateP99Ms: Math.max(...seen.map(({ p99 }) => p99)),
            lateWorstMs: Math.max(...seen.map(({ worst }) => worst)),
            calls: callers.calls - calls,
            failedCalls: callers.failures.length - failures,
            gatewaysLeftOut: toGateways.leftOut() - leftOut,
            viewersInterrupted: watches.filter((one, at) => one.interruptions > interruptions[at]!).length,
          })
        }
        const killed = (one: ManagedProcess) => async () => {
          await one.kill()
          await one.ready(3 * MINUTES)
        }
        const rolled = (one: ManagedProcess) => async () => {
          expect({ name: one.name, ...(await one.stop()) }).toEqual({ name: one.name, code: 0, signal: null })
          one.start()
          await one.ready(3 * MINUTES)
        }

        await happens('nothing', () => Promise.resolve(), 20_000)
        for (const [at, one] of consumers.entries()) await happens(`kill -9 consumer ${at + 1}`, killed(one))
        for (const [at, one] of gateways.entries()) await happens(`kill -9 gateway ${at + 1}`, killed(one))
        for (const [at, broker] of cluster.brokers.entries()) {
          await happens(`kill -9 broker ${at + 1}`, () => broker.kill(), 10_000)
          await happens(`broker ${at + 1} returns`, () => broker.restart(), 10_000)
        }
        await happens('the balancer of the gateways restarts', async () => toGateways.cut())
        const added = await stage.startConsumer()
        await happens('a fourth consumer joined', () => Promise.resolve(), 5_000)
        await happens('it leaves again', async () => void (await added.stop()))
        for (const [at, one] of consumers.entries()) await happens(`roll consumer ${at + 1}`, rolled(one))
        for (const [at, one] of gateways.entries()) await happens(`roll gateway ${at + 1}`, rolled(one))
        for (const [at, one] of apis.entries()) await happens(`roll API ${at + 1}`, rolled(one))
        expect(callers.failures).toEqual([])
        await happens('kill -9 PostgreSQL', async () => {
          await stage.database.kill()
          await stage.database.start()
        })
        for (const [at, one] of apis.entries()) await happens(`kill -9 API ${at + 1}`, killed(one))
        // Calls may fail if they were being made at an API that was killed, or while PostgreSQL was unavailable.
        const failed = callers.failures.length

        clearInterval(load)
        await within('everything is acknowledged', 5 * MINUTES, fleet.flush())
        fleet.stop()
        await callers.stop()
        for (const watch of watches) watch.stop()
        await Promise.all([toGateways.close(), toApis.close()])
        const verdict = await stage.check(fleet.sent, 10 * MINUTES)
        const { acknowledged, stored, lost, duplicates, unsent, altered, wrongTrips } = verdict
        reportFigures({
          trackers: TRACKERS,
          acknowledged,
          stored,
          lost: lost.length,
          duplicates: duplicates.length,
          unsent: unsent.length,
          altered: altered.length,
          wrongTrips: wrongTrips.length,
          calls: callers.calls,
          failedCallsOfKilled: failed,
        })
        expect(verdict).toMatchObject(CLEAN)
        expect([...gateways, ...consumers, ...apis].flatMap(({ crashes }) => crashes)).toEqual([])
      },
      60 * MINUTES,
    )
  })
})
