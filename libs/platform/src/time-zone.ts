import type pg from 'pg'

/** Names of the time zones that the database knows, by the name in lower case. Undefined until they have been queried. */
let ofDatabase: ReadonlyMap<string, string> | undefined
/** The database's name for each zone, by Node's name. It is filled at the first use. */
let databaseNames: Map<string, string> | undefined

/**
 * Returns true if a text is the name of a time zone that means the same to Node and to the database. This is UTC, or an IANA
 * name with a slash that both know. Names without a slash are refused, because to PostgreSQL `CET` is an abbreviation without
 * summer time, and `CAT` is unknown. Offsets such as `+02:00` are refused, because they are not places with their own days.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name) || name.length > 64) return false
  if (ofDatabase && !ofDatabase.has(name.toLowerCase())) return false
  return nodeNameOf(name) !== undefined
}

/**
 * Returns the name to use for a time zone. It is the given name if Node and the database know it, and otherwise another
 * name of the same zone. Browsers send `Europe/Kiev` and `Asia/Calcutta`, which PostgreSQL on Debian does not know without
 * tzdata-legacy. Some browsers send `CET` or `Japan`. If the database is too old to know the zone under any name, the
 * result is another zone whose clocks show the same time. Undefined if there is no such zone.
 */
export function timeZoneNamed(name: string): string | undefined {
  if (isTimeZone(name)) return name
  const place = PLACES.get(name) ?? name
  if (!place.includes('/') && !WITHOUT_SLASH.has(place)) return undefined
  const nodeName = nodeNameOf(place)
  if (nodeName === undefined) return undefined
  return isTimeZone(nodeName) ? nodeName : databaseNameOf(nodeName)
}

/**
 * Queries the time zones that the database knows. After the query, {@link isTimeZone} accepts only these zones. One query
 * is enough for the whole process.
 */
export async function learnTimeZones(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_timezone_names ORDER BY name')
  ofDatabase = new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
  databaseNames = undefined
}

/** IANA zones that are not places, each with a place whose clocks show the same time (tzdata, file `backward` since 2024b). */
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

/**
 * Names of IANA without a slash that are not in the list above (tzdata, file `backward`). Abbreviations such as IST are
 * left out, because each means several zones.
 */
const WITHOUT_SLASH: ReadonlySet<string> = new Set([
  ...['Cuba', 'Egypt', 'Eire', 'GB', 'GB-Eire', 'GMT', 'GMT+0', 'GMT-0', 'GMT0', 'Greenwich', 'Hongkong', 'Iceland', 'Iran'],
  ...['Israel', 'Jamaica', 'Japan', 'Kwajalein', 'Libya', 'NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'Poland', 'Portugal', 'ROC', 'ROK'],
  ...['Singapore', 'Turkey', 'UCT', 'Universal', 'W-SU', 'Zulu'],
])

/** Returns the name by which Node knows a zone that has several names. Undefined if Node does not know the zone. */
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
  // The result is cached, because the search compares the clocks of hundreds of zones.
  if (named !== undefined) databaseNames.set(nodeName, named)
  return named
}

/**
 * Two zones count as equal if their clocks show the same time in this number of past months and in the coming year.
 */
const MONTHS_ALIKE = 36
const MONTH_MS = 30 * 86_400_000

/**
 * If the database is too old to know a zone (`America/Ciudad_Juarez`), finds another zone with the same clocks. A zone on
 * the same continent is preferred.
 */
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
