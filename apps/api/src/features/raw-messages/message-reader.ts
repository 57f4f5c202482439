import { Inject, Injectable } from '@nestjs/common'
import { Topic } from '@roadbook/contracts'
import type { LogReader, ReceivedMessage } from '@roadbook/event-log'
import { API_EVENT_LOG } from '../../configuration.js'
import { byNewest, type MessagePlace } from './message-cursor.js'
import type { MessageQuery } from './message-query.js'

/**
 * Topics to read. Messages of the same moment have the order of this list. Do not change it, because cursors that clients
 * have stored depend on this order.
 */
export const MESSAGE_TOPICS = [Topic.packets, Topic.events, Topic.rejected] as const

export interface StoredMessage {
  topic: (typeof MESSAGE_TOPICS)[number]
  place: MessagePlace
  message: ReceivedMessage
}

export interface FoundMessages {
  /** Newest first. */
  messages: StoredMessage[]
  /** Position to continue from; undefined when the whole period was searched. */
  next?: MessagePlace
  searchedFrom: number
}

const FIRST_WINDOW_MS = 15 * 60_000
const LARGEST_WINDOW_MS = 6 * 3_600_000
/**
 * Time limit of a search in milliseconds. After this time, the caller can continue the search with a cursor. The limit is
 * needed because the log has no index by device, so a search reads the messages of all devices.
 */
const PATIENCE_MS = 4_000

/**
 * Finds the newest messages of one device. Goes back through the log from one window of time to the one before. Reads each
 * window forwards, because a log can only be read so, and keeps its newest messages. Stops when there are enough messages,
 * the period ends or the time limit is reached.
 */
@Injectable()
export class MessageReader {
  constructor(@Inject(API_EVENT_LOG) private readonly log: LogReader) {}

  async read(imei: string, { limit, from, till, after }: MessageQuery): Promise<FoundMessages> {
    const giveUpAt = performance.now() + PATIENCE_MS
    const messages: StoredMessage[] = []
    let end = after ? Math.min(till, after.at + 1) : till
    for (let windowMs = FIRST_WINDOW_MS; end > from; windowMs = Math.min(windowMs * 4, LARGEST_WINDOW_MS)) {
      const begin = Math.max(from, end - windowMs)
      // The search asks for one message more than requested. The additional message shows whether there are further messages.
      messages.push(...(await this.newest(imei, begin, end, limit + 1 - messages.length, after)))
      if (messages.length > limit) {
        const page = messages.slice(0, limit)
        return { messages: page, next: page.at(-1)?.place, searchedFrom: page.at(-1)?.place.at ?? begin }
      }
      end = begin
      if (performance.now() > giveUpAt) break
    }
    return { messages, ...(end > from && { next: beginningOf(end) }), searchedFrom: end }
  }

  /** Returns the newest `limit` messages of a window, newest first. */
  private async newest(imei: string, from: number, till: number, limit: number, after?: MessagePlace): Promise<StoredMessage[]> {
    const tails = await Promise.all(
      MESSAGE_TOPICS.map(async (topic, number) => {
        const tail: StoredMessage[] = []
        for await (const message of this.log.read(topic, { keys: [imei], from, till })) {
          const place = { at: message.appendedAt, topic: number, offset: message.offset }
          if (after && byNewest(after, place) >= 0) continue
          tail.push({ topic, place, message })
          if (tail.length > limit) tail.shift()
        }
        return tail
      }),
    )
    return tails
      .flat()
      .sort((one, other) => byNewest(one.place, other.place))
      .slice(0, limit)
  }
}

/**
 * Returns the position to continue from, in the order newest first, after all messages that were appended at or after a
 * time.
 */
const beginningOf = (at: number): MessagePlace => ({ at, topic: MESSAGE_TOPICS.length, offset: 0n })
