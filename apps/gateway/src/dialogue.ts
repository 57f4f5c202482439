import type { Decoded, DecodeError, Protocol, SessionMemory, SessionState } from '@roadbook/protocols'
import { isTrackerIdentity, type Standing } from './device-directory.js'
import type { FrameTally } from './frame-tally.js'
import type { Line } from './line.js'
import { publishEvent, publishPacket, publishRejected } from './outgoing.js'
import type { Presence, PresenceHost } from './presence.js'
import type { Durable } from './publisher.js'
import { OrderedReplies } from './replies.js'
import type { SessionContext } from './session-context.js'
import { Speakers } from './speakers.js'

type Message = Exclude<Decoded, DecodeError>
type Answer = Extract<Decoded, { kind: 'commandReply' }>
interface Knowledge extends SessionState {
  serial: number
}

/**
 * From whole frames to the event log and back to answers, whatever the transport: who speaks, may they, what did they say,
 * and the answer only after all that it confirms is durable.
 */
export class Dialogue implements PresenceHost {
  readonly #speakers: Speakers
  /** With all its fields from the start: one that is added later takes a place of its own in memory. */
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
  /** The protocol says in every frame who speaks, so one connection may carry several trackers. */
  #namesEveryFrame = false
  /** A name is being looked up: nothing behind that frame may be handled yet. */
  awaitsRegistry = false

  constructor(
    readonly protocol: Protocol,
    /** Where frames are understood: the protocol itself, or its side for datagrams. */
    private readonly side: Pick<Protocol, 'decode'>,
    private readonly line: Line,
    private readonly context: SessionContext,
  ) {
    this.#tally = context.metrics.frames.of(protocol.name)
    this.#speakers = new Speakers(this, line, context)
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

  /** Frames whose answer still waits for the event log. */
  get pending(): number {
    return this.#replies?.pending ?? 0
  }

  get isIdentified(): boolean {
    return this.#speakers.isAnybodyHere
  }

  /** The IMEI of the tracker that spoke last. */
  get imei(): string | undefined {
    return this.#speakers.current?.imei
  }

  /** Takes in one whole frame. @param now when it was received, milliseconds since 1970 UTC */
  hear(frame: Buffer, now: number): void {
    this.#knows.now = now
    try {
      this.#understand(frame, this.side.decode(frame, this.#knows))
    } catch (error) {
      this.#fail(error, frame)
    }
    if (!this.awaitsRegistry) this.#knows.serial++
  }

  /** Bytes in which no frame was found, where what follows can still be trusted. */
  miss(): void {
    this.#tally.untrusted++
  }

  /** The stream cannot be trusted any more. */
  distrust(reason: string): void {
    this.#tally.untrusted++
    this.#reject(reason, Buffer.alloc(0))
    this.line.closeWhenAnswered('untrustedStream')
  }

  /** Writes the answers that became ready. */
  flush(): void {
    this.#replies?.flush()
  }

  stateOf(presence: Presence): SessionState {
    if (presence === this.#speakers.current) return { ...this.#knows, now: this.context.now() }
    const { identity, memory, utcOffsetMinutes, speedUnit } = presence
    return { identity, memory, utcOffsetMinutes, speedUnit, serial: this.#knows.serial, now: this.context.now() }
  }

  /** A command waits for the answers before it: a tracker that awaits the answer to its login understands nothing else. */
  send(bytes: Buffer): boolean {
    if (this.line.isOpen) this.#answer(bytes)
    return this.line.isOpen
  }

  /** One tracker of this connection speaks elsewhere now. */
  leave(presence: Presence, reason: string): void {
    if (!this.#speakers.dismiss(presence, reason)) this.line.close(reason)
  }

  /** The line is closed. What was handed in is still published. */
  end(reason: string): void {
    this.#speakers.end(reason)
  }

  #understand(frame: Buffer, decoded: Decoded): void {
    if (decoded.kind === 'decodeError') return this.#handleBadFrame(frame, decoded)
    this.#badFramesInARow = 0
    const speaker = this.#speakers.current
    const { identity } = decoded
    if (identity !== undefined && identity !== speaker?.identity) return this.#introduce(frame, decoded, identity)
    if (speaker) return this.#take(speaker, frame, decoded)
    this.#tally.unnamed++
    if (decoded.refuse) this.line.refuse(decoded.refuse)
    // A sign of life before the login is no reason to send a tracker away.
    if (decoded.kind !== 'heartbeat' && decoded.kind !== 'unsupported') this.line.close('noLogin')
  }

  /** A frame of somebody who did not speak last. */
  #introduce(frame: Buffer, decoded: Message, identity: string): void {
    const speakers = this.#speakers
    if (decoded.kind === 'packet' || decoded.kind === 'heartbeat') this.#namesEveryFrame = true
    const present = speakers.named(identity)
    if (present) return this.#listenTo(present, frame, decoded)
    if (speakers.current && !this.#namesEveryFrame) {
      // Such a connection speaks for the one tracker that logged in.
      this.#tally.refused++
      if (decoded.kind === 'login') this.line.close('imeiChanged')
      return
    }
    if (!isTrackerIdentity(identity) || speakers.isFull) return this.#refuse(decoded)
    const standing = this.context.directory.standingOf(identity)
    if (!(standing instanceof Promise)) return this.#decide(frame, decoded, identity, standing)
    this.awaitsRegistry = true
    const handle = (answer: Standing) => {
      this.awaitsRegistry = false
      if (!this.line.isOpen) return
      this.#decide(frame, decoded, identity, answer)
      this.#knows.serial++
      this.line.proceed()
    }
    standing.then(handle).catch((error: unknown) => this.#fail(error, frame))
  }

  /** A fault of ours in one frame ends that one connection, unanswered; everybody else goes on. */
  #fail(error: unknown, frame: Buffer): void {
    const { protocol, imei, remoteAddress } = this
    const head = frame.subarray(0, 64).toString('hex')
    this.context.logger.error({ err: error, protocol: protocol.name, imei, remoteAddress, head }, 'a frame could not be handled')
    this.#reject('it could not be handled', frame)
    this.line.close('fault')
  }

  #decide(frame: Buffer, decoded: Message, identity: string, standing: Standing): void {
    if (standing === 'unsure') {
      // Neither yes nor no: the tracker keeps its data and comes again.
      this.context.metrics.logins.unsure++
      return this.line.closeWhenAnswered('registryUnavailable')
    }
    const admitted = this.#speakers.admit(identity, standing, this.#knows.memory)
    if (!admitted) return this.#refuse(decoded)
    const { presence, isNew } = admitted
    this.#listenTo(presence, frame, decoded)
    // Whoever else holds this IMEI is the one to be told what to do.
    if (isNew && this.line.isOpen && !presence.isQuarantined) this.context.commands.online(presence)
  }

  /** Another one speaks: what it taught us counts now, and its frame may read differently with it. */
  #listenTo(presence: Presence, frame: Buffer, decoded: Message): void {
    const knows = this.#knows
    const { memory, utcOffsetMinutes, speedUnit } = knows
    this.#speakers.current = presence
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

  /** Everything that a readable frame of an admitted tracker brings. */
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

  /** An answer to a command: told to who sent it, and kept as an event. */
  #handOver(presence: Presence, { text, serial, isRefusal }: Answer, place: Durable): void {
    const answer = { text, ...(serial !== undefined && { serial }), ...(isRefusal && { isRefusal }) }
    const commandId = this.context.commands.replied(presence, answer)
    const known = commandId !== undefined && { commandId }
    publishEvent(this.context, presence, { type: 'commandReply', ...answer, ...known }, place)
  }

