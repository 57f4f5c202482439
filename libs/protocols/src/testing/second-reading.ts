import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'

/** Result of a second, independent decoder for frames of a real tracker. */
export interface CapturedCase {
  id: string
  kind: 'binary' | 'text' | 'buffer'
  frames: string[]
  hex?: string[]
  preamble: string[]
  /** Values that the source of the capture states. They are reliable. */
  expected?: { attribute?: string; value?: unknown }
  decoded: SecondReading[] | SecondReading | null
}

export interface SecondReading {
  /** True if the position is the last known one and not from this frame. */
  outdated: boolean
  fixTime: string | null
  valid?: boolean
  latitude?: number
  longitude?: number
  speedKnots?: number
  course?: number
  attributes: Record<string, unknown>
}

/** Captures are not part of the checkout. They are in a folder beside it, or in `CAPTURES`. */
export const CAPTURES_FOLDER = process.env.CAPTURES ?? path.join(__dirname, '../../../../../shared/protocols/captures')

/** Names of capture files that differ from the name of the protocol's folder. */
const FILES: Readonly<Record<string, string>> = { queclink: 'gl200', 'wialon-ips': 'wialon' }

export function readCapturedCases(protocol: string): CapturedCase[] {
  const file = path.join(CAPTURES_FOLDER, `${FILES[protocol] ?? protocol}.json`)
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as { cases: CapturedCase[] }).cases
}

/** Returns the accepted differences. For each case id, the value is the reason why our result is right. */
export function readAcceptedDifferences(protocol: string): Record<string, string> {
  const file = path.join(__dirname, '..', protocol, 'captures.differences.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

const near = (ours: number | undefined, theirs: number, by: number) => ours !== undefined && Math.abs(ours - theirs) <= by

/** Describes all differences between our fixes and those of the second decoder. */
export function differences(fixes: readonly Fix[], { decoded, expected }: CapturedCase): string[] {
  const readings = decoded === null ? [] : Array.isArray(decoded) ? decoded : [decoded]
  const positions = readings.filter(({ outdated, fixTime, latitude }) => !outdated && fixTime !== null && latitude !== undefined)
  const ours = fixes.filter(({ latitude }) => latitude !== undefined)
  const found: string[] = []
  if (positions.length !== ours.length) found.push(`${ours.length} positions instead of ${positions.length}`)
  else positions.forEach((theirs, at) => found.push(...positionDifferences(ours[at]!, theirs).map((text) => `${at}: ${text}`)))
  readings.forEach((theirs, at) => {
    const fix = fixes.length === readings.length ? fixes[at] : readings.length === 1 ? fixes.at(-1) : undefined
    found.push(...attributeDifferences(fix, theirs.attributes).map((text) => `${at}: ${text}`))
  })
  if (expected?.attribute !== undefined && !fixes.some((fix) => holds(fix, expected.value)))
    found.push(`nowhere ${expected.attribute} ${JSON.stringify(expected.value)}`)
  return found
}

function positionDifferences(fix: Fix, theirs: SecondReading): string[] {
  const found: string[] = []
  const differ = (what: string, ours: unknown, other: unknown) => found.push(`${what} ${String(ours)}, theirs ${String(other)}`)
  const time = Date.parse(theirs.fixTime!)
  if (fix.validity !== FixValidity.unknownTime && !near(fix.positionedAt, time, 999))
    differ('time', new Date(fix.positionedAt).toISOString(), theirs.fixTime)
  if (!near(fix.latitude, theirs.latitude!, 1e-5)) differ('latitude', fix.latitude, theirs.latitude)
  if (!near(fix.longitude, theirs.longitude!, 1e-5)) differ('longitude', fix.longitude, theirs.longitude)
  const speedKph = knotsToKph(theirs.speedKnots ?? 0)
  if (!near(fix.speedKph ?? 0, speedKph, 0.3)) differ('speed km/h', fix.speedKph, speedKph)
  const heading = Math.round(theirs.course ?? 0) % 360
  if (!near(fix.heading ?? 0, heading, 1) && theirs.course! <= 360) differ('heading', fix.heading, heading)
  if (theirs.valid !== undefined && theirs.valid !== (fix.validity === FixValidity.valid))
    differ('validity', fix.validity, theirs.valid)
  return found
}

/**
 * The names under which the second decoder returns values. For each name: a function that returns our value and the
 * tolerance of the comparison.
 */
const COLUMNS: Readonly<Record<string, (fix: Fix) => readonly [unknown, number]>> = {
  ignition: ({ ignition }) => [ignition, 0],
  odometer: ({ odometerM }) => [odometerM, 1],
  batteryLevel: ({ batteryPercent }) => [batteryPercent, 0.5],
  power: ({ externalBatteryMv }) => [externalBatteryMv === undefined ? undefined : externalBatteryMv / 1000, 0.011],
  battery: ({ batteryMv }) => [batteryMv === undefined ? undefined : batteryMv / 1000, 0.011],
  sat: ({ satellites }) => [satellites, 0],
  hdop: ({ hdop }) => [hdop, 0.01],
}

function attributeDifferences(fix: Fix | undefined, theirs: Record<string, unknown>): string[] {
  return Object.entries(COLUMNS).flatMap(([name, column]) => {
    const value = theirs[name]
    if (value === undefined || value === null) return []
    const [ours, tolerance] = fix ? column(fix) : [undefined, 0]
    const isSame = typeof value === 'number' ? near(ours as number | undefined, value, tolerance) : ours === value
    return isSame ? [] : [`${name} ${String(ours)}, theirs ${JSON.stringify(value)}`]
  })
}

/** Returns true if one of our values equals a reliable value. Names and usual differences of units do not matter. */
function holds(fix: Fix, value: unknown): boolean {
  const values: unknown[] = [...(Object.values(fix) as unknown[]), ...Object.values(fix.attributes ?? {})]
  if (typeof value === 'number')
    return values.some((ours) => {
      const number = typeof ours === 'string' || typeof ours === 'bigint' ? Number(ours) : ours
      return typeof number === 'number' && [1, 10, 100, 1000].some((unit) => Math.abs(number - value * unit) <= 0.01 * unit)
    })
  return values.some((ours) => String(ours).toLowerCase() === String(value).toLowerCase())
}
