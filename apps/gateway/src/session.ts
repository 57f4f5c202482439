import type { Duplex } from 'node:stream'
import type { Protocol } from '@roadbook/protocols'
import { Dialogue } from './dialogue.js'
import { Framer } from './framer.js'
import type { Line } from './line.js'
import { recogniseProtocol } from './recognise-protocol.js'
import type { SessionContext } from './session-context.js'

/** Observer of all sessions. */
export interface SessionObserver {
  online(session: Session): void
  /** @param wasStranger true if the session had never logged in */
  closed(session: Session, wasStranger: boolean): void
}

export type ConnectionState = 'awaitingLogin' | 'online' | 'closing'

/**
 * Reasons to close the connection without waiting until the peer has read its replies. With each of these reasons, the peer is
 * unlikely to read them, or must not delay the end of the connection.
 */
const HOPELESS = new Set([
  'unreadReplies',
  'idleTimeout',
  'loginTimeout',
  'connectionError',
  'connectionLost',
  'tooManyFrames',
  'tooManyStrangers',
])

/** Reasons that show a wrong or hostile peer. They are logged at level `info`, so that operators can find the peer. */
const EXCESSES = new Set(['tooManyFrames', 'unreadReplies', 'badFrames', 'untrustedStream', 'imeiChanged'])

const RATE_WINDOW_MS = 10_000
/** After we end a connection, the peer has this number of milliseconds to read its last replies. */
const LAST_WORDS_MS = 10_000

/** A stream with its session. */
type Attached = Duplex & { trackerSession?: Session }

/**
 * One connection. It separates the received bytes into frames (single messages), but not faster than the event log can accept
 * them. It also writes the replies.
 */
export class Session implements Line {
  state: ConnectionState = 'awaitingLogin'
  /** Whole seconds since 1970 UTC, because V8 would store a number with a fraction in a separate object. */
  readonly openedS: number
  #lastReadS: number
  #framer: Framer | undefined
  #head: Buffer | undefined
  #dialogue: Dialogue | undefined
  #window = 0
  #framesInWindow = 0
  #isPaused = false
  #peerHasEnded = false
  #lastWords = false
  #isStopped = false
  /** Reason to close as soon as every frame has its reply. */
  #leaving: string | undefined

  constructor(
    private readonly stream: Duplex,
    readonly remoteAddress: string,
    private readonly protocols: readonly Protocol[],
    private readonly context: SessionContext,
    private readonly observer: SessionObserver,
    readonly clientCertificate?: string,
  ) {
    this.openedS = this.#lastReadS = Math.floor(context.now() / 1_000)
    context.metrics.connections.awaitingLogin++
    const attached = stream as Attached
    attached.trackerSession = this
    // Shared functions are used as listeners, because a closure per listener would need more memory than the session itself.
    attached.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  }

  /** True while we do not read from the peer, because its earlier frames still wait. The peer may still be sending. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Time of the last reception, rounded down to the second. */
  get lastReadAt(): number {
    return this.#lastReadS * 1_000
  }

  get isOpen(): boolean {
    return this.state !== 'closing'
  }

  /** IMEI of the tracker that sent the last frame. Undefined while no tracker is admitted. */
  get imei(): string | undefined {
    return this.#dialogue?.imei
  }

  /** Number of frames whose reply still waits for the event log. */
  get pending(): number {
    return this.#dialogue?.pending ?? 0
  }

