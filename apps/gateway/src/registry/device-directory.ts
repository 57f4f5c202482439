import type { SpeedUnit } from '@roadbook/contracts'

/** A registered tracker, as the gateway needs it. */
export interface Tracker {
  /** 15 digits; the key of everything that is published. */
  imei: string
  /** The device's configured local time, minutes east of UTC. */
  utcOffsetMinutes?: number
  /** Unit of the speed that it sends, as configured. */
  speedUnit?: SpeedUnit
  /** CIDR of the only network that it may send from. */
  sourceNetwork?: string
  /** SHA-256 of the DER of the only certificate that it may present, hexadecimal. */
  clientCertificate?: string
}

/**
 * Result of a look-up. `known`: registered, and the name is its IMEI. `unsure`: the registry is unavailable and the name is not
 * cached.
 */
export type Standing = Tracker | 'known' | 'unknown' | 'unsure'

/** An unregistered tracker that tried to log in, for the operators' list. */
export interface UnknownDevice {
  /** Name that it sent: an IMEI or a vendor's number. */
  identity: string
  protocol: string
  remoteAddress: string
}

/** Port to the device registry. It must not drop known trackers while the database is unavailable. */
export interface DeviceDirectory {
  /** Returns at once for cached names, otherwise after a look-up. Never rejects. */
  standingOf(identity: string): Standing | Promise<Standing>
  /** Records an unregistered name; bounded in rows and in writes. */
  reportUnknown(device: UnknownDevice): void
}

/** Returns whether a text can be a tracker's name: an IMEI, a vendor's number or a chosen name. */
export const isTrackerIdentity = (identity: string): boolean => /^[A-Za-z0-9._-]{1,20}$/.test(identity)
