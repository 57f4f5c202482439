import type { Batch, ReceivedMessage } from '../event-log.js'
import { PartitionLostError } from '../partition-lost-error.js'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { saysLost, saysRebalance } from './kafka-errors.js'

/** Commits all messages of the partition before the offset `next`, for the group. */
export type CommitOffset = (partition: number, next: bigint) => Promise<void>

const COMMIT_PATIENCE_MS = 10_000
// At the end of an assignment, a running batch has this number of milliseconds to finish. Then its signal aborts.
const DRAIN_MS = 5_000

interface Progress {
  /** Offset at which delivery resumes after a failure. */
  committed: bigint
  failures: number
  commits: Promise<void>
}

/**
 * The partitions that one generation of the group assigned. An assignment ends with its generation, even if the next
 * generation assigns the same partitions again. If the assignment continued, kafkajs would send a late commit of the old
 * generation as one of the new generation, and the broker would accept the commit.
 */
export class Assignment {
  /** Resolves when the handler has been notified of the assignment. Batches are delivered only after that. */
  ready: Promise<void> = Promise.resolve()
  /** The failure that requires this member to join the group again. */
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

  /** Prevents further commits and aborts the running batches. */
  close(): void {
    this.abort.abort()
  }

  /**
   * Ends the assignment in an orderly way. Waits for the running batches and then calls `handOver`. Commits still work until
   * `handOver` resolves.
   */
  end(handOver: () => Promise<void>): Promise<void> {
    this.ending ??= this.endAll(handOver)
    return this.ending
  }

  /**
   * Runs the handler on messages of one partition. If the handler fails, resolves to the failure and the pause after which
   * the messages are delivered again.
   */
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
      // The subscription sends heartbeats while the handler runs.
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

  /**
   * Commits the offsets of a partition one after the other, because Kafka would accept an older offset that arrives later.
   */
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
