import { type Fix, FixValidity, type Packet } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { Batch, EventLog, ReceivedMessage } from '@roadbook/event-log'
import { createLogger, Notices } from '@roadbook/platform'
import { asStored, ClaimLostError } from '@roadbook/track-store'
import { segment } from '@roadbook/trips'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import fc from '@roadbook/testing/property'
import { sized } from '@roadbook/testing/proof'
import type pg from 'pg'
import { Activity } from './activity.js'
import { FreshReadings } from './alerts/fresh-readings.js'
import { RememberedStays } from './alerts/remembered-stays.js'
import { RuleBook } from './alerts/rule-book.js'
import { checkpoint, cutLate, saveStates } from './checkpoint.js'
import type { Context } from './context.js'
import type { DeviceDirectory } from './registry/device-directory.js'
import type { Join, KnownDevice } from './registry/known-device.js'
import { parametersOf } from './registry/trip-rules.js'
import { Lane } from './lane.js'
import { createConsumerMetrics } from './metrics.js'
import { run } from './pipeline.js'
import { Quarantine } from './quarantine.js'
import { writtenTogether } from './written-together.js'
import { applyRecalculation } from './recalculation.js'
import { MemoryTrackStore } from './testing/memory-track-store.js'
import { FAR_FUTURE } from './track-window.js'

const IMEIS = ['356307042441013', '863719061234567']
/**
 * @param restMinutes minutes of rest that end a trip, if the business chose them. @param joins periods that people joined to
 *   one trip.
 */
const devicesOf = (restMinutes?: number, joins?: readonly Join[]) =>
  new Map(
    IMEIS.map((imei, index): [string, KnownDevice] => {
      const bike = { entityId: 7, businessId: 3, vehicleType: 'eBike' as const, installedAt: 0 }
      const installations = [restMinutes === undefined ? bike : { ...bike, restMinutes }]
      return [imei, { deviceId: index + 1, imei, installations, ...(joins && { joins }) }]
    }),
  )

/** A day of rides, stops and silences, with a few teleports and wrong places, with speed or without. */
const day = fc
  .array(
    fc.record({
      kind: fc.constantFrom('ride', 'stand', 'silence', 'teleport', 'wrong'),
      minutes: fc.integer({ min: 1, max: 80 }),
      everyS: fc.constantFrom(10, 30, 60, 300),
      says: fc.constantFrom({}, {}, { speedKph: undefined }),
    }),
    { minLength: 3, maxLength: 12 },
  )
  .map((parts) => {
    const track = new TrackBuilder('2025-11-20T06:00:00Z')
    for (const { kind, minutes, everyS, says } of parts) {
      if (kind === 'ride') track.ride(Math.min(minutes, 25), 8 + (minutes % 20), { everyS, says })
      else if (kind === 'stand') track.stand(minutes, { everyS, says, jitterM: minutes % 30, jitterKph: minutes % 5 })
      else if (kind === 'silence') track.travelUnseen(minutes, minutes % 10)
      else if (kind === 'wrong')
        for (let n = 0; n <= minutes % 10; n++) track.travelUnseen(0.5, 18).report({ latitude: 52.3, longitude: 5.1, ...says })
      else track.silence(1).report({ latitude: 48.1, longitude: 11.5, speedKph: 12 })
    }
    return track.fixes
  })

/** Adds further fixes at the same second: an alarm at the vehicle's place, elsewhere, or without a place. */
const dayWithFurther = fc.tuple(day, fc.infiniteStream(fc.nat({ max: 11 }))).map(([fixes, further]) =>
  fixes.flatMap((fix): Fix[] => {
    const alarm = { ...fix, attributes: { alarm: 'sos' } }
    const others: Fix[] = [
      alarm,
      { ...alarm, ignition: false, speedKph: 0 },
      { ...alarm, latitude: 52.2 },
      { positionedAt: fix.positionedAt, validity: FixValidity.noFix, batteryPercent: 5 },
    ]
    const nth = further.next().value as number
    return nth === 4 ? [fix, alarm, others[3]!] : [fix, ...others.slice(nth, nth + 1)]
  }),
)

/**
 * Events in the life of the consumer: messages arrive, a checkpoint is due (or a checkpoint that delays late fixes), it crashes,
 * or its partition moves away and returns.
 */
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('batch' as const), messages: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('checkpoint' as const, 'states' as const, 'cut' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'zombie' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
)

