import { FixValidity } from '@roadbook/contracts'
import { distanceM, type Position } from '@roadbook/geo'
import { LEAST_EXTERNAL_MV } from './check-installation.js'

/** What of a fix tells whether a tracker moved. Times in milliseconds since 1970 UTC. */
export interface MoveFix {
  positionedAt: number
  receivedAt: number
  /** A {@link FixValidity}. */
  validity: number
  /** Degrees. */
  latitude: number | null
  longitude: number | null
  externalBatteryMv: number | null
  /** Of the tracker's own battery. */
  batteryMv: number | null
}

/** A tracker that is said to be on another vehicle than the customer's. Times in milliseconds since 1970 UTC. */
export interface SaidMove {
  installedAt: number
  /** When a session began last that came after a pause. */
  regainedAt: number | null
  /** In any order; those from before the installation count for nothing. */
  fixes: readonly MoveFix[]
  /** Where it was last before it came off the customer's vehicle; null where that was never known. */
  origin: Position | null
  /** Where the phone of whoever installed it is. */
  phone: Position
}

/** The power is switched off and on for this; a battery that is charged every night must not do. */
export const SHOWN_WITHIN_MS = 60 * 60_000
const NEWEST_FIX_MS = 10 * 60_000
/** A clock of a tracker that is a little ahead. */
const AHEAD_MS = 60_000
/** A tracker without power is silent for as long as this. */
const PAUSE_MS = 30_000
/** A lithium cell that can keep a tracker going. */
const LEAST_OWN_MV = 3_300
/** Beside the vehicle, with what phone and tracker are off. */
const BESIDE_M = 200
/** Farther than a tracker at rest strays, and than from one place of a workshop to the next. */
const ELSEWHERE_M = 300

/**
 * When the power came on with which a tracker showed that it is on the vehicle that somebody stands beside; null while it did not.
 * It is not where the customer's vehicle was, and it is where it is said to be, after its power was off.
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

/** When the voltage of the vehicle came back after it was gone. */
function powerOns(fixes: readonly MoveFix[]): number[] {
  const told = fixes.filter(({ externalBatteryMv }) => externalBatteryMv !== null)
  const isOn = ({ externalBatteryMv }: MoveFix) => (externalBatteryMv ?? 0) >= LEAST_EXTERNAL_MV
  return told.filter((fix, at) => at > 0 && isOn(fix) && !isOn(told[at - 1]!)).map(({ positionedAt }) => positionedAt)
}

/**
 * When a session began after a silence. Where a tracker tells the voltage of the vehicle and has a battery of its own, it goes on
 * talking without power, and tells that: its silence is a tunnel.
 */
function regained(at: number | null, fixes: readonly MoveFix[], since: number): number[] {
  if (at === null || at < since) return []
  const tellsPower = fixes.some(({ externalBatteryMv }) => externalBatteryMv !== null)
  const lastsWithout = fixes.some(({ batteryMv }) => (batteryMv ?? 0) >= LEAST_OWN_MV)
  if (tellsPower && lastsWithout) return []
  return fixes.some(({ receivedAt }) => receivedAt > at - PAUSE_MS && receivedAt < at) ? [] : [at]
}
