import type { Duplex } from 'node:stream'
import { Topic } from '@roadbook/contracts'
import { isImei } from '@roadbook/geo'
import type { Decoded, DecodeError, Protocol } from '@roadbook/protocols'
import type { Standing } from './device-directory.js'
import { FrameRate } from './frame-rate.js'
import { Framer } from './framer.js'
import { OrderedReplies } from './ordered-replies.js'
import { eventMessage, packetMessage, rejectedMessage, type EventBody } from './outgoing.js'
import { recogniseProtocol } from './recognise-protocol.js'
import type { SessionContext } from './session-context.js'
import type { Registered } from './session-registry.js'

/** Who keeps count of the sessions. */
export interface SessionObserver {
  online(session: Session): void
  closed(session: Session): void
}

export type SessionState = 'awaitingLogin' | 'online' | 'closing'

/** The peer reads no more: waiting for it to take our last bytes would keep the socket for ever. */
const HOPELESS = new Set(['unreadReplies', 'idleTimeout', 'loginTimeout', 'connectionError', 'connectionLost', 'tooManyFrames'])

/**
 * One connection: bytes → frames → messages → the event log → answers. The protocol's functions are pure; this is the only
 * place that writes to the socket, and only after what an answer confirms is durable.
 */
export class Session implements Registered {
  state: SessionState = 'awaitingLogin'
  readonly openedAt: number
  lastReadAt: number
  imei: string | undefined
  #quarantined = false
  #protocol: Protocol | undefined
  #framer: Framer | undefined
  #head: Buffer = Buffer.alloc(0)
  #replies: OrderedReplies
  #badFramesInARow = 0
  readonly #rate: FrameRate
  /** A login waits for the registry: nothing behind it may be handled yet. */
  #awaitsRegistry = false
  #peerHasEnded = false
  readonly #stopListening: () => void

  constructor(
    private readonly stream: Duplex,
    readonly remoteAddress: string,
    private readonly protocols: readonly Protocol[],
    private readonly context: SessionContext,
    private readonly observer: SessionObserver,
  ) {
    this.openedAt = this.lastReadAt = context.now()
    this.#replies = new OrderedReplies(stream, context.limits.unreadReplyBytes, () => this.close('unreadReplies'))
    this.#rate = new FrameRate(context.limits.framesPerSecond)
    this.#stopListening = context.publisher.onRoom(() => this.#work())
    context.metrics.connections.inc({ state: 'awaitingLogin' })
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
    stream.once('end', () => this.#endedByPeer())
    stream.once('error', () => this.close('connectionError'))
    stream.once('close', () => this.close('connectionLost'))
  }

  /** Frames whose answer still waits for the event log. */
  get pending(): number {
    return this.#replies.pending
  }

  replaced(): void {
    this.close('replaced')
  }

  /** Ends the connection; what it handed in is still published. Safe to call twice. */
  close(reason: string): void {
    if (this.state === 'closing') return
    const { metrics, registry } = this.context
    metrics.connections.dec({ state: this.state })
    metrics.closed.inc({ reason })
    const wasOnline = this.state === 'online'
    this.state = 'closing'
    this.#stopListening()
    this.#replies.close()
    if (wasOnline && this.imei) {
      registry.release(this.imei, this)
      this.#event({ type: 'disconnected', reason })
    }
    this.context.logger.debug({ imei: this.imei, remoteAddress: this.remoteAddress, reason }, 'connection closed')
    if (HOPELESS.has(reason)) this.stream.destroy()
    else this.stream.end(() => this.stream.destroy())
    this.observer.closed(this)
  }

  /** A half-closed peer has said everything and still waits for its answers. */
  #endedByPeer(): void {
    this.#peerHasEnded = true
    if (this.#replies.pending === 0) this.close('endedByPeer')
  }

  #read(chunk: Buffer): void {
    if (this.state === 'closing') return
    this.lastReadAt = this.context.now()
    if (this.#framer) this.#framer.push(chunk)
    else if (!this.#recognise(chunk)) return
    this.#work()
  }

  /** Chooses the protocol by the first bytes; it stays chosen for the connection. */
  #recognise(chunk: Buffer): boolean {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const protocol = recogniseProtocol(this.protocols, this.#head)
    if (protocol === 'more') return false
    if (protocol === 'unknown') {
      this.context.logger.info(
        { remoteAddress: this.remoteAddress, head: this.#head.subarray(0, 64).toString('hex') },
        'unknown protocol',
      )
      this.close('unknownProtocol')
      return false
    }
    this.#protocol = protocol
    this.#framer = new Framer(protocol)
    this.#framer.push(this.#head)
    this.#head = Buffer.alloc(0)
    return true
  }

  /** Handles what is whole, as far as the event log keeps up; otherwise stops reading the socket. */
  #work(): void {
    const protocol = this.#protocol
    const framer = this.#framer
    if (!protocol || !framer) return
    while (this.state !== 'closing') {
      if (this.#mustWait()) {
        this.stream.pause()
        return
      }
      const frame = framer.next()
      if (frame === 'more') break
      if ('kind' in frame) {
        this.context.metrics.frames.inc({ protocol: protocol.name, result: 'untrusted' })
        this.#reject(frame.reason, Buffer.alloc(0))
        this.close('untrustedStream')
        return
      }
      if (this.#rate.exceeds(this.context.now())) {
        this.close('tooManyFrames')
        return
      }
      this.#handle(protocol, frame, protocol.decode(frame, { identity: this.imei, now: this.context.now() }))
    }
    if (this.state !== 'closing') this.stream.resume()
  }

  #mustWait(): boolean {
    const { publisher, limits } = this.context
    return this.#awaitsRegistry || publisher.isFull || this.#replies.pending >= limits.pendingFrames
  }

