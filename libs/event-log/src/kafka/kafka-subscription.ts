import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs'
import type { SubscribeOptions, Subscription } from '../event-log.js'
import { PartitionLostError } from '../partition-lost-error.js'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { Assignment } from './assignment.js'
import { saysLost, saysRebalance, saysSessionTooShort } from './kafka-errors.js'
import { groupIdOf } from './group-id.js'
import { startAtEnd } from './start-at-end.js'
import { toReceived } from './to-received.js'

export interface KafkaSubscriptionOptions extends SubscribeOptions {
  kafka: Kafka
  admin(): Promise<Admin>
  /** Milliseconds for which a member without heartbeats keeps its partitions. The time is longer if the brokers require it. */
  takeoverMs: number
  /** Maximum number of milliseconds until new partitions are noticed. */
  metadataMaxAgeMs: number
}

/**
 * Session time-out, in milliseconds, of the only member of a group. It is longer than in other groups, so that a busy process
 * is not removed from the group. No other member waits to take over.
 */
const ALONE_MS = 10_000
/**
 * Longer session time-outs, in milliseconds, to try one after the other if the brokers do not allow the present one, or if
 * this process is too busy for it. The first value is the brokers' default minimum.
 */
const LONGER_SESSIONS_MS = [6_000, 10_000, 30_000]
/** A member that loses its partitions twice within this number of milliseconds gets a longer session time-out. */
const LOST_AGAIN_MS = 60_000
/**
 * Maximum number of milliseconds between heartbeats. A member notices a rebalance at its next heartbeat. Until then, nobody
 * reads the partitions of a dead member.
 */
const MOST_BETWEEN_BEATS_MS = 500

/**
 * One member (subscriber) of a consumer group. kafkajs joins the group and fetches the messages. This class adds guarantees
 * that kafkajs lacks:
 * - It sends heartbeats during a long batch.
 * - It notifies the handler of assignments in order.
 * - If a handler fails, it resumes from the last commit.
 * - If kafkajs gives a consumer up, it starts a new one.
 */
export class KafkaSubscription implements Subscription {
  private readonly stopping = new AbortController()
  private consumer: Consumer | undefined
  private assignment: Assignment | undefined
  private supervision: Promise<void> | undefined
  private sessionTimeoutMs: number
  /** The last assignment that was lost, and the time of the loss by performance.now(). */
  private lost: { assignment: Assignment; at: number } | undefined
  private announced = ''
  private announcing: Promise<void> = Promise.resolve()
  private joined: () => void = () => undefined
  /** Ends the current kafkajs consumer, after which another one is started. */
  private giveUp: (reason: Error) => void = () => undefined

  constructor(private readonly options: KafkaSubscriptionOptions) {
    const { isAlone, takeoverMs } = options
    this.sessionTimeoutMs = isAlone ? Math.max(takeoverMs, ALONE_MS) : takeoverMs
  }

  /** Joins the group. Resolves when this member has joined, however long the broker takes. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.joined = resolve
      this.supervision = this.supervise()
    })
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.supervision
  }

  private async supervise(): Promise<void> {
    for (let attempt = 1; !this.stopping.signal.aborted; attempt++) {
      const began = performance.now()
      try {
        await this.consume()
      } catch (error) {
        if (this.lengthenSession(error)) continue
        this.report(error as Error)
      }
      if (performance.now() - began > 60_000) attempt = 1
      await pause(growingPauseMs(attempt), this.stopping.signal)
    }
    this.joined()
  }

  /**
   * Selects the next longer session time-out if the brokers refuse the present one.
   * @returns false if there is no longer one
   */
  private lengthenSession(error: unknown): boolean {
    return (
      saysSessionTooShort(error) &&
      this.takeLongerSession(
        error,
        (longer) =>
          `Kafka allows no takeover of a dead consumer's partitions after ${this.sessionTimeoutMs} ms: trying ${longer} ms. Set ` +
          `group.min.session.timeout.ms of the brokers to ${this.options.takeoverMs} or less, or EVENT_LOG_TAKEOVER_MS=${longer}`,
      )
    )
  }

