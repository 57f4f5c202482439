import type pg from 'pg'
import type { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage, ReceivedMessage, SubscribeOptions, Subscription } from '../event-log.js'
import type { LogKeeper } from '../log-keeper.js'
import type { LogReader, ReadOptions, TopicStats } from '../log-reader.js'
import type { Logger } from '@roadbook/platform/logger'
import { Notices } from '@roadbook/platform/notices'
import { pause } from '@roadbook/platform/pause'
import { PublishQueue } from '../publish-queue.js'
import { topicPolicies } from '../topic-policies.js'
import { appendMessages, type AppendOptions } from './append-messages.js'
import { bounded } from './bounded-query.js'
import { readStats } from './read-stats.js'
import { readTopic } from './read-topic.js'
import { Statement } from './statements.js'
import { PostgresSubscription } from './subscription.js'

const MAINTAIN_EVERY_MS = 10 * 60_000
// Minimum number of milliseconds between two hints (notifications of new messages) of a topic. The first hint is sent
// immediately. Later ones may be combined, because busy consumers gather messages for longer than this. Fewer hints are
// better, because each hint wakes every database session that listens on any channel.
const HINT_EVERY_MS = 100
// NOTIFY is sent in a transaction of its own. The loss of a hint in a crash does no harm, so the transaction does not wait
// for the disk.
const HINT = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('event_log', $1)`

export interface PostgresEventLogOptions {
  pool: pg.Pool
  /** True if the log must end the pool when it closes. */
  ownsPool: boolean
  /** Connection for notifications. Default: as in the pool. */
  listening?: pg.ClientConfig
  /** Number of partitions for topics that do not exist yet. */
  partitions: number
  takeoverMs: number
  publishPatienceMs: number
  /** Logs outages of notifications. */
  logger?: Logger
  onError?: (error: Error) => void
}

/** The event log in tables of PostgreSQL (migration 0002). */
export class PostgresEventLog implements EventLog, LogReader, LogKeeper {
  private readonly listener: Notices
  private readonly publishers = new Map<Topic, PublishQueue>()
  private readonly subscriptions = new Set<Subscription>()
  private readonly hinting = new Map<Topic, Promise<void>>()
  private readonly unhinted = new Set<Topic>()
  private partitionCounts: Promise<Map<string, number>> | undefined
  private maintenance: NodeJS.Timeout | undefined
  private closing: Promise<void> | undefined

  constructor(private readonly options: PostgresEventLogOptions) {
    this.listener = new Notices(options.listening ?? options.pool.options, 'event_log', options.logger)
  }

  publish(topic: Topic, messages: readonly LogMessage[]): Promise<void> {
    let queue = this.publishers.get(topic)
    if (!queue) {
      queue = this.openQueue(topic)
      this.publishers.set(topic, queue)
    }
    return queue.publish(messages)
  }

  private openQueue(topic: Topic): PublishQueue {
    const { pool, partitions, publishPatienceMs } = this.options
    const append: AppendOptions = {
      pool,
      topic,
      partitions: async () => (await this.counts()).get(topic) ?? partitions,
      mayBeLost: topicPolicies[topic].mayBeLost,
      makeSegments: () => this.makeSegments(),
      patienceMs: publishPatienceMs,
    }
    return new PublishQueue(async (messages, signal) => {
      await appendMessages(append, messages, signal)
      this.hint(topic)
    })
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    if (this.closing) throw new Error('the event log is closed')
    const { pool, takeoverMs } = this.options
    const prepare = () => this.counts()
    const subscription = new PostgresSubscription({ ...options, pool, listener: this.listener, takeoverMs, prepare })
    this.subscriptions.add(subscription)
    await subscription.start()
    return {
      stop: async () => {
        await subscription.stop()
        this.subscriptions.delete(subscription)
      },
    }
  }

  async prepare(): Promise<void> {
    await this.counts()
    await this.makeSegments()
  }

  async lag(topic: Topic, group: string): Promise<Map<number, bigint>> {
    await this.counts()
    const { rows } = await this.options.pool.query<{ partition: number; lag: string }>(bounded(Statement.lag(topic, group)))
    return new Map(rows.map((row) => [row.partition, BigInt(row.lag)]))
  }

  read(topic: Topic, options: ReadOptions = {}): AsyncGenerator<ReceivedMessage> {
    return readTopic(this.options.pool, topic, options)
  }

  stats(topic: Topic): Promise<TopicStats> {
    return readStats(this.options.pool, topic)
  }

  async raisePartitions(topic: Topic, partitions: number): Promise<void> {
    const { rows } = await this.options.pool.query<{ before: number }>(bounded(Statement.raisePartitions(topic, partitions)))
    const before = rows[0]?.before
    if (before === undefined) throw new RangeError(`the topic ${topic} does not exist yet`)
    if (partitions <= before) throw new RangeError(`${topic} has ${before} partitions, and their number can only rise`)
    this.partitionCounts = undefined
  }

  async ping(): Promise<void> {
    await this.options.pool.query(bounded({ text: 'SELECT 1 FROM event_log_heads LIMIT 1' }, 5_000))
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll()
    return this.closing
  }

  private async closeAll(): Promise<void> {
    clearInterval(this.maintenance)
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()))
    await Promise.all([...this.publishers.values()].map((publisher) => publisher.close()))
    await Promise.all(this.hinting.values())
    await this.listener.close()
    if (this.options.ownsPool) await this.options.pool.end()
  }

  /** Returns the number of partitions of each topic. The first call in a process creates missing topics. */
  private counts(): Promise<Map<string, number>> {
    this.partitionCounts ??= this.makeTopics().catch((error: unknown) => {
      this.partitionCounts = undefined
      throw error
    })
    return this.partitionCounts
  }

  private async makeTopics(): Promise<Map<string, number>> {
    const { pool, partitions } = this.options
    for (const [topic, { segmentHours, retentionHours, waitsForGroups, isForEverybody }] of Object.entries(topicPolicies)) {
      const values = [topic, isForEverybody ? 1 : partitions, `${segmentHours} hours`, `${retentionHours} hours`, waitsForGroups]
      await pool.query(bounded({ text: 'SELECT event_log_make_topic($1, $2, $3, $4, $5)', values }))
    }
    await this.makeSegments()
    const { rows } = await pool.query<{ topic: string; partitions: number }>('SELECT topic, partitions FROM event_log_topics')
    this.maintenance ??= setInterval(() => void this.maintain(), MAINTAIN_EVERY_MS).unref()
    return new Map(rows.map((row) => [row.topic, row.partitions]))
  }

  private async makeSegments(): Promise<void> {
    await this.options.pool.query(bounded({ text: 'SELECT event_log_make_segments()' }))
  }

  /**
   * Creates the next segments (table partitions by time) and drops old ones. After a failure, the next run does the work,
   * in this process or in another one.
   */
  private async maintain(): Promise<void> {
    try {
      // Another process may have added partitions.
      this.partitionCounts = undefined
      await this.makeSegments()
      for (let dropped: string | null | undefined = ''; dropped != null;) {
        const { rows } = await this.options.pool.query<{ name: string | null }>('SELECT event_log_drop_segment() AS name')
        dropped = rows[0]?.name
      }
    } catch (error) {
      this.options.onError?.(error as Error)
    }
  }

  /**
   * Wakes subscribers. The hint is not part of the append's transaction, because transactions with NOTIFY commit one after
   * the other in the whole database cluster. A topic gets at most one hint per 100 ms, because a single hint is enough to
   * wake the subscribers.
   */
  private hint(topic: Topic): void {
    this.unhinted.add(topic)
    if (this.hinting.has(topic)) return
    this.hinting.set(topic, this.sendHints(topic))
  }

  private async sendHints(topic: Topic): Promise<void> {
    while (this.unhinted.delete(topic)) {
      // If a hint is lost, the messages are delivered after the next heartbeat.
      await this.options.pool.query(bounded({ name: 'event-log-hint', text: HINT, values: [topic] })).catch(() => undefined)
      await pause(HINT_EVERY_MS)
    }
    this.hinting.delete(topic)
  }
}
