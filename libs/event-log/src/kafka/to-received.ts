import type { KafkaMessage } from 'kafkajs'
import type { ReceivedMessage } from '../event-log.js'

/**
 * Converts a Kafka record to a received message. If a header is repeated, only its last value is kept. Roadbook never writes
 * a header twice.
 */
export function toReceived(partition: number, message: KafkaMessage): ReceivedMessage {
  const headers: Record<string, Buffer> = {}
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    const last = Array.isArray(value) ? value.at(-1) : value
    if (last !== undefined) headers[name] = Buffer.from(last)
  }
  return {
    partition,
    offset: BigInt(message.offset),
    appendedAt: Number(message.timestamp),
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers,
  }
}
