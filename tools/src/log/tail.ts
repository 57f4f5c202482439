import { Topic } from '@roadbook/contracts'
import type { LogReader, ReceivedMessage } from '@roadbook/event-log'
import type { Clock } from '@roadbook/testing'
import { describeMessage, type ReadableTopic } from './describe-message.js'
import { frameOfMessage, lineOfFrame } from './stored-frame.js'

export interface TailOptions {
  log: LogReader
  topics: readonly ReadableTopic[]
  /** If not empty, only messages of these trackers. */
  imeis: readonly string[]
  /** Only messages appended at or after this time, milliseconds since 1970 UTC. */
  from: number
  till?: number
  /** Maximum number of messages. The newest ones are printed. Default: all. */
  most?: number
  /** True to print packets as lines of an exported stream. Otherwise they are printed in a readable form. */
  raw: boolean
  /** True to continue with new messages until the signal. */
  follow: boolean
  signal: AbortSignal
  clock: Clock
  say: (line: string) => void
}

/**
 * Interval between polls of a followed log, in milliseconds. Polling is used instead of a subscription. A subscription has
 * a group, and the log would keep old messages for this group for a month.
 */
const LOOK_EVERY_MS = 1_000
/**
 * Overlap between polls, in milliseconds. The times of messages rise within a partition, but not across partitions. A poll
 * may therefore find messages that are a little older than messages already read from another partition.
 */
const OVERLAP_MS = 5_000
const LOOKS_BACK_MS = [10_000, 60_000]

type ReadMessages = (ReceivedMessage & { topic: ReadableTopic })[]

/** Prints the messages in the log, oldest first, and with `follow` also the new ones. */
export async function tail(options: TailOptions): Promise<void> {
  const { topics, from, follow, signal, clock, say } = options
  const seen = new Map<string, bigint>()
  const first = await newest(options, seen)
  for (const message of first) say(lineOf(message, options.raw))
  if (!follow) return
  const newestAt = new Map(topics.map((topic) => [topic, first.findLast((one) => one.topic === topic)?.appendedAt ?? from]))
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined)
    for (const topic of topics) {
      for await (const message of unseen(options, topic, (newestAt.get(topic) ?? from) - OVERLAP_MS, seen)) {
        if (signal.aborted) return
        newestAt.set(topic, Math.max(newestAt.get(topic) ?? from, message.appendedAt))
        say(lineOf({ ...message, topic }, options.raw))
      }
    }
  }
}

/**
 * Returns all messages, or only the newest ones. In a busy log the newest messages are from the last seconds. Older
 * messages are then not read.
 */
async function newest(options: TailOptions, seen: Map<string, bigint>): Promise<ReadMessages> {
  const { topics, from, till, most = Infinity, clock } = options
  const end = till ?? clock.now()
  const looks = most === Infinity ? [] : LOOKS_BACK_MS.map((ms) => end - ms).filter((at) => at > from)
  for (const lookFrom of [...looks, from]) {
    seen.clear()
    const found: ReadMessages = []
    for (const topic of topics) {
      const own: ReadMessages = []
      for await (const message of unseen(options, topic, lookFrom, seen)) {
        own.push({ ...message, topic })
        if (own.length > most) own.shift()
      }
      found.push(...own)
    }
    found.sort((left, right) => left.appendedAt - right.appendedAt)
    if (found.length >= most || lookFrom === from) return most === Infinity ? found : found.slice(-most)
  }
  return []
}

/** Yields messages appended since `lookFrom` that were not seen before. */
async function* unseen(
  { log, imeis, from, till }: TailOptions,
  topic: ReadableTopic,
  lookFrom: number,
  seen: Map<string, bigint>,
): AsyncGenerator<ReceivedMessage> {
  const options = {
    from: Math.max(from, lookFrom),
    ...(till !== undefined && { till }),
    ...(imeis.length > 0 && { keys: imeis }),
  }
  for await (const message of log.read(topic, options)) {
    const partition = `${topic} ${message.partition}`
    if (message.offset <= (seen.get(partition) ?? -1n)) continue
    seen.set(partition, message.offset)
    yield message
  }
}

function lineOf(message: ReadMessages[number], raw: boolean): string {
  if (!raw || message.topic !== Topic.packets) return describeMessage(message.topic, message)
  try {
    return lineOfFrame(frameOfMessage(message))
  } catch {
    return describeMessage(message.topic, message)
  }
}