  #handle(protocol: Protocol, frame: Buffer, decoded: Decoded): void {
    this.context.metrics.frames.inc({ protocol: protocol.name, result: decoded.kind })
    if (decoded.kind === 'decodeError') return this.#handleBadFrame(frame, decoded)
    this.#badFramesInARow = 0
    if (decoded.kind === 'login') return this.#logIn(decoded)
    if (this.state !== 'online') return this.close('noLogin')
    switch (decoded.kind) {
      case 'packet': {
        if (decoded.information) this.#event({ type: 'deviceInformation', ...decoded.information })
        return this.#publishPacket(protocol, frame, decoded)
      }
      case 'commandReply':
        return this.#event({ type: 'commandReply', text: decoded.text })
      case 'heartbeat':
      case 'unsupported':
        return this.#replies.add(decoded.reply)
    }
  }

  #publishPacket(protocol: Protocol, frame: Buffer, { fixes, reply }: Extract<Decoded, { kind: 'packet' }>): void {
    const { publisher, metrics, gatewayId } = this.context
    const imei = this.imei as string
    if (fixes.length === 0) return this.#replies.add(reply)
    const receivedAt = this.context.now()
    const packet = { imei, protocol: protocol.name, receivedAt, gateway: gatewayId, quarantined: this.#quarantined, fixes }
    const settle = this.#replies.reserve(reply)
    publisher.add(Topic.packets, packetMessage(packet, frame), () => {
      settle()
      metrics.acknowledge.observe((this.context.now() - receivedAt) / 1_000)
      if (this.#peerHasEnded && this.#replies.pending === 0) this.close('endedByPeer')
      else this.#work()
    })
  }

  /** A damaged frame will come again: no answer. One that can never be read is kept for operators, then answered. */
  #handleBadFrame(frame: Buffer, { reason, cause, replyWhenRejected }: DecodeError): void {
    this.#badFramesInARow++
    if (cause === 'content' && this.state === 'online') {
      const settle = this.#replies.reserve(replyWhenRejected)
      this.#reject(reason, frame, settle)
    }
    if (this.state !== 'online' || this.#badFramesInARow >= this.context.limits.badFramesInARow) this.close('badFrames')
  }

  #logIn(login: Extract<Decoded, { kind: 'login' }>): void {
    if (!isImei(login.identity)) return this.#refuse(login)
    if (this.state === 'online') {
      // A connection speaks for one tracker; a repeated login of the same one is only answered.
      if (login.identity === this.imei) return this.#replies.add(login.reply)
      return this.close('imeiChanged')
    }
    const standing = this.context.directory.standingOf(login.identity)
    if (typeof standing === 'string') return this.#admit(login, standing)
    this.#awaitsRegistry = true
    void standing.then((answer) => {
      this.#awaitsRegistry = false
      if (this.state === 'closing') return
      this.#admit(login, answer)
      this.#work()
    })
  }

  #admit(login: Extract<Decoded, { kind: 'login' }>, standing: Standing): void {
    const { metrics, registry, logger } = this.context
    if (standing === 'unknown') return this.#refuse(login)
    if (standing === 'unsure') {
      // Neither yes nor no: the tracker keeps its data and knocks again.
      metrics.logins.inc({ result: 'unsure' })
      return this.close('registryUnavailable')
    }
    this.imei = login.identity
    const registration = registry.register(login.identity, this, this.context.now())
    metrics.logins.inc({ result: 'accepted' })
    if (registration !== 'first') metrics.takeovers.inc({ result: registration })
    metrics.connections.dec({ state: 'awaitingLogin' })
    metrics.connections.inc({ state: 'online' })
    this.state = 'online'
    this.observer.online(this)
    this.#event({ type: 'connected', remoteAddress: this.remoteAddress })
    if (registration === 'conflict') {
      this.#quarantined = true
      logger.warn(
        { imei: login.identity, remoteAddress: this.remoteAddress },
        'two senders claim one IMEI; the newcomer is quarantined',
      )
      this.#event({ type: 'conflict', remoteAddress: this.remoteAddress })
    }
    this.#replies.add(login.reply)
  }

  #refuse(login: Extract<Decoded, { kind: 'login' }>): void {
    const { metrics, directory } = this.context
    metrics.logins.inc({ result: 'refused' })
    if (/^\d{1,20}$/.test(login.identity))
      directory.reportUnknown({ imei: login.identity, protocol: this.#protocol?.name ?? '', remoteAddress: this.remoteAddress })
    this.#replies.add(login.refuse)
    this.close('refused')
  }

  #event(event: EventBody): void {
    const { publisher, gatewayId } = this.context
    const imei = this.imei as string
    const protocol = this.#protocol?.name ?? ''
    publisher.add(Topic.events, eventMessage({ imei, protocol, at: this.context.now(), gateway: gatewayId, ...event }))
  }

  #reject(reason: string, frame: Buffer, onDurable?: () => void): void {
    const { publisher, metrics } = this.context
    metrics.rejected.inc({ reason: 'content' })
    // Before login anybody can send anything: that is counted, not stored.
    if (this.state !== 'online') return
    const { imei, remoteAddress } = this
    const rejected = { imei, remoteAddress, protocol: this.#protocol?.name, at: this.context.now(), reason }
    publisher.add(Topic.rejected, rejectedMessage(rejected, frame), onDurable)
  }
}