/** The same events. In addition, the business changes or removes its minutes of rest that end a trip. */
const fateWithChoices = fc.oneof(
  { weight: 4, arbitrary: fate },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      minutes: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
    }),
  },
)

describe('the pipeline', () => {
  it.each([
    { days: day, what: 'F17 ends with the trips of the sorted track' },
    { days: dayWithFurther, what: 'keeps every reading of one second, and makes the same trips of them' },
  ])('$what, in any order of arrival, with duplicates, crashes and two writers', async ({ days: some }) => {
    const property = fc.asyncProperty(
      fc.tuple(some, some),
      fc.array(fate, { maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 15 }),
      async (days, fates, random, size) => {
        const sent = shuffled(
          days.flatMap((fixes, index) => packets(IMEIS[index]!, fixes, size)),
          random,
        ).map((message, offset) => ({ ...message, offset: BigInt(offset) }))
        const world = new World(sent)
        for (const { kind, ...rest } of fates) await world[kind](rest as { messages: number })
        while (!world.isSaved) {
          await world.batch({ messages: 3 })
          if (world.isDone) await world.checkpoint()
        }
        days.forEach((fixes, index) => world.expectTripsOf(index + 1, fixes))
      },
    )
    await fc.assert(property, { numRuns: sized('orders', 20, 2_000) })
  })

  it('G-104 never has trips that overlap, whatever rest is chosen when, and cut again those of the rest that is in force', async () => {
    const property = fc.asyncProperty(
      fc.tuple(day, day),
      fc.array(fateWithChoices, { maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 15 }),
      async (days, fates, random, size) => {
        const sent = shuffled(
          days.flatMap((fixes, index) => packets(IMEIS[index]!, fixes, size)),
          random,
        ).map((message, offset) => ({ ...message, offset: BigInt(offset) }))
        const world = new World(sent)
        for (const { kind, ...rest } of fates) {
          await world[kind](rest as never)
          world.expectTripsApart()
        }
        while (!world.isSaved) {
          await world.batch({ messages: 3 })
          if (world.isDone) await world.checkpoint()
        }
        world.expectTripsApart()
        await world.recalculate()
        days.forEach((fixes, index) => world.expectTripsOf(index + 1, fixes))
      },
    )
    await fc.assert(property, { numRuns: sized('orders', 10, 1_000) })
  })

  it('makes one trip of what people join, whenever they do, and those of the rules of what they part again', async () => {
    const property = fc.asyncProperty(
      fc.tuple(day, day),
      fc.array(fateWithJoins, { maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 15 }),
      async (days, fates, random, size) => {
        const sent = shuffled(
          days.flatMap((fixes, index) => packets(IMEIS[index]!, fixes, size)),
          random,
        ).map((message, offset) => ({ ...message, offset: BigInt(offset) }))
        const world = new World(sent)
        for (const { kind, ...rest } of fates) await world[kind](rest as never)
        while (!world.isSaved) {
          await world.batch({ messages: 3 })
          if (world.isDone) await world.checkpoint()
        }
        // Recalculates after each change, because the API requests that too.
        await world.recalculate()
        days.forEach((fixes, index) => world.expectTripsOf(index + 1, fixes))
      },
    )
    await fc.assert(property, { numRuns: sized('orders', 10, 1_000) })
  })

  describe('when fixes come late', () => {
    const ride = new TrackBuilder('2025-11-20T06:00:00Z').stand(10, { everyS: 60 }).ride(20, 18, { everyS: 30 })
    const { fixes } = ride.stand(60, { everyS: 60 }).ride(10, 18, { everyS: 30 })
    const late = fixes.slice(20, 30)
    const punctual = fixes.filter((fix) => !late.includes(fix))
    const log = () =>
      [...packets(IMEIS[0]!, punctual, 1_000), ...packets(IMEIS[0]!, late, 1_000), ...packets(IMEIS[0]!, late, 1_000)].map(
        (message, offset) => ({ ...message, offset: BigInt(offset) }),
      )

    it('F2 cuts in what a process stored that died before its checkpoint', async () => {
      const world = new World(log().slice(0, 2))
      await world.batch({ messages: 1 })
      await world.checkpoint()
      await world.batch({ messages: 1 })
      await world.crash()
      await world.batch({ messages: 1 })
      await world.checkpoint()
      world.expectTripsOf(1, fixes)
    })

    it('G-104 cuts the whole of a trip again that a longer rest had made one', async () => {
      const round = new TrackBuilder('2025-11-20T06:00:00Z').stand(10, { everyS: 60 }).ride(10, 18, { everyS: 30 })
      const { fixes: all } = round.stand(12, { everyS: 30 }).ride(10, 18, { everyS: 30 }).stand(60, { everyS: 60 })
      const lost = all.slice(15, 20)
      const sent = [all.filter((fix) => !lost.includes(fix)), lost].flatMap((part) => packets(IMEIS[0]!, part, 1_000))
      const world = new World(sent.map((message, offset) => ({ ...message, offset: BigInt(offset) })))
      await world.choose({ minutes: 15 })
      await world.batch({ messages: 1 })
      await world.checkpoint()
      expect(world.store.trips.size).toBe(1)
      await world.choose({ minutes: 2 })
      await world.batch({ messages: 1 })
      await world.checkpoint()
      expect(world.store.trips.size).toBe(2)
      world.expectTripsOf(1, all)
    })

    it('cuts nothing again for a fix that only comes again, sent twice or read twice', async () => {
      const world = new World(log())
      await world.batch({ messages: 2 })
      await world.checkpoint()
      const windows = await world.windowsCut()
      await world.batch({ messages: 1 })
      await world.checkpoint()
      await world.again()
      await world.batch({ messages: 3 })
      await world.checkpoint()
      expect(await world.windowsCut()).toBe(windows)
      world.expectTripsOf(1, fixes)
    })
  })
})

