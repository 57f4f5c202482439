import { setTimeout as sleep } from 'node:timers/promises'
import { Topic } from '@roadbook/contracts'
import {
  PartitionLostError,
  type Batch,
  type OpenEventLog,
  type LogMessage,
  type ReceivedMessage,
  type TopicStats,
} from '@roadbook/event-log'
import { hasKafkaBroker } from '../../support/kafka/kafka-broker.js'
import { isProofOf } from '@roadbook/testing/proof'
import { Inbox } from './event-log.inbox.js'
import { kafkaAlone } from './event-log.kafka.js'
import { kafkaRig, postgresRig, SubscriberProcess, takeoverMs, type Rig } from './event-log.rig.js'

const topic = Topic.packets
const message = (key: string, value: string): LogMessage => ({ key, value: Buffer.from(value) })
const numbered = (key: string, count: number, from = 0): LogMessage[] =>
  Array.from({ length: count }, (_, n) => message(key, `${key} ${from + n}`))
const valuesOf = (messages: readonly LogMessage[]): string[] => messages.map(({ value }) => value.toString())
const allPartitions = Array.from({ length: 12 }, (_, partition) => partition)
let tests = 0
/** Returns names that only one test uses: a group, and a prefix of keys. */
const fresh = (): { group: string; prefix: string } => ({ group: `group-${++tests}`, prefix: `t${tests}-` })

