import type { Topic } from '@roadbook/contracts'
import type { ReceivedMessage } from './event-log.js'

export interface ReadOptions {
  /** Only messages with these keys. Default: all. */
  keys?: readonly string[]
  /** Only messages appended at or after this time, milliseconds since 1970 UTC. Default: from the oldest retained message on. */
  from?: number
  /**
   * Only messages appended before this time. Default: everything present when reading begins, so that a reader may publish what
   * it reads without an endless loop.
   */
  till?: number
}

/** Current content of a topic, for operators. */
export interface TopicStats {
  partitions: number
  messages: number
  /** Size on disk. Absent where the log does not report it. */
  bytes?: number
  /**
   * Time when the log appended the oldest message it still has; `newestAt` is that of the newest. Absent when the log has none.
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
  /** Time when the log appended the oldest uncommitted message. Absent when there is none, or when the time is unknown. */
  waitingSince?: number
}

/** Operators' view of an event log: reads stored messages without a group and leaves nothing behind in the log. */
export interface LogReader {
  /**
   * Reads the stored messages, in order for each key, and across keys by the time of appending. Keeps a few hundred messages of
   * each partition in memory, and fetches more only while the caller reads on. The caller may leave the loop early.
   */
  read(topic: Topic, options?: ReadOptions): AsyncIterable<ReceivedMessage>
  stats(topic: Topic): Promise<TopicStats>
}

/** Period counted by {@link TopicStats.recentMessages}. */
export const RECENT_MS = 5 * 60_000
