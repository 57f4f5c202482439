import type { DatagramSide, Protocol } from '@roadbook/protocols'
import { Dialogue } from '../dialogue.js'
import type { Line } from '../line.js'
import type { SessionContext } from '../session-context.js'

/**
 * Maximum number of frames of a sender that wait while its identifier is looked up. Further frames are dropped, and the
 * tracker sends them again.
 */
const HELD_FRAMES = 8
const RATE_WINDOW_MS = 10_000

/** Owner of the senders of datagrams on one socket. */
export interface DatagramHost {
  send(bytes: Buffer, peer: DatagramPeer): void
  admitted(peer: DatagramPeer): void
  gone(peer: DatagramPeer): void
}

/** One sender of datagrams: an address and port with a protocol. It is the counterpart of a TCP connection. */
export class DatagramPeer implements Line {
  isOpen = true
  lastReadAt = 0
  readonly #dialogue: Dialogue
  readonly #held: Buffer[] = []
  #lastRequestBytes = 0
  #window = 0
  #framesInWindow = 0

  constructor(
    readonly key: string,
    readonly remoteAddress: string,
    readonly remotePort: number,
    protocol: Protocol,
    private readonly side: DatagramSide,
    private readonly context: SessionContext,
    private readonly host: DatagramHost,
  ) {
    this.#dialogue = new Dialogue(protocol, side, this, context)
  }

  get isAdmitted(): boolean {
    return this.#dialogue.isIdentified
  }

  get awaitsRegistry(): boolean {
    return this.#dialogue.awaitsRegistry
  }

  /** Processes one datagram. If the datagram exceeds a limit, it is dropped and not acknowledged. */
  receive(datagram: Buffer, now: number): void {
    this.lastReadAt = now
    this.#lastRequestBytes = datagram.length
    const frames = this.side.split(datagram)
    if (!Array.isArray(frames)) return this.#dialogue.miss()
    for (const frame of frames) {
      if (!this.isOpen || this.#isTooMuch(now)) return
      if (this.#dialogue.awaitsRegistry) this.#held.push(frame)
      else this.#dialogue.handleFrame(frame, now)
    }
  }

  write(bytes: Buffer): void {
    if (this.isOpen) this.host.send(bytes, this)
  }

  /**
   * Sends a refusal only if it is not larger than the request. Otherwise requests with forged sender addresses could amplify
   * traffic.
   */
  refuse(bytes: Buffer): void {
    if (bytes.length <= this.#lastRequestBytes) this.host.send(bytes, this)
  }

  close(reason: string): void {
    // The sender may forward several trackers. If one of them is refused as unregistered, frames of other trackers may still
    // wait, and must be processed.
    if (!this.isOpen || (reason === 'refused' && this.#held.length > 0)) return
    this.#dialogue.flush()
    this.isOpen = false
    if (this.isAdmitted) this.context.metrics.closed.inc({ reason })
    this.#dialogue.end(reason)
    this.host.gone(this)
  }

  /** Closes immediately. On a connection, a refusal must wait for earlier replies, but each datagram gets its own reply. */
  closeWhenAnswered(reason: string): void {
    this.close(reason)
  }

  admitted(): void {
    this.host.admitted(this)
  }

  proceed(): void {
    for (let frame = this.#held.shift(); frame && this.isOpen; frame = this.#held.shift()) {
      this.#dialogue.handleFrame(frame, this.lastReadAt)
      if (this.#dialogue.awaitsRegistry) return
    }
    // No registered tracker sent this datagram, so nothing about the sender is kept.
    if (!this.isAdmitted) this.close('refused')
  }

  settle(): void {
    this.#dialogue.flush()
  }

  #isTooMuch(now: number): boolean {
    const { limits } = this.context
    const window = Math.floor(now / RATE_WINDOW_MS)
    if (window !== this.#window) {
      this.#window = window
      this.#framesInWindow = 0
    }
    const isTooFast = ++this.#framesInWindow > (limits.framesPerSecond * RATE_WINDOW_MS) / 1_000
    return isTooFast || this.#held.length >= HELD_FRAMES || this.#dialogue.pending >= limits.pendingFrames
  }
}
