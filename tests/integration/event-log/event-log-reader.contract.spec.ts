import { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage, LogReader, ReadOptions, ReceivedMessage } from '@roadbook/event-log'
import { inProof } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'
import { hasKafkaBroker } from '../../support/kafka/kafka-broker.js'
import { kafkaRig, postgresRig, type Rig } from './event-log.rig.js'

const topic = Topic.events
let tests = 0
/** Returns keys that only one test uses. */
const fresh = (count: number): string[] => {
  tests++
  return Array.from({ length: count }, (_, n) => `r${tests}-${n}`)
}
const numbered = (key: string, count: number, from = 0): LogMessage[] =>
  Array.from({ length: count }, (_, n) => ({ key, value: Buffer.from(`${key} ${from + n}`) }))

/**
 * Resolves when a message that is appended now gets a later time. Messages have whole milliseconds, so this takes a moment.
 */
const laterByTheClock = async () => {
  const before = Date.now()
  await until('the clock goes on', () => Date.now() > before + 1, { everyMs: 1 })
}

/** Tests of the operations for operators' tools. Every driver must pass them. */
function contract(start: () => Promise<Rig>): void {
  let rig: Rig
  let log: EventLog & LogReader

  beforeAll(async () => {
    rig = await start()
    log = await rig.open()
    await log.prepare()
  })
  afterAll(() => rig?.stop())

  const readAll = async (options: ReadOptions): Promise<ReceivedMessage[]> => {
    const messages: ReceivedMessage[] = []
    for await (const message of log.read(topic, options)) messages.push(message)
    return messages
  }
  const valuesOf = (messages: readonly ReceivedMessage[], key: string) =>
    messages.filter((message) => message.key === key).map(({ value }) => value.toString())

  it('reads everything that is there, each key in order, with headers, and ends', async () => {
    const keys = fresh(30)
    const headers = { raw: Buffer.from([0, 1, 255]), protocol: Buffer.from('teltonika') }
    await Promise.all(
      keys.map((key) =>
        log.publish(
          topic,
          numbered(key, 100).map((one) => ({ ...one, headers })),
        ),
      ),
    )
    const messages = await readAll({})
    for (const key of keys) expect(valuesOf(messages, key)).toEqual(numbered(key, 100).map(({ value }) => value.toString()))
    expect(messages.find(({ key }) => key === keys[0])?.headers).toEqual(headers)
  })

  it('reads only the keys that are asked for, wherever they lie', async () => {
    const [one, two, other] = fresh(3) as [string, string, string]
    await log.publish(topic, [...numbered(one, 3), ...numbered(other, 900), ...numbered(two, 3), ...numbered(one, 2, 3)])
    const messages = await readAll({ keys: [one, two] })
    expect(messages).toHaveLength(8)
    expect(valuesOf(messages, one)).toEqual(numbered(one, 5).map(({ value }) => value.toString()))
    expect(valuesOf(messages, two)).toEqual(numbered(two, 3).map(({ value }) => value.toString()))
    expect(await readAll({ keys: ['never-seen'] })).toEqual([])
  })

  it('reads a stretch of time', async () => {
    const keys = fresh(5)
    const publish = (from: number) =>
      log.publish(
        topic,
        keys.flatMap((key) => numbered(key, 3, from)),
      )
    await publish(0)
    await laterByTheClock()
    await publish(3)
    await laterByTheClock()
    await publish(6)
    const all = await readAll({ keys })
    const middle = all.filter(({ value }) => / [345]$/.test(value.toString())).map(({ appendedAt }) => appendedAt)
    const [from, till] = [Math.min(...middle), Math.max(...middle) + 1]
    const stretch = await readAll({ keys, from, till })
    for (const key of keys) expect(valuesOf(stretch, key)).toEqual(numbered(key, 3, 3).map(({ value }) => value.toString()))
    expect(await readAll({ keys, from: till + 3_600_000 })).toEqual([])
    expect(await readAll({ keys, till: 1 })).toEqual([])
  })

  it('gives messages of different keys by the time of appending', async () => {
    const keys = fresh(8)
    for (const key of [...keys, ...keys.toReversed()]) {
      await log.publish(topic, numbered(key, 1))
      await laterByTheClock()
    }
    const messages = await readAll({ keys })
    expect(messages.map(({ key }) => key)).toEqual([...keys, ...keys.toReversed()])
  })

  it('does not read what its reader publishes', async () => {
    const [key] = fresh(1) as [string]
    await log.publish(topic, numbered(key, 700))
    let read = 0
    for await (const { value } of log.read(topic, { keys: [key] })) {
      read++
      if (read % 100 === 0) await log.publish(topic, [{ key, value }])
    }
    expect(read).toBe(700)
  })

  it('lets a reader leave early, and moves nobody’s offset', async () => {
    const [key] = fresh(1) as [string]
    const group = `readers-${key}`
    const first = await log.subscribe({ topic, group, from: 'latest', onBatch: () => Promise.resolve() })
    await first.stop()
    await log.publish(topic, numbered(key, 1_500))
    for await (const message of log.read(topic, { keys: [key] })) if (message.value.toString().endsWith(' 2')) break
    const lag = [...(await log.lag(topic, group)).values()].reduce((sum, one) => sum + one, 0n)
    expect(lag).toBe(1_500n)
    const { groups } = await log.stats(topic)
    expect(groups.filter((one) => one.group === group)).toMatchObject([{ group, lag: 1_500, members: 0 }])
  })

  it('reads again as soon as the broker or the database is back', async () => {
    const [key] = fresh(1) as [string]
    await log.publish(topic, numbered(key, 3))
    if (!rig.cut || !rig.mend) return
    await rig.cut()
    await rig.mend()
    expect(valuesOf(await readAll({ keys: [key] }), key)).toEqual(numbered(key, 3).map(({ value }) => value.toString()))
  })

  it('says how many messages a topic holds and how many came lately', async () => {
    const before = await log.stats(Topic.rejected)
    await log.publish(
      Topic.rejected,
      fresh(5).flatMap((key) => numbered(key, 4)),
    )
    const after = await log.stats(Topic.rejected)
    expect(after.partitions).toBe(12)
    expect(after.messages - before.messages).toBe(20)
    expect(after.recentMessages - before.recentMessages).toBe(20)
  })
}

describe('reading the event log in PostgreSQL', () => {
  contract(postgresRig)
})

const describeKafka = hasKafkaBroker() ? describe : describe.skip
inProof('kafka', () => {
  describeKafka('reading the event log in Kafka', () => {
    contract(kafkaRig)
  })
})
