import type { Packet } from '@roadbook/contracts'
import { decodePacket, encodePacket } from '@roadbook/contracts/packet-codec'
import { findProtocol, type Protocol } from '@roadbook/protocols'
import type { StoredFrame } from '../log/stored-frame.js'

/**
 * Result of today's decoder for a stored frame: the packet that the gateway would publish, or the reason why the frame
 * cannot be read.
 */
export type Redecoded = { packet: Packet } | { unreadable: string }

/** Decodes a frame with one of `protocols`, as the gateway did when the frame came. */
export function redecode(frame: StoredFrame, protocols: readonly Protocol[]): Redecoded {
  const {
    raw,
    imei,
    protocol: name,
    receivedAt,
    identity = imei,
    memory,
    utcOffsetMinutes,
    speedUnit,
    transport,
    gateway,
    packet,
  } = frame
  if (!raw) return { unreadable: 'stored without its raw bytes' }
  const protocol = findProtocol(name, protocols)
  if (!protocol) return { unreadable: `no decoder for the protocol "${name}"` }
  const side = transport === 'udp' ? protocol.udp : protocol
  if (!side) return { unreadable: `no decoder for datagrams of the protocol "${name}"` }
  const decoded = side.decode(raw, {
    identity,
    now: receivedAt,
    ...(memory && { memory }),
    ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }),
    ...(speedUnit !== undefined && { speedUnit }),
  })
  if (decoded.kind === 'decodeError') return { unreadable: decoded.reason }
  const fresh: Packet = {
    imei,
    protocol: name,
    receivedAt,
    gateway,
    quarantined: packet?.quarantined ?? false,
    fixes: decoded.fixes ?? [],
  }
  // Encodes and decodes the packet, because the stored data come from packets in the codec's resolution.
  return { packet: decodePacket(encodePacket(fresh)) }
}
