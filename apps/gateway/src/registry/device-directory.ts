import type { SpeedUnit } from '@roadbook/contracts'

/** A registered tracker, with everything that the gateway needs. */
export interface Tracker {
  /** The registered IMEI of 15 digits. It is the key of everything that is published for the tracker. */
  imei: string
  /** Offset of the tracker's configured local time, in minutes east of UTC. */
  utcOffsetMinutes?: number
  /** Configured unit of the speeds that the tracker sends. */
  speedUnit?: SpeedUnit
  /** The only network from which the tracker may send, in CIDR notation. */
  sourceNetwork?: string
  /** SHA-256 of the DER of the only certificate that the tracker may present, in hexadecimal. */
  clientCertificate?: string
}

/**
 * Result of a look-up:
 * - A `Tracker`: registered, with settings.
 * - `known`: registered without settings, and the identifier is its IMEI.
 * - `unknown`: not registered.
 * - `unsure`: the registry is unavailable, and the identifier is not cached.
 */
export type LookupResult = Tracker | 'known' | 'unknown' | 'unsure'

/** An unregistered tracker that tried to log in, for the operators' list. */
export interface UnknownDevice {
  /** Identifier that the tracker sent: an IMEI or a vendor's number. */
  identity: string
  protocol: string
  remoteAddress: string
}

/**
 * Interface to the device registry. While the database is unavailable, an implementation must still return the trackers that
 * it knows.
 */
export interface DeviceDirectory {
  /** Returns the result itself if it is cached. Otherwise returns a promise of the result, which never rejects. */
  lookUp(identity: string): LookupResult | Promise<LookupResult>
  /** Records an unregistered identifier. The number of rows and of writes is limited. */
  reportUnknown(device: UnknownDevice): void
}

/** Returns true if a text can be a tracker's identifier: an IMEI, a vendor's number or a chosen name. */
export const isTrackerIdentity = (identity: string): boolean => /^[A-Za-z0-9._-]{1,20}$/.test(identity)
