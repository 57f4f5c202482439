import { Kafka, logLevel, type Admin, type SASLOptions } from 'kafkajs'
import type { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage, ReceivedMessage, SubscribeOptions, Subscription } from '../event-log.js'
import type { LogKeeper } from '../log-keeper.js'
import type { LogReader, ReadOptions, TopicStats } from '../log-reader.js'
import { PublishQueue } from '../publish-queue.js'
import { explained, explainedAtFirst } from './connection/explained.js'
import type { KafkaSecurity } from './connection/kafka-security.js'
import { DurableProducer } from './durable-producer.js'
import { groupIdOf } from './group-id.js'
import { saysUnsettled } from './kafka-errors.js'
import { KafkaSubscription } from './kafka-subscription.js'
import { patiently } from './patiently.js'
import { readStats } from './read-stats.js'
import { readTopic } from './read-topic.js'
import './request-queue.js'
import { awaitLeaders, createTopics } from './topic-setup.js'
import { pause } from '@roadbook/platform/pause'

export interface KafkaEventLogOptions {
  brokers: string[]
  clientId: string
  /** Number of partitions for topics that do not exist yet. */
  partitions: number
  takeoverMs: number
  publishPatienceMs: number
  /** Maximum number of milliseconds until publishers and subscribers notice new partitions. */
  metadataMaxAgeMs: number
  security: KafkaSecurity
}

/**
 * Time limit in milliseconds of `ping`, which checks that the log answers. After this time, `ping` fails with the last known
 * reason. The Kafka client itself may try for longer, but a readiness check waits only for 3 s.
 */
const PING_MS = 1_500

/** The event log in Kafka. */
export class KafkaEventLog implements EventLog, LogReader, LogKeeper {
  private readonly kafka: Kafka
  private readonly producer: DurableProducer
  private readonly queues = new Map<Topic, PublishQueue>()
  private readonly subscriptions = new Set<Subscription>()
  private connectedAdmin: Promise<Admin> | undefined
  private closing: Promise<void> | undefined
  private hasConnected = false
  /** Reason why the last connection failed. */
  private refusal: Error | undefined

  constructor(private readonly options: KafkaEventLogOptions) {
    const { ssl, sasl } = options.security
    this.kafka = new Kafka({
      ...(ssl && { ssl }),
      ...(sasl && { sasl: sasl as SASLOptions }),
      brokers: options.brokers,
      clientId: options.clientId,
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      // Failures are returned to the caller or passed to onError.
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    })
    this.producer = new DurableProducer(this.kafka, options)
  }

  publish(topic: Topic, messages: readonly LogMessage[]): Promise<void> {
    let queue = this.queues.get(topic)
    if (!queue) {
      queue = new PublishQueue((batch, signal) => this.producer.append(topic, batch, signal))
      this.queues.set(topic, queue)
    }
    return queue.publish(messages)
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    if (this.closing) throw new Error('the event log is closed')
    const { kafka } = this
    const admin = () => this.admin()
    const { takeoverMs, metadataMaxAgeMs, security } = this.options
    const subscription = new KafkaSubscription({
      ...options,
      kafka,
      admin,
      takeoverMs,
      metadataMaxAgeMs,
      onError: (error) => options.onError?.(explained(error, security)),
    })
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
    const admin = await this.admin()
    await this.explaining(createTopics(admin, this.options.partitions, new Set(this.options.brokers).size))
  }

  async raisePartitions(topic: Topic, partitions: number): Promise<void> {
    const { partitions: present } = await this.stats(topic)
    if (present === 0) throw new RangeError(`the topic ${topic} does not exist yet`)
    if (partitions <= present) throw new RangeError(`${topic} has ${present} partitions, and their number can only rise`)
    await this.ask((admin) => admin.createPartitions({ topicPartitions: [{ topic, count: partitions }] }))
    await this.ask(async (admin) => awaitLeaders(admin, [topic]))
  }

  async lag(topic: Topic, group: string): Promise<Map<number, bigint>> {
    const [ends, [committed]] = await this.ask((admin) =>
      Promise.all([admin.fetchTopicOffsets(topic), admin.fetchOffsets({ groupId: groupIdOf(topic, group), topics: [topic] })]),
    )
    const next = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
    const lagOf = ({ partition, low, high }: (typeof ends)[number]) => {
      const from = next.get(partition) ?? -1n
      return BigInt(high) - (from > BigInt(low) ? from : BigInt(low))
    }
    return new Map(ends.map((end) => [end.partition, lagOf(end)]))
  }

  async *read(topic: Topic, options: ReadOptions = {}): AsyncGenerator<ReceivedMessage> {
    if (await this.isMade(topic)) yield* readTopic(this.kafka, (question) => this.ask(question), topic, options)
  }

  async stats(topic: Topic): Promise<TopicStats> {
    if (!(await this.isMade(topic))) return { partitions: 0, messages: 0, recentMessages: 0, groups: [] }
    return this.ask((admin) => readStats(admin, topic))
  }

  async ping(): Promise<void> {
    const answer = this.admin().then(async (admin) => {
      await this.explaining(admin.describeCluster())
      this.refusal = undefined
    })
    const late = pause(PING_MS).then(() => (this.refusal ? Promise.reject(this.refusal) : answer))
    // Promise.race awaits only the first result. The other promise may reject later, and needs a handler for that.
    late.catch(() => undefined)
    await Promise.race([answer, late])
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll()
    return this.closing
  }

  private async closeAll(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()))
    await Promise.all([...this.queues.values()].map((queue) => queue.close()))
    await this.producer.close()
    await this.connectedAdmin?.then((admin) => admin.disconnect()).catch(() => undefined)
  }

  /**
   * Returns true if a topic exists. Other requests are made only after this check, because kafkajs repeats a request for a
   * missing topic for ten minutes, even after the caller has stopped waiting.
   */
  private isMade(topic: Topic): Promise<boolean> {
    return this.ask(async (admin) => (await admin.listTopics()).includes(topic))
  }

  /**
   * Runs an admin request. If the cluster is starting or electing leaders, sends the request again over a new connection,
   * because a new connection finds the current leader.
   */
  private async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = await this.admin()
    try {
      return await question(admin)
    } catch (error) {
      if (!saysUnsettled(error)) throw explained(error, this.options.security)
    }
    return patiently(async () => {
      const fresh = await this.connectAdmin()
      try {
        return await this.explaining(question(fresh))
      } finally {
        await fresh.disconnect()
      }
    }, saysUnsettled)
  }

  private explaining<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw explained(error, this.options.security)
    })
  }

  private admin(): Promise<Admin> {
    this.connectedAdmin ??= this.connectAdmin().catch((error: unknown) => {
      this.connectedAdmin = undefined
      throw error
    })
    return this.connectedAdmin
  }

  private async connectAdmin(): Promise<Admin> {
    const { security } = this.options
    const admin = this.kafka.admin()
    try {
      await admin.connect()
      // If a broker requires a user, it closes the connection only at the first request.
      if (!this.hasConnected) await admin.describeCluster()
    } catch (error) {
      this.refusal = this.hasConnected ? explained(error, security) : explainedAtFirst(error, security)
      await admin.disconnect().catch(() => undefined)
      throw this.refusal
    }
    this.hasConnected = true
    this.refusal = undefined
    return admin
  }
}
