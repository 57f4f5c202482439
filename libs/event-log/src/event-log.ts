import type { Topic } from '@roadbook/contracts'

/** One message of a topic. Messages with the same key keep their order. */
export interface LogMessage {
  key: string
  value: Buffer
  /** Absent or empty if the message has no headers. */
  headers?: Record<string, Buffer>
}

/** A message, as a subscriber receives it. */
export interface ReceivedMessage extends LogMessage {
  partition: number
  /** A number that increases within a partition. Its value has no other meaning. */
  offset: bigint
  headers: Record<string, Buffer>
  /** Time when the log appended the message, milliseconds since 1970 UTC. */
  appendedAt: number
}

/** Messages of one partition for a handler, oldest first. */
export interface Batch {
  topic: Topic
  partition: number
  messages: readonly ReceivedMessage[]
  /**
   * Commits everything up to and including `offset` (default: the last message), so that these messages are not delivered
   * to this group again. Resolves when the log has recorded the commit. A handler that commits only later, at a checkpoint,
   * may keep this function and call it then. Rejects with PartitionLostError if the partition now belongs to another member
   * (subscriber) of the group.
   */
  commit(offset?: bigint): Promise<void>
  /** Sends a heartbeat during a long batch. The call is cheap, so call it between parts of the work. */
  heartbeat(): Promise<void>
  /**
   * Aborted when the partition goes to another member or the subscription stops. The handler must then stop working, and
   * must not commit.
   */
  readonly signal: AbortSignal
}

export interface SubscribeOptions {
  topic: Topic
  /** Name of the consumer group. Subscribers of the same group share the partitions. Each group receives every message. */
  group: string
  /**
   * Called with the batches of a partition, one at a time. If the call rejects, the messages after the last committed
   * offset are delivered again after a growing pause. No message is skipped. The handler need not commit each batch: after
   * a successful call, the next messages are delivered in any case. Messages that were not committed are delivered again
   * after a restart or rebalance.
   */
  onBatch(batch: Batch): Promise<void>
  /**
   * Called when partitions are assigned or revoked. The call comes before the first batch of a new partition, and after the
   * last batch of a lost partition. Use the call for a last checkpoint. Partitions that are given up in an orderly way (to
   * a new member, or all of them at `stop`) can still be committed until the call resolves. If the call rejects, it is
   * repeated.
   */
  onAssignment?(partitions: readonly number[]): void | Promise<void>
  /** Offset at which a group without a committed offset begins. Default `earliest`. */
  from?: 'earliest' | 'latest'
  /** Maximum number of messages per batch. Default 2 000. */
  maxBatchMessages?: number
  /**
   * Maximum number of partitions that are handled at the same time. Each partition has only one batch at a time. Default 1.
   * If the maximum is greater than 1, a partition with a small batch that was read together with the check for new messages
   * is handled even above the maximum.
   */
  concurrency?: number
  /**
   * Minimum milliseconds between two reads, so that more messages form one batch. At low traffic, the pause makes batches
   * fewer and larger. A message that arrives after the pause is read immediately. Default 0. A log that has its own batching
   * may ignore this option.
   */
  gatherMs?: number
  /**
   * True if the group has only one member and no other member takes over from it. The log may then send heartbeats less
   * often. Default false.
   */
  isAlone?: boolean
  /**
   * Called with every failure after which the log tries again, so that the process can log the failure. Examples are a
   * handler that rejected and an unreachable log.
   */
  onError?: (error: Error) => void
}

export interface Subscription {
  /** Finishes the running batch, leaves the group, then resolves. */
  stop(): Promise<void>
}

/**
 * The durable, ordered, partitioned log between the processes. It is Kafka, or tables in PostgreSQL. Each message is
 * delivered at least once. Messages with the same key are delivered in order. A partition belongs to one subscriber of a
 * group at a time.
 */
export interface EventLog {
  /**
   * Appends messages. In each partition either all of the call's messages are appended or none. Resolves when the messages
   * are durable, which means acknowledged by all in-sync replicas (Kafka) or committed (PostgreSQL). For topics with
   * `mayBeLost` it resolves earlier. Rejects if it is unknown whether the messages are durable. The caller may then publish
   * the same messages again.
   */
  publish(topic: Topic, messages: readonly LogMessage[]): Promise<void>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Creates the topics that are missing. Every process may call this method when it starts. */
  prepare(): Promise<void>
  /**
   * Returns the number of uncommitted messages of a group, by partition. It is used for lag metrics, and by tests that wait
   * until everything is processed.
   */
  lag(topic: Topic, group: string): Promise<Map<number, bigint>>
  /** Checks that the log answers. Rejects with the reason if it does not. Used for readiness. */
  ping(): Promise<void>
  close(): Promise<void>
}
