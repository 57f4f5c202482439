import type { QueryRunner } from 'typeorm'
import { Migration } from './migration.js'

/**
 * Tables with time zones that are still used for calculations or shown in a form again. Records that are complete keep the
 * time zone with which they were made.
 */
const TABLES = ['users', 'alert_rules', 'maintenance_plans', 'report_schedules', 'app_notifications']

/**
 * Replaces time zone names without a place by names with a place. Until now `CET` and `CAT` were accepted. But PostgreSQL
 * takes `CET` for a zone without summer time. It refuses every statement with `CAT` or another name that only Node knows.
 */
export class ZonesByPlace1763700000145 extends Migration {
  readonly steps = []

  override async up(runner: QueryRunner): Promise<void> {
    const known = new Set(
      ((await runner.query('SELECT name FROM pg_timezone_names')) as { name: string }[]).map(({ name }) => name),
    )
    for (const table of TABLES) {
      const rows = (await runner.query(
        `SELECT DISTINCT time_zone AS name FROM ${table} WHERE time_zone <> 'UTC' AND (time_zone NOT LIKE '%/%'
           OR lower(time_zone) NOT IN (SELECT lower(name) FROM pg_timezone_names))`,
      )) as { name: string }[]
      for (const { name } of rows) {
        const place = placeOf(name)
        const zone = known.has(place) ? place : 'UTC'
        await runner.query(`UPDATE ${table} SET time_zone = $2 WHERE time_zone = $1`, [name, zone])
      }
    }
  }
}

/**
 * Zones of tzdata whose names consist only of letters, with the place to which tzdata has linked each of them since 2024b.
 */
const PLACES: Record<string, string> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  WET: 'Europe/Lisbon',
  EET: 'Europe/Athens',
}

/** Returns the place of a zone, such as Europe/Brussels for CET, or UTC if the name is unknown. */
function placeOf(name: string): string {
  const place = PLACES[name.toUpperCase()]
  if (place) return place
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone.includes('/') ? timeZone : 'UTC'
  } catch (error) {
    if (error instanceof RangeError) return 'UTC'
    throw error
  }
}
