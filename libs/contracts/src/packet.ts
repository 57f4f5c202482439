import type { Fix } from './fix.js'

/**
 * Reasons why the sender of a packet is not trusted to be the tracker that the packet names:
 * - `conflict`: another sender uses the IMEI at the same time.
 * - `protocol`: the device is bound to another protocol.
 * - `place`: the packet is from another network than before, and from a place that the tracker cannot have reached (only from
 *   older gateways).
 * - `network`, `certificate`: the device is bound to a network or certificate, and the sender does not have it.
 * - `newcomer`: the packet is from a network that never belonged to the tracker, while the known network may still be in use.
 */
export const KEPT_ASIDE_FOR = ['conflict', 'protocol', 'place', 'network', 'certificate', 'newcomer'] as const
export type KeptAsideFor = (typeof KEPT_ASIDE_FOR)[number]

/** Trust in a network that sends with a tracker's identity. See `tracker_networks` for the meaning of each value. */
export type NetworkStanding = 'known' | 'trial' | 'believed' | 'disputed' | 'refused'

/**
 * Value in the column `network` of `tracker_networks` for a forwarding server. The server proves itself by its secret. The
 * networks of the trackers behind it are unknown, because these trackers connect to the server and not to Roadbook.
 */
export const FORWARDED_NETWORK = 'forwarded'

/**
 * Note about a packet's network, sent in {@link PacketHeader.voice}. `first`: the first sender for the tracker.
 * `trial`, `believed`: a newcomer network. `known`: the known network, while there is a newcomer. `again`: a newcomer's
 * packet that was set aside earlier and is accepted now.
 */
export const VoiceKind = { first: 'first', trial: 'trial', believed: 'believed', known: 'known', again: 'again' } as const
export type VoiceKind = (typeof VoiceKind)[keyof typeof VoiceKind]

/**
 * Maximum number of packets that are set aside per device until an operator reviews them. This is a week with one packet
 * every half minute. With more, a stranger could fill the disk.
 */
export const MOST_PACKETS_ASIDE = 20_000

/** One decoded frame of one tracker. The gateway publishes it and the consumer process reads it. */
export interface Packet {
  /** The 15 digits of the IMEI, which are also the key of the message. */
  imei: string
  /**
   * Folder name of the protocol, for example `teltonika`. A forwarded packet may add the tracker's own protocol:
   * `traccar/gl200`.
   */
  protocol: string
  /**
   * Time when the gateway had received the whole frame, milliseconds since 1970 UTC. If the packet has `receptions`, the last
   * of these.
   */
  receivedAt: number
  /** The gateway process that published the packet. */
  gateway: string
  /** True if the sender is not trusted to be the tracker. The fixes are then set aside, see {@link KeptAsideFor}. */
  quarantined: boolean
  fixes: Fix[]
  /**
   * Time of reception of each fix, in the order of the fixes. Only a packet of imported history has these times, because its
   * fixes were received one by one. Such a packet counts as one packet per fix.
   */
  receptions?: number[]
}

/** Returns a packet for each reception, in their order. A packet without `receptions` is returned itself. */
export function byReception(packet: Packet): readonly Packet[] {
  const { receptions, ...rest } = packet
  if (!receptions) return [packet]
  return packet.fixes.map((fix, at) => ({ ...rest, receivedAt: receptions[at] ?? packet.receivedAt, fixes: [fix] }))
}
