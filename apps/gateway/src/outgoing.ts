import { PacketHeader, Topic, VoiceKind, type Fix, type RejectedFrame, type TrackerEvent } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { SessionState } from '@roadbook/protocols'
import type { Verdict } from './beliefs.js'
import type { Speaker } from './presence.js'
import type { Durable } from './publisher.js'
import type { SessionContext } from './session-context.js'

/** Maximum number of bytes of an unreadable frame that are published. So many bytes are enough to find the cause. */
const REJECTED_HEX_BYTES = 2_048

/** The fixes of one frame (one message of a tracker), with the frame and the state in which it was decoded. */
export interface Reading {
  presence: Speaker
  fixes: Fix[]
  frame: Buffer
  knows: SessionState
  isDatagram: boolean
}

/**
 * Publishes a packet to `tracker.packets`. For a later replay it adds the frame's bytes and everything else that the decoder
 * used: the connection's memory, the configured UTC offset and speed unit, and the sender's identifier if this is not the
 * IMEI. If the sender is not trusted to be the tracker, the packet is marked here, so that readers of the log need not decide
 * this again.
 */
export function publishPacket(context: SessionContext, reading: Reading, onDurable: Durable): void {
  const { presence, fixes, frame, knows, isDatagram } = reading
  const { imei, identity, origin } = presence
  const { memory, utcOffsetMinutes, speedUnit, now: receivedAt } = knows
  const protocol = presence.protocol.name
  const verdict = verdictOn(presence, receivedAt)
  const keptAsideFor = presence.keptAsideFor ?? verdict?.keptAsideFor
  const headers: Record<string, Buffer> = {
    [PacketHeader.raw]: frame,
    [PacketHeader.protocol]: textBytes(protocol),
  }
  if (memory) headers[PacketHeader.memory] = memoryBytes(memory)
  if (utcOffsetMinutes !== undefined) headers[PacketHeader.utcOffsetMinutes] = Buffer.from(String(utcOffsetMinutes))
  if (speedUnit !== undefined) headers[PacketHeader.speedUnit] = textBytes(speedUnit)
  if (identity !== imei) headers[PacketHeader.identity] = Buffer.from(identity)
  if (isDatagram) headers[PacketHeader.transport] = textBytes('udp')
  if (keptAsideFor) {
    headers[PacketHeader.keptAsideFor] = textBytes(keptAsideFor)
    if (presence.clientCertificate) headers[PacketHeader.certificate] = Buffer.from(presence.clientCertificate)
    context.metrics.keptAside.inc({ reason: keptAsideFor })
  }
  if (verdict?.voice) headers[PacketHeader.voice] = Buffer.from(`${verdict.voice} ${origin.carrier}`)
  if (keptAsideFor ?? verdict?.voice) headers[PacketHeader.network] = Buffer.from(origin.network)
  const quarantined = keptAsideFor !== undefined
  const value = encodePacket({ imei, protocol, receivedAt, gateway: context.gatewayId, quarantined, fixes })
  context.publisher.add(Topic.packets, { key: imei, value, headers }, onDurable)
}

/**
 * Returns the verdict on a packet. Undefined if the packet is trusted, or if the sender's packets are already set aside for
 * another reason than a new network.
 */
function verdictOn(presence: Speaker, now: number): Verdict | undefined {
  const { keptAsideFor, belief, protocol, origin, isPinned } = presence
  if (keptAsideFor !== undefined && keptAsideFor !== 'newcomer') return undefined
  const claim = { protocol: protocol.name, network: origin.carrier, now }
  if (isPinned) return belief.maySpeak(claim.protocol) ? undefined : { keptAsideFor: 'protocol' }
  if (keptAsideFor === 'newcomer') return { keptAsideFor, voice: VoiceKind.trial }
  return belief.judge(claim)
}

/** Publishes an event of a tracker to `tracker.events`. */
export function publishEvent(context: SessionContext, presence: Speaker, body: EventBody, onDurable?: Durable): void {
  const { imei, protocol, isQuarantined } = presence
  const who = { imei, protocol: protocol.name, at: context.now(), gateway: context.gatewayId }
  const event: TrackerEvent = { ...who, ...(isQuarantined && { isQuarantined }), ...body }
  context.publisher.add(Topic.events, { key: imei, value: Buffer.from(JSON.stringify(event)) }, onDurable)
}

/** Publishes an unusable frame to `tracker.rejected`. */
export function publishRejected(context: SessionContext, rejected: Refusal, frame: Buffer, onDurable: Durable): void {
  const hex = frame.subarray(0, REJECTED_HEX_BYTES).toString('hex')
  const whole: RejectedFrame = { ...rejected, at: context.now(), hex, rejectedBy: 'gateway' }
  const key = rejected.imei ?? rejected.remoteAddress ?? ''
  context.publisher.add(Topic.rejected, { key, value: Buffer.from(JSON.stringify(whole)) }, onDurable)
}

type Refusal = Omit<RejectedFrame, 'at' | 'hex' | 'rejectedBy'>

/** The fields that differ between events. The tracker and the time are added to every event. */
type EventBody = TrackerEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'imei' | 'protocol' | 'at' | 'gateway' | 'isQuarantined'>
    : never
  : never

/**
 * Cached bytes of short texts (names of protocols and speed units), because they are the same in many packets. A forwarding
 * server may send any name, so the number of cached texts is limited.
 */
const texts = new Map<string, Buffer>()
const MOST_TEXTS = 1_000
function textBytes(text: string): Buffer {
  const known = texts.get(text)
  if (known) return known
  if (texts.size >= MOST_TEXTS) texts.clear()
  const bytes = Buffer.from(text)
  texts.set(text, bytes)
  return bytes
}

/** Cached bytes of each connection's memory, by object. The memory rarely changes, and a changed memory is a new object. */
const memories = new WeakMap<object, Buffer>()
function memoryBytes(memory: object): Buffer {
  let bytes = memories.get(memory)
  if (!bytes) memories.set(memory, (bytes = Buffer.from(JSON.stringify(memory))))
  return bytes
}
