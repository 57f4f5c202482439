import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase
let tenants: Tenants
let business: number

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = new Tenants(database.pool)
  business = await tenants.business('Fietsen BV')
})
afterAll(() => database.drop())

const ask = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows
const stateOf = async (table: 'geofences' | 'alert_rules', id: number) => {
  const found = await ask<{ revision: number; effective_from: Date }>(
    `SELECT revision, effective_from FROM ${table} WHERE id = $1`,
    [id],
  )
  return { revision: found[0]?.revision, from: found[0]?.effective_from.getTime() ?? 0 }
}

describe('the tables of geofences and alerts', () => {
  it.each([
    ['UPDATE geofences SET shape = \'{"type": "Polygon", "coordinates": []}\'', 'a circle that is a polygon'],
    ['UPDATE geofences SET shape = \'{"type": "MultiPolygon", "coordinates": []}\'', 'a circle of several polygons'],
    ['UPDATE geofences SET reach_m = NULL', 'a circle without a radius'],
    ['UPDATE geofences SET south = 48, north = 47', 'bounds upside down'],
    ["UPDATE alert_rules SET kind = 'lowBattery'", 'a low battery without a limit'],
    ['UPDATE alert_rules SET threshold = 5', 'an exit with a limit'],
    ["UPDATE alert_rules SET kind = 'dispute', threshold = 5", 'another sender with a limit'],
    ["UPDATE alert_rules SET kind = 'theft'", 'a rule of what nobody knows'],
    ["UPDATE alerts SET kind = 'theft'", 'an alert of what nobody knows'],
    ["UPDATE alert_rules SET kind = 'outsideHours'", 'movement outside of no hours'],
    ["UPDATE alert_rules SET quiet_from = '22:00'", 'quiet hours without an end'],
    ['UPDATE alert_rules SET deleted_at = now()', 'a deleted rule that is active'],
    ["UPDATE alerts SET ended_at = began_at - interval '1 second'", 'an end before the begin'],
    ['UPDATE alerts SET latitude = NULL', 'half a place'],
  ])('refuse %s', async (statement) => {
    const fence = await tenants.geofence(business, 'Yard')
    const entity = await tenants.entity(business, 'Bike')
    const { deviceId } = await tenants.install(business, entity)
    await tenants.alert(await tenants.alertRule(business, 'Left', [fence]), entity, deviceId)
    await expect(ask(statement)).rejects.toMatchObject({ code: '23514' })
  })

  it('keep one alert for a vehicle, a rule, a fence and a begin of its cause', async () => {
    const entity = await tenants.entity(business, 'Bike')
    const { deviceId } = await tenants.install(business, entity)
    const rule = await tenants.alertRule(business, 'Left')
    const at = new Date('2026-11-02T08:00Z')
    await tenants.alert(rule, entity, deviceId, at)
    await expect(tenants.alert(rule, entity, deviceId, at)).rejects.toMatchObject({ code: '23505' })
  })

  it('end what goes on by a rule when the rule is changed, and say so', async () => {
    const entity = await tenants.entity(business, 'Bike')
    const { deviceId } = await tenants.install(business, entity)
    const rule = await tenants.alertRule(business, 'Left')
    const open = await tenants.alert(rule, entity, deviceId, new Date('2026-11-02T08:00Z'))
    await ask('UPDATE alert_rules SET active = false WHERE id = $1', [rule])
    const told =
      'SELECT a.ended_at IS NOT NULL AS ended, n.change FROM alerts a LEFT JOIN alert_news n ON n.alert_id = a.id WHERE a.id = $1'
    expect(await ask(told, [open])).toEqual([{ ended: true, change: 'ended' }])
  })

  it('give a rule or a fence a new revision from now on when it judges differently, and none when it is only told differently', async () => {
    const fence = await tenants.geofence(business, 'Yard')
    const rule = await tenants.alertRule(business, 'Left')
    const [fenceBefore, ruleBefore] = [await stateOf('geofences', fence), await stateOf('alert_rules', rule)]
    await ask("UPDATE geofences SET name = 'Yard of Schaan' WHERE id = $1", [fence])
    await ask("UPDATE alert_rules SET name = 'Off', tell_mail = 'daily', cool_down_min = 5 WHERE id = $1", [rule])
    expect([await stateOf('geofences', fence), await stateOf('alert_rules', rule)]).toEqual([fenceBefore, ruleBefore])

    await ask('UPDATE geofences SET reach_m = 300 WHERE id = $1', [fence])
    await ask('INSERT INTO alert_rule_geofences (rule_id, geofence_id) VALUES ($1, $2)', [rule, fence])
    const [fenceAfter, ruleAfter] = [await stateOf('geofences', fence), await stateOf('alert_rules', rule)]
    expect([fenceAfter.revision, ruleAfter.revision]).toEqual([2, 2])
    expect(fenceAfter.from).toBeGreaterThan(fenceBefore.from)
    expect(ruleAfter.from).toBeGreaterThan(ruleBefore.from)
  })
})