/** Tests that every driver must pass. */
function contract(start: () => Promise<Rig>, { isCut = true, also = (_: () => Rig): void => undefined } = {}): void {
  let rig: Rig
  let log: OpenEventLog
  let before: { stats: TopicStats; messages: ReceivedMessage[] }

  beforeAll(async () => {
    rig = await start()
    const reader = await rig.open()
    before = { stats: await reader.stats(topic), messages: [] }
    for await (const one of reader.read(topic)) before.messages.push(one)
    log = await rig.open()
    await log.prepare()
  })
  afterAll(() => rig?.stop())

  it('says of a topic that nobody has made yet that nothing is in it', () => {
    expect(before).toMatchObject({ stats: { partitions: 0, messages: 0, recentMessages: 0, groups: [] }, messages: [] })
  })

  it('delivers everything that several publishers wrote at once, in order for each key', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    const keys = Array.from({ length: 20 }, (_, n) => `${prefix}${n}`)
    const publishers = [log, await rig.open(), await rig.open()]
    const subscription = await (await rig.open()).subscribe({ topic, group, onBatch: inbox.onBatch })
    await Promise.all(
      keys.flatMap((key, n) => {
        const publisher = publishers[n % publishers.length] ?? log
        // The calls are not awaited one by one, because the test compares the order of the messages with the order of the
        // calls.
        return Array.from({ length: 10 }, (_, part) => publisher.publish(topic, numbered(key, 5, part * 5)))
      }),
    )
    await inbox.until('a thousand messages come', () => inbox.distinct >= 1_000)
    for (const key of keys) expect(inbox.firstsOf(key)).toEqual(valuesOf(numbered(key, 50)))
    await subscription.stop()
  })

  it('keeps keys, values and headers to the byte', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const sent: LogMessage[] = [
      {
        key: `${prefix}356307042441013`,
        value: every,
        headers: { raw: Buffer.concat([every, every]), protocol: Buffer.from('teltonika') },
      },
      { key: `${prefix}356307042441013`, value: Buffer.alloc(0) },
      { key: `${prefix}356307042441013`, value: Buffer.alloc(100_000, 0xfe), headers: { raw: Buffer.alloc(0) } },
    ]
    const published = Date.now()
    await log.publish(topic, sent)
    const subscription = await log.subscribe({ topic, group, onBatch: inbox.onBatch })
    await inbox.until('three messages come', () => inbox.distinct === 3)
    expect(inbox.messages.slice(0, 3).map(({ key, value, headers }) => ({ key, value, headers }))).toEqual(
      sent.map((one) => ({ headers: {}, ...one })),
    )
    // A large tolerance, because the clocks of the test and of the log may differ.
    for (const { appendedAt } of inbox.messages) {
      expect(appendedAt).toBeGreaterThan(published - 60_000)
      expect(appendedAt).toBeLessThan(Date.now() + 60_000)
    }
    await subscription.stop()
  })

  it('lets a new group begin at the end', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    await log.publish(topic, numbered(`${prefix}a`, 5))
    const subscription = await log.subscribe({ topic, group, from: 'latest', onBatch: inbox.onBatch })
    await log.publish(topic, numbered(`${prefix}a`, 5, 5))
    await inbox.until('five messages come', () => inbox.distinct >= 5)
    expect(inbox.firstsOf(`${prefix}a`)).toEqual(valuesOf(numbered(`${prefix}a`, 5, 5)))
    await subscription.stop()
  })

  it('says how much a group has yet to commit, down to nothing', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    const total = async () => [...(await log.lag(topic, group)).values()].reduce((sum, lag) => sum + lag, 0n)
    const first = await log.subscribe({ topic, group, from: 'latest', onBatch: inbox.onBatch })
    await first.stop()
    expect(await total()).toBe(0n)
    await log.publish(topic, [...numbered(`${prefix}a`, 7), ...numbered(`${prefix}b`, 4)])
    expect(await total()).toBe(11n)
    let committed = 0
    const second = await log.subscribe({
      topic,
      group,
      onBatch: async (batch) => {
        inbox.take(batch.messages)
        await batch.commit()
        committed += batch.messages.length
      },
    })
    await inbox.until('eleven messages are committed', () => committed === 11)
    expect(await total()).toBe(0n)
    await second.stop()
  })

  it('delivers again, to another, what a killed subscriber had not committed', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    const last = await log.subscribe({ topic, group, from: 'latest', onBatch: inbox.onBatch })
    await last.stop()
    const victim = new SubscriberProcess(rig, group, 'first')
    await log.publish(topic, numbered(`${prefix}a`, 10))
    const seen = await victim.nextBatch()
    expect(seen.values[0]).toBe(`${prefix}a 0`)
    await victim.kill()
    const heir = await log.subscribe({ topic, group, onBatch: inbox.onBatch, onAssignment: inbox.onAssignment })
    await inbox.until('the last message comes', () => inbox.values.includes(`${prefix}a 9`))
    expect(inbox.valuesOf(`${prefix}a`)).toEqual(valuesOf(numbered(`${prefix}a`, 9, 1)))
    await inbox.until('the heir has every partition', () => inbox.assignments.at(-1)?.length === 12)
    await heir.stop()
  })

  it('takes commits that come later than the batch, and goes on without them', async () => {
    const { group, prefix } = fresh()
    const key = `${prefix}a`
    const inbox = new Inbox(prefix)
    const batches: Batch[] = []
    const first = await log.subscribe({
      topic,
      group,
      from: 'latest',
      maxBatchMessages: 2,
      onBatch: async (batch) => {
        batches.push(batch)
        inbox.take(batch.messages)
      },
    })
    await log.publish(topic, numbered(key, 6))
    await inbox.until('six messages come', () => inbox.messages.length === 6)
    // Commits up to and including the fourth message. Uses the commit function of an earlier batch for this.
    await batches[0]?.commit(inbox.messages[3]?.offset)
    await first.stop()
    await expect(batches[2]?.commit()).rejects.toThrow(PartitionLostError)
    const again = new Inbox(prefix)
    const second = await log.subscribe({ topic, group, onBatch: again.onBatch })
    await again.until('the rest comes again', () => again.messages.length >= 2)
    expect(again.valuesOf(key)).toEqual(valuesOf(numbered(key, 2, 4)))
    await second.stop()
  })

  it('still takes a commit while partitions are handed over at the stop', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    let checkpoint: Batch | undefined
    const first = await log.subscribe({
      topic,
      group,
      from: 'latest',
      onBatch: async (batch) => {
        checkpoint = batch
        inbox.take(batch.messages)
      },
      onAssignment: async (partitions) => {
        if (partitions.length === 0) await checkpoint?.commit()
      },
    })
    await log.publish(topic, numbered(`${prefix}a`, 3))
    await inbox.until('three messages come', () => inbox.messages.length === 3)
    await first.stop()
    expect([...(await log.lag(topic, group)).values()]).toEqual(allPartitions.map(() => 0n))
  })

  it('shares the partitions of a group between two subscribers, none ever handled by both at once', async () => {
    const { group, prefix } = fresh()
    const [one, two] = [new Inbox(prefix), new Inbox(prefix)]
    const handling = new Map<number, string>()
    const clashes: string[] = []
    const handler = (name: string, inbox: Inbox) => async (batch: Batch) => {
      const other = handling.get(batch.partition)
      if (other) clashes.push(`${batch.partition}: ${other} and ${name}`)
      handling.set(batch.partition, name)
      // Sleep: nothing waits for this pause. It only gives two commits time to collide.
      await sleep(2)
      await batch.commit()
      handling.delete(batch.partition)
      inbox.take(batch.messages)
    }
    const keys = Array.from({ length: 60 }, (_, n) => `${prefix}${n}`)
    const both = () => [...one.messages, ...two.messages]
    const first = await log.subscribe({
      topic,
      group,
      from: 'latest',
      concurrency: 4,
      onBatch: handler('one', one),
      onAssignment: one.onAssignment,
    })
    expect(one.assignments.at(-1)).toEqual(allPartitions)
    const publishing = (async () => {
      for (let part = 0; part < 10; part++)
        await log.publish(
          topic,
          keys.flatMap((key) => numbered(key, 2, part * 2)),
        )
    })()
    const another = await rig.open()
    const second = await another.subscribe({
      topic,
      group,
      concurrency: 4,
      onBatch: handler('two', two),
      onAssignment: two.onAssignment,
    })
    await two.until('the second has half of the partitions', () => two.assignments.at(-1)?.length === 6)
    await one.until('the first has half of the partitions', () => one.assignments.at(-1)?.length === 6)
    await publishing
    await log.publish(
      topic,
      keys.flatMap((key) => numbered(key, 1, 20)),
    )
    await one.until(
      'both together have every message',
      () => new Set(both().map(({ value }) => value.toString())).size === 60 * 21,
    )
    expect([...(one.assignments.at(-1) ?? []), ...(two.assignments.at(-1) ?? [])].sort((a, b) => a - b)).toEqual(allPartitions)
    expect(clashes).toEqual([])
    await first.stop()
    await two.until('the second has every partition', () => two.assignments.at(-1)?.length === 12)
    await second.stop()
  })

  it('reads all of two topics that one process subscribes to under one group name', async () => {
    const { group, prefix } = fresh()
    const reader = await rig.open()
    const inboxes = new Map([Topic.packets, Topic.events].map((one) => [one, new Inbox(prefix)]))
    const subscriptions = await Promise.all(
      [...inboxes].map(([one, inbox]) => reader.subscribe({ topic: one, group, from: 'latest', onBatch: inbox.onBatch })),
    )
    const keys = Array.from({ length: 40 }, (_, n) => `${prefix}${n}`)
    for (const one of inboxes.keys())
      await log.publish(
        one,
        keys.flatMap((key) => numbered(key, 2)),
      )
    for (const inbox of inboxes.values()) await inbox.until('80 messages come', () => inbox.distinct === 80)
    await Promise.all(subscriptions.map((one) => one.stop()))
  })

  it('keeps its partitions through a batch that takes longer than a dead subscriber would be given', async () => {
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    let commits = 0
    const slow = async (batch: Batch) => {
      inbox.take(batch.messages)
      // Sleep: the batch takes longer than the time after which a subscriber counts as dead.
      await sleep(takeoverMs * 1.5)
      expect(batch.signal.aborted).toBe(false)
      await batch.commit()
      commits += 1
    }
    const first = await log.subscribe({ topic, group, from: 'latest', onBatch: slow })
    await log.publish(topic, numbered(`${prefix}a`, 3))
    await inbox.until('the batch is committed', () => commits >= 1)
    expect(inbox.firstsOf(`${prefix}a`)).toEqual(valuesOf(numbered(`${prefix}a`, 3)))
    await first.stop()
  })

  it('F16 delivers a message that fails again and again, in order, and goes on once it is put aside', async () => {
    const { group, prefix } = fresh()
    const [bad, good] = [`${prefix}bad`, `${prefix}good`]
    const inbox = new Inbox(prefix)
    const failures: Error[] = []
    const quarantine: string[] = []
    const subscription = await log.subscribe({
      topic,
      group,
      from: 'latest',
      onError: (error) => failures.push(error),
      onBatch: async (batch) => {
        for (const one of batch.messages) {
          const isPoison = one.value.toString() === `${bad} 2`
          if (isPoison && failures.length < 3) throw new Error('cannot be handled')
          if (isPoison) quarantine.push(one.value.toString())
          else inbox.take([one])
          await batch.commit(one.offset)
        }
      },
    })
    await log.publish(topic, [...numbered(bad, 5), ...numbered(good, 5)])
    await inbox.until('nine messages come', () => inbox.distinct === 9)
    expect(failures.map((error) => error.message)).toEqual(['cannot be handled', 'cannot be handled', 'cannot be handled'])
    expect(quarantine).toEqual([`${bad} 2`])
    expect(inbox.firstsOf(bad)).toEqual([`${bad} 0`, `${bad} 1`, `${bad} 3`, `${bad} 4`])
    expect(inbox.firstsOf(good)).toEqual(valuesOf(numbered(good, 5)))
    await subscription.stop()
  })

  it('begins again at the last commit when a handler fails', async () => {
    const { group, prefix } = fresh()
    const key = `${prefix}a`
    const inbox = new Inbox(prefix)
    let hasFailed = false
    const subscription = await log.subscribe({
      topic,
      group,
      from: 'latest',
      maxBatchMessages: 2,
      onBatch: async (batch) => {
        inbox.take(batch.messages)
        const values = batch.messages.map(({ value }) => value.toString())
        if (values.includes(`${key} 1`)) await batch.commit()
        if (!hasFailed && values.includes(`${key} 5`)) {
          hasFailed = true
          throw new Error('once')
        }
      },
    })
    await log.publish(topic, numbered(key, 8))
    await inbox.until('the last message comes', () => inbox.valuesOf(key).includes(`${key} 7`))
    expect(inbox.valuesOf(key)).toEqual([0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 7].map((n) => `${key} ${n}`))
    await subscription.stop()
  })

  it('F5 loses nothing it acknowledged when the log is cut off in the middle, and heals by itself', async () => {
    const { cut, mend } = rig
    if (!cut || !mend || !isCut) return
    const { group, prefix } = fresh()
    const inbox = new Inbox(prefix)
    const key = `${prefix}a`
    const acknowledged: string[] = []
    let refusals = 0
    let isDone = false
    let gate: Promise<void> | undefined
    let isHeld = false
    const subscription = await (
      await rig.open()
    ).subscribe({
      topic,
      group,
      from: 'latest',
      onBatch: async (batch) => {
        inbox.take(batch.messages)
        isHeld = gate !== undefined
        await gate
        await batch.commit()
      },
    })
    const publishing = (async () => {
      for (let n = 0; !isDone; n++) {
        const one = message(key, `${key} ${n}`)
        for (let isIn = false; !isIn && !isDone;) {
          isIn = await log.publish(topic, [one]).then(
            () => true,
            () => false,
          )
          if (isIn) acknowledged.push(one.value.toString())
          else refusals += 1
        }
      }
    })()
    try {
      await inbox.until('20 messages come', () => inbox.messages.length >= 20)
      // A batch is being handled during the whole test.
      let open: () => void = () => undefined
      gate = new Promise((resolve) => (open = resolve))
      await inbox.until('a batch is in the works', () => isHeld)
      await cut()
      const before = acknowledged.length
      await inbox.until('the log refuses a message', () => refusals > 0)
      await expect(log.ping()).rejects.toThrow()
      await mend()
      open()
      gate = undefined
      await inbox.until('the log takes 20 messages more', () => acknowledged.length >= before + 20)
    } finally {
      isDone = true
    }
    await publishing
    await log.ping()
    await inbox.until('all that was acknowledged comes', () => new Set(inbox.valuesOf(key)).size >= acknowledged.length)
    const firsts = [...new Set(inbox.valuesOf(key))]
    expect(firsts.slice(0, acknowledged.length)).toEqual(acknowledged)
    await subscription.stop()
  })

  describe('with more partitions than it was made with', () => {
    const grown = Topic.events
    const MORE = 15
    it('delivers what goes to the new ones, and keeps the order of each key when nothing waited', async () => {
      const { group, prefix } = fresh()
      const [one, two] = [new Inbox(prefix), new Inbox(prefix)]
      const keys = Array.from({ length: 40 }, (_, n) => `${prefix}${n}`)
      const both = new Inbox(prefix)
      const subscribe = async (inbox: Inbox) =>
        (await rig.open()).subscribe({
          topic: grown,
          group,
          from: 'earliest',
          onAssignment: inbox.onAssignment,
          onBatch: async (batch) => {
            both.take(batch.messages)
            await batch.commit()
          },
        })
      const subscriptions = [await subscribe(one), await subscribe(two)]
      let rounds = 0
      const round = async () => {
        await log.publish(
          grown,
          keys.flatMap((key) => numbered(key, 1, rounds)),
        )
        rounds += 1
        await both.until(`${rounds} rounds come`, () => both.distinct === rounds * keys.length)
      }
      await round()
      await round()
      await expect(log.raisePartitions(grown, 12)).rejects.toThrow('has 12 partitions, and their number can only rise')
      await log.raisePartitions(grown, MORE)
      expect((await log.stats(grown)).partitions).toBe(MORE)
      const assigned = () => [...(one.assignments.at(-1) ?? []), ...(two.assignments.at(-1) ?? [])]
      await both.until('the subscribers take the new ones', () => assigned().length === MORE)
      while (!both.messages.some(({ partition }) => partition >= 12)) await round()
      await round()
      for (const key of keys) expect(both.firstsOf(key)).toEqual(valuesOf(numbered(key, rounds)))
      expect([...assigned()].sort((a, b) => a - b)).toEqual(Array.from({ length: MORE }, (_, partition) => partition))
      expect([...(await log.lag(grown, group)).values()].reduce((sum, lag) => sum + lag, 0n)).toBe(0n)
      await Promise.all(subscriptions.map((subscription) => subscription.stop()))
    })
  })

  also(() => rig)
}

describe('the event log in PostgreSQL', () => contract(postgresRig))

const describeKafka = hasKafkaBroker() ? describe : describe.skip
// In the proof only, because restarting a broker takes as much CPU time as all other tests of this file.
describeKafka('the event log in Kafka', () => contract(kafkaRig, { isCut: isProofOf('kafka'), also: kafkaAlone }))
