import { Inject, Injectable } from '@nestjs/common'
import { Topic } from '@roadbook/contracts'
import type { LogReader, ReceivedMessage } from '@roadbook/event-log'
import { API_EVENT_LOG } from '../../configuration.js'
import { byNewest, type MessagePlace } from './message-cursor.js'
import type { MessageQuery } from './message-query.js'

/** What is read of a device, the newest of one moment first; the order is part of the cursors that were given out. */
export const MESSAGE_TOPICS = [Topic.packets, Topic.events, Topic.rejected] as const

export interface StoredMessage {
  topic: (typeof MESSAGE_TOPICS)[number]
  place: MessagePlace
  message: ReceivedMessage
}

export interface FoundMessages {
  /** Newest first. */
  messages: StoredMessage[]
  /** Where to go on; undefined when the period is looked through. */
  next?: MessagePlace
  searchedFrom: number
}

const FIRST_WINDOW_MS = 15 * 60_000
const LARGEST_WINDOW_MS = 6 * 3_600_000
/** A log is read forwards and has no index by device: after this the caller may ask to go on. */
const PATIENCE_MS = 4_000

/**
 * The newest messages of one device. Goes back through the log window by window, each read forwards and keeping only its
 * newest, until there are enough, the period ends or it took too long.
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
      // One more than wanted tells whether there is more.
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

  /** The newest `limit` of a window, newest first. */
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

/** The place behind everything that was appended at or after a time. */
const beginningOf = (at: number): MessagePlace => ({ at, topic: MESSAGE_TOPICS.length, offset: 0n })
