import type { Batch, ReceivedMessage } from '../event-log.js'
import { PartitionLostError } from '../partition-lost-error.js'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { saysLost, saysRebalance } from './kafka-errors.js'

/** Tells the group that everything before `next` is done. */
export type CommitOffset = (partition: number, next: bigint) => Promise<void>

const COMMIT_PATIENCE_MS = 10_000
// How long a batch may take to end in peace before its signal aborts.
const DRAIN_MS = 5_000

interface Progress {
  /** Where delivery begins again after a failure. */
  committed: bigint
  failures: number
  commits: Promise<void>
}

/**
 * The partitions that one generation of the group gave us. It ends with the generation, even when the next one gives the
 * same partitions back: kafkajs would send a late commit in the name of the new generation, and the broker would believe it.
 */
export class Assignment {
  /** Resolves when the handler knows of it; no batch before that. */
  ready: Promise<void> = Promise.resolve()
  /** Why the group must be joined again. */
  failure: Error | undefined
  private ending: Promise<void> | undefined
  private readonly abort = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly progress = new Map<number, Progress>()

  constructor(
    private readonly topic: string,
    readonly partitions: readonly number[],
  ) {}

  get isOpen(): boolean {
    return !this.abort.signal.aborted
  }

  get isEnding(): boolean {
    return this.ending !== undefined || !this.isOpen
  }

  /** Nothing may be committed any more. */
  close(): void {
    this.abort.abort()
  }

  /** Ends in peace: the running batches first, then `handOver`, during which commits still work. */
  end(handOver: () => Promise<void>): Promise<void> {
    this.ending ??= this.endAll(handOver)
    return this.ending
  }

  /** Runs the handler on messages of one partition. Resolves to the pause after which they come again, if it failed. */
  async deliver(
    messages: readonly ReceivedMessage[],
    handler: (batch: Batch) => Promise<void>,
    commit: CommitOffset,
  ): Promise<{ againAfterMs: number; from: bigint; error: Error } | undefined> {
    const first = messages[0]
    const last = messages.at(-1)
    if (!first || !last) return undefined
    const { partition } = first
    const progress = this.progress.get(partition) ?? { committed: first.offset, failures: 0, commits: Promise.resolve() }
    this.progress.set(partition, progress)
    const work = handler({
      topic: this.topic as Batch['topic'],
      partition,
      messages,
      commit: (offset = last.offset) => this.commit(progress, partition, offset + 1n, commit),
      // The driver beats beside the handler.
      heartbeat: () => Promise.resolve(),
      signal: this.abort.signal,
    })
    const settled = work.then(
      () => undefined,
      () => undefined,
    )
    this.running.add(settled)
    try {
      await work
      progress.failures = 0
      return undefined
    } catch (error) {
      progress.failures += 1
      return { againAfterMs: growingPauseMs(progress.failures), from: progress.committed, error: error as Error }
    } finally {
      this.running.delete(settled)
    }
  }

  private async endAll(handOver: () => Promise<void>): Promise<void> {
    const tooLong = setTimeout(() => this.close(), DRAIN_MS)
    await Promise.all(this.running)
    clearTimeout(tooLong)
    await handOver()
    this.close()
  }

  /** One at a time for a partition: Kafka would take an older offset that arrives later. */
  private commit(progress: Progress, partition: number, next: bigint, send: CommitOffset): Promise<void> {
    const done = progress.commits.then(async () => {
      if (!this.isOpen) throw new PartitionLostError(this.topic, partition)
      if (next <= progress.committed) return
      await this.commitPatiently(partition, next, send)
      progress.committed = next
    })
    progress.commits = done.catch(() => undefined)
    return done
  }

  private async commitPatiently(partition: number, next: bigint, send: CommitOffset): Promise<void> {
    const deadline = performance.now() + COMMIT_PATIENCE_MS
    for (let attempt = 1; this.isOpen; attempt++) {
      try {
        await send(partition, next)
        return
      } catch (error) {
        if (saysLost(error)) this.close()
        else if (saysRebalance(error)) break
        else if (performance.now() > deadline) throw error
        else await pause(growingPauseMs(attempt), this.abort.signal)
      }
    }
    throw new PartitionLostError(this.topic, partition)
  }
}
