import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { Topic } from '@roadbook/contracts'
import { openEventLog, PartitionLostError, type Batch, type EventLog } from '@roadbook/event-log'
import { appendStatement } from '@roadbook/event-log/postgres/append-statement'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { Inbox } from './event-log.inbox.js'
import { until } from '@roadbook/testing/until'

const topic = Topic.packets
const partitions = 12
const message = (key: string, value: string) => ({ key, value: Buffer.from(value) })

describe('the event log in PostgreSQL, by itself', () => {
  let database: TestDatabase
  let log: EventLog

  beforeEach(async () => {
    database = await createTestDatabase()
    log = await openEventLog('postgres', { databaseUrl: database.url, clientId: 'postgres-suite', takeoverMs: 2_000 })
    await log.prepare()
  })
  afterEach(async () => {
    await log.close()
    await database.drop()
  })

  const append = (client: pg.ClientBase, key: string, value: string) =>
    client.query(appendStatement(topic, partitions, [message(key, value)]))

  /** Resolves when a session waits for a lock that another session has. */
  const untilBlocked = async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until('a session waits for a lock', async () => (await database.pool.query<object>(waiting)).rows[0])
  }

  it('never lets a reader overtake a transaction that commits late, nor holds up other partitions', async () => {
    const inbox = new Inbox('')
    await log.subscribe({ topic, group: 'reader', onBatch: inbox.onBatch })
    const late = await database.pool.connect()
    await late.query('BEGIN')
    await append(late, 'a', 'a 0')
    // An append to the same partition waits for the open transaction. An append to another partition does not wait.
    const second = log.publish(topic, [message('a', 'a 1')])
    await untilBlocked()
    const other = await openEventLog('postgres', { databaseUrl: database.url, clientId: 'other' })
    await other.publish(topic, [message('c', 'c 0')])
    await inbox.until('the message of another partition comes', () => inbox.values.includes('c 0'))
    expect(inbox.valuesOf('a')).toEqual([])
    await late.query('COMMIT')
    late.release()
    await second
    await inbox.until('both messages come', () => inbox.valuesOf('a').length === 2)
    expect(inbox.valuesOf('a')).toEqual(['a 0', 'a 1'])
    await other.close()
  })

  it('leaves no gap when transactions commit in a jumble or roll back', async () => {
    const inbox = new Inbox('')
    await log.subscribe({ topic, group: 'reader', concurrency: 4, onBatch: inbox.onBatch })
    const committed: string[] = []
    const writer = async (name: number) => {
      const client = await database.pool.connect()
      for (let n = 0; n < 30; n++) {
        await client.query('BEGIN')
        await append(client, `key ${(name * 7 + n) % 20}`, `${name} ${n}`)
        await client.query('SELECT pg_sleep($1)', [((name * 13 + n * 5) % 7) / 1_000])
        const isKept = (name + n) % 4 !== 0
        await client.query(isKept ? 'COMMIT' : 'ROLLBACK')
        if (isKept) committed.push(`${name} ${n}`)
      }
      client.release()
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map(writer))
    // Sends a notification of the other sessions' messages. Without it, the next poll would find them.
    await database.pool.query(`SELECT pg_notify('event_log', $1)`, [topic])
    await inbox.until('all that was committed comes', () => inbox.messages.length >= committed.length)
    expect([...inbox.values].sort()).toEqual([...committed].sort())
    for (let partition = 0; partition < partitions; partition++) {
      const offsets = inbox.messages.filter((one) => one.partition === partition).map(({ offset }) => offset)
      expect(offsets).toEqual(offsets.map((_, n) => BigInt(n)))
    }
  })

  it('finds what was published when no notification arrives', async () => {
    const inbox = new Inbox('')
    await log.subscribe({ topic, group: 'reader', onBatch: inbox.onBatch })
    const client = await database.pool.connect()
    await append(client, 'a', 'unannounced')
    client.release()
    await inbox.until('the message comes', () => inbox.messages.length === 1)
    expect(inbox.values).toEqual(['unannounced'])
  })

  it('aborts and refuses the commit of a subscriber whose lease went to another', async () => {
    const inbox = new Inbox('')
    let held: Batch | undefined
    let release = () => undefined as void
    await log.subscribe({
      topic,
      group: 'reader',
      onBatch: async (batch) => {
        held ??= batch
        inbox.take(batch.messages)
        await new Promise<void>((resolve) => (release = resolve))
      },
    })
    await log.publish(topic, [message('a', 'a 0')])
    await inbox.until('a batch is held', () => held !== undefined)
    const batch = held as unknown as Batch
    await database.pool.query(
      `UPDATE event_log_leases SET owner = $1, token = token + 1, expires_at = now() + interval '1 minute' WHERE partition = $2`,
      [randomUUID(), batch.partition],
    )
    await expect(batch.commit()).rejects.toThrow(PartitionLostError)
    expect(batch.signal.aborted).toBe(true)
    const { rows } = await database.pool.query('SELECT max(committed)::int AS committed FROM event_log_leases')
    expect(rows).toEqual([{ committed: 0 }])
    release()
  })

  it('makes the segment that is missing and publishes all the same', async () => {
    await log.publish(topic, [message('a', 'before')])
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM event_log_segments WHERE topic = $1', [topic])
    for (const { name } of rows) await database.pool.query(`DROP TABLE ${name}`)
    await database.pool.query('DELETE FROM event_log_segments WHERE topic = $1', [topic])
    await log.publish(topic, [message('a', 'after')])
    const inbox = new Inbox('')
    await log.subscribe({ topic, group: 'reader', onBatch: inbox.onBatch })
    await inbox.until('a message comes', () => inbox.messages.length > 0)
    expect(inbox.messages.map(({ value, offset }) => [value.toString(), offset])).toEqual([['after', 1n]])
  })

  it('drops segments once they are a week old, and packets never before every living group has committed them', async () => {
    const inbox = new Inbox('')
    const dropAll = async (afterDays: number): Promise<string[]> => {
      const dropped: string[] = []
      for (;;) {
        const { rows } = await database.pool.query<{ name: string | null }>(
          "SELECT event_log_drop_segment(now() + $1 * interval '1 day') AS name",
          [afterDays],
        )
        const name = rows[0]?.name
        if (!name) return dropped
        dropped.push(name)
      }
    }
    const packets = (names: string[]) => names.filter((name) => name.startsWith('event_log_tracker_packets'))
    const behind = await log.subscribe({ topic, group: 'behind', onBatch: async (batch) => inbox.take(batch.messages) })
    await log.publish(topic, [message('a', 'a 0')])
    await inbox.until('the message comes', () => inbox.messages.length === 1)
    await behind.stop()
    expect(packets(await dropAll(6))).toEqual([])
    const { rows } = await database.pool.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM event_log WHERE topic = $1',
      [topic],
    )
    const [segment] = rows
    expect(await dropAll(9)).not.toContain(segment?.name)
    const done = new Inbox('')
    const ahead = await log.subscribe({ topic, group: 'behind', onBatch: done.onBatch })
    await done.until('the message comes again', () => done.messages.length === 1)
    await ahead.stop()
    expect(await dropAll(9)).toContain(segment?.name)
    // The offsets continue after the dropped messages, and no group counts dropped messages as its lag.
    expect([...(await log.lag(topic, 'newcomer')).values()].every((lag) => lag === 0n)).toBe(true)
    await log.publish(topic, [message('a', 'a 1')])
    const later = new Inbox('')
    await log.subscribe({ topic, group: 'newcomer', onBatch: later.onBatch })
    await later.until('the later message comes', () => later.messages.length === 1)
    expect(later.messages.map(({ value, offset }) => [value.toString(), offset])).toEqual([['a 1', 1n]])
  })
})
