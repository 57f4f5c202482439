import type pg from 'pg'

/** The zones that the database knows, in lower case; undefined until it was asked. */
let ofDatabase: ReadonlySet<string> | undefined

/**
 * Whether a text is the name of a time zone by which Node and the database mean the same: an IANA name with a slash that both know, or
 * UTC. Names without a slash are refused: to PostgreSQL `CET` is an abbreviation that has no summer time, and `CAT` is nothing. So are
 * offsets such as `+02:00`, which have no days of their own.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name) || name.length > 64) return false
  if (ofDatabase && !ofDatabase.has(name.toLowerCase())) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Asks the database for the zones that it knows; from then on {@link isTimeZone} takes no others. One answer serves the process. */
export async function learnTimeZones(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT lower(name) AS name FROM pg_timezone_names')
  ofDatabase = new Set(rows.map(({ name }) => name))
}
