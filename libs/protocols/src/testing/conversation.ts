import type { Decoded, FrameError, Protocol, SessionState } from '../protocol.js'

/** A connection as in the gateway: it separates frames from a growing stream and decodes them with the session's memory. */
export class Conversation {
  readonly said: (Decoded | FrameError)[] = []
  #held: Buffer = Buffer.alloc(0)
  #isOver = false
  #state: SessionState & { serial: number }

  constructor(
    private readonly protocol: Protocol,
    now: number,
    identity?: string,
  ) {
    this.#state = { now, serial: 0, ...(identity !== undefined && { identity }) }
  }

  /** Adds bytes in the pieces in which the network delivers them. */
  push(bytes: Buffer): this {
    if (this.#isOver) return this
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    for (;;) {
      const cut = this.protocol.frame(this.#held)
      if (cut === 'more') return this
      if ('kind' in cut) {
        this.said.push(cut)
        this.#isOver = true
        return this
      }
      this.decode(cut.frame)
      this.#held = cut.remaining
    }
  }

  /** Decodes one whole frame. For a frame from a datagram, pass the UDP side of the protocol as `side`. */
  decode(frame: Buffer, side: Pick<Protocol, 'decode'> = this.protocol): Decoded {
    const decoded = side.decode(frame, this.#state)
    this.said.push(decoded)
    this.#state = { ...this.#state, serial: this.#state.serial + 1 }
    if (decoded.kind === 'decodeError') return decoded
    if (decoded.identity !== undefined) this.#state.identity = decoded.identity
    if (decoded.remember) this.#state.memory = { ...this.#state.memory, ...decoded.remember }
    return decoded
  }

  /** Sets the serial number of the server's next message, for examples in which the first number is not 0. */
  countFrom(serial: number): void {
    this.#state = { ...this.#state, serial }
  }

  get state(): SessionState {
    return this.#state
  }
}

/** Returns the reply that the gateway would send after the frame is stored. */
export const replyOf = (decoded: Decoded | FrameError): Buffer | undefined =>
  'reply' in decoded
    ? decoded.reply
    : decoded.kind === 'decodeError'
      ? (decoded.replyWhenRejected ?? decoded.replyWhenDamaged)
      : undefined
