import type { FrameError, Protocol } from '@roadbook/protocols'

const NOTHING = Buffer.alloc(0)

/**
 * Keeps what a connection sent and was not yet cut into frames. Appending costs what the new bytes cost, however slowly
 * they drip: the remainder grows in a buffer that doubles, and is never longer than one frame of its protocol. An idle
 * connection keeps no bytes, nor the chunk that they came in.
 */
export class Framer {
  #held: Buffer = NOTHING
  /** Bytes of `#held` that are in use; the rest is room to grow. */
  #length = 0
  /** What we may write behind: a chunk of the socket is not ours. */
  #owned: Buffer | undefined

  constructor(private readonly protocol: Protocol) {}

  get heldBytes(): number {
    return this.#length
  }

  /** Bytes of memory behind them, the room to grow included. */
  get roomBytes(): number {
    return this.#held.length
  }

  push(chunk: Buffer): void {
    if (this.#length === 0) {
      this.#held = chunk
      this.#length = chunk.length
      return
    }
    const needed = this.#length + chunk.length
    if (needed > this.#held.length || this.#owned !== this.#held) {
      const grown = Buffer.allocUnsafe(Math.max(needed, Math.min(this.#length * 2, this.protocol.maxFrameBytes)))
      this.#held.copy(grown, 0, 0, this.#length)
      this.#held = grown
      this.#owned = grown
    }
    chunk.copy(this.#held, this.#length)
    this.#length = needed
  }

  /** The next whole frame, `more`, or why the stream cannot be trusted. The bytes stay valid until the next push. */
  next(): Buffer | 'more' | FrameError {
    if (this.#length === 0) {
      this.#held = NOTHING
      this.#owned = undefined
      return 'more'
    }
    const held = this.#length === this.#held.length ? this.#held : this.#held.subarray(0, this.#length)
    const cut = this.protocol.frame(held)
    if (cut === 'more') {
      if (this.#length <= this.protocol.maxFrameBytes) return 'more'
      return { kind: 'frameError', reason: `no frame within ${this.protocol.maxFrameBytes} bytes` }
    }
    if ('kind' in cut) return cut
    this.#held = cut.rest
    this.#length = cut.rest.length
    return cut.frame
  }
}
