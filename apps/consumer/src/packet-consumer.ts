import { Topic } from '@roadbook/contracts'
import type { Batch, ReceivedMessage, Subscription } from '@roadbook/event-log'
import { ClaimLostError } from '@roadbook/track-store'
import { CheckpointClock } from './checkpoint-clock.js'
import { checkpoint } from './checkpoint.js'
import type { Context } from './context.js'
import type { Lane } from './lane.js'
import { Lanes } from './lanes.js'
import { GROUP } from './metrics.js'
import { run } from './pipeline.js'
import { untilItWorks } from './retry.js'
import type { Work } from './work.js'

/**
 * Maximum number of partitions processed at the same time. Two partitions that write reach nine tenths of the maximum
 * throughput. Meanwhile a third one decodes.
 */
const PARTITIONS_AT_ONCE = 3

/**
 * Maximum age in milliseconds of a batch's last message. Older messages count as a backlog. During a backlog, checkpoints run
 * at their regular interval, and not sooner when trips change.
 */
const BACKLOG_MS = 1_000

/**
 * Reads `tracker.packets`. Each partition has one lane (its state in memory). Batches go through the pipeline, with
 * checkpoints in between.
 */
export class PacketConsumer {
  readonly #lanes = new Lanes()
  readonly #clock: CheckpointClock
  /** Partitions assigned to this consumer process. */
  partitions: readonly number[] = []
  #subscription: Subscription | undefined

  constructor(
    private readonly context: Context,
    checkpointMs: number,
    private readonly gatherMs: number,
  ) {
    this.#clock = new CheckpointClock(this.#lanes, context, checkpointMs)
  }

  async start(): Promise<void> {
    const { activity, log, logger } = this.context
    this.#subscription = await log.subscribe({
      topic: Topic.packets,
      group: GROUP,
      concurrency: PARTITIONS_AT_ONCE,
      gatherMs: this.gatherMs,
      onBatch: (batch) => this.handle(batch),
      onAssignment: (partitions) => this.assign(partitions),
      onError: (error) => {
        // A retry while the log is unavailable counts as activity, even if the log is unavailable for longer than the stall
        // limit.
        activity.note()
        logger.warn({ err: error }, 'reading packets')
      },
    })
  }

  /** Finishes the running batch, writes a last checkpoint and leaves the group. */
  async stop(): Promise<void> {
    await this.#subscription?.stop()
    this.#clock.stop()
  }

  /** Closes trips in memory that silence has ended. The next checkpoint writes them. */
  async closeSilent(): Promise<void> {
    for (const lane of this.#lanes.all()) {
      await lane.inTurn(async () => {
        for (const tracked of lane.devices.values()) tracked.closeIfSilent(this.context.now())
      })
      if (lane.hasWork) this.#clock.ask(lane, true)
    }
  }

  private async handle(batch: Batch): Promise<void> {
    const { activity, metrics } = this.context
    const lane = this.#lanes.laneOf(batch.partition)
    await lane.inTurn(async () => {
      activity.note()
      const end = metrics.batch.startTimer()
      metrics.waited.observe(Math.max(0, Date.now() - batch.messages[0]!.appendedAt) / 1_000)
      try {
        const devices = await this.process(lane, batch.messages, batch)
        lane.uncommitted = batch
        const news = devices.some((deviceId) => lane.devices.get(deviceId)?.trips.hasNews)
        lane.isBehind = Date.now() - batch.messages.at(-1)!.appendedAt > BACKLOG_MS
        this.#clock.ask(lane, news && !lane.isBehind)
      } catch (error) {
        // Another consumer process has taken the partition over.
        if (error instanceof ClaimLostError) this.#lanes.forget(lane)
        throw error
      } finally {
        end()
        activity.note()
      }
    })
  }

  /**
   * Processes messages. If a step fails because of one message, this message is found by halving the batch again and again.
   * The message is then rejected, and all other messages are processed.
   * @returns the ids of the messages' devices
   */
  private async process(lane: Lane, messages: readonly ReceivedMessage[], batch: Batch): Promise<number[]> {
    const work: Work = { lane, messages, signal: batch.signal, packets: [], tracks: [], kept: [] }
    try {
      await run(work, this.context, () => batch.heartbeat())
      return work.tracks.map(({ device }) => device.deviceId)
    } catch (error) {
      // The failed attempt may have changed devices in memory, so these devices are loaded again from the tables.
      for (const { device } of work.tracks) lane.devices.delete(device.deviceId)
      if (batch.signal.aborted || error instanceof ClaimLostError) throw error
      if (messages.length === 1) {
        await this.putAside(messages[0]!, error as Error, batch)
        return []
      }
    }
    const middle = messages.length >> 1
    const first = await this.process(lane, messages.slice(0, middle), batch)
    return [...first, ...(await this.process(lane, messages.slice(middle), batch))]
  }

  private async putAside(message: ReceivedMessage, error: Error, { signal }: Batch): Promise<void> {
    const { quarantine, logger } = this.context
    logger.error({ err: error, imei: message.key, offset: String(message.offset) }, 'a packet that cannot be processed')
    const onRetry = (cause: unknown) => logger.warn({ err: cause }, 'waiting to reject a packet')
    await untilItWorks(() => quarantine.reject([{ message, reason: `${error.name}: ${error.message}` }]), { signal, onRetry })
  }

  /**
   * Handles a new assignment. A partition that this process gives up by agreement gets a last checkpoint. A partition that
   * another process has already taken is only forgotten.
   */
  private async assign(partitions: readonly number[]): Promise<void> {
    this.partitions = partitions
    const leaving = [...this.#lanes.all()].filter(({ partition }) => !partitions.includes(partition))
    for (const lane of leaving) {
      const signal = lane.uncommitted?.signal
      if (signal && !signal.aborted) {
        await lane
          .inTurn(() => checkpoint(lane, this.context, signal))
          .catch((error: unknown) =>
            this.context.logger.warn({ err: error, partition: lane.partition }, 'left without a checkpoint'),
          )
      }
      this.#lanes.forget(lane)
    }
  }
}
