import { isTimeZone, learnTimeZones } from '@roadbook/platform'
import { ZonesByPlace1763700000145 } from '@roadbook/migrations/0145-zones-by-place'
import type { QueryRunner } from 'typeorm'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Returns the local time of a zone, as Node computes it. */
const shown = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant))

describe('the name of a time zone', () => {
  // Names that are zones for Node. To PostgreSQL they are other zones or unknown.
  const LETTERS = [
    'CET',
    'MET',
    'WET',
    'EET',
    'CST',
    'PST',
    'BST',
    'IST',
    'AST',
    'ACT',
    'ART',
    'CAT',
    'ECT',
    'SST',
    'MIT',
    'VST',
    'AET',
  ]

  it('that is taken means the same to the database as to Node, in winter and in summer', async () => {
    await learnTimeZones(database.pool)
    const taken = [...Intl.supportedValuesOf('timeZone'), ...LETTERS, 'UTC'].filter(isTimeZone)
    expect(taken.length).toBeGreaterThan(400)
    // Dates before this year, because later decisions of governments reach Node and PostgreSQL at different times.
    for (const instant of ['2025-01-15T11:30:00Z', '2025-07-15T11:30:00Z']) {
      const { rows } = await database.pool.query<{ name: string; shown: string }>(
        `SELECT name, to_char($1::timestamptz AT TIME ZONE name, 'YYYY-MM-DD HH24:MI:SS') AS shown FROM unnest($2::text[]) name`,
        [instant, taken],
      )
      expect(rows).toEqual(taken.map((name) => ({ name, shown: shown(instant, name) })))
    }
  })

  it('that was taken before becomes that of a place', async () => {
    const tenants = new Tenants(database.pool)
    const business = await tenants.business('Fietsen BV')
    const became = {
      CET: 'Europe/Brussels',
      CAT: 'Africa/Maputo',
      XYZ: 'UTC',
      'SystemV/AST4ADT': 'UTC',
      'Europe/Berlin': 'Europe/Berlin',
      UTC: 'UTC',
    }
    const zones = Object.keys(became)
    const [owner] = await Promise.all(
      zones.map((zone, at) => tenants.user(`zone${at}@x.example`, 'manager', business, { time_zone: zone, last_name: zone })),
    )
    const all = async (statement: string) => {
      for (const zone of zones) await database.pool.query(statement, [business, zone, owner])
    }
    await all(`INSERT INTO alert_rules (business_id, name, kind, time_zone, created_by) VALUES ($1, $2, 'powerCut', $2, $3)`)
    await all(`INSERT INTO maintenance_plans (business_id, title, time_zone, created_by) VALUES ($1, $2, $2, $3)`)
    await all(`INSERT INTO report_schedules (business_id, name, user_id, mode, format, time_zone, every, recipients, next_run_at)
      VALUES ($1, $2, $3, 'all', 'csv', $2, 'day', ARRAY[$3::int], now())`)
    await all(`INSERT INTO app_notifications (business_id, created_by, title, body, time_zone, planned_for, planned_at, audience)
      VALUES ($1, $3, $2, 'x', $2, '2099-01-01', '2099-01-01Z', '{"kind": "all"}')`)
    const query = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows
    await new ZonesByPlace1763700000145().up({ query } as unknown as QueryRunner)
    for (const [table, name] of [
      ['users', 'last_name'],
      ['alert_rules', 'name'],
      ['maintenance_plans', 'title'],
      ['report_schedules', 'name'],
      ['app_notifications', 'title'],
    ]) {
      const { rows } = await database.pool.query<{ was: string; zone: string }>(
        `SELECT ${name} AS was, time_zone AS zone FROM ${table} WHERE ${name} = ANY ($1)`,
        [zones],
      )
      expect([table, Object.fromEntries(rows.map(({ was, zone }) => [was, zone]))]).toEqual([table, became])
    }
  })
})

describe('a day of a time zone', () => {
  it('begins with the first moment that lies on it, in each zone that the database knows', async () => {
    const { rows } = await database.pool.query(
      `SELECT name, day::date::text AS day FROM pg_timezone_names, generate_series('2025-01-01'::timestamp, '2025-12-31', '1 day') day,
         LATERAL (SELECT start_of_day(day::date, name) AS start) x
       WHERE (start AT TIME ZONE name)::date <> day::date OR ((start - interval '1 second') AT TIME ZONE name)::date >= day::date`,
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['begins with the first midnight where two come', '2027-10-31', 'Atlantic/Azores', '2027-10-31T00:00:00.000Z'],
    ['begins with the first midnight where two come', '2027-11-07', 'America/Havana', '2027-11-07T04:00:00.000Z'],
    ['begins with the only midnight the day after', '2027-11-01', 'Atlantic/Azores', '2027-11-01T01:00:00.000Z'],
    ['begins at one where clocks skip midnight', '2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['begins with the only midnight after an hour that comes twice', '2027-10-31', 'America/Nuuk', '2027-10-31T02:00:00.000Z'],
    ['begins by summer time on the day it ends', '2027-10-31', 'Europe/Amsterdam', '2027-10-30T22:00:00.000Z'],
    ['begins with the day after where clocks skip a day', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s: %s in %s', async (_, day, zone, start) => {
    const { rows } = await database.pool.query<{ start: Date }>('SELECT start_of_day($1::date, $2) AS start', [day, zone])
    expect(rows[0]?.start.toISOString()).toBe(start)
  })

  it('begins at the same moment whatever the zone of the session', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query("SET LOCAL TimeZone = 'America/Havana'")
      const { rows } = await client.query<{ start: Date }>(`SELECT start_of_day('2027-11-07', 'America/Havana') AS start
        UNION ALL SELECT start_of_day('2027-03-14', 'America/Havana')`)
      expect(rows.map(({ start }) => start.toISOString())).toEqual(['2027-11-07T04:00:00.000Z', '2027-03-14T05:00:00.000Z'])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
