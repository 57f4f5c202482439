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

/** What stands on the clocks of a zone, by Node. */
const shown = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant))

describe('the name of a time zone', () => {
  // Letters that Node knows as zones, and PostgreSQL as others, or not at all.
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
    // Before this year: what governments decide later, each learns in its own time.
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
    const was = { CET: 'Europe/Brussels', CAT: 'Africa/Maputo', 'Europe/Berlin': 'Europe/Berlin', UTC: 'UTC', XYZ: 'UTC' }
    for (const zone of Object.keys(was))
      await tenants.user(`${zone.replace('/', '.')}@x.example`, 'manager', business, { time_zone: zone })
    const query = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows
    await new ZonesByPlace1763700000145().up({ query } as unknown as QueryRunner)
    const { rows } = await database.pool.query<{ zone: string }>('SELECT time_zone AS zone FROM users ORDER BY id')
    expect(rows.map(({ zone }) => zone)).toEqual(Object.values(was))
  })
})
