import type { QueryRunner } from 'typeorm'
import { Migration } from './migration.js'

/** Zones by which days and hours are still reckoned, or that a form shows again; what is done keeps the zone that it was done in. */
const TABLES = ['users', 'alert_rules', 'maintenance_plans', 'report_schedules', 'app_notifications']

/**
 * Names time zones by place. Until now `CET` and `CAT` could be given: PostgreSQL took the first for a zone without summer time, and
 * refused every statement with the second. So it did with names that only Node knows.
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

/** Zones of tzdata that are called by letters alone, by the place that it links them to since 2024b. */
const PLACES: Record<string, string> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  WET: 'Europe/Lisbon',
  EET: 'Europe/Athens',
}

/** Europe/Brussels for CET; UTC where nobody knows. */
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
