import type { WebSocket } from 'ws'
import type { LiveMetrics } from '../live.metrics.js'
import { MAX_BUFFERED_BYTES, SLOW_CLIENT_LIMIT_MS } from '../live-limits.js'
import type { LiveRoom } from '../live-room.js'

/**
 * Sends frames to one client, but no more than the client reads. While too many bytes are unread, further frames are dropped.
 * As soon as the client has read these bytes, the newest state of the entities with dropped frames is sent.
 */
export class LiveOutbox {
  /** For each room, the last sequence number that was sent to the client, and whether the client has missed frames since. */
  readonly #rooms = new Map<LiveRoom, { sequence: number; isBehind: boolean }>()
  #behindSince: number | undefined

  constructor(
    private readonly socket: WebSocket,
    private readonly metrics: LiveMetrics,
  ) {}

  get rooms(): IterableIterator<LiveRoom> {
    return this.#rooms.keys()
  }

  /**
   * Begins with a snapshot. For a client that reconnects, begins instead with the changes since the last sequence number that
   * the client received.
   */
  begin(room: LiveRoom, resume: Parameters<LiveRoom['since']>[0] | undefined): void {
    const frames = (resume && room.since(resume)) ?? [room.snapshot()]
    for (const frame of frames) this.send(frame)
    this.#rooms.set(room, { sequence: room.sequence, isBehind: false })
  }

  end(room: LiveRoom): void {
    this.#rooms.delete(room)
  }

  deliver(room: LiveRoom, frame: Buffer): void {
    const known = this.#rooms.get(room)
    if (!known) return
    if (known.isBehind || this.socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      known.isBehind = true
      this.#behindSince ??= performance.now()
      this.metrics.dropped.inc()
      return
    }
    known.sequence = room.sequence
    this.send(frame)
  }

  /**
   * Sends missed changes as soon as the client has read its data.
   * @returns false when the client has read nothing for too long
   */
  catchUp(): boolean {
    if (this.#behindSince === undefined) return true
    if (this.socket.bufferedAmount > 0) return performance.now() - this.#behindSince < SLOW_CLIENT_LIMIT_MS
    this.#behindSince = undefined
    for (const [room, known] of this.#rooms) {
      if (known.isBehind) this.begin(room, { epoch: room.epoch, sequence: known.sequence })
    }
    return true
  }

  send(frame: Buffer | string): void {
    this.metrics.frames.inc()
    this.socket.send(frame, { binary: false })
  }
}
