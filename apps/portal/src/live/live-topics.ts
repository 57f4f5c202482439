import type { LiveResume, LiveServerMessage } from '@roadbook/contracts'

/** Topic of a subscription. */
export type LiveTopic = { channel: 'fleet' } | { channel: 'entity'; id: number }

/** Messages with content. All other messages only manage the connection. */
export type LiveEvent = Extract<LiveServerMessage, { type: (typeof EVENTS)[number] }>

const EVENTS = ['snapshot', 'positions', 'trip', 'edit'] as const

export const isLiveEvent = (message: LiveServerMessage): message is LiveEvent =>
  (EVENTS as readonly string[]).includes(message.type)

/** Topic with its number of uses and the position of the last received event. */
export interface HeldTopic {
  topic: LiveTopic
  uses: number
  resume?: LiveResume
}

/** Topics in use, each subscribed once regardless of its number of uses. */
export class LiveTopics {
  private readonly held = new Map<string, HeldTopic>()

  /** Adds a use. The client must subscribe at the first use of a topic. */
  take(topic: LiveTopic): HeldTopic {
    const key = keyOf(topic.channel, 'id' in topic ? topic.id : undefined)
    const held = this.held.get(key) ?? { topic, uses: 0 }
    held.uses += 1
    this.held.set(key, held)
    return held
  }

  /** Removes a use. Returns true if it was the last use of the topic. */
  release(held: HeldTopic): boolean {
    held.uses -= 1
    if (held.uses > 0) return false
    this.held.delete(keyOf(held.topic.channel, 'id' in held.topic ? held.topic.id : undefined))
    return true
  }

  /**
   * Returns true if an event is new. An event is new if its topic is in use and it was not received before. Stores the position
   * of a new event.
   */
  accept({ type, channel, id, epoch, sequence }: LiveEvent): boolean {
    const held = this.held.get(keyOf(channel, id))
    if (!held) return false
    const isRepeated = held.resume?.epoch === epoch && sequence <= held.resume.sequence
    if (isRepeated && type !== 'snapshot') return false
    held.resume = { epoch, sequence }
    return true
  }

  all(): Iterable<HeldTopic> {
    return this.held.values()
  }
}

const keyOf = (channel: string, id: number | undefined) => `${channel}:${id ?? ''}`