  #remember(presence: Presence, facts: SessionMemory): void {
    presence.memory = this.#knows.memory = { ...this.#knows.memory, ...facts }
  }

  /** A damaged frame will come again. One that can never be read is kept for operators, then answered. */
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

  /** The device itself writes these bytes wrong: waiting for better ones would keep all behind them waiting, too. */
  #isStuck(frame: Buffer): boolean {
    const { imei, remoteAddress, protocol } = this
    if (imei === undefined || !this.context.stuckFrames.isStuck(imei, frame)) return false
    this.context.logger.warn({ imei, remoteAddress, protocol: protocol.name }, 'the same damaged frame came again and again')
    return true
  }

  /** An answer that confirms nothing durable: behind those that do. */
  #answer(reply: Buffer | undefined): void {
    if (this.#replies) this.#replies.add(reply)
    else if (reply) this.line.write(reply)
  }

  /** The place of an answer that waits for so many messages. */
  #promise(reply: Buffer | undefined, waitsFor: number): Durable {
    return (this.#replies ??= new OrderedReplies(this.line)).reserve(reply, waitsFor)
  }

  /** Alone on its connection it is sent away; a stranger among trackers that are served must not take them along. */
  #refuse({ refuse }: Message): void {
    this.#tally.refused++
    this.context.metrics.logins.refused++
    if (this.isIdentified) return this.#answer(refuse)
    if (refuse) this.line.refuse(refuse)
    this.line.close('refused')
  }

  /** Before login anybody can send anything: that is counted, not stored. */
  #reject(reason: string, frame: Buffer, reply?: Buffer): void {
    this.context.metrics.rejected.inc({ reason: 'content' })
    if (!this.isIdentified) return
    const { imei, remoteAddress, protocol } = this
    publishRejected(this.context, { imei, remoteAddress, protocol: protocol.name, reason }, frame, this.#promise(reply, 1))
  }
}
