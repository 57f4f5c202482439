import { Topic } from '@roadbook/contracts'
import type { Batch, ReceivedMessage, Subscription } from '@roadbook/event-log'
import { ClaimLostError } from '@roadbook/track-store'
import { checkpoint, cutSome, saveStates } from './checkpoint.js'
import type { Context } from './context.js'
import { Lane } from './lane.js'
import { GROUP } from './metrics.js'
import { run } from './pipeline.js'
import { untilItWorks } from './retry.js'
import type { Work } from './work.js'

/** Lanes that wait for the database at the same time. Two writers reach nine tenths of what any number reaches; one decodes meanwhile. */
const PARTITIONS_AT_ONCE = 3

/** How soon trips that came, went, closed or opened are written while the consumer keeps up: viewers wait for them. */
const NEWS_MS = 200
/** Messages that waited longer are a backlog; while one is worked off, checkpoints keep their slow pace. */
const BACKLOG_MS = 1_000

/** A checkpoint is followed by so many times its own duration without one, so that few of them are written under load. */
const PAUSE = 5

/** Devices whose late fixes are cut in before the next batch may come in between. */
const DEVICES_A_TURN = 16

/** Reads `tracker.packets`: one lane a partition, each batch through the pipeline, a checkpoint every so often. */
export class PacketConsumer {
  readonly lanes = new Map<number, Lane>()
  /** The partitions that are ours. */
  partitions: readonly number[] = []
  readonly #stopping = new AbortController()
  #subscription: Subscription | undefined
  #cutting: Promise<void> = Promise.resolve()

  constructor(
    private readonly context: Context,
    private readonly checkpointMs: number,
  ) {}

  async start(): Promise<void> {
    const { log, logger } = this.context
    this.#subscription = await log.subscribe({
      topic: Topic.packets,
      group: GROUP,
      concurrency: PARTITIONS_AT_ONCE,
      onBatch: (batch) => this.handle(batch),
      onAssignment: (partitions) => this.assign(partitions),
      onError: (error) => logger.warn({ err: error }, 'reading packets'),
    })
  }

  /** Finishes the running batch, writes a last checkpoint, and leaves. */
  async stop(): Promise<void> {
    await this.#subscription?.stop()
    this.#stopping.abort()
    for (const lane of this.lanes.values()) lane.calmDown()
  }

  /** Closes the trips in memory that silence has ended; the next checkpoint writes them. */
  async closeSilent(): Promise<void> {
    for (const lane of this.lanes.values()) {
      await lane.inTurn(async () => {
        for (const tracked of lane.devices.values()) tracked.closeIfSilent(this.context.now())
      })
      if (lane.hasWork) this.checkpointWithin(lane, NEWS_MS)
    }
  }

  private async handle(batch: Batch): Promise<void> {
    const { activity, metrics } = this.context
    const lane = this.laneOf(batch.partition)
    await lane.inTurn(async () => {
      activity.note()
      const end = metrics.batch.startTimer()
      try {
        const devices = await this.process(lane, batch.messages, batch)
        lane.uncommitted = batch
        const news = devices.some((deviceId) => lane.devices.get(deviceId)?.trips.hasNews)
        lane.isBehind = Date.now() - batch.messages.at(-1)!.appendedAt > BACKLOG_MS
        this.checkpointWithin(lane, news && !lane.isBehind ? NEWS_MS : this.checkpointMs)
      } catch (error) {
        // Another took the partition over. Should it be ours again, begin with what is stored.
        if (error instanceof ClaimLostError) this.forget(lane)
        throw error
      } finally {
        end()
        activity.note()
      }
    })
  }

  /**
   * A message that makes a step fail is found by halving, put aside, and the others go on.
   * @returns the ids of the devices that the messages were of.
   */
  private async process(lane: Lane, messages: readonly ReceivedMessage[], batch: Batch): Promise<number[]> {
    const work: Work = { lane, messages, signal: batch.signal, packets: [], tracks: [] }
    try {
      await run(work, this.context, () => batch.heartbeat())
      return work.tracks.map(({ device }) => device.deviceId)
    } catch (error) {
      // Half a batch may be in memory; the tables know all of it.
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

  /** What is given up in peace gets a last checkpoint; what was taken is only forgotten. */
  private async assign(partitions: readonly number[]): Promise<void> {
    this.partitions = partitions
    const leaving = [...this.lanes.values()].filter(({ partition }) => !partitions.includes(partition))
    for (const lane of leaving) {
      const signal = lane.uncommitted?.signal
      if (signal && !signal.aborted) {
        await lane
          .inTurn(() => checkpoint(lane, this.context, signal))
          .catch((error: unknown) =>
            this.context.logger.warn({ err: error, partition: lane.partition }, 'left without a checkpoint'),
          )
      }
      this.forget(lane)
    }
  }

  private checkpointWithin(lane: Lane, ms: number): void {
    lane.wakeWithin(Math.min(Math.max(ms, lane.checkpointTookMs * PAUSE), this.checkpointMs), () => void this.checkpointNow(lane))
  }

  private async checkpointNow(lane: Lane): Promise<void> {
    if (!lane.hasWork) return
    const signal = lane.uncommitted?.signal ?? this.#stopping.signal
    try {
      const cutsLate = !lane.lateMayWait
      if (cutsLate) await this.cutLate(lane, signal)
      await lane.inTurn(async () => {
        if (signal.aborted || !this.isOurs(lane)) return
        const began = performance.now()
        await (cutsLate ? checkpoint : saveStates)(lane, this.context, signal)
        lane.checkpointTookMs = performance.now() - began
        if (!cutsLate) this.checkpointWithin(lane, this.checkpointMs)
      })
    } catch (error) {
      if (error instanceof ClaimLostError) this.forget(lane)
      if (signal.aborted || !this.isOurs(lane)) return
      this.context.logger.error({ err: error, partition: lane.partition }, 'no checkpoint')
      this.checkpointWithin(lane, this.checkpointMs)
    }
  }

  /** Ahead of the checkpoint, batches in between; one lane at a time, because all share the processor. */
  private async cutLate(lane: Lane, signal: AbortSignal): Promise<void> {
    lane.isCutting = true
    const done = this.#cutting.then(async () => {
      const turns = Math.ceil(lane.late.size / DEVICES_A_TURN)
      lane.cutTookMs = 0
      for (let turn = 0, isDone = false; turn < turns && !isDone; turn++) {
        isDone = await lane.inTurn(async () => {
          if (signal.aborted || !this.isOurs(lane)) return true
          const began = performance.now()
          const noneIsLeft = await cutSome(lane, this.context, signal, DEVICES_A_TURN)
          lane.cutTookMs += performance.now() - began
          return noneIsLeft
        })
      }
    })
    // The failure goes to this lane's own wait below; the next lane's turn comes all the same.
    this.#cutting = done.catch(() => undefined)
    await done.finally(() => (lane.isCutting = false))
  }

  private forget(lane: Lane): void {
    lane.calmDown()
    if (this.isOurs(lane)) this.lanes.delete(lane.partition)
  }

  private isOurs(lane: Lane): boolean {
    return this.lanes.get(lane.partition) === lane
  }

  private laneOf(partition: number): Lane {
    let lane = this.lanes.get(partition)
    if (!lane) this.lanes.set(partition, (lane = new Lane(partition)))
    return lane
  }
}
