import type { SpeedUnit } from '@roadbook/contracts'

/** A registered tracker, as the gateway needs it. */
export interface Tracker {
  /** 15 digits: the key of everything that is published. */
  imei: string
  /** The device's local time as configured for it, minutes east of UTC. */
  utcOffsetMinutes?: number
  /** In what it sends its speed, as configured for it. */
  speedUnit?: SpeedUnit
  /** CIDR: it may speak from nowhere else. */
  sourceNetwork?: string
  /** SHA-256 of the DER of the one certificate that it may show, hexadecimal. */
  clientCertificate?: string
}

/**
 * Whose a name is. `known`: registered, and the name is its IMEI. `unsure`: the registry cannot be asked and the name was
 * never seen.
 */
export type Standing = Tracker | 'known' | 'unknown' | 'unsure'

/** Who a knocking stranger was, for the operators' list. */
export interface UnknownDevice {
  /** What it calls itself: an IMEI, or a number of the maker's. */
  identity: string
  protocol: string
  remoteAddress: string
}

/** The port to the device registry. It must not drop known trackers while the database is away. */
export interface DeviceDirectory {
  /** Answers at once for what is cached; a look-up otherwise. Never rejects. */
  standingOf(identity: string): Standing | Promise<Standing>
  /** Notes a name that is not registered; bounded in rows and in writes. */
  reportUnknown(device: UnknownDevice): void
}

/** What a tracker may call itself: an IMEI, a maker's number, a name somebody chose. */
export const isTrackerIdentity = (identity: string): boolean => /^[A-Za-z0-9._-]{1,20}$/.test(identity)
