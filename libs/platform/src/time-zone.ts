import type pg from 'pg'

/** The zones that the database knows: its own names by lower case; undefined until it was asked. */
let ofDatabase: ReadonlyMap<string, string> | undefined
/** A name of the database for each zone as Node names it; made when first needed. */
let databaseNames: Map<string, string> | undefined

/**
 * Whether a text is the name of a time zone by which Node and the database mean the same: an IANA name with a slash that both know, or
 * UTC. Names without a slash are refused: to PostgreSQL `CET` is an abbreviation that has no summer time, and `CAT` is nothing. So are
 * offsets such as `+02:00`, which have no days of their own.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name) || name.length > 64) return false
  if (ofDatabase && !ofDatabase.has(name.toLowerCase())) return false
  return nodeNameOf(name) !== undefined
}

/**
 * The name to use for a zone that somebody names: the same one where Node and the database know it, else another name of the same
 * zone. Browsers say `Europe/Kiev` and `Asia/Calcutta`, which a PostgreSQL on Debian without tzdata-legacy does not know; others say
 * `CET` or `Japan`. A zone that is younger than the database is called by one whose clocks show the same. Undefined where there is none.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (isTimeZone(name)) return name
  const place = PLACES.get(name) ?? name
  if (!place.includes('/') && !WITHOUT_SLASH.has(place)) return undefined
  const nodeName = nodeNameOf(place)
  if (nodeName === undefined) return undefined
  return isTimeZone(nodeName) ? nodeName : databaseNameOf(nodeName)
}

/** Asks the database for the zones that it knows; from then on {@link isTimeZone} takes no others. One answer serves the process. */
export async function learnTimeZones(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_timezone_names ORDER BY name')
  ofDatabase = new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
  databaseNames = undefined
}

/** IANA's zones that are no place, and where their clocks are kept (tzdata, file `backward` since 2024b). */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['CET', 'Europe/Brussels'],
  ['MET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['WET', 'Europe/Lisbon'],
  ['EST', 'America/Panama'],
  ['MST', 'America/Phoenix'],
  ['HST', 'Pacific/Honolulu'],
  ['EST5EDT', 'America/New_York'],
  ['CST6CDT', 'America/Chicago'],
  ['MST7MDT', 'America/Denver'],
  ['PST8PDT', 'America/Los_Angeles'],
])

/** IANA's other names without a slash (tzdata, file `backward`). Abbreviations such as IST are not among them: they mean several zones. */
const WITHOUT_SLASH: ReadonlySet<string> = new Set([
  ...['Cuba', 'Egypt', 'Eire', 'GB', 'GB-Eire', 'GMT', 'GMT+0', 'GMT-0', 'GMT0', 'Greenwich', 'Hongkong', 'Iceland', 'Iran'],
  ...['Israel', 'Jamaica', 'Japan', 'Kwajalein', 'Libya', 'NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'Poland', 'Portugal', 'ROC', 'ROK'],
  ...['Singapore', 'Turkey', 'UCT', 'Universal', 'W-SU', 'Zulu'],
])

/** The one name that Node has for all names of a zone; undefined where it knows none. */
function nodeNameOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function databaseNameOf(nodeName: string): string | undefined {
  if (!ofDatabase) return undefined
  databaseNames ??= new Map([...ofDatabase.values()].filter(isTimeZone).map((name) => [nodeNameOf(name) ?? name, name]))
  const named = databaseNames.get(nodeName) ?? sameClocksAs(nodeName, databaseNames.values())
  // Asked once for each zone: the clocks of hundreds are compared.
  if (named !== undefined) databaseNames.set(nodeName, named)
  return named
}

/** Zones that clocks have shown alike for so many months, and will for a year, are told apart by nobody. */
const MONTHS_ALIKE = 36
const MONTH_MS = 30 * 86_400_000

/** A zone that is younger than the database (`America/Ciudad_Juarez`) keeps the clocks of an older one, if possible of its own continent. */
function sameClocksAs(nodeName: string, candidates: Iterable<string>): string | undefined {
  const begin = Date.now() - MONTHS_ALIKE * MONTH_MS
  const moments = Array.from({ length: 2 * (MONTHS_ALIKE + 12) }, (_, nth) => begin + (nth * MONTH_MS) / 2)
  const asked = clocksOf(nodeName)
  const shown = moments.map(asked)
  const alike = [...candidates].filter((name) => {
    const clocks = clocksOf(name)
    return moments.every((moment, nth) => clocks(moment) === shown[nth])
  })
  const continent = nodeName.slice(0, nodeName.indexOf('/') + 1)
  return alike.find((name) => name.startsWith(continent)) ?? alike[0]
}

function clocksOf(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  return (moment) => format.format(moment)
}
