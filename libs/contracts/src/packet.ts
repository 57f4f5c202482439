import type { Fix } from './fix.js'

/**
 * Reasons why a packet is not trusted to come from the tracker it names. `conflict`: another live sender has the IMEI.
 * `protocol`: the device is bound to another protocol. `place`: from another network than before, at a place the tracker cannot
 * have reached (from older gateways). `network`, `certificate`: the device is pinned to one, and the sender does not have it.
 * `newcomer`: from a network that never belonged to the tracker, while the known one may still be in use.
 */
export const KEPT_ASIDE_FOR = ['conflict', 'protocol', 'place', 'network', 'certificate', 'newcomer'] as const
export type KeptAsideFor = (typeof KEPT_ASIDE_FOR)[number]

/** Trust in a network that sends in a tracker's name. See `tracker_networks` for the meaning of each. */
export type NetworkStanding = 'known' | 'trial' | 'believed' | 'disputed' | 'refused'

/**
 * Name that stands for the network of a forwarding server in `tracker_networks`: the server has the secret, and trackers reach it
 * from networks that nobody here sees.
 */
export const FORWARDED_NETWORK = 'forwarded'

/**
 * Meaning of a packet for its network, sent with it in {@link PacketHeader.voice}. `first`: first sender for the tracker.
 * `trial`, `believed`: from a newcomer network. `known`: from the known network while there is a newcomer. `again`: from a
 * newcomer, set aside earlier and accepted now.
 */
export const VoiceKind = { first: 'first', trial: 'trial', believed: 'believed', known: 'known', again: 'again' } as const
export type VoiceKind = (typeof VoiceKind)[keyof typeof VoiceKind]

/**
 * Maximum packets set aside per device until an operator reviews them: a week of one packet every half minute. More would let a
 * stranger fill the disk.
 */
export const MOST_PACKETS_ASIDE = 20_000

/** One decoded frame of one tracker, published by the gateway and read by the consumer. */
export interface Packet {
  /** 15 digits; the key of the message. */
  imei: string
  /** Folder name of the protocol, for example `teltonika`. A forwarded packet may add the tracker's own: `traccar/gl200`. */
  protocol: string
  /** When the gateway had received the whole frame, milliseconds since 1970 UTC. The last reception, if there are several. */
  receivedAt: number
  /** The gateway process that published it. */
  gateway: string
  /** The sender is not trusted to be the tracker. Its fixes are set aside, see {@link KeptAsideFor}. */
  quarantined: boolean
  fixes: Fix[]
  /**
   * When each fix was received, in the order of the fixes. Only history has it, because its fixes were received one by one and
   * travel together. It stands for as many packets of one fix.
   */
  receptions?: number[]
}

/** Returns a packet for each reception, in their order: the packet itself, unless it has history. */
export function byReception(packet: Packet): readonly Packet[] {
  const { receptions, ...rest } = packet
  if (!receptions) return [packet]
  return packet.fixes.map((fix, at) => ({ ...rest, receivedAt: receptions[at] ?? packet.receivedAt, fixes: [fix] }))
}
