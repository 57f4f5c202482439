import { FixValidity } from '@roadbook/contracts'
import { checkInstallation, type SeenFix, type Verification } from './check-installation.js'
import { type ClockRow, clockOf } from '../../device-clock/index.js'
import type { CheckName } from './checks.js'

/** Present installation, and the data that its tracker sent since. */
export interface InstallationRow extends ClockRow {
  id: number
  entity_id: number
  entity_name: string
  license_plate: string | null
  frame_number: string | null
  business_name: string
  imei: string
  installed_at: Date
  installed_by: string | null
  heard_at: Date | null
  /** Last time when an untrusted sender used the tracker's IMEI. */
  doubted_at: Date | null
  /** True when the tracker was removed from a customer's vehicle and was not yet shown to have moved. */
  must_show_move: boolean
  /** True when the caller is allowed to see more than the stored results. */
  is_told: boolean
  network_passed_at: Date | null
  gps_passed_at: Date | null
  external_battery_passed_at: Date | null
  position_passed_at: Date | null
  verified_at: Date | null
  /** Null when there are no fixes, or when they are not needed because the result is already known. */
  fixes: SeenFix[] | null
}

/**
 * Returns the part of the row that the caller is allowed to see. For a hidden vehicle, these are only the checks that passed
 * while the installer had the vehicle (G-106).
 */
export const visibleRow = (row: InstallationRow): InstallationRow =>
  row.is_told ? row : { ...row, heard_at: null, doubted_at: null, fixes: null, clock_told_on: null, clock_lag_s: null }

/**
 * Returns the verification at a time. If the data of a check is hidden from the caller, the check is waiting instead of
 * suspect, because the tracker may work.
 */
export function verificationOf(row: InstallationRow, now: Date): Verification {
  const found = judged(row, now)
  if (row.is_told || row.must_show_move || found.state === 'verified') return found
  const checks = found.checks.map(
    (check) => ({ ...check, state: check.passedAt === null ? 'waiting' : 'passed', cause: null }) as const,
  )
  return { ...found, state: 'waiting', cause: null, isOverdue: false, silentS: 0, checks }
}

function judged(row: InstallationRow, now: Date): Verification {
  const times: [CheckName, Date | null][] = [
    ['network', row.network_passed_at],
    ['gps', row.gps_passed_at],
    ['external-battery', row.external_battery_passed_at],
    ['position', row.position_passed_at],
  ]
  return checkInstallation(
    {
      installedAt: row.installed_at.getTime(),
      heardAt: row.heard_at?.getTime() ?? null,
      doubtedAt: row.doubted_at?.getTime() ?? null,
      protocol: row.protocol,
      fixes: (row.fixes ?? []).filter(({ validity }) => validity !== FixValidity.quarantined),
      isClockWrong: clockOf(row) !== null,
      passedAt: Object.fromEntries(times.flatMap(([name, at]) => (at ? [[name, at.getTime()]] : []))),
      verifiedAt: row.verified_at?.getTime() ?? null,
    },
    now.getTime(),
  )
}
