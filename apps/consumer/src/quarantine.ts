import { PacketHeader, Topic, type RejectedFrame } from '@roadbook/contracts'
import type { EventLog, ReceivedMessage } from '@roadbook/event-log'
import type { ConsumerMetrics } from './metrics.js'
import { RetriableError } from './retry.js'

/**
 * Maximum number of bytes of a frame (one message of a tracker) that are published for operators. The event log contains the
 * whole frame.
 */
const MAX_FRAME_BYTES = 4_096

/** A message that cannot be used. */
export interface Unusable {
  message: ReceivedMessage
  reason: string
}

/** Publishes unusable messages for operators, so that usable messages need not wait for them. */
export class Quarantine {
  constructor(
    private readonly log: EventLog,
    private readonly metrics: ConsumerMetrics,
    private readonly now: () => number,
  ) {}

  /** @throws RetriableError while the event log does not accept messages */
  async reject(unusable: readonly Unusable[]): Promise<void> {
    if (unusable.length === 0) return
    const messages = unusable.map(({ message, reason }) => ({
      key: message.key,
      value: Buffer.from(JSON.stringify(this.describe(message, reason))),
    }))
    await this.log.publish(Topic.rejected, messages).catch((cause: unknown) => {
      throw new RetriableError('the event log took no rejected messages', { cause })
    })
    this.metrics.rejected.inc(unusable.length)
  }

  private describe({ key, headers, value }: ReceivedMessage, reason: string): RejectedFrame {
    const protocol = headers[PacketHeader.protocol]?.toString()
    return {
      ...(/^\d{15}$/.test(key) ? { imei: key } : {}),
      ...(protocol === undefined ? {} : { protocol }),
      at: this.now(),
      reason,
      hex: (headers[PacketHeader.raw] ?? value).subarray(0, MAX_FRAME_BYTES).toString('hex'),
      rejectedBy: 'consumer',
    }
  }
}