/** The same events. In addition, people join periods of the day to one trip or undo all joins. */
const fateWithJoins = fc.oneof(
  { weight: 4, arbitrary: fate },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      afterMin: fc.integer({ min: 0, max: 600 }),
      lastsMin: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('part' as const) }) },
)

/** One partition, its log, its tables, and the consumer that currently owns it. */
class World {
  readonly store = new MemoryTrackStore()
  private lane = new Lane(0)
  private read = 0
  private committed = 0
  private restMinutes: number | undefined
  private joins: Join[] = []
  private readonly context: Context

  constructor(private readonly messages: readonly ReceivedMessage[]) {
    const log = { publish: async () => undefined, lag: async () => new Map() } as unknown as EventLog
    const metrics = createConsumerMetrics(log)
    const now = () => Date.parse('2025-11-20T06:00:00Z')
    const pool = { connect: async () => ({ query: async () => ({ rows: [] }), release: () => undefined }) } as unknown as pg.Pool
    const store = this.store.asTrackStore()
    const book = new RuleBook(pool)
    const fresh = new FreshReadings()
    const notices = new Notices({}, 'work')
    this.context = {
      pool,
      log,
      store,
      together: writtenTogether({ pool, store, metrics, book, fresh, notices }),
      book,
      fresh,
      remembered: new RememberedStays(),
      notices,
      directory: {
        resolve: async () => devicesOf(this.restMinutes, this.joins),
        renew: async () => devicesOf(this.restMinutes, this.joins),
      } as unknown as DeviceDirectory,
      quarantine: new Quarantine(log, metrics, now),
      metrics,
      activity: new Activity(),
      logger: createLogger('test', 'silent'),
      now,
    }
  }

  async windowsCut(): Promise<number> {
    const { values } = await this.context.metrics.resegmented.get()
    return values[0]?.value ?? 0
  }

  get isSaved(): boolean {
    return this.committed === this.messages.length
  }

  get isDone(): boolean {
    return this.read === this.messages.length
  }

  async batch({ messages: count }: { messages: number }): Promise<void> {
    if (this.isDone) return
    const messages = this.messages.slice(this.read, this.read + count)
    const { signal } = new AbortController()
    if (!(await this.unlessLost(() => this.write(this.lane, messages)))) return this.crash()
    this.read += messages.length
    const end = this.read
    const commit = async () => {
      this.committed = end
    }
    this.lane.uncommitted = { signal, messages, commit } as unknown as Batch
  }

  async checkpoint(): Promise<void> {
    const isOurs = await this.unlessLost(() => checkpoint(this.lane, this.context, new AbortController().signal))
    if (!isOurs) await this.crash()
  }

  async states(): Promise<void> {
    const isOurs = await this.unlessLost(() => saveStates(this.lane, this.context, new AbortController().signal))
    if (!isOurs) await this.crash()
  }

