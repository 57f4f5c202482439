import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import type { Cause, CheckName, CheckState, VerificationState } from './checks.js'

/** Parts of a fix that show whether the installation works. Times in milliseconds since 1970 UTC. */
export interface SeenFix {
  positionedAt: number
  receivedAt: number
  /** A {@link FixValidity}. */
  validity: number
  /** Latitude in degrees. */
  latitude: number | null
  longitude: number | null
  satellites: number | null
  hdop: number | null
  externalBatteryMv: number | null
}

/** Installation and the data of its tracker. Times in milliseconds since 1970 UTC. */
export interface SeenInstallation {
  installedAt: number
  /** Time when any data of the tracker last arrived, even before the installation. */
  heardAt: number | null
  /** Last time when an untrusted sender (G-105) used the tracker's IMEI, even before the installation. */
  doubtedAt: number | null
  /** Protocol of the tracker; null before it first connected. */
  protocol: string | null
  /** Fixes in any order. Fixes from before the installation are ignored. */
  fixes: readonly SeenFix[]
  /** True when the dates in the tracker's messages are impossible or constantly late. */
  isClockWrong: boolean
  /** Times when checks passed, as stored earlier. */
  passedAt: Readonly<Partial<Record<CheckName, number>>>
  verifiedAt: number | null
}

export interface Check {
  name: CheckName
  state: CheckState
  /** Arrival time of the data that made the check pass; null while it has not passed. */
  passedAt: number | null
  cause: Cause | null
}

export interface Verification {
  state: VerificationState
  verifiedAt: number | null
  /** Seconds from the installation until now, or until verification. */
  waitedS: number
  /** Seconds since the last data arrived; 0 after the installation was verified. */
  silentS: number
  /**
   * True when the installation was not verified within 5 minutes. The tracker is then wrongly connected or defective.
   */
  isOverdue: boolean
  /** Cause of the first suspect check. */
  cause: Cause | null
  /** Results of the checks, in the order in which the checks are evaluated. */
  checks: readonly Check[]
}

/**
 * Time in milliseconds. After this time without data, the network counts as disconnected. Another check becomes
 * suspect if its data is still missing this long after the first data.
 */
const SUSPECT_AFTER_MS = 3 * 60_000
/** Time in milliseconds after which an unverified installation is overdue. */
const OVERDUE_AFTER_MS = 5 * 60_000
/**
 * Minimum number of satellites, because a receiver needs four for a position. The next constant is the maximum dilution of
 * precision. Above it, a position may be wrong by about 25 m, which shows that the receiver does not see the sky well.
 */
const FEWEST_SATELLITES = 4
const LARGEST_HDOP = 5
/** Minimum voltage of a connected vehicle battery, in millivolts: the voltage of a flat 6 V battery. */
export const LEAST_EXTERNAL_MV = 4_900
/** Number of fixes without a voltage after which the tracker counts as one that does not report it. */
const TELLING_FIXES = 3
/**
 * Fixes within these degrees (about 100 m) of latitude 0 and longitude 0 are not positions. A receiver without a position
 * reports that place, and no tracker is installed there.
 */
const NOWHERE_DEGREES = 0.001

/**
 * Checks whether a tracker works since its installation. Messages from before the installation are ignored, even when they
 * arrive later.
 */
export function checkInstallation(seen: SeenInstallation, now: number): Verification {
  const { installedAt, verifiedAt } = seen
  const fixes = seen.fixes
    .filter(({ positionedAt, receivedAt }) => positionedAt >= installedAt && receivedAt >= installedAt)
    .sort((one, other) => one.receivedAt - other.receivedAt)
  const heardAt = Math.max(seen.heardAt ?? 0, ...fixes.map(({ receivedAt }) => receivedAt))
  const since: Since = { ...seen, fixes, heardAt: heardAt >= installedAt ? heardAt : null, now }
  const network = checkNetwork(since)
  const heard: Reception = { ...since, isLate: network.passedAt !== null && now - network.passedAt >= SUSPECT_AFTER_MS }
  const gps = checkGps(heard)
  const checks = [network, gps, checkExternalBattery(heard), checkPosition(heard, gps)]
  const isPassed = checks.every(({ state, passedAt }) => passedAt !== null || state === 'unreported')
  const passed = verifiedAt ?? (isPassed ? Math.max(...checks.map(({ passedAt }) => passedAt ?? 0)) : null)
  if (passed !== null) return verified(checks, passed, installedAt)
  const waitedMs = Math.max(0, now - installedAt)
  const cause = checks.find((check) => check.cause !== null)?.cause ?? null
  const isOverdue = waitedMs >= OVERDUE_AFTER_MS
  return {
    state: cause === null ? 'waiting' : 'suspect',
    verifiedAt: null,
    waitedS: seconds(waitedMs),
    silentS: seconds(now - (since.heardAt ?? installedAt)),
    isOverdue,
    cause,
    checks,
  }
}

