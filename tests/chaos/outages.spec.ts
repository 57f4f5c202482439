import { setTimeout as pause } from 'node:timers/promises'
import { LiveState } from '@roadbook/api/live/live-state'
import { Topic } from '@roadbook/contracts'
import { decodeLivePosition } from '@roadbook/contracts/packet-codec'
import { seededRandom } from '@roadbook/testing'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { answersAreRead, Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { inProof, sized } from '@roadbook/testing/proof'

const TRACKERS = 8
const DOWN_MS = sized('chaos', 0, 60_000)
/** Length of a freeze in milliseconds. It is longer than a lease, and longer than a tracker waits for its answer. */
const FREEZE_MS = 120_000
const LIMIT_MS = sized('chaos', 180_000, 900_000)

describe('an outage of a part, under load', () => {
  let stage: Stage
  let gateway: Gateway
  let consumers: ManagedProcess[]
  let fleet: Fleet
  let load: Load

  beforeAll(async () => {
    stage = await Stage.open()
    gateway = await stage.startGateway()
    consumers = [await stage.startConsumer(), await stage.startConsumer()]
  }, 300_000)
  afterAll(() => stage?.close())
  beforeEach(async () => {
    fleet = new Fleet({ journal: stage.journal, port: gateway.port, random: seededRandom(4) })
    load = new Load(fleet, await stage.addVehicles(TRACKERS))
    await acknowledgements(TRACKERS * 20)
  })
  afterEach(() => {
    load.stop()
    fleet.stop()
  })

  /** Resolves when this many more fixes are acknowledged. */
  const acknowledgements = (more: number) => {
    const wanted = stage.journal.acknowledged + more
    return until(`${more} more acknowledgements`, () => stage.journal.acknowledged >= wanted, { everyMs: 10 })
  }
  const refusedSoFar = () => gateway.metric('gateway_publish_failures_total')
  const settle = async () => {
    load.stop()
    await fleet.flush()
    expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
  }
  const nobodyEnded = () => expect([gateway, ...consumers].flatMap(({ crashes }) => crashes)).toEqual([])

  it(
    'F4 F5 acknowledges nothing while the database is dead, ends no process, and goes on by itself',
    async () => {
      for (const downMs of sized('chaos', [0], [0, DOWN_MS])) {
        await stage.database.kill()
        await answersAreRead(gateway)
        const promised = stage.journal.acknowledged
        const waiting = fleet.pending
        // Sleep: the outage lasts at least this long.
        await pause(downMs)
        await until('a second’s fixes wait', () => fleet.pending >= waiting + TRACKERS * 20)
        expect(stage.journal.acknowledged).toBe(promised)
        expect(await gateway.readiness()).toMatchObject({ 'event log': expect.not.stringMatching(/^ok$/) })
        await stage.database.start()
        const refused = await refusedSoFar()
        await acknowledgements(1)
        // One more refusal is allowed: that of the attempt that was in progress when the database came back.
        expect(await refusedSoFar()).toBeLessThanOrEqual(refused + 1)
      }
      await settle()
      nobodyEnded()
    },
    LIMIT_MS,
  )

  it(
    'F4 starts while the database refuses, waits for it, and serves known trackers as soon as it is there',
    async () => {
      await stage.database.kill()
      await Promise.all([gateway, ...consumers].map((one) => one.kill()))
      for (const one of [gateway, ...consumers]) {
        const states = async () => Object.values(await one.readiness())
        const isRefused = (parts: string[]) => parts.some((state) => state !== 'ok')
        await until(`${one.name} misses the database`, states, { outlastsErrors: true, fits: isRefused })
      }
      // Sleep: the outage lasts at least this long.
      await pause(DOWN_MS)
      await stage.database.start()
      await acknowledgements(TRACKERS)
      await settle()
      nobodyEnded()
    },
    LIMIT_MS,
  )

  it(
    'F4 mends every connection when all of them are terminated again and again',
    async () => {
      for (let time = 0; time < 20; time++) {
        await stage.pool.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
        await acknowledgements(1)
      }
      await settle()
      nobodyEnded()
    },
    LIMIT_MS,
  )

  inProof('chaos', () => {
    it(
      'F6 takes a gateway that froze for longer than every answer is awaited back into service, losing nothing',
      async () => {
        gateway.signal('SIGSTOP')
        // Sleep: the freeze lasts this long.
        await pause(FREEZE_MS)
        gateway.signal('SIGCONT')
        await acknowledgements(TRACKERS * 20)
        await settle()
        nobodyEnded()
      },
      LIMIT_MS,
    )

    it(
      'F6 fences a consumer that froze until its partitions were another’s: no fix twice, no marker that jumps back',
      async () => {
        const [zombie] = consumers as [ManagedProcess]
        const shown = new LiveState()
        const live = new Map<number, number>()
        const backwards: string[] = []
        const watching = await stage.log.subscribe({
          topic: Topic.livePositions,
          group: 'chaos-live',
          from: 'latest',
          onBatch: async ({ messages, commit }) => {
            for (const { value } of messages) {
              const { entityId = 0, ...position } = decodeLivePosition(value)
              shown.apply({ ...position, entityId })
              const at = shown.entry(entityId)?.position.positionedAt ?? 0
              if (at < (live.get(entityId) ?? 0)) backwards.push(`${entityId}: ${at} after ${live.get(entityId)}`)
              live.set(entityId, at)
            }
            await commit()
          },
        })
        for (let time = 0; time < 2; time++) {
          zombie.signal('SIGSTOP')
          // Sleep: the freeze lasts this long.
          await pause(FREEZE_MS)
          zombie.signal('SIGCONT')
          await acknowledgements(TRACKERS * 20)
        }
        await settle()
        await watching.stop()
        expect(live.size).toBeGreaterThanOrEqual(TRACKERS)
        expect(backwards).toEqual([])
        nobodyEnded()
      },
      LIMIT_MS,
    )
  })
})