  /**
   * Records that the group has given our partitions away, or may have done so. If this happens again soon, the process is
   * too busy for its heartbeats. With the same session time-out, the member would join, be removed and repeat the same work
   * again and again, and each time the whole group would wait. The next consumer therefore gets a longer session time-out.
   * @returns true if the next consumer gets a longer session time-out
   */
  private noteLoss(assignment: Assignment, reason: Error): boolean {
    const { lost } = this
    // Several partitions may report the loss of one assignment.
    if (lost?.assignment === assignment) return false
    const at = performance.now()
    this.lost = { assignment, at }
    return (
      lost !== undefined &&
      at - lost.at < LOST_AGAIN_MS &&
      this.takeLongerSession(
        reason,
        (longer) =>
          `this process is too busy for heartbeats every ${this.heartbeatMs} ms: until it restarts, the group takes over its ` +
          `partitions after ${longer} ms instead of ${this.sessionTimeoutMs}`,
      )
    )
  }

  private takeLongerSession(cause: unknown, says: (longer: number) => string): boolean {
    const longer = LONGER_SESSIONS_MS.find((ms) => ms > this.sessionTimeoutMs)
    if (!longer) return false
    this.report(new Error(says(longer), { cause }))
    this.sessionTimeoutMs = longer
    return true
  }

  private get heartbeatMs(): number {
    return Math.min(this.sessionTimeoutMs / 4, this.options.isAlone ? Infinity : MOST_BETWEEN_BEATS_MS)
  }

