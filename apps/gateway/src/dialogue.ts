import type { Decoded, DecodeError, Protocol, SessionMemory, SessionState } from '@roadbook/protocols'
import { isTrackerIdentity, type LookupResult } from './registry/device-directory.js'
import type { FrameTally } from './frame-tally.js'
import type { Line } from './line.js'
import { publishEvent, publishPacket, publishRejected } from './outgoing.js'
import type { Presence, PresenceHost } from './presence.js'
import type { Durable } from './publisher.js'
import { OrderedReplies } from './replies.js'
import type { SessionContext } from './session-context.js'
import { LineTrackers } from './speakers.js'

type Message = Exclude<Decoded, DecodeError>
type Answer = Extract<Decoded, { kind: 'commandReply' }>
interface Knowledge extends SessionState {
  serial: number
}

/**
 * Processes frames (single messages of the protocol) of any transport. It identifies and admits the sender and publishes the
 * content. It replies to a frame when everything that the reply confirms is durable.
 */
export class Dialogue implements PresenceHost {
  readonly #trackers: LineTrackers
  /** All fields exist from the start, because V8 would store a field that is added later in a separate place. */
  readonly #knows: Knowledge = {
    identity: undefined,
    now: 0,
    memory: undefined,
    serial: 0,
    utcOffsetMinutes: undefined,
    speedUnit: undefined,
  }
  readonly #tally: FrameTally
  #replies: OrderedReplies | undefined
  #badFramesInARow = 0
  /** True if every frame contains the sender's identifier. One connection may then carry frames of several trackers. */
  #namesEveryFrame = false
  /** True while the registry looks up a sender's identifier. Later frames must wait for the result. */
  awaitsRegistry = false

  constructor(
    readonly protocol: Protocol,
    /** The protocol itself, or its decoder for datagrams. */
    private readonly side: Pick<Protocol, 'decode'>,
    private readonly line: Line,
    private readonly context: SessionContext,
  ) {
    this.#tally = context.metrics.frames.tallyOf(protocol.name)
    this.#trackers = new LineTrackers(this, line, context)
  }

  get remoteAddress(): string {
    return this.line.remoteAddress
  }

  get clientCertificate(): string | undefined {
    return this.line.clientCertificate
  }

  get lastReadAt(): number {
    return this.line.lastReadAt
  }

  /** Number of frames whose reply still waits for the event log. */
  get pending(): number {
    return this.#replies?.pending ?? 0
  }

  get isIdentified(): boolean {
    return this.#trackers.isAnybodyHere
  }

  /** IMEI of the tracker that sent the last frame. Undefined if no tracker is admitted. */
  get imei(): string | undefined {
    return this.#trackers.current?.imei
  }

  /**
   * Processes one whole frame.
   * @param now time at which the frame was received, in milliseconds since 1970 UTC
   */
  handleFrame(frame: Buffer, now: number): void {
    this.#knows.now = now
    try {
      this.#understand(frame, this.side.decode(frame, this.#knows))
    } catch (error) {
      this.#fail(error, frame)
    }
    if (!this.awaitsRegistry) this.#knows.serial++
  }

  /** Counts bytes that contain no frame. Later bytes are still processed, in contrast to {@link distrust}. */
  miss(): void {
    this.#tally.untrusted++
  }

  /** Rejects a stream that can no longer be split into frames. It is closed when every earlier frame has its reply. */
  distrust(reason: string): void {
    this.#tally.untrusted++
    this.#reject(reason, Buffer.alloc(0))
    this.line.closeWhenAnswered('untrustedStream')
  }

  /** Writes the replies that are ready. */
  flush(): void {
    this.#replies?.flush()
  }

  stateOf(presence: Presence): SessionState {
    if (presence === this.#trackers.current) return { ...this.#knows, now: this.context.now() }
    const { identity, memory, utcOffsetMinutes, speedUnit } = presence
    return { identity, memory, utcOffsetMinutes, speedUnit, serial: this.#knows.serial, now: this.context.now() }
  }

  /**
   * Sends a command after the replies to earlier frames. A tracker that still waits for the reply to its login would not
   * understand a command.
   */
  send(bytes: Buffer): boolean {
    if (this.line.isOpen) this.#answer(bytes)
    return this.line.isOpen
  }

  /** Removes a tracker that now has another connection. Closes the line (the connection) if it has no other tracker. */
  leave(presence: Presence, reason: string): void {
    if (!this.#trackers.dismiss(presence, reason)) this.line.close(reason)
  }

  /** Ends the dialogue when the line is closed. Frames that were already accepted are still published. */
  end(reason: string): void {
    this.#trackers.end(reason)
  }

  #understand(frame: Buffer, decoded: Decoded): void {
    if (decoded.kind === 'decodeError') return this.#handleBadFrame(frame, decoded)
    this.#badFramesInARow = 0
    const speaker = this.#trackers.current
    const { identity } = decoded
    if (identity !== undefined && identity !== speaker?.identity) return this.#introduce(frame, decoded, identity)
    if (speaker) return this.#take(speaker, frame, decoded)
    this.#tally.unnamed++
    if (decoded.refuse) this.line.refuse(decoded.refuse)
    // A heartbeat or an unsupported message before the login does not close the connection.
    if (decoded.kind !== 'heartbeat' && decoded.kind !== 'unsupported') this.line.close('noLogin')
  }

  /** Handles a frame whose sender is not the sender of the last frame. */
  #introduce(frame: Buffer, decoded: Message, identity: string): void {
    const speakers = this.#trackers
    if (decoded.kind === 'packet' || decoded.kind === 'heartbeat') this.#namesEveryFrame = true
    const present = speakers.named(identity)
    if (present) return this.#listenTo(present, frame, decoded)
    if (speakers.current && !this.#namesEveryFrame) {
      // If the frames of a connection contain no identifier, the connection belongs only to the tracker that logged in.
      this.#tally.refused++
      if (decoded.kind === 'login') this.line.close('imeiChanged')
      return
    }
    if (!isTrackerIdentity(identity) || speakers.isFull) return this.#refuse(decoded)
    const found = this.context.directory.lookUp(identity)
    if (!(found instanceof Promise)) return this.#decide(frame, decoded, identity, found)
    this.awaitsRegistry = true
    const handle = (answer: LookupResult) => {
      this.awaitsRegistry = false
      if (!this.line.isOpen) return
      this.#decide(frame, decoded, identity, answer)
      this.#knows.serial++
      this.line.proceed()
    }
    found.then(handle).catch((error: unknown) => this.#fail(error, frame))
  }

  /** Closes the connection, without a reply, after an internal error in one frame. Other connections continue. */
  #fail(error: unknown, frame: Buffer): void {
    const { protocol, imei, remoteAddress } = this
    const head = frame.subarray(0, 64).toString('hex')
    this.context.logger.error({ err: error, protocol: protocol.name, imei, remoteAddress, head }, 'a frame could not be handled')
    this.#reject('it could not be handled', frame)
    this.line.close('fault')
  }

  #decide(frame: Buffer, decoded: Message, identity: string, found: LookupResult): void {
    if (found === 'unsure') {
      // The registry is unavailable. The tracker keeps its data and will connect again.
      this.context.metrics.logins.unsure++
      return this.line.closeWhenAnswered('registryUnavailable')
    }
    const admitted = this.#trackers.admit(identity, found, this.#knows.memory)
    if (!admitted) return this.#refuse(decoded)
    const { presence, isNew } = admitted
    this.#listenTo(presence, frame, decoded)
    // A sender whose packets are set aside gets no commands. They are sent to the session that counts for this IMEI.
    if (isNew && this.line.isOpen && !presence.isQuarantined) this.context.commands.online(presence)
  }

  /**
   * Makes another tracker of the connection the current one, with its state. The frame was decoded with the state of the
   * previous tracker. If the new state may change the frame's meaning, the frame is decoded again.
   */
  #listenTo(presence: Presence, frame: Buffer, decoded: Message): void {
    const knows = this.#knows
    const { memory, utcOffsetMinutes, speedUnit } = knows
    this.#trackers.current = presence
    knows.identity = presence.identity
    knows.memory = presence.memory
    knows.utcOffsetMinutes = presence.utcOffsetMinutes
    knows.speedUnit = presence.speedUnit
    const isSame = memory === knows.memory && utcOffsetMinutes === knows.utcOffsetMinutes && speedUnit === knows.speedUnit
    if (isSame) return this.#take(presence, frame, decoded)
    const again = this.side.decode(frame, knows)
    if (again.kind === 'decodeError') return this.#handleBadFrame(frame, again)
    this.#take(presence, frame, again)
  }

  /** Handles a readable frame of an admitted tracker. */
  #take(presence: Presence, frame: Buffer, decoded: Message): void {
    this.#tally[decoded.kind]++
    const { fixes, information, reply } = decoded
    const hasFixes = fixes !== undefined && fixes.length > 0
    const isAnswer = decoded.kind === 'commandReply'
    const parts = Number(hasFixes) + Number(information !== undefined) + Number(isAnswer)
    if (parts === 0) this.#answer(reply)
    else {
      const place = this.#promise(reply, parts)
      const isDatagram = this.side !== this.protocol
      if (hasFixes) publishPacket(this.context, { presence, fixes, frame, knows: this.#knows, isDatagram }, place)
      if (information) publishEvent(this.context, presence, { type: 'deviceInformation', ...information }, place)
      if (isAnswer) this.#handOver(presence, decoded, place)
    }
    if (decoded.remember) this.#remember(presence, decoded.remember)
    if (decoded.kind === 'unsupported') this.context.metrics.frames.unsupported(this.protocol.name, decoded.messageType)
  }

  /** Passes a reply to a command to the command desk and publishes it as an event. */
  #handOver(presence: Presence, { text, serial, isRefusal }: Answer, place: Durable): void {
    const answer = { text, ...(serial !== undefined && { serial }), ...(isRefusal && { isRefusal }) }
    const commandId = this.context.commands.replied(presence, answer)
    const known = commandId !== undefined && { commandId }
    publishEvent(this.context, presence, { type: 'commandReply', ...answer, ...known }, place)
  }

  #remember(presence: Presence, facts: SessionMemory): void {
    presence.memory = this.#knows.memory = { ...this.#knows.memory, ...facts }
  }

  /**
   * Handles an unreadable frame. A damaged frame gets no acknowledgement, so that the tracker sends it again. A frame that can
   * never be read is published for operators. It then gets a reply, so that the tracker goes on.
   */
  #handleBadFrame(frame: Buffer, { reason, cause, replyWhenRejected, replyWhenDamaged, replyWhenStuck }: DecodeError): void {
    const isDamaged = cause === 'checksum'
    if (isDamaged) this.#tally.damaged++
    else this.#tally.unreadable++
    this.#badFramesInARow++
    if (!this.isIdentified) {
      if (replyWhenDamaged) this.line.refuse(replyWhenDamaged)
      if (!isDamaged) return this.line.close('badFrames')
    } else if (isDamaged && replyWhenStuck && this.#isStuck(frame))
      this.#reject(`again and again: ${reason}`, frame, replyWhenStuck)
    else if (isDamaged) this.#answer(replyWhenDamaged)
    else this.#reject(reason, frame, replyWhenRejected)
    if (this.#badFramesInARow >= this.context.limits.badFramesInARow) this.line.close('badFrames')
  }

  /**
   * Returns true if the tracker has repeated the same damaged frame too often. The frame must then be acknowledged, because
   * the tracker sends no later frame before that.
   */
  #isStuck(frame: Buffer): boolean {
    const { imei, remoteAddress, protocol } = this
    if (imei === undefined || !this.context.stuckFrames.isStuck(imei, frame)) return false
    this.context.logger.warn({ imei, remoteAddress, protocol: protocol.name }, 'the same damaged frame came again and again')
    return true
  }

  /** Writes a reply that itself need not wait for durable data. But if earlier replies wait, they are written first. */
  #answer(reply: Buffer | undefined): void {
    if (this.#replies) this.#replies.add(reply)
    else if (reply) this.line.write(reply)
  }

  /** Reserves the place of a reply among the other replies. The reply must wait until `waitsFor` messages are durable. */
  #promise(reply: Buffer | undefined, waitsFor: number): Durable {
    return (this.#replies ??= new OrderedReplies(this.line)).reserve(reply, waitsFor)
  }

  /**
   * Refuses an unregistered sender. If its connection has no other tracker, the connection is closed. Otherwise the
   * connection stays open for the admitted trackers.
   */
  #refuse({ refuse }: Message): void {
    this.#tally.refused++
    this.context.metrics.logins.refused++
    if (this.isIdentified) return this.#answer(refuse)
    if (refuse) this.line.refuse(refuse)
    this.line.close('refused')
  }

  /**
   * Rejects a frame. Before the login a frame is counted but not published, because anybody could fill the list of operators.
   */
  #reject(reason: string, frame: Buffer, reply?: Buffer): void {
    this.context.metrics.rejected.inc({ reason: 'content' })
    if (!this.isIdentified) return
    const { imei, remoteAddress, protocol } = this
    publishRejected(this.context, { imei, remoteAddress, protocol: protocol.name, reason }, frame, this.#promise(reply, 1))
  }
}
