import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom, type SimulatedTrackerOptions } from '@roadbook/testing'
import { FaultProxy, type Faults } from '../support/chaos/fault-proxy.js'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { hasNamespaces, NetworkNamespace } from '../support/chaos/network-namespace.js'
import { RawTracker } from '../support/chaos/raw-tracker.js'
import { rides } from '../support/chaos/rides.js'
import { answersAreRead, Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

/** Length of a partition in milliseconds. It is longer than every time-out of a connection or a statement. */
const PARTITION_MS = 60_000
/** The gateway's default of MAX_BUFFERED_BYTES. */
const BUFFER_BYTES = 32 * 1024 * 1024

describe('a bad network', () => {
  let stage: Stage
  let gateway: Gateway
  let consumer: ManagedProcess
  const proxies: FaultProxy[] = []
  const fleets: Fleet[] = []

  beforeAll(async () => {
    stage = await Stage.open()
    gateway = await stage.startGateway()
    consumer = await stage.startConsumer()
  }, 300_000)
  afterAll(() => stage?.close())
  afterEach(async () => {
    for (const fleet of fleets.splice(0)) fleet.stop()
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  })

  const proxyTo = async (port: number, faults: Faults = {}, host?: string) => {
    const proxy = await FaultProxy.open({ target: () => ({ port }), faults, ...(host && { host }) })
    proxies.push(proxy)
    return proxy
  }
  const fleetOn = (port: number, host?: string, tracker?: Partial<SimulatedTrackerOptions>) => {
    const random = seededRandom(8)
    const fleet = new Fleet({ journal: stage.journal, port, random, ...(host && { host }), ...(tracker && { tracker }) })
    fleets.push(fleet)
    return fleet
  }
  /** Resolves when the gateway, which is cut off from its log, has sent all its answers. */
  const nothingIsUnderWay = async (one: Gateway) => {
    await until('it misses the log', async () => !(await one.isReady()))
    await answersAreRead(one)
  }
  const openSockets = async () => (await gateway.metric('gateway_connections')) | 0

  it('F9 replaces a half-open session at the next login, and leaks no descriptor in a hundred cycles', async () => {
    const { imei } = await stage.addVehicle()
    const proxy = await proxyTo(gateway.port)
    const before = gateway.fileDescriptors()
    for (let cycle = 0; cycle < 100; cycle++) {
      const tracker = await RawTracker.login(proxy.port, imei)
      expect(await openSockets()).toBeLessThanOrEqual(2)
      proxy.abandonClients()
      await tracker.closed()
    }
    await until('one session is left', async () => (await openSockets()) === 1)
    proxy.cut()
    await until('no session is left', async () => (await openSockets()) === 0)
    expect(gateway.fileDescriptors()).toBeLessThanOrEqual(before + 3)
  })

  it('F10 understands a stream that is torn into single bytes, late, glued together, cut mid-frame or answered into the void', async () => {
    const random = seededRandom(10)
    const now = Date.now()
    const sometimes = (chance: number, bytes: number) => () => (random() < chance ? 17 + Math.floor(random() * bytes) : undefined)
    const networks: Record<string, { faults: Faults; fixes: number; tracker?: Partial<SimulatedTrackerOptions> }> = {
      'one byte per 10 ms': { faults: { pieceBytes: 1, pieceEveryMs: 10 }, fixes: 12, tracker: { recordsPerPacket: 3 } },
      'half a second late': { faults: { delayMs: 500 }, fixes: 100 },
      'glued together': { faults: { coalesceMs: 300 }, fixes: 200 },
      'seven bytes at a time': { faults: { pieceBytes: 7, pieceEveryMs: 1 }, fixes: 100 },
      'cut mid-frame': { faults: { cutAfterBytes: sometimes(0.7, 3_000) }, fixes: 400 },
      'answers lost': { faults: { muteAfterBytes: sometimes(0.7, 20) }, fixes: 400, tracker: { responseTimeoutMs: 500 } },
      'newest first, cut': {
        faults: { cutAfterBytes: sometimes(0.5, 4_000) },
        fixes: 400,
        tracker: { order: 'newestFirst' },
      },
    }
    const all = await Promise.all(
      Object.values(networks).map(async ({ faults, fixes, tracker = {} }, index) => {
        const { imei } = await stage.addVehicle()
        const fleet = fleetOn((await proxyTo(gateway.port, faults)).port, undefined, {
          responseTimeoutMs: 15_000,
          backoff: { firstMs: 20, largestMs: 100 },
        })
        fleet.add(imei, tracker)
        fleet.report(
          imei,
          rides(fixes, { startAt: now - 10 * 3_600_000, seed: index, isOnceASecond: tracker.order === 'newestFirst' }),
        )
        return fleet
      }),
    )
    await Promise.all(all.map((fleet) => fleet.flush()))
    const sent = new Map(all.flatMap((fleet) => [...fleet.sent]))
    const total = Object.values(networks).reduce((sum, { fixes }) => sum + fixes, 0)
    expect(await stage.check(sent)).toMatchObject({ ...CLEAN, acknowledged: total, stored: total })
    expect(gateway.crashes).toEqual([])
  }, 300_000)

  inProof('chaos', () => {
    const canPartition = hasNamespaces()
    it('F8 acknowledges nothing while the log answers nothing, holds no more than its buffer, and heals by itself', async () => {
      const wall = await proxyTo(Number(new URL(stage.database.url).port))
      const databaseUrl = Object.assign(new URL(stage.database.url), { port: String(wall.port) }).toString()
      const behind = await stage.startGateway({ databaseUrl })
      const fleet = fleetOn(behind.port)
      const load = new Load(fleet, await stage.addVehicles(6))
      await until('acknowledgements come', () => stage.journal.acknowledged > 0)
      wall.fallSilent()
      // Sleep: the network stays cut for this time.
      const isOver = pause(PARTITION_MS)
      await nothingIsUnderWay(behind)
      const promised = stage.journal.acknowledged
      await isOver
      expect(stage.journal.acknowledged).toBe(promised)
      expect(await behind.metric('gateway_buffered_bytes')).toBeLessThanOrEqual(BUFFER_BYTES)
      wall.resume()
      await until('it heals', () => stage.journal.acknowledged > promised, { withinMs: 45_000 })
      load.stop()
      await fleet.flush()
      expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
      expect(behind.crashes).toEqual([])
      await behind.stop()
    })

    const onARealNetwork = canPartition ? it : it.skip
    onARealNetwork(
      'F8 survives packets that vanish between gateway, consumer and database, both ways and one way',
      async () => {
        await consumer.stop()
        const namespace = new NetworkNamespace()
        try {
          const trackers = namespace.addCable()
          const data = namespace.addCable()
          const database = await proxyTo(Number(new URL(stage.database.url).port), {}, data.ours)
          const databaseUrl = Object.assign(new URL(stage.database.url), {
            hostname: data.ours,
            port: String(database.port),
          }).toString()
          const inside = { wrap: namespace.wrap, host: trackers.theirs, databaseUrl }
          const [far, farConsumer] = await Promise.all([stage.startGateway(inside), stage.startConsumer(inside)])
          const fleet = fleetOn(far.port, trackers.theirs)
          const load = new Load(fleet, await stage.addVehicles(6), { seed: 60 })
          const acknowledged = stage.journal.acknowledged
          await until('acknowledgements come', () => stage.journal.acknowledged > acknowledged)
          for (const directions of [['inwards', 'outwards'], ['inwards'], ['outwards']] as const) {
            for (const direction of directions) namespace.cut(data, direction)
            // Sleep: the network stays cut for this time.
            const isOver = pause(PARTITION_MS)
            await nothingIsUnderWay(far)
            const promised = stage.journal.acknowledged
            await isOver
            expect(stage.journal.acknowledged).toBe(promised)
            expect(await far.isReady()).toBe(false)
            namespace.heal(data)
            await until('it heals', () => stage.journal.acknowledged > promised, { withinMs: 45_000 })
          }
          load.stop()
          await fleet.flush()
          expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
          expect([...far.crashes, ...farConsumer.crashes]).toEqual([])
          await Promise.all([far.kill({ stay: true }), farConsumer.kill({ stay: true })])
        } finally {
          namespace.remove()
        }
      },
      900_000,
    )
  })
})
