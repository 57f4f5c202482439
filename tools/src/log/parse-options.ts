import { isImei } from '@roadbook/geo'
import { MOST_PARTITIONS } from '@roadbook/platform'
import { InvalidArgumentError, Option } from 'commander'

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses an instant of the command line: `2025-11-20`, `2025-11-20T07:00Z`, or an age: `90s`, `15m`, `2h`, `3d`. */
export function parseInstant(text: string): number {
  const ago = /^(\d+)([smhd])$/.exec(text)
  if (ago) return Date.now() - Number(ago[1]) * UNIT_MS[ago[2] as keyof typeof UNIT_MS]
  const hasZone = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const instant = Date.parse(text)
  if (!hasZone || Number.isNaN(instant))
    throw new InvalidArgumentError('a time such as 2025-11-20T07:00Z or 2025-11-20 (UTC), or how long ago: 90s, 15m, 2h, 3d')
  return instant
}

/** Returns the option `--imei`. It may be given several times, each time with one IMEI or with several separated by commas. */
export const imeiOption = (): Option =>
  new Option('--imei <imei>', 'of this tracker only; may be given several times').argParser(collectImeis).default([], 'all')

function collectImeis(text: string, before: readonly string[]): string[] {
  const imeis = text.split(',')
  for (const imei of imeis) if (!isImei(imei)) throw new InvalidArgumentError(`"${imei}" is no IMEI: 15 digits`)
  return [...before, ...imeis]
}

export function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number from 1 is needed')
  return value
}

export function parsePartitions(text: string): number {
  const value = parseCount(text)
  if (value > MOST_PARTITIONS) throw new InvalidArgumentError(`at most ${MOST_PARTITIONS} partitions are possible`)
  return value
}
