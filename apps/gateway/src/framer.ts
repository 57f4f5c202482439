import type { FrameError, Protocol } from '@roadbook/protocols'

const NOTHING = Buffer.alloc(0)

/**
 * Keeps received bytes that are not separated into frames (single messages) yet. These bytes are in a buffer that doubles when
 * it is full, so bytes that arrive one by one are rarely copied. A stream is given up when more bytes wait than the longest
 * frame of its protocol has. An idle connection keeps neither bytes nor the chunk in which they arrived.
 */
export class Framer {
  #held: Buffer = NOTHING
  /** Number of bytes of `#held` that are used. The other bytes are reserved for growth. */
  #length = 0
  /**
   * The buffer, if we allocated it and may append to it. Undefined if `#held` is a chunk from the socket, which must not be
   * changed.
   */
  #owned: Buffer | undefined

  constructor(private readonly protocol: Protocol) {}

  get heldBytes(): number {
    return this.#length
  }

  /** Number of bytes of memory in use, including those reserved for growth. */
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

  /**
   * Returns the next whole frame, or `more`, or the reason why the stream cannot be trusted. The bytes stay valid until the
   * next push.
   */
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
    this.#held = cut.remaining
    this.#length = cut.remaining.length
    return cut.frame
  }
}