  /** Number of bytes of memory that incomplete frames use. */
  get halfFrameBytes(): number {
    return (this.#head?.length ?? 0) + (this.#framer?.roomBytes ?? 0)
  }

  read(chunk: Buffer): void {
    if (!this.isOpen) return
    this.#lastReadS = Math.floor(this.context.now() / 1_000)
    if (this.#dialogue) (this.#framer ??= new Framer(this.#dialogue.protocol)).push(chunk)
    else if (!this.#recognise(chunk)) return
    this.proceed()
  }

  /** Stops reading from the peer. Frames that were already received still get their replies. */
  stopReading(): void {
    this.#isStopped = true
    this.stream.pause()
  }

  /** Called when the peer has closed its side of the connection. It sends nothing more, but still waits for its replies. */
  endedByPeer(): void {
    this.#peerHasEnded = true
    if (this.pending === 0 && !this.#dialogue?.awaitsRegistry) this.close('endedByPeer')
  }

  write(bytes: Buffer): void {
    if (!this.isOpen) return
    this.stream.write(bytes)
    if (!this.#lastWords && this.stream.writableLength > this.context.limits.unreadReplyBytes) this.close('unreadReplies')
  }

  refuse(bytes: Buffer): void {
    this.write(bytes)
  }

  admitted(): void {
    const { connections } = this.context.metrics
    connections.awaitingLogin--
    connections.online++
    this.state = 'online'
    this.observer.online(this)
  }

  closeWhenAnswered(reason: string): void {
    if (this.pending === 0) return this.close(reason)
    this.#leaving = reason
    this.stopReading()
  }

  settle(): void {
    this.#dialogue?.flush()
    if (this.#leaving !== undefined && this.pending === 0) return this.close(this.#leaving)
    if (this.#isPaused && this.isOpen) this.proceed()
    else if (this.#peerHasEnded && this.pending === 0) this.close('endedByPeer')
  }

  /** Ends the connection. Frames that were already received are still published. A second call does nothing. */
  close(reason: string): void {
    if (this.state === 'closing') return
    const { metrics, publisher, logger } = this.context
    metrics.connections[this.state]--
    metrics.closed.inc({ reason })
    const isHopeless = HOPELESS.has(reason)
    if (!isHopeless) this.#writeLastAnswers()
    const wasStranger = this.state === 'awaitingLogin'
    this.state = 'closing'
    publisher.forget(this)
    logger[EXCESSES.has(reason) ? 'info' : 'debug'](
      { imei: this.imei, remoteAddress: this.remoteAddress, reason },
      'connection closed',
    )
    this.#dialogue?.end(reason)
    if (isHopeless) this.stream.destroy()
    else {
      this.stream.end(() => this.stream.destroy())
      // Destroys the socket after ten seconds. Otherwise a half-open connection, or a peer that no longer reads, would keep it
      // open.
      if (this.stream.writableLength > 0) setTimeout(() => this.stream.destroy(), LAST_WORDS_MS).unref()
    }
    this.observer.closed(this, wasStranger)
  }

  /** Handles whole frames while the event log accepts them, and otherwise stops reading the socket. */
  proceed(): void {
    const framer = this.#framer
    const dialogue = this.#dialogue
    if (!framer || !dialogue) return
    const now = this.context.now()
    while (this.isOpen) {
      if (this.#mustWait(dialogue)) {
        this.#isPaused = true
        this.stream.pause()
        return
      }
      const frame = framer.next()
      if (frame === 'more') break
      if ('kind' in frame) return dialogue.distrust(frame.reason)
      if (this.#isTooFast(now)) return this.close('tooManyFrames')
      dialogue.handleFrame(frame, now)
    }
    if (!this.isOpen) return
    // An idle connection keeps no framer.
    if (framer.heldBytes === 0) this.#framer = undefined
    if (this.#isPaused) {
      this.#isPaused = false
      this.stream.resume()
    }
    if (this.#peerHasEnded && this.pending === 0) this.close('endedByPeer')
  }

  /** Writes replies for data that is already durable, if the peer still reads. */
  #writeLastAnswers(): void {
    this.#lastWords = true
    this.#dialogue?.flush()
  }

  /** Chooses the connection's protocol by the connection's first bytes. */
  #recognise(chunk: Buffer): boolean {
    const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const protocol = recogniseProtocol(this.protocols, head)
    if (protocol === 'more') {
      this.#head = head
      return false
    }
    this.#head = undefined
    if (protocol === 'unknown') {
      const { remoteAddress } = this
      this.context.logger.info({ remoteAddress, head: head.subarray(0, 64).toString('hex') }, 'unknown protocol')
      this.close('unknownProtocol')
      return false
    }
    this.#framer = new Framer(protocol)
    this.#dialogue = new Dialogue(protocol, protocol, this, this.context)
    this.#framer.push(head)
    return true
  }

  #mustWait(dialogue: Dialogue): boolean {
    const { publisher, limits } = this.context
    if (publisher.isFull) publisher.waitForRoom(this)
    return this.#isStopped || dialogue.awaitsRegistry || publisher.isFull || dialogue.pending >= limits.pendingFrames
  }

  /**
   * Returns true if the average rate of ten seconds exceeds the limit. A short burst is allowed, because a tracker may upload
   * its buffer.
   */
  #isTooFast(now: number): boolean {
    const window = Math.floor(now / RATE_WINDOW_MS)
    if (window !== this.#window) {
      this.#window = window
      this.#framesInWindow = 0
    }
    return ++this.#framesInWindow > (this.context.limits.framesPerSecond * RATE_WINDOW_MS) / 1_000
  }
}

function onData(this: Attached, chunk: Buffer): void {
  this.trackerSession?.read(chunk)
}
function onEnd(this: Attached): void {
  this.trackerSession?.endedByPeer()
}
function onError(this: Attached): void {
  this.trackerSession?.close('connectionError')
}
function onClose(this: Attached): void {
  this.trackerSession?.close('connectionLost')
}
