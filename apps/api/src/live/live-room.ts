import { randomUUID } from 'node:crypto'
import type { LiveChannel, LiveEditMessage, LiveResume, LiveStamp, LiveTripMessage } from '@roadbook/contracts'
import type { TenantScope } from '../database/tenant-scope.js'
import { MAX_KEPT_NEWS } from './live-limits.js'

/** View of a room: the channel, the scope and what it shows. Clients with equal views see the same data and share a room. */
export interface RoomView {
  channel: LiveChannel
  /** Entity id on the `entity` channel. */
  id?: number
  scope: TenantScope
  /** True when an open missing case makes a consumer's vehicle visible. */
  seesOpenCases: boolean
}

export interface LiveSubscriber {
  deliver(room: LiveRoom, frame: Buffer): void
}

/** Source of the content of a room's frames (messages on the socket). The room itself knows only ids and sequence numbers. */
export interface LiveContent {
  /** Returns every entity of the view as the inside of a JSON array. */
  everything(view: RoomView): string
  /** Returns these entities, as far as they are still in the view. */
  positions(view: RoomView, entityIds: Iterable<number>): string
}

/** A message after which clients must read something again, for example a trip or an edited entity. */
interface News {
  type: 'trip' | 'edit'
  body: LiveTripMessage | LiveEditMessage
  sequence: number
}

/**
 * Clients that see the same data. Each frame is encoded once for all of them and has a sequence number. The room stores the
 * sequence number of each entity's last change. A client that missed frames therefore gets only the newest state of the
 * changed entities.
 */
export class LiveRoom {
  readonly epoch = randomUUID()
  readonly subscribers = new Set<LiveSubscriber>()
  emptySince = performance.now()
  #sequence = 0
  readonly #changedAt = new Map<number, number>()
  #news: News[] = []
  /** Changes up to this sequence number are no longer stored. A client whose last frame has a lower number needs a snapshot. */
  #forgotten = 0
  #snapshot: Buffer | undefined

  constructor(
    readonly view: RoomView,
    private readonly content: LiveContent,
  ) {}

  get sequence(): number {
    return this.#sequence
  }

  /** Sends changed entities to all subscribers. */
  publishPositions(entityIds: readonly number[]): void {
    this.advance()
    for (const id of entityIds) this.#changedAt.set(id, this.#sequence)
    this.deliver(this.positionsFrame(entityIds))
  }

  publishTrip(trip: LiveTripMessage): void {
    this.publish({ type: 'trip', body: trip })
  }

  publishEdit(edit: LiveEditMessage): void {
    this.publish({ type: 'edit', body: edit })
  }

  snapshot(): Buffer {
    this.#snapshot ??= this.frame('snapshot', 'positions', `[${this.content.everything(this.view)}]`)
    return this.#snapshot
  }

  /**
   * Returns the changes since a sequence number of this room, in as few frames as possible. Returns undefined when the client
   * needs a snapshot.
   */
  since({ epoch, sequence }: LiveResume): Buffer[] | undefined {
    if (epoch !== this.epoch || sequence > this.#sequence || sequence < this.#forgotten) return undefined
    const changed = [...this.#changedAt].filter(([, at]) => at > sequence).map(([id]) => id)
    const news = this.#news.filter((one) => one.sequence > sequence)
    // The client missed at least as many frames as are sent now. The frames sent now get the last sequence numbers, so that
    // the next frame continues the sequence. Positions come first, then other messages.
    const first = this.#sequence - news.length + 1
    const positions = changed.length > 0 ? [this.positionsFrame(changed, first - 1)] : []
    return [...positions, ...news.map((one, at) => this.newsFrame({ ...one, sequence: first + at }))]
  }

  /**
   * Sends a snapshot to all subscribers, because an entity has left the view. Clients that reconnect later also get a
   * snapshot.
   */
  publishSnapshot(): void {
    this.advance()
    this.#changedAt.clear()
    this.#news = []
    this.#forgotten = this.#sequence
    this.deliver(this.snapshot())
  }

  /** Drops the cached snapshot because visibility has changed. */
  forgetWritten(): void {
    this.#snapshot = undefined
  }

  private advance(): void {
    this.#sequence++
    this.#snapshot = undefined
  }

  private positionsFrame(entityIds: Iterable<number>, sequence = this.#sequence): Buffer {
    return this.frame('positions', 'positions', `[${this.content.positions(this.view, entityIds)}]`, sequence)
  }

  private publish(news: Omit<News, 'sequence'>): void {
    this.advance()
    const one = { ...news, sequence: this.#sequence }
    this.#news.push(one)
    if (this.#news.length > MAX_KEPT_NEWS) this.#forgotten = this.#news.shift()?.sequence ?? 0
    this.deliver(this.newsFrame(one))
  }

  private newsFrame({ type, body, sequence }: News): Buffer {
    return this.frame(type, type, JSON.stringify(body), sequence)
  }

  private frame(type: string, field: string, json: string, sequence = this.#sequence): Buffer {
    const { channel, id } = this.view
    const stamp: LiveStamp = { channel, ...(id === undefined ? {} : { id }), epoch: this.epoch, sequence }
    return Buffer.from(`${JSON.stringify({ type, ...stamp }).slice(0, -1)},"${field}":${json}}`)
  }

  private deliver(frame: Buffer): void {
    for (const subscriber of this.subscribers) subscriber.deliver(this, frame)
  }
}
