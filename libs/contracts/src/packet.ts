import type { Fix } from './fix.js'

/**
 * Why a packet is not believed to be of the tracker that it names. `conflict`: another live sender holds the IMEI. `protocol`:
 * the device is bound to another one. `place`: from another network than before, and nothing can have brought the tracker
 * there. `network`, `certificate`: it is pinned to one, and the sender lacks it.
 */
export const KEPT_ASIDE_FOR = ['conflict', 'protocol', 'place', 'network', 'certificate'] as const
export type KeptAsideFor = (typeof KEPT_ASIDE_FOR)[number]

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
