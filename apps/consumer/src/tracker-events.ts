import { Topic, type TrackerEvent } from '@roadbook/contracts'
import type { Batch, ReceivedMessage, Subscription } from '@roadbook/event-log'
import { publishNotices } from './commands/notices.js'
import { settleAnswer, type Answer } from './commands/settle-answer.js'
import type { Context } from './context.js'
import { rememberEnds, rememberInformation, rememberSessions, type Information, type Session } from './device-facts.js'
import { GROUP } from './metrics.js'
import type { Unusable } from './quarantine.js'
import { isRetriable, untilItWorks } from './retry.js'

/** Events of one batch. For sessions, ends and information, only the newest event of each tracker is kept. */
interface News {
  sessions: Map<string, Session>
  /** End times of sessions that were not followed by a later session of the same tracker. */
  ends: Map<string, number>
  information: Map<string, { event: Information; message: ReceivedMessage }>
  answers: { event: Answer; message: ReceivedMessage }[]
  unusable: Unusable[]
}

/**
 * Reads `tracker.events`. Stores what trackers report about themselves (their firmware, for example) in the rows of their
 * devices, and replies in the rows of the commands. Ignores all other events.
 */
export class TrackerEventConsumer {
  #subscription: Subscription | undefined

  constructor(private readonly context: Context) {}

  async start(): Promise<void> {
    const { log, logger } = this.context
    this.#subscription = await log.subscribe({
      topic: Topic.events,
      group: GROUP,
      onBatch: (batch) => this.handle(batch),
      onError: (error) => logger.warn({ err: error }, 'reading tracker events'),
    })
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop()
  }

  private async handle(batch: Batch): Promise<void> {
    const { quarantine, logger, pool } = this.context
    const { signal } = batch
    const onRetry = async (error: unknown) => {
      logger.warn({ err: error }, 'waiting to note tracker events')
      await batch.heartbeat()
    }
    const { sessions, ends, information, answers, unusable } = read(batch.messages)
    /** Stores one event. If this fails, the other events are still stored. */
    const note = async <T>(message: ReceivedMessage, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await untilItWorks(work, { signal, onRetry })
      } catch (error) {
        if (signal.aborted || isRetriable(error)) throw error
        unusable.push({ message, reason: `event that cannot be stored: ${(error as Error).message}` })
        return undefined
      }
    }
    await untilItWorks(() => rememberSessions(pool, sessions), { signal, onRetry })
    await untilItWorks(() => rememberEnds(pool, ends), { signal, onRetry })
    for (const { event, message } of information.values()) await note(message, () => rememberInformation(pool, event))
    const waiting: string[] = []
    for (const { event, message } of answers) {
      if (await note(message, () => settleAnswer(pool, event))) waiting.push(event.imei)
    }
    await untilItWorks(() => quarantine.reject(unusable), { signal, onRetry })
    await batch.commit()
    // The notice only saves time, because gateways also check for waiting commands every few seconds.
    await publishNotices(this.context.log, waiting).catch((error: unknown) =>
      logger.warn({ err: error }, 'could not say that commands wait'),
    )
  }
}

function read(messages: readonly ReceivedMessage[]): News {
  const news: News = { sessions: new Map(), ends: new Map(), information: new Map(), answers: [], unusable: [] }
  for (const message of messages) {
    const event = parse(message)
    if (event instanceof Error) {
      news.unusable.push({ message, reason: `undecodable event: ${event.message}` })
      continue
    }
    // Events of a sender that is not trusted to be the tracker do not change the device.
    if (event.isQuarantined) continue
    const { imei } = event
    if (event.type === 'connected' && event.protocol) {
      const { protocol, at, isForwarded } = event
      news.sessions.set(imei, { protocol, at, endedAt: news.ends.get(imei), isForwarded })
      news.ends.delete(imei)
    }
    // If a session was replaced, the tracker had been silent for an unknown time.
    if (event.type === 'disconnected' && event.reason !== 'replaced') news.ends.set(imei, event.at)
    if (event.type === 'deviceInformation') {
      news.information.set(imei, { event: { ...news.information.get(imei)?.event, ...event }, message })
    }
    if (event.type === 'commandReply') news.answers.push({ event, message })
  }
  return news
}

function parse({ value, key }: ReceivedMessage): TrackerEvent | Error {
  try {
    const event = JSON.parse(value.toString()) as TrackerEvent
    if (typeof event !== 'object' || event === null || event.imei !== key) return new Error(`no event of ${JSON.stringify(key)}`)
    return event
  } catch (error) {
    return error as Error
  }
}
