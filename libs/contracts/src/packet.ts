import type { Fix } from './fix.js'

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
  /** The sender claims an IMEI that another live sender holds: its fixes are stored as quarantined. */
  quarantined: boolean
  fixes: Fix[]
}
