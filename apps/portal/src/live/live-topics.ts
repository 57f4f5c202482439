import type { LiveResume, LiveServerMessage } from '@roadbook/contracts'

/** What can be subscribed to. */
export type LiveTopic = { channel: 'fleet' } | { channel: 'entity'; id: number }

/** Messages that carry content; the rest is between client and server. */
export type LiveEvent = Extract<LiveServerMessage, { type: (typeof EVENTS)[number] }>

const EVENTS = ['snapshot', 'positions', 'trip', 'edit'] as const

export const isLiveEvent = (message: LiveServerMessage): message is LiveEvent =>
  (EVENTS as readonly string[]).includes(message.type)

/** One topic, how many parts of the page need it, and up to where it was heard. */
export interface HeldTopic {
  topic: LiveTopic
  uses: number
  resume?: LiveResume
}

/** The topics that somebody needs, each heard once however many do. */
export class LiveTopics {
  private readonly held = new Map<string, HeldTopic>()

  /** One use more; the first use of a topic has to be told to the server. */
  take(topic: LiveTopic): HeldTopic {
    const key = keyOf(topic.channel, 'id' in topic ? topic.id : undefined)
    const held = this.held.get(key) ?? { topic, uses: 0 }
    held.uses += 1
    this.held.set(key, held)
    return held
  }

  /** One use less; true of the last. */
  release(held: HeldTopic): boolean {
    held.uses -= 1
    if (held.uses > 0) return false
    this.held.delete(keyOf(held.topic.channel, 'id' in held.topic ? held.topic.id : undefined))
    return true
  }

  /** Whether an event is news: of a topic that is held, and not heard before. */
  hear({ type, channel, id, epoch, sequence }: LiveEvent): boolean {
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
