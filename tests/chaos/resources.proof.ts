import { setTimeout as pause } from 'node:timers/promises'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { seededRandom } from '@roadbook/testing'
import { inProof } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'
import { reportFigures } from '../support/chaos/campaign.js'
import { FaultProxy } from '../support/chaos/fault-proxy.js'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import { acknowledgement, frameAround, packetOf, RawTracker } from '../support/chaos/raw-tracker.js'
import { Stage, type Gateway } from '../support/chaos/stage.js'

/** Factor by which the limits are raised, because this machine may be slower than the one for which they were set. */
const SLACK = 3
const MEGABYTE = 1024 * 1024
const PARTITION_MS = 60_000
/** Time-out longer than any test, milliseconds. */
const PATIENT_MS = 600_000
const STRANGERS = 3_900

/** GT06 heartbeat with the serial number 15, from the maker's document. The gateway answers it immediately. */
const HEARTBEAT = Buffer.from('78780a134004040001000fdcee0d0a', 'hex')
/** Teltonika keep-alive: one byte that is a whole message and gets no answer. */
const KEEP_ALIVE = 0xff

/**
 * Cost in memory, CPU and seconds. Such numbers depend on the machine, so they are measured only in a proof. Other specs in
 * this folder check the counts and states.
 */
inProof('chaos', () => {
  describe('what it costs a gateway', () => {
    let stage: Stage
    let gateway: Gateway
    let imei: string

    beforeAll(async () => {
      stage = await Stage.open()
      imei = (await stage.addVehicle()).imei
      gateway = await stage.startGateway({ env: { LOGIN_TIMEOUT_MS: String(PATIENT_MS), MAX_FRAMES_PER_SECOND: '1000000' } })
      await stage.startConsumer()
    }, 300_000)
    afterAll(() => stage?.close())
    afterEach(() => {
      expect(gateway.crashes).toEqual([])
    })

    const aFix: Fix = { positionedAt: Math.floor(Date.now() / 1_000) * 1_000, validity: FixValidity.noFix, satellites: 0 }

    it('B3 to close on packets that claim any number of bytes: no memory', async () => {
      const rss = gateway.rssBytes()
      for (const length of [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) {
        const tracker = await RawTracker.login(gateway.port, imei)
        tracker.send(frameAround(Buffer.alloc(40, 8), { length }))
        await tracker.closed()
      }
      expect(gateway.rssBytes()).toBeLessThan(rss + 32 * MEGABYTE)
    })

    it('B4 to take a packet byte by byte: as much CPU as so many messages of one byte', async () => {
      const frame = frameAround(
        Buffer.concat([Buffer.from([12, 1, 6, 0, 0, 0xea, 0x60]), Buffer.alloc(60_000, 'x'), Buffer.from([1])]),
      )
      const whole = packetOf(imei, [aFix])
      const cpuSecondsOf = async (bytes: Buffer) => {
        const tracker = await RawTracker.login(gateway.port, imei)
        const before = gateway.cpuSeconds()
        for (let at = 0; at < bytes.length; at++) {
          tracker.send(bytes.subarray(at, at + 1))
          // Waits for a turn of the event loop, so that the bytes are not sent together.
          if (at % 4 === 0) await new Promise(setImmediate)
        }
        tracker.send(whole)
        await tracker.receives(acknowledgement(1), 60_000)
        tracker.end()
        return gateway.cpuSeconds() - before
      }
      const keepAlives = await cpuSecondsOf(Buffer.alloc(frame.length, KEEP_ALIVE))
      const dripping = await cpuSecondsOf(frame)
      reportFigures({ drippingCpuS: dripping, keepAlivesCpuS: keepAlives })
      expect(dripping).toBeLessThan(keepAlives * SLACK + 0.1)
    })

    it('B4 to hold half frames: their bytes, and a socket each', async () => {
      const rss = gateway.rssBytes()
      const half = packetOf(imei, [aFix]).subarray(0, -1)
      const halves = await Promise.all(
        Array.from({ length: 3_600 }, async (_, index) => {
          const tracker = await RawTracker.open(gateway.port, { localAddress: `127.0.0.${2 + (index % 4)}` })
          tracker.send(half)
          return tracker
        }),
      )
      const kept = halves.length * half.length
      await until('all of them are kept', async () => (await gateway.metric('gateway_half_frame_bytes')) === kept)
      const grown = gateway.rssBytes() - rss
      for (const tracker of halves) tracker.end()
      reportFigures({ bytesAHalfFrame: Math.round(grown / halves.length) })
      expect(grown).toBeLessThan(halves.length * (half.length + 16_384) + 64 * MEGABYTE)
    })

    // In the proof only, because it takes a minute to fill the system's own buffers. In `npm test`, the unit tests of the
    // session cover this.
    it('B15 to give up a peer that never reads its answers: no more of them than it may keep', async () => {
      const chatty = await stage.startGateway({ env: { MAX_FRAMES_PER_SECOND: '1000000', MAX_PENDING_FRAMES: '2000' } })
      const tracker = await RawTracker.open(chatty.port)
      tracker.send(findProtocol('gt06')!.tracker!.login!(imei))
      await until('it is logged in', () => tracker.received.length > 0)
      tracker.socket.pause()
      const rss = chatty.rssBytes()
      const heartbeats = Buffer.alloc(HEARTBEAT.length * 20_000, HEARTBEAT)
      const givenUp = () => chatty.metric('gateway_closed_total', { reason: 'unreadReplies' })
      // The system's buffers are allowed in addition to the bytes that the gateway may keep.
      const isGivenUp = async () => {
        if (!tracker.socket.destroyed && tracker.socket.writableLength < heartbeats.length) tracker.send(heartbeats)
        return (await givenUp()) === 1
      }
      await until('the gateway gives it up', isGivenUp, { withinMs: 150_000 })
      expect(chatty.rssBytes()).toBeLessThan(rss + 256 * MEGABYTE)
      tracker.end()
      await chatty.kill({ stay: true })
    })

    it('B14 to let trackers log in among thousands who never do: not much longer than among none', async () => {
      const imeis = await stage.addVehicles(20)
      const longestMs = async () => {
        const times: number[] = []
        for (const one of imeis) {
          const began = performance.now()
          const tracker = await RawTracker.login(gateway.port, one)
          times.push(performance.now() - began)
          tracker.end()
        }
        return Math.max(...times)
      }
      // A login with an unknown name waits for the next poll of the registry.
      for (const tracker of await Promise.all(imeis.map((one) => RawTracker.login(gateway.port, one)))) tracker.end()
      const quiet = await longestMs()
      const strangers = await Promise.all(
        Array.from({ length: STRANGERS }, async (_, index) => {
          const tracker = await RawTracker.open(gateway.port, { localAddress: `127.0.0.${30 + Math.floor(index / 800)}` })
          tracker.send(Buffer.from([0]))
          return tracker
        }),
      )
      const among = await longestMs()
      for (const tracker of strangers) tracker.end()
      reportFigures({ loginMsAmongNone: Math.round(quiet), loginMsAmongStrangers: Math.round(among) })
      expect(among).toBeLessThan(Math.max(SLACK * 2 * quiet, 500))
    })

    it('F4 to go on once a database is there again: seconds', async () => {
      const fleet = new Fleet({ journal: stage.journal, port: gateway.port, random: seededRandom(4) })
      const load = new Load(fleet, await stage.addVehicles(8))
      await until('acknowledgements come', () => stage.journal.acknowledged > 160)
      await stage.database.kill()
      const refused = await gateway.metric('gateway_publish_failures_total')
      await until('it is refused', async () => (await gateway.metric('gateway_publish_failures_total')) > refused + 3)
      await stage.database.start()
      const began = performance.now()
      const promised = stage.journal.acknowledged
      await until('acknowledgements come again', () => stage.journal.acknowledged > promised, { everyMs: 10 })
      const tookMs = performance.now() - began
      load.stop()
      await fleet.flush()
      fleet.stop()
      reportFigures({ recoveredS: Number((tookMs / 1_000).toFixed(1)) })
      // The trackers' own pauses are allowed in addition to the two seconds.
      expect(tookMs).toBeLessThan(SLACK * 2_000 + 6_000)
    })

    it('F8 to wait for a log that answers nothing: its buffer', async () => {
      const wall = await FaultProxy.open({ target: () => ({ port: Number(new URL(stage.database.url).port) }) })
      const databaseUrl = Object.assign(new URL(stage.database.url), { port: String(wall.port) }).toString()
      const behind = await stage.startGateway({ databaseUrl })
      const fleet = new Fleet({ journal: stage.journal, port: behind.port, random: seededRandom(8) })
      const before = stage.journal.acknowledged
      const load = new Load(fleet, await stage.addVehicles(6))
      await until('acknowledgements come', () => stage.journal.acknowledged > before)
      const rss = behind.rssBytes()
      wall.fallSilent()
      await pause(PARTITION_MS)
      const grown = behind.rssBytes() - rss
      wall.resume()
      load.stop()
      await fleet.flush()
      fleet.stop()
      reportFigures({ grownMiB: Math.round(grown / MEGABYTE) })
      expect(grown).toBeLessThan(rss * 0.2 + 32 * MEGABYTE)
      expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
      expect(behind.crashes).toEqual([])
      await behind.stop()
      await wall.close()
    })
  })
})