/** Installation with the data that was received since then, and the current time. */
type Since = SeenInstallation & { now: number }
/**
 * Data that was received since the installation. `isLate` is true when the first data arrived so long ago that data still
 * missing makes a check suspect.
 */
type Reception = Since & { isLate: boolean }

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1_000))
const passed = (name: CheckName, passedAt: number): Check => ({ name, state: 'passed', passedAt, cause: null })
const waiting = (name: CheckName): Check => ({ name, state: 'waiting', passedAt: null, cause: null })
const suspect = (name: CheckName, cause: Cause): Check => ({ name, state: 'suspect', passedAt: null, cause })

/**
 * Returns the result for a verified installation. Checks that passed stay passed. If no time is stored for a check, the
 * tracker does not report its data.
 */
function verified(checks: readonly Check[], verifiedAt: number, installedAt: number): Verification {
  return {
    state: 'verified',
    verifiedAt,
    waitedS: seconds(verifiedAt - installedAt),
    silentS: 0,
    isOverdue: false,
    cause: null,
    checks: checks.map(({ name, passedAt }) => ({
      name,
      state: passedAt === null ? 'unreported' : 'passed',
      passedAt,
      cause: null,
    })),
  }
}

function checkNetwork({ installedAt, heardAt, doubtedAt, fixes, passedAt, now }: Since): Check {
  const isDoubted = doubtedAt !== null && doubtedAt >= installedAt
  if (isDoubted && heardAt === null && passedAt.network === undefined) return suspect('network', 'doubted-sender')
  if (heardAt === null && passedAt.network === undefined)
    return now - installedAt < SUSPECT_AFTER_MS ? waiting('network') : suspect('network', 'no-message')
  const first = passedAt.network ?? fixes[0]?.receivedAt ?? heardAt ?? now
  const last = Math.max(first, heardAt ?? 0)
  if (now - last < SUSPECT_AFTER_MS) return passed('network', first)
  // If the untrusted sender last appeared before the tracker's last message, it does not explain the tracker's silence.
  const cause = isDoubted && doubtedAt > last ? 'doubted-sender' : 'silent'
  return { ...suspect('network', cause), passedAt: first }
}

function checkGps({ fixes, passedAt, isClockWrong, isLate }: Reception): Check {
  const at = passedAt.gps ?? fixes.find(seesTheSky)?.receivedAt
  if (at !== undefined) return passed('gps', at)
  // If the clock is wrong, the tracker's fixes cannot be evaluated, and waiting would not help.
  if (isClockWrong && fixes.length === 0) return suspect('gps', 'wrong-clock')
  if (!isLate) return waiting('gps')
  return suspect('gps', fixes.some(({ validity }) => validity !== FixValidity.noFix) ? 'weak-gps' : 'no-fix')
}

function checkExternalBattery({ fixes, passedAt, protocol, isClockWrong, isLate }: Reception): Check {
  const name = 'external-battery'
  const told = fixes.filter(({ externalBatteryMv }) => externalBatteryMv !== null)
  const at = passedAt[name] ?? told.find(({ externalBatteryMv }) => (externalBatteryMv ?? 0) >= LEAST_EXTERNAL_MV)?.receivedAt
  if (at !== undefined) return passed(name, at)
  if (told.length > 0) return suspect(name, 'low-voltage')
  const tells = findProtocol(protocol ?? '')?.reportsVoltage ?? 'some'
  if (tells === 'never' || (tells === 'some' && fixes.length >= TELLING_FIXES)) return { ...waiting(name), state: 'unreported' }
  return isLate && !isClockWrong ? suspect(name, 'no-voltage') : waiting(name)
}

function checkPosition({ fixes, passedAt, isLate }: Reception, gps: Check): Check {
  const at = passedAt.position ?? fixes.find(isSomewhere)?.receivedAt
  if (at !== undefined) return passed('position', at)
  return isLate && gps.state === 'passed' ? suspect('position', 'implausible-position') : waiting('position')
}

/** Returns whether the receiver determined a position, even an implausible one. */
const seesTheSky = ({ validity, satellites, hdop }: SeenFix): boolean =>
  (validity === FixValidity.valid ||
    validity === FixValidity.implausibleSpeed ||
    (validity === FixValidity.invalidCoordinates && satellites !== null)) &&
  (satellites ?? FEWEST_SATELLITES) >= FEWEST_SATELLITES &&
  (hdop ?? 0) <= LARGEST_HDOP

const isSomewhere = ({ validity, latitude, longitude }: SeenFix): boolean =>
  validity === FixValidity.valid &&
  latitude !== null &&
  longitude !== null &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  (Math.abs(latitude) > NOWHERE_DEGREES || Math.abs(longitude) > NOWHERE_DEGREES)
