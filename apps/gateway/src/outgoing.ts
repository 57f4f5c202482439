import { PacketHeader, type Fix, type RejectedFrame, type TrackerEvent } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '@roadbook/event-log'
import type { SessionState } from '@roadbook/protocols'
import type { Presence } from './presence.js'

/** Of a frame that nobody could read: enough to find out why. */
const REJECTED_HEX_BYTES = 2_048

/** One frame's fixes, with what its decoder knew. */
export interface Reading {
  presence: Presence
  fixes: Fix[]
  frame: Buffer
  knows: SessionState
  isDatagram: boolean
}

/**
 * A packet for `tracker.packets`, with the frame's own bytes beside it for replay, and whatever else decoding them again
 * needs: what the connection had taught, the configured offset from UTC, the name when it is not the IMEI.
 */
export function packetMessage(gateway: string, { presence, fixes, frame, knows, isDatagram }: Reading): LogMessage {
  const { imei, identity, isQuarantined: quarantined } = presence
  const { memory, utcOffsetMinutes, now: receivedAt } = knows
  const protocol = presence.protocol.name
  const headers: Record<string, Buffer> = {
    [PacketHeader.raw]: frame,
    [PacketHeader.protocol]: textBytes(protocol),
  }
  if (memory) headers[PacketHeader.memory] = memoryBytes(memory)
  if (utcOffsetMinutes !== undefined) headers[PacketHeader.utcOffsetMinutes] = Buffer.from(String(utcOffsetMinutes))
  if (identity !== imei) headers[PacketHeader.identity] = Buffer.from(identity)
  if (isDatagram) headers[PacketHeader.transport] = textBytes('udp')
  return { key: imei, value: encodePacket({ imei, protocol, receivedAt, gateway, quarantined, fixes }), headers }
}

/** For `tracker.events`. */
export const eventMessage = (event: TrackerEvent): LogMessage => ({ key: event.imei, value: Buffer.from(JSON.stringify(event)) })

/** For `tracker.rejected`. */
export function rejectedMessage(rejected: Omit<RejectedFrame, 'hex' | 'rejectedBy'>, frame: Buffer): LogMessage {
  const whole: RejectedFrame = { ...rejected, hex: frame.subarray(0, REJECTED_HEX_BYTES).toString('hex'), rejectedBy: 'gateway' }
  return { key: rejected.imei ?? rejected.remoteAddress ?? '', value: Buffer.from(JSON.stringify(whole)) }
}

/** What a session adds to an event: who and when are the same for all of them. */
export type EventBody = TrackerEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'imei' | 'protocol' | 'at' | 'gateway'>
    : never
  : never

/** A protocol's and a gateway's name are the same on every packet. */
const texts = new Map<string, Buffer>()
function textBytes(text: string): Buffer {
  let bytes = texts.get(text)
  if (!bytes) texts.set(text, (bytes = Buffer.from(text)))
  return bytes
}

/** A connection's memory changes rarely and its objects never do. */
const memories = new WeakMap<object, Buffer>()
function memoryBytes(memory: object): Buffer {
  let bytes = memories.get(memory)
  if (!bytes) memories.set(memory, (bytes = Buffer.from(JSON.stringify(memory))))
  return bytes
}
