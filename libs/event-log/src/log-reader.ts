import type { Topic } from '@roadbook/contracts'
import type { ReceivedMessage } from './event-log.js'

export interface ReadOptions {
  /** Only messages of these keys. Default: all. */
  keys?: readonly string[]
  /** Appended at or after, milliseconds since 1970 UTC. Default: the oldest that is kept. */
  from?: number
  /** Appended before. Default: everything that is there when reading begins, so that a reader may publish what it reads. */
  till?: number
}

/** What a topic holds now, for operators. */
export interface TopicStats {
  partitions: number
  messages: number
  /** On disk; absent where the log does not tell. */
  bytes?: number
  /** When the log took the oldest and the newest message that it still has; absent when it has none. */
  oldestAt?: number
  newestAt?: number
  /** Messages of the last five minutes. */
  recentMessages: number
  groups: GroupStats[]
}

export interface GroupStats {
  group: string
  /** Messages that it has yet to commit. */
  lag: number
  /** Subscribers that are alive. */
  members: number
  /** When the log took the oldest message that the group has yet to commit; absent when there is none, or nobody can say. */
  waitingSince?: number
}

/** The operators' side of an event log: looking at what is stored without a group, and without leaving a trace in it. */
export interface LogReader {
  /**
   * The messages that are stored, in order for each key, and across keys by the time of appending. Keeps a few hundred
   * of each partition in memory, and asks for more only while somebody reads on. Ending the loop early is fine.
   */
  read(topic: Topic, options?: ReadOptions): AsyncIterable<ReceivedMessage>
  stats(topic: Topic): Promise<TopicStats>
}

/** How far back {@link TopicStats.recentMessages} looks. */
export const RECENT_MS = 5 * 60_000
