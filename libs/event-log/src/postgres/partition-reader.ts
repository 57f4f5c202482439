import type pg from 'pg'
import type { Batch, ReceivedMessage, SubscribeOptions } from '../event-log.js'
import { PartitionLostError } from '../partition-lost-error.js'
import { isConnectionLoss } from '@roadbook/platform/database'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { bounded } from './bounded-query.js'
import type { Commits } from './commits.js'
import { Statement, type HeldRow } from './statements.js'
import { toReceived, type MessageRow } from './stored-message.js'

/**
 * `claimed`: the member holds the partition, but the handler has not been notified · `reading`: messages are delivered ·
 * `draining`: the partition is given up when its batch is done · `lost`: the partition was taken away.
 */
export type ReaderState = 'claimed' | 'reading' | 'draining' | 'lost'

/**
 * Reads one partition under one lease. A lease is the right to read a partition for a limited time. Keeps the read offset,
 * the committed offset and the running batch.
 */
export class PartitionReader {
  readonly partition: number
  readonly token: bigint
  state: ReaderState = 'claimed'
  /** Head of the partition as last reported. It is the first offset that is not yet in the log. */
  private head: bigint
  /** Time, by performance.now(), when the lease ends unless it is renewed. */
  validUntil: number
  private position: bigint
  private committed: bigint
  private failures = 0
  private pausedUntil = 0
  private delivery: Promise<void> | undefined
  /** Messages that were fetched but not delivered yet. The first of them is at offset `position`. */
  private offered: readonly ReceivedMessage[] = []
  private readonly abort = new AbortController()

  constructor(
    private readonly pool: pg.Pool,
    private readonly options: SubscribeOptions,
    private readonly commits: Commits,
    row: HeldRow,
    validUntil: number,
  ) {
    this.validUntil = validUntil
    this.partition = row.partition
    this.token = BigInt(row.token)
    this.head = BigInt(row.next_offset)
    this.position = this.committed = BigInt(row.committed)
  }

  /** Returns true if the partition is being read and no unread messages are known. */
  get isDry(): boolean {
    return this.state === 'reading' && this.position >= this.head
  }

  get isDelivering(): boolean {
    return this.delivery !== undefined
  }

  noteHead(head: bigint): void {
    if (head > this.head) this.head = head
  }

  /** The position from which this reader waits for new messages. Undefined if it does not wait. */
  get waitsAt(): bigint | undefined {
    return this.isDry && !this.delivery ? this.position : undefined
  }

  /** Accepts the messages from `position` on that came with the check for new messages. They become the next batch. */
  offer(position: bigint, messages: readonly ReceivedMessage[]): void {
    if (this.waitsAt === position) this.offered = messages
  }

  /** Returns true if the next batch has already been fetched. Such a batch contains only new messages, so it is small. */
  get hasOffer(): boolean {
    return this.offered.length > 0
  }

  /** Milliseconds until the partition may be read again after a failure. */
  get pausedMs(): number {
    return Math.max(0, this.pausedUntil - performance.now())
  }

  get isReady(): boolean {
    return this.state === 'reading' && !this.delivery && !this.isDry && this.pausedMs === 0
  }

  /** Resolves when no batch is running. */
  async idle(): Promise<void> {
    await this.delivery
  }

  /** Ends delivery and prevents further commits. */
  lose(): void {
    this.state = 'lost'
    this.abort.abort()
  }

  /** Aborts the running batch, because it takes too long. This member keeps the partition. */
  hurry(): void {
    this.abort.abort()
  }

  /** Reads and delivers one batch. It never rejects. */
  deliver(): Promise<void> {
    this.delivery ??= this.deliverOnce().finally(() => (this.delivery = undefined))
    return this.delivery
  }

  private async deliverOnce(): Promise<void> {
    const { head, position } = this
    try {
      const messages = await this.read()
      if (this.state !== 'reading' || !this.isHeld()) return
      const last = messages.at(-1)
      if (last) {
        await this.handle(messages, last.offset)
        this.position = last.offset + 1n
      } else {
        // Nothing was read although the head is further on, because retention has dropped the messages in between. The
        // head was reported before the read, so no message below it can still appear.
        this.position = head > position ? head : position
      }
      this.failures = 0
    } catch (error) {
      this.failures += 1
      this.pausedUntil = performance.now() + growingPauseMs(this.failures)
      this.options.onError?.(error as Error)
    }
  }

  private async read(): Promise<readonly ReceivedMessage[]> {
    const { offered } = this
    this.offered = []
    if (offered.length > 0) return offered
    const statement = Statement.read(this.options.topic, this.partition, this.position, this.options.maxBatchMessages ?? 2_000)
    const { rows } = await this.pool.query<MessageRow>(bounded(statement))
    return rows.map((row) => toReceived(this.partition, row))
  }

  private async handle(messages: readonly ReceivedMessage[], last: bigint): Promise<void> {
    const batch: Batch = {
      topic: this.options.topic,
      partition: this.partition,
      messages,
      commit: (offset = last) => this.commit(offset + 1n),
      // The subscription renews the lease while the handler runs.
      heartbeat: () => Promise.resolve(),
      signal: this.abort.signal,
    }
    try {
      await this.options.onBatch(batch)
    } catch (error) {
      this.position = this.committed
      throw error
    }
  }

  private async commit(next: bigint): Promise<void> {
    const { partition, token } = this
    const { signal } = this.abort
    for (let attempt = 1; this.isHeld(); attempt++) {
      try {
        if (!(await this.commits.note({ partition, token, next }))) break
        if (next > this.committed) this.committed = next
        return
      } catch (error) {
        if (!isConnectionLoss(error)) throw error
        this.options.onError?.(error as Error)
        await pause(growingPauseMs(attempt), signal)
      }
    }
    this.lose()
    throw new PartitionLostError(this.options.topic, partition)
  }

  /**
   * Compares the lease with the local clock. If the process was suspended, the lease may have ended meanwhile, and this
   * check is the first to notice it.
   */
  private isHeld(): boolean {
    return this.state !== 'lost' && performance.now() < this.validUntil
  }
}