  async cut(): Promise<void> {
    await cutLate(this.lane, this.context, new AbortController().signal, 1)
  }

  /** Changes the minutes of rest that end the trips of the business from now on. */
  async choose({ minutes }: { minutes?: number }): Promise<void> {
    this.restMinutes = minutes
  }

  /** Joins a period of the day to one trip. */
  async join({ afterMin, lastsMin }: { afterMin: number; lastsMin: number }): Promise<void> {
    const from = Date.parse('2025-11-20T06:00:00Z') + afterMin * 60_000
    this.joins = [...this.joins, { entityId: 7, from, till: from + lastsMin * 60_000 }]
  }

  async part(): Promise<void> {
    this.joins = []
  }

  /** Recalculates all trips, as an operator may do at any time. */
  async recalculate(): Promise<void> {
    const { pool, store, now } = this.context
    for (const device of devicesOf(this.restMinutes, this.joins).values()) {
      await applyRecalculation(pool, store, { device, from: 0, till: FAR_FUTURE, now: now() })
    }
  }

  /** Clears the memory. The messages since the last commit are then read again. */
  async crash(): Promise<void> {
    this.lane = new Lane(0)
    this.read = this.committed
  }

  /** Reads the log again from its beginning, as an operator may do. */
  async again(): Promise<void> {
    this.lane = new Lane(0)
    this.read = this.committed = 0
  }

  /** Lets another consumer take over while the old owner is paused. The old owner then resumes and tries to write. */
  async zombie(): Promise<void> {
    const sleeper = this.lane
    await this.crash()
    await this.batch({ messages: 2 })
    sleeper.uncommitted = undefined
    await checkpoint(sleeper, this.context, new AbortController().signal)
    await this.unlessLost(() => this.write(sleeper, this.messages.slice(this.read, this.read + 2)))
  }

  /** Forgets everything if another consumer has claimed the partition. @returns whether the partition was still ours. */
  private async unlessLost(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ClaimLostError)) throw error
      return false
    }
  }

  private async write(lane: Lane, messages: readonly ReceivedMessage[]): Promise<void> {
    if (messages.length === 0) return
    const { signal } = new AbortController()
    await run({ lane, messages, signal, packets: [], tracks: [], kept: [] }, this.context, async () => undefined)
  }

  expectTripsApart(): void {
    const stored = [...this.store.trips.values()].sort((left, right) => left.startedAt - right.startedAt)
    for (const deviceId of [1, 2]) {
      const own = stored.filter((trip) => trip.deviceId === deviceId)
      own.slice(1).forEach((trip, at) => expect(trip.startedAt).toBeGreaterThanOrEqual(own[at]!.endedAt))
    }
  }

  expectTripsOf(deviceId: number, fixes: readonly Fix[]): void {
    const device = [...devicesOf(this.restMinutes, this.joins).values()][deviceId - 1]!
    const { trips, open } = segment(fixes.map(asStored), parametersOf(device))
    const expected = [...trips.map((trip) => ({ ...trip, isOpen: false })), ...(open ? [{ ...open, isOpen: true }] : [])]
    const stored = [...this.store.trips.values()].filter((trip) => trip.deviceId === deviceId)
    const owner = { deviceId, entityId: 7, businessId: 3 }
    expect(stored.sort((left, right) => left.startedAt - right.startedAt)).toEqual(
      expected.map(({ durationS: _, ...trip }) => ({ id: expect.any(Number), ...owner, ...trip })),
    )
    expect(this.store.waypoints.get(deviceId)?.size ?? 0).toBe(fixes.length)
  }
}

function packets(imei: string, fixes: readonly Fix[], size: number): ReceivedMessage[] {
  const messages: ReceivedMessage[] = []
  for (let at = 0; at < fixes.length; at += size) {
    const part = fixes.slice(at, at + size + 1)
    const packet: Packet = {
      imei,
      protocol: 'teltonika',
      receivedAt: Date.parse('2025-11-22T00:00:00Z'),
      gateway: 'test',
      quarantined: false,
      fixes: part,
    }
    messages.push({ partition: 0, offset: BigInt(at), key: imei, value: encodePacket(packet), headers: {}, appendedAt: 0 })
  }
  return messages
}

function shuffled<T>(items: readonly T[], random: Iterator<number>): T[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at--) {
    const other = (random.next().value as number) % (at + 1)
    ;[result[at], result[other]] = [result[other]!, result[at]!]
  }
  return result
}
