import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import type { Cause, CheckName, CheckState, VerificationState } from './checks.js'

/** What of a fix tells whether the installation works. Times in milliseconds since 1970 UTC. */
export interface SeenFix {
  positionedAt: number
  receivedAt: number
  /** A {@link FixValidity}. */
  validity: number
  /** Degrees. */
  latitude: number | null
  longitude: number | null
  satellites: number | null
  hdop: number | null
  externalBatteryMv: number | null
}

/** One installation and what its tracker sent. Times in milliseconds since 1970 UTC. */
export interface SeenInstallation {
  installedAt: number
  /** When anything of the tracker arrived last, also before the installation. */
  heardAt: number | null
  /** When a sender that is kept aside (G-105) spoke in its name last, also before the installation. */
  doubtedAt: number | null
  /** What the tracker speaks; null before it first connected. */
  protocol: string | null
  /** In any order; those from before the installation count for nothing. */
  fixes: readonly SeenFix[]
  /** Its dates cannot be right, or are constantly behind: what it sends now counts as sent at another time. */
  isClockWrong: boolean
  /** Checks that were found passed earlier, and when. */
  passedAt: Readonly<Partial<Record<CheckName, number>>>
  verifiedAt: number | null
}

export interface Check {
  name: CheckName
  state: CheckState
  /** When that arrived with which it passed. */
  passedAt: number | null
  cause: Cause | null
}

export interface Verification {
  state: VerificationState
  verifiedAt: number | null
  /** Seconds from the installation to now, or until it was verified. */
  waitedS: number
  /** Seconds without an update; 0 once it is verified. */
  silentS: number
  /** Not verified within 5 minutes: wrongly connected or defective. */
  isOverdue: boolean
  /** That of the first check that is suspect. */
  cause: Cause | null
  /** In the order in which they are looked for. */
  checks: readonly Check[]
}

/** Without an update for this long the network counts as disconnected; a check without its signal as suspect. */
const SUSPECT_AFTER_MS = 3 * 60_000
/** */
const OVERDUE_AFTER_MS = 5 * 60_000
/** A receiver needs four for a position, and one beyond this dilution is some 25 m off: it does not see the sky. */
const FEWEST_SATELLITES = 4
const LARGEST_HDOP = 5
/** A flat 6 V battery; below it there is no battery on the lead. */
export const LEAST_EXTERNAL_MV = 4_900
/** So many reports without a voltage mean that the model tells none. */
const TELLING_FIXES = 3
/** Nobody installs within 100 m of where latitude and longitude are 0: it is what a receiver without a position says. */
const NOWHERE_DEGREES = 0.001

/** Whether a tracker works since it was installed: what it sent before counts for nothing, whenever that arrives. */
export function checkInstallation(seen: SeenInstallation, now: number): Verification {
  const { installedAt, verifiedAt } = seen
  const fixes = seen.fixes
    .filter(({ positionedAt, receivedAt }) => positionedAt >= installedAt && receivedAt >= installedAt)
    .sort((one, other) => one.receivedAt - other.receivedAt)
  const heardAt = Math.max(seen.heardAt ?? 0, ...fixes.map(({ receivedAt }) => receivedAt))
  const since: Since = { ...seen, fixes, heardAt: heardAt >= installedAt ? heardAt : null, now }
  const network = checkNetwork(since)
  const heard: Heard = { ...since, isLate: network.passedAt !== null && now - network.passedAt >= SUSPECT_AFTER_MS }
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

/** What arrived since the installation, and the time. */
type Since = SeenInstallation & { now: number }
/** Whether what should have come with the first messages is late. */
type Heard = Since & { isLate: boolean }

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1_000))
const passed = (name: CheckName, passedAt: number): Check => ({ name, state: 'passed', passedAt, cause: null })
const waiting = (name: CheckName): Check => ({ name, state: 'waiting', passedAt: null, cause: null })
const suspect = (name: CheckName, cause: Cause): Check => ({ name, state: 'suspect', passedAt: null, cause })

/** What passed stays passed; a check without a time of its own is one that the tracker tells nothing about. */
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
  // Whoever spoke before the tracker itself did is not why it is silent.
  const cause = isDoubted && doubtedAt > last ? 'doubted-sender' : 'silent'
  return { ...suspect('network', cause), passedAt: first }
}

function checkGps({ fixes, passedAt, isClockWrong, isLate }: Heard): Check {
  const at = passedAt.gps ?? fixes.find(seesTheSky)?.receivedAt
  if (at !== undefined) return passed('gps', at)
  // Of what it sees nothing is known; there is nothing to wait for.
  if (isClockWrong && fixes.length === 0) return suspect('gps', 'wrong-clock')
  if (!isLate) return waiting('gps')
  return suspect('gps', fixes.some(({ validity }) => validity !== FixValidity.noFix) ? 'weak-gps' : 'no-fix')
}

function checkExternalBattery({ fixes, passedAt, protocol, isClockWrong, isLate }: Heard): Check {
  const name = 'external-battery'
  const told = fixes.filter(({ externalBatteryMv }) => externalBatteryMv !== null)
  const at = passedAt[name] ?? told.find(({ externalBatteryMv }) => (externalBatteryMv ?? 0) >= LEAST_EXTERNAL_MV)?.receivedAt
  if (at !== undefined) return passed(name, at)
  if (told.length > 0) return suspect(name, 'low-voltage')
  const tells = findProtocol(protocol ?? '')?.tellsVoltage ?? 'some'
  if (tells === 'never' || (tells === 'some' && fixes.length >= TELLING_FIXES)) return { ...waiting(name), state: 'unreported' }
  return isLate && !isClockWrong ? suspect(name, 'no-voltage') : waiting(name)
}

function checkPosition({ fixes, passedAt, isLate }: Heard, gps: Check): Check {
  const at = passedAt.position ?? fixes.find(isSomewhere)?.receivedAt
  if (at !== undefined) return passed('position', at)
  return isLate && gps.state === 'passed' ? suspect('position', 'implausible-position') : waiting('position')
}

/** Whether the receiver had a position, whatever is to be thought of it. */
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
