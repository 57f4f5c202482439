import type { Topic } from '@roadbook/contracts'

/** One message of a topic. Messages of one key keep their order. */
export interface LogMessage {
  key: string
  value: Buffer
  /** Absent or empty: none. */
  headers?: Record<string, Buffer>
}

/** A message as a subscriber reads it. */
export interface ReceivedMessage extends LogMessage {
  partition: number
  /** Rises within a partition; opaque otherwise. */
  offset: bigint
  headers: Record<string, Buffer>
  /** When the log took it, milliseconds since 1970 UTC. */
  appendedAt: number
}

/** What a handler gets: messages of one partition, in order, oldest first. */
export interface Batch {
  topic: Topic
  partition: number
  messages: readonly ReceivedMessage[]
  /**
   * Says that everything up to and including `offset` (default: the last message) need not be delivered to this group
   * again. Resolves when the log knows it. A handler that commits later (a checkpoint) keeps the function. Rejects with
   * PartitionLostError when the partition belongs to another by now.
   */
  commit(offset?: bigint): Promise<void>
  /** Tells the log that a long batch is alive; cheap, call it between slices of work. */
  heartbeat(): Promise<void>
  /** Aborted when the partition was taken away or the subscription stops: stop working, commit nothing more. */
  readonly signal: AbortSignal
}

export interface SubscribeOptions {
  topic: Topic
  /** Consumers of one group share the partitions; each group reads everything. */
  group: string
  /**
   * Called with one batch of a partition at a time. When it rejects, the same messages are delivered again after a
   * growing pause, from the last committed offset; nothing is skipped. Not committing is allowed: delivery goes on
   * with the next messages, and what was not committed is delivered again after a restart or rebalance.
   */
  onBatch(batch: Batch): Promise<void>
  /**
   * Called when partitions come and go, before the first batch of a new one, after the last of a lost one. What is given
   * up in peace (a newcomer's share, everything at `stop`) can still be committed until this resolves: the moment for a
   * last checkpoint. When it rejects it is called again.
   */
  onAssignment?(partitions: readonly number[]): void | Promise<void>
  /** Where a group without a committed offset begins. Default `earliest`. */
  from?: 'earliest' | 'latest'
  /** Upper bound of messages a batch. Default 2 000. */
  maxBatchMessages?: number
  /**
   * Partitions handled at the same time; a partition never has two batches at once. Default 1: one at a time. Of more, batches
   * of a few messages are not counted.
   */
  concurrency?: number
  /**
   * Milliseconds that messages may wait for company after others were read: fewer, larger batches while little comes. One that
   * comes after such a pause is read at once. Default 0. A hint: a log that gathers by other means need not heed it.
   */
  gatherMs?: number
  /** The group has one member and nobody takes over from it: a log that asks who is alive may ask rarely. Default false. */
  isAlone?: boolean
  /** Told of every failure that is tried again (a rejected handler, an absent log), for the log of the process. */
  onError?: (error: Error) => void
}

export interface Subscription {
  /** Finishes the running batch, leaves the group, and resolves. */
  stop(): Promise<void>
}

/**
 * The durable, ordered, partitioned log between the processes: Kafka, or a table of PostgreSQL.
 * At least once; ordered per key; a partition belongs to one subscriber of a group at a time.
 */
export interface EventLog {
  /**
   * Appends messages, all or nothing per partition. Resolves when they are durable (Kafka: acknowledged by all in-sync
   * replicas; PostgreSQL: committed), except those of topics that may be lost. Rejects when it cannot say so: the caller may
   * publish the same messages again.
   */
  publish(topic: Topic, messages: readonly LogMessage[]): Promise<void>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Makes the topics if they are missing. Safe to call from every process at start. */
  prepare(): Promise<void>
  /** Messages that a group has yet to commit, per partition; for lag metrics and for tests that wait for quiescence. */
  lag(topic: Topic, group: string): Promise<Map<number, bigint>>
  /** Whether the log answers; for readiness. Rejects with the reason. */
  ping(): Promise<void>
  close(): Promise<void>
}
