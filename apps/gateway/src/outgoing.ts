import { PacketHeader, type Packet, type RejectedFrame, type TrackerEvent } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '@roadbook/event-log'

/** Of a frame that nobody could read: enough to find out why. */
const REJECTED_HEX_BYTES = 2_048

/** A packet for `tracker.packets`, with the frame's own bytes beside it for replay. */
export function packetMessage(packet: Packet, frame: Buffer): LogMessage {
  const headers = {
    [PacketHeader.raw]: frame,
    [PacketHeader.protocol]: Buffer.from(packet.protocol),
    [PacketHeader.receivedAt]: Buffer.from(String(packet.receivedAt)),
    [PacketHeader.gateway]: Buffer.from(packet.gateway),
  }
  return { key: packet.imei, value: encodePacket(packet), headers }
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
