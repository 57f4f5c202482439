import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Topic } from '@roadbook/contracts'
import { decodeLivePosition } from '@roadbook/contracts/packet-codec'
import type { Batch, EventLog, Subscription } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import { API_EVENT_LOG, API_LOGGER } from '../configuration.js'
import { LiveRooms } from './live-rooms.js'
import { LiveState } from './live-state.js'
import { type LiveMove, LiveTenancy } from './live-tenancy.js'
import { LiveRepository } from './live.repository.js'

const RETRY_MS = 2_000
/**
 * Milliseconds to wait before each read of the log, so that a read returns several positions. More frequent reads have no
 * use, because rooms send frames only four times a second.
 */
const GATHER_MS = 50
/**
 * Milliseconds between two commits of the read position. The interval may be long, because an instance that restarts begins
 * at the newest position and not at the committed one.
 */
const COMMIT_INTERVAL_MS = 5_000

/**
 * Passes positions from the event log to the state and the rooms. Every API instance must read every position, so each has a
 * separate consumer group. Positions from before the instance began to read come from the database. The instance reads these
 * at the start, so that clients see positions even if the log is unavailable, and again whenever partitions are assigned.
 */
@Injectable()
export class LiveFeed implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #group = `api-live-${randomUUID()}`
  readonly #stopping = new AbortController()
  readonly #committedAt = new Map<number, number>()
  #subscription: Subscription | undefined
  #isSeeding = false
  #mustSeedAgain = false

  constructor(
    @Inject(API_EVENT_LOG) private readonly log: EventLog,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly live: LiveRepository,
    private readonly state: LiveState,
    private readonly rooms: LiveRooms,
    tenancy: LiveTenancy,
  ) {
    tenancy.onMove((moves) => this.readMoved(moves))
  }

  /** Starts in the background, because the log and the database may be unavailable. */
  onApplicationBootstrap(): void {
    this.seed()
    void this.untilDone('subscribe to live positions', async () => {
      await this.log.prepare()
      this.#subscription = await this.log.subscribe({
        topic: Topic.livePositions,
        group: this.#group,
        from: 'latest',
        isAlone: true,
        gatherMs: GATHER_MS,
        onAssignment: () => this.seed(),
        onBatch: (batch) => this.take(batch),
        onError: (error) => this.logger.warn({ err: error }, 'reading live positions'),
      })
    })
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopping.abort()
    await this.#subscription?.stop()
  }

  /** Throws an error until the positions are loaded. The readiness check calls this. */
  assertSeeded(): void {
    if (!this.state.isSeeded) throw new Error('positions have not been read yet')
  }

  /**
   * Reads positions from the database. A call during a read causes another read afterwards, because that read may miss the
   * newest positions.
   */
  private seed(): void {
    if (this.#isSeeding) {
      this.#mustSeedAgain = true
      return
    }
    this.#isSeeding = true
    void this.untilDone('read positions', async () => {
      for (const position of await this.live.findPositions()) this.publish(this.state.apply(position))
      this.state.markSeeded()
    }).finally(() => {
      this.#isSeeding = false
      if (this.#mustSeedAgain && !this.#stopping.signal.aborted) {
        this.#mustSeedAgain = false
        this.seed()
      }
    })
  }

  /** Reads the positions of entities with a new owner. The new owner then sees the last position before a new one arrives. */
  private readMoved(moves: readonly LiveMove[]): void {
    const ids = moves.filter(({ from }) => from !== undefined).map(({ entityId }) => entityId)
    if (ids.length === 0) return
    void this.untilDone('read positions of what moved', async () => {
      for (const position of await this.live.findPositions(ids)) this.publish(this.state.apply(position))
    })
  }

  private async take(batch: Batch): Promise<void> {
    for (const { value } of batch.messages) {
      const position = this.decode(value)
      if (position) this.publish(this.state.apply(position))
    }
    const now = performance.now()
    if (now - (this.#committedAt.get(batch.partition) ?? -Infinity) < COMMIT_INTERVAL_MS) return
    this.#committedAt.set(batch.partition, now)
    await batch.commit()
  }

  private decode(value: Buffer) {
    try {
      return decodeLivePosition(value)
    } catch (error) {
      this.logger.warn({ err: error }, 'a live position could not be decoded')
      return undefined
    }
  }

  private publish(change: ReturnType<LiveState['apply']>): void {
    if (change) this.rooms.change(change)
  }

  private async untilDone(what: string, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        return await work()
      } catch (error) {
        this.logger.warn({ err: error }, `could not ${what}; trying again`)
        // An abort ends the wait early. The loop then checks the signal.
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }
}
