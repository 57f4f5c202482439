import { bytesText } from '../log/describe-stats.js'
import { fail, ok, warn } from './check.js'
import type { Growth } from './growth.js'

export interface DiskFacts extends Partial<Growth> {
  freeBytes: number
  totalBytes: number
  retentionMonths: number
  now: number
}

const DAY_MS = 86_400_000
const DAYS_A_MONTH = 30.44
/** Share of free disk space below which the gateway reports that it is not ready. */
const LEAST_FREE = 0.1
const FAIL_DAYS = 7
const WARN_DAYS = 60
/** Longest time in days until waypoints are compressed: a weekly chunk plus a fortnight. */
const RAW_DAYS = 21
const FAR_DAYS = 3_650

/** Forecasts when the disk will be full at the present rate, and whether all data that should be kept fit on it. */
export function forecastDisk(facts: DiskFacts) {
  const { freeBytes, totalBytes, logBytesToCome = 0, waypointBytes = 0, retentionMonths, now, compressedShare = 1 } = facts
  const room = `${bytesText(freeBytes)} of ${bytesText(totalBytes)} free`
  if (freeBytes < LEAST_FREE * totalBytes)
    return [fail(`${room}: gateways stop taking data when it is full`, 'make room now, or lower RETENTION_MONTHS')]
  if (!facts.waypointBytesPerDay) return [ok(`${room}; too early to say how fast it fills`)]
  const rawBytesPerDay = facts.waypointBytesPerDay
  const waypointBytesPerDay = rawBytesPerDay * compressedShare
  const rate = `${bytesText(waypointBytesPerDay)} of waypoints a day${compressedShare < 1 ? ', compressed' : ''}`
  const days = Math.max(0, freeBytes - logBytesToCome) / waypointBytesPerDay
  // After the retention period, a day is dropped for each new day, and the data no longer grow.
  const wanted = waypointBytesPerDay * retentionMonths * DAYS_A_MONTH + (rawBytesPerDay - waypointBytesPerDay) * RAW_DAYS
  const missing = wanted - waypointBytes + logBytesToCome - freeBytes
  if (missing <= 0) return [ok(`${room}; ${rate}, kept for ${retentionMonths} months: it never gets full at this rate`)]
  const when = days > FAR_DAYS ? 'in more than ten years' : `on ${isoDay(now + days * DAY_MS)}, in ${Math.floor(days)} days`
  const text = `${room}; at ${rate} it is full ${when}`
  const remedy = `add ${bytesText(missing)}, or lower RETENTION_MONTHS (${retentionMonths}) to ${fitting(facts)}${compressedShare < 1 ? '' : '; TimescaleDB compresses to a sixth'}`
  if (days < FAIL_DAYS) return [fail(text, remedy)]
  return [days < WARN_DAYS ? warn(text, remedy) : warn(`${text}, before the ${retentionMonths} months are reached`, remedy)]
}

/** Returns how many months of data fit on the disk. */
function fitting(facts: DiskFacts): number {
  const { freeBytes, waypointBytes = 0, logBytesToCome = 0, waypointBytesPerDay = 1, compressedShare = 1 } = facts
  const raw = waypointBytesPerDay * (1 - compressedShare) * RAW_DAYS
  const room = freeBytes + waypointBytes - logBytesToCome - raw
  return Math.max(1, Math.floor(room / (waypointBytesPerDay * compressedShare) / DAYS_A_MONTH))
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
