import type { VehicleType } from '@roadbook/contracts'

/** Installation of a tracker on a vehicle, from `installedAt` up to, but excluding, `removedAt`. */
export interface Installation {
  entityId: number
  businessId: number
  vehicleType: VehicleType
  /**
   * Minutes of rest that end a trip, if the business or a business above it chose this number (G-104). The present choice also
   * applies to periods before the choice.
   */
  restMinutes?: number
  installedAt: number
  removedAt?: number
}

export interface KnownDevice {
  deviceId: number
  imei: string
  /**
   * True for a tracker that stands for an imported file. It has no present: it is not on the live map and raises no alerts.
   */
  isHistory?: true
  /** Oldest first. Installations do not overlap. */
  installations: readonly Installation[]
  /** Periods whose trips people joined to one trip. Absent if there are none. */
  joins?: readonly Join[]
}

/** Period of trips that people joined to one trip of a vehicle: from the start of the first trip to the end of the last. */
export interface Join {
  entityId: number
  from: number
  till: number
}

/** Returns the installation of the device at a time. */
export const installationAt = ({ installations }: KnownDevice, at: number): Installation | undefined =>
  installations.findLast(({ installedAt, removedAt = Infinity }) => installedAt <= at && at < removedAt)

const DAY_MS = 86_400_000

/**
 * Returns the vehicle on which a tracker is installed for the first time, if the tracker's last position is from the day
 * before the installation. The vehicle is shown at that position until the tracker sends a new one. When the tracker is
 * installed, the database writes the same position (`installations_show_place`).
 * @param placedAt time of the tracker's last position
 */
export function cameOnto({ installations }: KnownDevice, placedAt: number | undefined): Installation | undefined {
  const [only, another] = installations
  if (!only || another || only.removedAt !== undefined || placedAt === undefined) return undefined
  return placedAt >= only.installedAt - DAY_MS && placedAt <= only.installedAt ? only : undefined
}

/**
 * Returns true if a time is within a joined trip. A vehicle that stands or is silent at that time is still on the trip. The
 * end itself is excluded, so that nothing after the end is joined.
 */
export const isJoined = (device: KnownDevice, at: number, on = installationAt(device, at)): boolean =>
  device.joins !== undefined &&
  device.joins.some(({ entityId, from, till }) => from < at && at < till && entityId === on?.entityId)
