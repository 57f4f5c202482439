import type { Fix } from './fix.js'

/**
 * Why a packet is not believed to be of the tracker that it names. `conflict`: another live sender holds the IMEI. `protocol`:
 * the device is bound to another one. `place`: from another network than before, and nothing can have brought the tracker
 * there, which older gateways judged. `network`, `certificate`: it is pinned to one, and the sender lacks it. `newcomer`: it speaks from a
 * network that was never the tracker's, and the known one may still be there.
 */
export const KEPT_ASIDE_FOR = ['conflict', 'protocol', 'place', 'network', 'certificate', 'newcomer'] as const
export type KeptAsideFor = (typeof KEPT_ASIDE_FOR)[number]

/** How a network stands that speaks in a tracker's name: `tracker_networks` says what each means. */
export type NetworkStanding = 'known' | 'trial' | 'believed' | 'disputed' | 'refused'

/**
 * What a packet says of its network, beside it in {@link PacketHeader.voice}. `first`: nobody spoke for the tracker before. `trial`, `believed`:
 * a newcomer's. `known`: the known one speaks, and there is a newcomer beside it. `again`: a newcomer's that was kept aside, and taken in.
 */
export const VoiceKind = { first: 'first', trial: 'trial', believed: 'believed', known: 'known', again: 'again' } as const
export type VoiceKind = (typeof VoiceKind)[keyof typeof VoiceKind]

/** Of one device, while nobody has looked at them: a week of one packet each half minute. More would let a stranger fill the disk. */
export const MOST_PACKETS_ASIDE = 20_000

/** One decoded frame of one tracker, as the gateway publishes it and the consumer reads it. */
export interface Packet {
  /** 15 digits; the key of the message. */
  imei: string
  /** Folder name of the protocol, for example `teltonika`. */
  protocol: string
  /** When the gateway had the whole frame, milliseconds since 1970 UTC. */
  receivedAt: number
  /** Which gateway process published it. */
  gateway: string
  /** The sender is not believed to be the tracker: its fixes are kept aside, see {@link KeptAsideFor}. */
  quarantined: boolean
  fixes: Fix[]
}
