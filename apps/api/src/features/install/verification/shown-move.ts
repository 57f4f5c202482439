import { FixValidity } from '@roadbook/contracts'
import { distanceM, type Position } from '@roadbook/geo'
import { LEAST_EXTERNAL_MV } from './check-installation.js'

/** Parts of a fix that show whether a tracker moved. Times in milliseconds since 1970 UTC. */
export interface MoveFix {
  positionedAt: number
  receivedAt: number
  /** A {@link FixValidity}. */
  validity: number
  /** Latitude in degrees. */
  latitude: number | null
  longitude: number | null
  externalBatteryMv: number | null
  /** Voltage of the tracker's own battery, in millivolts. */
  batteryMv: number | null
}

/**
 * Installer's claim that a tracker is no longer on the customer's vehicle but on another one. Times in milliseconds since
 * 1970 UTC.
 */
export interface SaidMove {
  installedAt: number
  /** Start of the tracker's last session after a silence. */
  regainedAt: number | null
  /** Fixes in any order. Fixes from before the installation are ignored. */
  fixes: readonly MoveFix[]
  /** Last position before the tracker was removed from the customer's vehicle; null if unknown. */
  origin: Position | null
  /** Location of the installer's phone. */
  phone: Position
}

/**
 * Period in milliseconds within which the installer must switch the power off and on. The period is short, because the power
 * of a battery that is charged every night also goes off and on.
 */
export const SHOWN_WITHIN_MS = 60 * 60_000
const NEWEST_FIX_MS = 10 * 60_000
/** Tolerance for a tracker whose clock is ahead, in milliseconds. */
const AHEAD_MS = 60_000
/** Minimum silence that shows that a tracker had no power, in milliseconds. */
const PAUSE_MS = 30_000
/** Minimum voltage of the tracker's own lithium cell, in millivolts. Above it, the tracker can run without the vehicle. */
const LEAST_OWN_MV = 3_300
/**
 * Maximum distance in metres between the phone and a tracker that counts as beside the vehicle. It allows for the errors of
 * both locations.
 */
const BESIDE_M = 200
/**
 * Minimum distance in metres from the customer's vehicle. It exceeds the drift of a resting tracker and the size of a workshop.
 */
const ELSEWHERE_M = 300

/**
 * Returns the time of the power-on that proves that a tracker is on the vehicle beside the installer; null without proof. The
 * power must have gone off and come back. After that, the tracker must be near the phone and away from the customer's
 * vehicle.
 */
export function shownMove(said: SaidMove, now: number): number | null {
  const since = Math.max(said.installedAt, now - SHOWN_WITHIN_MS)
  const fixes = said.fixes
    .filter(
      ({ positionedAt, receivedAt, validity }) =>
        Math.min(positionedAt, receivedAt) >= since && validity !== FixValidity.quarantined,
    )
    .sort((one, other) => one.positionedAt - other.positionedAt)
  const newest = fixes.findLast(({ validity }) => validity === FixValidity.valid)
  if (!newest || !isBeside(newest, said, now)) return null
  const before = [...powerOns(fixes), ...regained(said.regainedAt, fixes, since)].filter(
    (at) => at <= Math.min(newest.positionedAt, newest.receivedAt),
  )
  return before.length > 0 ? Math.max(...before) : null
}

function isBeside({ positionedAt, latitude, longitude }: MoveFix, { phone, origin }: SaidMove, now: number): boolean {
  const age = now - positionedAt
  if (age > NEWEST_FIX_MS || age < -AHEAD_MS || latitude === null || longitude === null) return false
  const place = { latitude, longitude }
  return distanceM(place, phone) <= BESIDE_M && (origin === null || distanceM(place, origin) >= ELSEWHERE_M)
}

/** Returns the times when the vehicle's voltage came back. */
function powerOns(fixes: readonly MoveFix[]): number[] {
  const told = fixes.filter(({ externalBatteryMv }) => externalBatteryMv !== null)
  const isOn = ({ externalBatteryMv }: MoveFix) => (externalBatteryMv ?? 0) >= LEAST_EXTERNAL_MV
  return told.filter((fix, at) => at > 0 && isOn(fix) && !isOn(told[at - 1]!)).map(({ positionedAt }) => positionedAt)
}

/**
 * Returns the start of a session after a silence. A tracker that reports the vehicle's voltage and has its own battery keeps
 * sending without vehicle power. A silence of such a tracker may be a tunnel and proves nothing, so no start is returned.
 */
function regained(at: number | null, fixes: readonly MoveFix[], since: number): number[] {
  if (at === null || at < since) return []
  const tellsPower = fixes.some(({ externalBatteryMv }) => externalBatteryMv !== null)
  const lastsWithout = fixes.some(({ batteryMv }) => (batteryMv ?? 0) >= LEAST_OWN_MV)
  if (tellsPower && lastsWithout) return []
  return fixes.some(({ receivedAt }) => receivedAt > at - PAUSE_MS && receivedAt < at) ? [] : [at]
}
