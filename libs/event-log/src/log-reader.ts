import type { Topic } from '@roadbook/contracts'
import type { ReceivedMessage } from './event-log.js'

export interface ReadOptions {
  /** If set, only messages with these keys are read. Default: all messages. */
  keys?: readonly string[]
  /** Only messages appended at or after this time, milliseconds since 1970 UTC. Default: from the oldest retained message on. */
  from?: number
  /**
   * Only messages appended before this time. Default: the time when reading begins. A reader that publishes the read
   * messages again therefore does not cause an endless loop.
   */
  till?: number
}

/** Current content of a topic, for operators. */
export interface TopicStats {
  partitions: number
  messages: number
  /** Size on disk. Absent if the log does not report the size. */
  bytes?: number
  /**
   * Time when the log appended the oldest message that it still stores. `newestAt` is the time for the newest message.
   * Absent if the log has no messages.
   */
  oldestAt?: number
  newestAt?: number
  /** Number of messages of the last five minutes. */
  recentMessages: number
  groups: GroupStats[]
}

export interface GroupStats {
  group: string
  /** Number of uncommitted messages. */
  lag: number
  /** Number of live subscribers. */
  members: number
  /**
   * Time when the log appended the oldest uncommitted message. Absent if there is no such message, or if the time is unknown.
   */
  waitingSince?: number
}

/**
 * Operations with which operators look into an event log. They read messages without a group and leave nothing behind in
 * the log.
 */
export interface LogReader {
  /**
   * Reads the stored messages. Messages with the same key stay in order. Messages with different keys are in the order of
   * their times of appending. A few hundred messages of each partition are kept in memory, and more are fetched only while
   * the caller continues to read. The caller may leave the loop early.
   */
  read(topic: Topic, options?: ReadOptions): AsyncIterable<ReceivedMessage>
  stats(topic: Topic): Promise<TopicStats>
}

/** Period of {@link TopicStats.recentMessages} in milliseconds. */
export const RECENT_MS = 5 * 60_000
