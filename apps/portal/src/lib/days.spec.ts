import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PORTAL = join(__dirname, '..')
/** Modules that may compute days; all other code must use them. */
const DOORS = new Set(['lib/day-range.ts', 'lib/format/dates.ts'])

/** Patterns that take a day or hour from the machine's clock or from UTC, instead of from the profile's time zone. */
const WAYS_AROUND: readonly RegExp[] = [
  /\bdayjs\(|\bdayjs\.tz\b/,
  /\.[gs]et(Date|Day|Month|FullYear|Hours)\(/,
  /\.to(Date|Time)String\(/,
  /\.toLocale(Date|Time)String\((?![^)]*timeZone)/,
  /\bIntl\.DateTimeFormat\((?![^)]*timeZone)/,
  /\.toISOString\(\)\s*\.(slice|substring|split|startsWith)\(/,
  /_at\??\.(slice|substring|split|startsWith)\(/,
  /T(00|12):00(:00(\.000)?)?Z/,
]

/** Returns the parts of a source that match such a pattern. */
const waysIn = (source: string): string[] =>
  WAYS_AROUND.flatMap((way) => [...source.matchAll(new RegExp(way, 'g'))].map(([piece]) => piece))

const sources = readdirSync(PORTAL, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(spec|d)\.tsx?$/.test(path) && !/(^|\/)testing\//.test(path),
)

describe('days in the portal', () => {
  it('come from nowhere but the functions that take the zone of the profile', () => {
    expect(sources.length).toBeGreaterThan(500)
    const found = sources
      .filter((path) => !DOORS.has(path))
      .flatMap((path) => waysIn(readFileSync(join(PORTAL, path), 'utf8')).map((piece) => `${path}: ${piece}`))
    expect(found).toEqual([])
  })

  it.each([
    ["dayjs(now).isSame(at, 'day')", true],
    ["dayjs.tz(day).endOf('day')", true],
    ['new Date(at).getDate()', true],
    ['new Date(at).toDateString()', true],
    ["new Date(at).toLocaleDateString('nl')", true],
    ["new Intl.DateTimeFormat('nl', { weekday: 'long' }).format(at)", true],
    ['new Date(now).toISOString().slice(0, 10)', true],
    ['trip.trip_started_at.slice(0, 7)', true],
    ['`${day}T12:00:00Z`', true],
    ['dayjs.utc(day).add(1, "day")', false],
    ["new Date(day).toLocaleDateString('nl', { weekday: 'short', timeZone: 'UTC' })", false],
    ["new Intl.DateTimeFormat('nl', { month: 'long', timeZone })", false],
    ['day.slice(0, 7)', false],
    ['new Date(now).toISOString()', false],
  ])('would be found around them: %s: %p', (source, isFound) => {
    expect(waysIn(source).length > 0).toBe(isFound)
  })
})
