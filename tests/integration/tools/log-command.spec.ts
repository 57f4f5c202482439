import { FixValidity, Topic, type Fix, type RejectedFrame } from '@roadbook/contracts'
import { findProtocol, type Protocol, type TrackerEncoder } from '@roadbook/protocols'
import { openEventLog } from '@roadbook/event-log'
import { describeStats } from '@roadbook/tools/log/describe-stats'
import { READABLE_TOPICS } from '@roadbook/tools/log/describe-message'
import { frameOfLine } from '@roadbook/tools/log/stored-frame'
import { raisePartitions } from '@roadbook/tools/log/raise-partitions'
import { tail, type TailOptions } from '@roadbook/tools/log/tail'
import { systemClock } from '@roadbook/testing'
import { until } from '@roadbook/testing/until'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const encoder = (findProtocol('teltonika') as Protocol).tracker as TrackerEncoder
const [ONE, OTHER] = ['356307042441013', '356307042441021'] as const
const fix = (positionedAt: number, more: Partial<Fix> = {}): Fix => ({
  positionedAt,
  validity: FixValidity.valid,
  latitude: 52.0907,
  longitude: 5.1214,
  speedKph: 18.4,
  ...more,
})

describe('looking into the event log', () => {
  let bench: ConsumerBench
  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterAll(() => bench.close())

  /** Returns the lines that `tail` prints. With `follow`, it runs until `until` returns true. */
  async function said(changes: Partial<TailOptions> = {}, until?: (lines: string[]) => boolean): Promise<string[]> {
    const lines: string[] = []
    const ending = new AbortController()
    await tail({
      log: bench.log,
      topics: Object.values(READABLE_TOPICS),
      imeis: [],
      from: 0,
      raw: false,
      follow: until !== undefined,
      signal: ending.signal,
      clock: systemClock,
      say: (line) => {
        lines.push(line)
        if (until?.(lines)) ending.abort()
      },
      ...changes,
    })
    return lines
  }
  /** Waits for a millisecond. Messages of two topics with the same millisecond would have no order. */
  const aMillisecond = () => {
    const now = Date.now()
    return until('a later millisecond', () => Date.now() > now)
  }
  const event = (imei: string, more: object) => ({
    key: imei,
    value: Buffer.from(JSON.stringify({ imei, protocol: 'gt06', at: 1, gateway: 'g', ...more })),
  })

  it('says in one line of at most 100 characters what came: packets, events, what was rejected, and nonsense', async () => {
    const at = Date.parse('2025-11-20T07:10:30Z')
    const justNow = Date.now()
    const today = new Date(justNow).toISOString().slice(11, 19)
    await bench.send(ONE, [fix(justNow - 10_000), fix(justNow)])
    await bench.send(ONE, [fix(at + 1_000, { latitude: undefined, longitude: undefined, validity: FixValidity.noFix })])
    await aMillisecond()
    await bench.log.publish(Topic.events, [event(ONE, { type: 'connected', remoteAddress: '10.0.0.1:4242' })])
    await aMillisecond()
    const rejected: RejectedFrame = {
      imei: OTHER,
      protocol: 'gt06',
      at,
      reason: 'a length that cannot be',
      hex: '78'.repeat(500),
      rejectedBy: 'gateway',
    }
    await bench.log.publish(Topic.rejected, [{ key: OTHER, value: Buffer.from(JSON.stringify(rejected)) }])
    await aMillisecond()
    await bench.log.publish(Topic.events, [{ key: '\u001b[2J', value: Buffer.from('{"type":"\u001b[31mred"') }])
    const lines = (await said()).map((line) => line.slice('2025-11-20T07:10:31Z '.length))
    expect(lines).toEqual([
      `${ONE} teltonika  2 fixes ${today} valid 52.09070,5.12140 18 km/h`,
      `${ONE} teltonika  1 fix   11-20 07:10:31 noFix nowhere 18 km/h`,
      `${ONE} gt06      connected remoteAddress 10.0.0.1:4242`,
      expect.stringMatching(`^${OTHER} gt06      rejected by gateway: a length that cannot be \\(78787.*…$`),
      expect.stringMatching(/^·\[2J {11} unreadable: [\x20-\uffff]*$/),
    ])
    expect((await said()).every((line) => line.length <= 100)).toBe(true)
  })

  it('shows the newest of one tracker, of one topic', async () => {
    const at = Date.now()
    for (const n of [1, 2, 3]) await bench.send(OTHER, [fix(at + n * 1_000)])
    const lines = await said({ imeis: [OTHER], topics: [Topic.packets], most: 2 })
    expect(lines.map((line) => line.split(' ')[1])).toEqual([OTHER, OTHER])
    expect(lines[1]).toContain(new Date(at + 3_000).toISOString().slice(11, 19))
  })

  it('goes on with what comes, nothing twice and nothing left out', async () => {
    const at = Date.now()
    const from = at - 60_000
    await bench.send(OTHER, [fix(at, { speedKph: 100 })])
    const sent: number[] = []
    const follow = said({ imeis: [OTHER, ONE], topics: [Topic.packets], most: 1, from }, (lines) => {
      const n = lines.length
      // After each line that is shown, the next packet is sent. The two trackers take turns.
      if (n <= 4) {
        sent.push(100 + n)
        void bench.send(n % 2 ? ONE : OTHER, [fix(at + n * 1_000, { speedKph: 100 + n })])
      }
      return n === 5
    })
    const speeds = (await follow).map((line) => Number(/(\d+) km/.exec(line)?.[1]))
    expect(speeds).toEqual([100, ...sent])
    const { rows } = await bench.database.pool.query('SELECT group_name FROM event_log_groups')
    expect(rows).toEqual([])
  })

  it('writes packets as lines that a replay reads', async () => {
    const raw = encoder.packet(ONE, [fix(1_763_622_630_000)])
    await bench.send(ONE, [fix(1_763_622_630_000)])
    const line = (await said({ imeis: [ONE], topics: [Topic.packets], raw: true, most: 1 }))[0]!
    expect(frameOfLine(line)).toMatchObject({ imei: ONE, protocol: 'teltonika', packet: { fixes: [{ latitude: 52.0907 }] } })
    const own = { imei: ONE, protocol: 'teltonika', receivedAt: '2025-11-20T07:10:31.500+00:00', raw: raw.toString('hex') }
    expect(frameOfLine(JSON.stringify(own))).toMatchObject({ receivedAt: 1_763_622_631_500, raw })
  })

  it('tells how much a topic holds, how fast it grows and who has yet to read it', async () => {
    await bench.startConsumer()
    await bench.quiet()
    await bench.stopConsumers()
    await bench.send(ONE, [fix(Date.now())])
    const stats = await bench.log.stats(Topic.packets)
    const lines = describeStats(Topic.packets, stats, Date.now())
    expect(lines).toEqual([
      expect.stringMatching(/^tracker\.packets +\d+ messages in 4 partitions +\d+\.\d kB +0\.\d\/s$/),
      expect.stringMatching(/^ {2}oldest \d+ s ago, newest \d+ s ago$/),
      expect.stringMatching(/^ {2}group consumer: 1 message waiting, the oldest \d+ s ago; 0 members$/),
    ])
  })

  describe('and giving it more partitions', () => {
    const said: string[] = []
    const raise = async (partitions: number) => {
      const log = await openEventLog('postgres', { clientId: 'operator', databaseUrl: bench.database.url })
      try {
        await raisePartitions(log, partitions, (line) => said.push(line))
      } finally {
        await log.close()
      }
    }
    const partitionsOf = async () =>
      (await Promise.all([Topic.packets, Topic.events].map((topic) => bench.log.stats(topic)))).map(
        ({ partitions }) => partitions,
      )

    it('is refused while gateways run or messages wait, with what to do first, and then done', async () => {
      await bench.send(ONE, [fix(Date.now())])
      const gateway = await bench.log.subscribe({
        topic: Topic.commands,
        group: 'gateway-commands-1',
        onBatch: async () => undefined,
      })
      await expect(raise(7)).rejects.toThrow('1 gateway runs. Stop all gateways first')
      await gateway.stop()
      await expect(raise(7)).rejects.toThrow(/messages of tracker\.packets .*wait for a consumer. Let the consumers run/)
      await expect(raise(3)).rejects.toThrow(
        'tracker.packets has 4, tracker.events has 4: the number of partitions can only rise',
      )
      expect(await partitionsOf()).toEqual([4, 4])
      const readers = await Promise.all(
        [Topic.packets, Topic.events].map((topic) =>
          bench.log.subscribe({ topic, group: 'consumer', onBatch: (batch) => batch.commit() }),
        ),
      )
      await until('nothing waits', async () => {
        const lags = await Promise.all([Topic.packets, Topic.events].map((topic) => bench.log.lag(topic, 'consumer')))
        return lags.every((lag) => [...lag.values()].every((messages) => messages === 0n))
      })
      await raise(7)
      expect(await partitionsOf()).toEqual([7, 7])
      expect(said.slice(0, 2)).toEqual(['tracker.packets: 7 partitions, 4 before', 'tracker.events: 7 partitions, 4 before'])
      await Promise.all(readers.map((reader) => reader.stop()))
    })
  })
})
