import { type Kafka, type Message, type Producer } from 'kafkajs'
import type { LogMessage } from '../event-log.js'
import { explained } from './connection/explained.js'
import type { KafkaSecurity } from './connection/kafka-security.js'
import { rememberingPartitioner } from './remembering-partitioner.js'
import { growingPauseMs, pause } from '@roadbook/platform/pause'

export interface DurableProducerOptions {
  /** Time limit in milliseconds of an append with its retries. */
  publishPatienceMs: number
  /** Maximum number of milliseconds until new partitions are noticed. */
  metadataMaxAgeMs: number
  security: KafkaSecurity
}

/**
 * An idempotent producer that is replaced after a send has failed. When kafkajs gives up a send, the producer's sequence
 * numbers no longer match those of the broker, and the broker would refuse every later send.
 */
export class DurableProducer {
  private producer: Promise<Producer> | undefined

  constructor(
    private readonly kafka: Kafka,
    private readonly options: DurableProducerOptions,
  ) {}

  /** Resolves when all in-sync replicas have the messages. Tries again until the time limit. */
  async append(topic: string, messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + this.options.publishPatienceMs
    for (let attempt = 1; ; attempt++) {
      try {
        const producer = await this.connected()
        await producer.send({ topic, acks: -1, timeout: 5_000, messages: messages.map(toKafka) })
        return
      } catch (error) {
        await this.close()
        const wait = growingPauseMs(attempt)
        if (signal.aborted || performance.now() + wait > deadline || isRefusal(error))
          throw explained(error, this.options.security)
        await pause(wait, signal)
      }
    }
  }

  async close(): Promise<void> {
    const { producer } = this
    this.producer = undefined
    // Errors are ignored, because the producer is dropped even if it never connected or cannot disconnect.
    await producer?.then((one) => one.disconnect()).catch(() => undefined)
  }

  private connected(): Promise<Producer> {
    this.producer ??= this.connect()
    return this.producer
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: rememberingPartitioner,
      metadataMaxAge: this.options.metadataMaxAgeMs,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    })
    try {
      await producer.connect()
    } catch (error) {
      await producer.disconnect().catch(() => undefined)
      throw error
    }
    return producer
  }
}

const toKafka = ({ key, value, headers }: LogMessage): Message => ({ key, value, ...(headers && { headers }) })

/** Returns true for a permanent refusal by the broker. Another attempt would not change it. */
const isRefusal = (error: unknown): boolean =>
  ['MESSAGE_TOO_LARGE', 'INVALID_RECORD', 'TOPIC_AUTHORIZATION_FAILED'].includes((error as { type?: string }).type ?? '')
