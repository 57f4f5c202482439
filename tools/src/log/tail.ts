import { Topic } from '@roadbook/contracts'
import type { LogReader, ReceivedMessage } from '@roadbook/event-log'
import type { Clock } from '@roadbook/testing'
import { describeMessage, type ReadableTopic } from './describe-message.js'
import { frameOfMessage, lineOfFrame } from './stored-frame.js'

export interface TailOptions {
  log: LogReader
  topics: readonly ReadableTopic[]
  /** Empty: all. */
  imeis: readonly string[]
  /** Appended since, milliseconds since 1970 UTC. */
  from: number
  till?: number
  /** The newest so many; default all. */
  most?: number
  /** Packets as lines of an exported stream instead of readable ones. */
  raw: boolean
  /** Goes on with what comes, until the signal. */
  follow: boolean
  signal: AbortSignal
  clock: Clock
  say: (line: string) => void
}

/** How often a followed log is looked at. Not a subscription: its group would keep the log's old messages for a month. */
const LOOK_EVERY_MS = 1_000
/** Times rise in each partition by itself: one may still bring what is a little older than what another has brought. */
const OVERLAP_MS = 5_000

type Told = (ReceivedMessage & { topic: ReadableTopic })[]

/** Says what lies in the log, oldest first, and with `follow` what comes. */
export async function tail(options: TailOptions): Promise<void> {
  const { topics, from, follow, signal, clock, most, say } = options
  const seen = new Map<string, bigint>()
  const first: Told = []
  for (const topic of topics) {
    const newest: Told = []
    for await (const message of unseen(options, topic, from, seen)) {
      newest.push({ ...message, topic })
      if (most !== undefined && newest.length > most) newest.shift()
    }
    first.push(...newest)
  }
  first.sort((left, right) => left.appendedAt - right.appendedAt)
  for (const message of most === undefined ? first : first.slice(-most)) say(lineOf(message, options.raw))
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

/** What was appended since `lookFrom` and not seen before. */
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

function lineOf(message: Told[number], raw: boolean): string {
  if (!raw || message.topic !== Topic.packets) return describeMessage(message.topic, message)
  try {
    return lineOfFrame(frameOfMessage(message))
  } catch {
    return describeMessage(message.topic, message)
  }
}
