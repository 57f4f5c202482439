import type { Topic } from '@roadbook/contracts'

/** One message of a topic. Messages with the same key keep their order. */
export interface LogMessage {
  key: string
  value: Buffer
  /** Absent or empty when the message has no headers. */
  headers?: Record<string, Buffer>
}

/** A message, as a subscriber receives it. */
export interface ReceivedMessage extends LogMessage {
  partition: number
  /** Number that rises within a partition. Its value has no other meaning. */
  offset: bigint
  headers: Record<string, Buffer>
  /** Time when the log appended the message, milliseconds since 1970 UTC. */
  appendedAt: number
}

/** Messages of one partition passed to a handler, in order, oldest first. */
export interface Batch {
  topic: Topic
  partition: number
  messages: readonly ReceivedMessage[]
  /**
   * Commits everything up to and including `offset` (default: the last message), so that it is not delivered to this group again.
   * Resolves once the log has recorded the commit. A handler that commits later, at a checkpoint, keeps this function. Rejects
   * with PartitionLostError when the partition now belongs to another member (subscriber) of the group.
   */
  commit(offset?: bigint): Promise<void>
  /** Sends a heartbeat during a long batch. It is cheap, so call it between parts of the work. */
  heartbeat(): Promise<void>
  /**
   * Aborted when the partition is taken away or the subscription stops. The handler must then stop working and must not commit.
   */
  readonly signal: AbortSignal
}

export interface SubscribeOptions {
  topic: Topic
  /** Consumer group. Subscribers with the same group share the partitions. Each group receives every message. */
  group: string
  /**
   * Called with one batch of a partition at a time. When it rejects, messages are delivered again from the last committed offset
   * on, after a growing pause; none is skipped. The handler need not commit: delivery continues with the next messages. Messages
   * without a commit are delivered again after a restart or rebalance.
   */
  onBatch(batch: Batch): Promise<void>
  /**
   * Called when partitions are assigned or revoked: before the first batch of a new partition, and after the last batch of a lost
   * one. Partitions given up in an orderly way (to a new member, or all of them at `stop`) can still be committed until this
   * resolves. Use it for a last checkpoint. When it rejects, it is called again.
   */
  onAssignment?(partitions: readonly number[]): void | Promise<void>
  /** Where a group without a committed offset starts. Default `earliest`. */
  from?: 'earliest' | 'latest'
  /** Maximum messages per batch. Default 2 000. */
  maxBatchMessages?: number
  /**
   * Number of partitions handled at the same time. A partition never has two batches at once. Default 1. If it is greater than 1,
   * small batches that the log returned together with the check for new messages do not count.
   */
  concurrency?: number
  /**
   * Milliseconds that messages may wait after a read, so that more of them form one batch. At low traffic, batches are then fewer
   * and larger. A message that arrives after such a pause is read at once. Default 0. A log with its own batching may ignore it.
   */
  gatherMs?: number
  /**
   * True when the group has one member that no other replaces, so that the log may send heartbeats less often. Default false.
   */
  isAlone?: boolean
  /** Called with every failure that is retried (a rejected handler, an unreachable log), so that the process can log it. */
  onError?: (error: Error) => void
}

export interface Subscription {
  /** Finishes the running batch, leaves the group, then resolves. */
  stop(): Promise<void>
}

/**
 * The durable, ordered, partitioned log between the processes: Kafka, or tables in PostgreSQL. Each message is delivered at least
 * once. Messages with the same key are delivered in order. A partition belongs to one subscriber of a group at a time.
 */
export interface EventLog {
  /**
   * Appends messages: for each partition all of them or none. Resolves when they are durable, except for topics that may be lost.
   * Durable means acknowledged by all in-sync replicas (Kafka) or committed (PostgreSQL). Rejects when it is unknown whether they
   * are durable. The caller may then publish the same messages again.
   */
  publish(topic: Topic, messages: readonly LogMessage[]): Promise<void>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Creates the topics that are missing. Every process may call it when it starts. */
  prepare(): Promise<void>
  /**
   * Returns the number of uncommitted messages of a group, by partition. Used for lag metrics, and by tests that wait until
   * everything is processed.
   */
  lag(topic: Topic, group: string): Promise<Map<number, bigint>>
  /** Checks that the log answers, for readiness. Rejects with the reason. */
  ping(): Promise<void>
  close(): Promise<void>
}