  /** Runs one kafkajs consumer. Rejects if the consumer crashes. Resolves when the subscription stops. */
  private async consume(): Promise<void> {
    const { kafka, topic, group, concurrency = 1, from, metadataMaxAgeMs } = this.options
    const admin = await this.options.admin()
    const ends = from === 'latest' ? await admin.fetchTopicOffsets(topic) : []
    const consumer = kafka.consumer({
      groupId: groupIdOf(topic, group),
      sessionTimeout: this.sessionTimeoutMs,
      heartbeatInterval: this.heartbeatMs,
      rebalanceTimeout: 30_000,
      maxWaitTimeInMs: 250,
      metadataMaxAge: metadataMaxAgeMs,
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: () => Promise.resolve(false) },
    })
    this.consumer = consumer
    const crashed = new Promise<Error>((resolve) => {
      this.giveUp = resolve
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error))
    })
    const stopped = new Promise<undefined>((resolve) => {
      this.stopping.signal.addEventListener('abort', () => resolve(undefined))
    })
    consumer.on(consumer.events.REBALANCING, () => void this.assignment?.end(this.handOver))
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
      this.begin(payload.memberAssignment[topic] ?? [], (partitions) =>
        startAtEnd(admin, consumer, { topic, group, ends, partitions }),
      ),
    )
    try {
      await consumer.connect()
      await consumer.subscribe({ topics: [topic], fromBeginning: from !== 'latest' })
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: concurrency,
        eachBatch: (payload) => this.eachBatch(payload),
      })
      const error = await Promise.race([crashed, stopped])
      if (error) throw error
    } finally {
      await this.assignment?.end(this.handOver)
      this.assignment = undefined
      await consumer.disconnect().catch(this.report)
    }
  }

  /** Starts a new generation and closes the assignment of the previous one. */
  private begin(partitions: readonly number[], pinEnds: (partitions: readonly number[]) => Promise<void>): void {
    const previous = this.assignment
    previous?.close()
    const assignment = new Assignment(this.options.topic, partitions)
    this.assignment = assignment
    assignment.ready = this.introduce(assignment, previous, pinEnds)
  }

  private async introduce(
    assignment: Assignment,
    previous: Assignment | undefined,
    pinEnds: (partitions: readonly number[]) => Promise<void>,
  ): Promise<void> {
    await previous?.end(this.handOver)
    const isWanted = () => !assignment.isEnding
    for (let attempt = 1; this.options.from === 'latest' && isWanted(); attempt++) {
      try {
        await pinEnds(assignment.partitions)
        break
      } catch (error) {
        this.report(error as Error)
        await pause(growingPauseMs(attempt))
      }
    }
    await this.announce(assignment.partitions, isWanted)
    this.joined()
  }

  private readonly handOver = (): Promise<void> => {
    const { assignment } = this
    let triesLeft = 5
    return this.announce([], () => triesLeft-- > 0 && assignment?.isOpen === true)
  }

  /**
   * Notifies the handler of assignments, one after the other. Tries again while the handler rejects and `isWanted` returns
   * true.
   */
  private announce(partitions: readonly number[], isWanted: () => boolean): Promise<void> {
    this.announcing = this.announcing.then(() => this.announceNow(partitions, isWanted))
    return this.announcing
  }

  private async announceNow(partitions: readonly number[], isWanted: () => boolean): Promise<void> {
    const sorted = [...partitions].sort((a, b) => a - b)
    if (sorted.join() === this.announced) return
    for (let attempt = 1; ; attempt++) {
      try {
        await this.options.onAssignment?.(sorted)
        break
      } catch (error) {
        this.report(error as Error)
        // A last checkpoint that is too late would fail at every further attempt.
        if (error instanceof PartitionLostError || !isWanted()) break
        await pause(growingPauseMs(attempt))
      }
    }
    this.announced = sorted.join()
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    const { assignment } = this
    if (!assignment) return
    const { sessionTimeoutMs } = this
    let heardAt = performance.now()
    const beat = () =>
      payload.heartbeat().then(
        () => (heardAt = performance.now()),
        (error: Error) => {
          if (saysRebalance(error)) {
            assignment.failure ??= error
            void assignment.end(this.handOver)
          } else if (saysLost(error)) {
            assignment.failure ??= error
            assignment.close()
          } else if (performance.now() - heardAt > sessionTimeoutMs * 0.8) {
            // The group may already have given our partitions to other members.
            assignment.close()
          }
        },
      )
    const beating = setInterval(() => void beat(), this.heartbeatMs)
    try {
      await assignment.ready
      await this.deliver(payload, assignment)
      if (assignment.isEnding) await assignment.end(this.handOver)
    } finally {
      clearInterval(beating)
    }
    const { failure } = assignment
    const reason = failure ?? new Error('lost touch with the group')
    // If a later generation has begun, the assignment ended because of a rebalance.
    const isLost = assignment === this.assignment && (failure ? saysLost(failure) : !assignment.isOpen)
    if (isLost && this.noteLoss(assignment, reason)) return this.giveUp(reason)
    // kafkajs joins again only if the handler throws the broker's error. Otherwise it would continue with the closed
    // assignment.
    if (failure) throw failure
    if (!assignment.isOpen) this.giveUp(reason)
  }

  private async deliver(payload: EachBatchPayload, assignment: Assignment): Promise<void> {
    const { topic, maxBatchMessages = 2_000 } = this.options
    const { partition } = payload.batch
    const messages = payload.batch.messages.map((message) => toReceived(partition, message))
    for (let at = 0; at < messages.length; at += maxBatchMessages) {
      if (assignment.isEnding || payload.isStale() || !payload.isRunning() || this.stopping.signal.aborted) return
      const slice = messages.slice(at, at + maxBatchMessages)
      const failed = await assignment.deliver(
        slice,
        (batch) => this.options.onBatch(batch),
        (of, next) =>
          payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition: of, offset: String(next) }] }] }),
      )
      if (failed) {
        this.report(failed.error)
        this.consumer?.seek({ topic, partition, offset: String(failed.from) })
        setTimeout(payload.pause(), failed.againAfterMs)
        return
      }
      // The next generation begins at the committed offset.
      if (!assignment.isOpen) return
      payload.resolveOffset(String(slice.at(-1)?.offset))
    }
  }

  private readonly report = (error: Error): void => this.options.onError?.(error)
}
