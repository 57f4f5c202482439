import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase
let tenants: Tenants
let above: number
let business: number
let webhook: number
let entity: number
let device: number

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = new Tenants(database.pool)
})
beforeEach(async () => {
  above = await tenants.business('Leasing AG')
  business = await tenants.business('Fietsen BV', 'company', above)
  webhook = await tenants.webhook(above, {
    kinds: [
      'trip.ended',
      'trip.corrected',
      'trip.removed',
      'vehicle.missing',
      'vehicle.found',
      'vehicle.given-up',
      'service.due',
    ],
  })
  entity = await tenants.entity(business, 'Bike')
  device = (await tenants.install(business, entity)).deviceId
})
afterAll(() => database.drop())

const ask = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows
interface Told {
  kind: string
  body: Record<string, unknown>
}
const heardBy = (id: number) =>
  ask<Told>(
    'SELECT e.kind, e.body FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.webhook_id = $1 ORDER BY d.id',
    [id],
  )
const kinds = async (id = webhook) => (await heardBy(id)).map(({ kind }) => kind)
const trip = (isOpen = false) => tenants.trip(device, '2026-11-02T08:00Z', '2026-11-02T09:00Z', { isOpen })

describe('what webhooks are told', () => {
  it('is a trip when it ends, with where it was and how far; while it is under way nothing', async () => {
    const id = await trip(true)
    await ask("UPDATE trips SET ended_at = '2026-11-02T09:10Z', arrived_at = '2026-11-02T09:09Z' WHERE id = $1", [id])
    expect(await kinds()).toEqual([])
    await ask('UPDATE trips SET is_open = FALSE WHERE id = $1', [id])
    const [told] = await heardBy(webhook)
    expect(told).toMatchObject({
      kind: 'trip.ended',
      body: {
        trip_id: id,
        vehicle: { id: entity, name: 'Bike' },
        ended_at: '2026-11-02T09:10:00+00:00',
        arrived_at: '2026-11-02T09:09:00+00:00',
        start: { latitude: 49.4000001, longitude: 8.7000001 },
        distance_m: 1000,
        duration_s: 4200,
      },
    })
  })

  it('is a correction when late fixes change a trip that was told, and nothing when it is only written again', async () => {
    const id = await trip()
    await ask('UPDATE trips SET updated_at = now(), waypoint_count = waypoint_count + 1 WHERE id = $1', [id])
    expect(await kinds()).toEqual(['trip.ended'])
    await ask('UPDATE trips SET distance_m = 1200 WHERE id = $1', [id])
    expect((await heardBy(webhook)).at(-1)).toMatchObject({ kind: 'trip.corrected', body: { trip_id: id, distance_m: 1200 } })
  })

  it('is a correction, and no second end, when a trip went on after all', async () => {
    const id = await trip()
    await ask('UPDATE trips SET is_open = TRUE WHERE id = $1', [id])
    await ask("UPDATE trips SET is_open = FALSE, ended_at = '2026-11-02T10:00Z' WHERE id = $1", [id])
    expect(await kinds()).toEqual(['trip.ended', 'trip.corrected'])
  })

  it('is the removal of a trip that somebody deleted or that is none any more, and its return as a correction', async () => {
    const [deleted, gone] = [await trip(), await tenants.trip(device, '2026-11-03T08:00Z', '2026-11-03T09:00Z')]
    await ask('UPDATE trips SET deleted_at = now() WHERE id = $1', [deleted])
    await ask('UPDATE trips SET deleted_at = NULL WHERE id = $1', [deleted])
    await ask('DELETE FROM trips WHERE id = $1', [gone])
    const told = (await heardBy(webhook)).map(({ kind, body }) => [kind, body['trip_id']])
    expect(told).toEqual([
      ['trip.ended', deleted],
      ['trip.ended', gone],
      ['trip.removed', deleted],
      ['trip.corrected', deleted],
      ['trip.removed', gone],
    ])
  })

  it('is the removal of a trip that went on after all and became a part of another one', async () => {
    const id = await trip()
    await ask('UPDATE trips SET is_open = TRUE WHERE id = $1', [id])
    await ask('DELETE FROM trips WHERE id = $1', [id])
    expect(await kinds()).toEqual(['trip.ended', 'trip.removed'])
  })

  it('is a case and its end, and a service that comes due', async () => {
    await ask("UPDATE missing_cases SET state = 'resolved', ended_at = now() WHERE id = $1", [await tenants.openCase(entity)])
    const plan = await tenants.maintenancePlan(business, 'Yearly')
    await tenants.maintain(plan, entity)
    await tenants.maintenanceNotification(plan, entity)
    expect(await kinds()).toEqual(['vehicle.missing', 'vehicle.found', 'service.due'])
  })

  it('is the same subject once, however often it is told', async () => {
    for (const at of [1, 2])
      await ask("SELECT webhook_tell($1, $2, 'vehicle.missing', now(), 'the same', jsonb_build_object('at', $3::int))", [
        business,
        entity,
        at,
      ])
    expect(await kinds()).toEqual(['vehicle.missing'])
    expect(await ask('SELECT count(*)::int FROM webhook_events WHERE subject = $1', ['the same'])).toEqual([{ count: 1 }])
  })

  it('is nothing of what is rolled back', async () => {
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query('INSERT INTO missing_cases (entity_id) VALUES ($1)', [entity])
    await client.query('ROLLBACK')
    client.release()
    expect(await kinds()).toEqual([])
  })
})

describe('who is told', () => {
  it('are webhooks of the business and those above it, if they are active, want the kind and what is below them', async () => {
    const own = await tenants.webhook(business, { kinds: ['trip.ended'] })
    const alone = await tenants.webhook(above, { kinds: ['trip.ended'], includesBelow: false })
    const other = await tenants.webhook(above, { kinds: ['vehicle.missing'] })
    const beside = await tenants.webhook(await tenants.business('Others'), { kinds: ['trip.ended'] })
    const off = await tenants.webhook(above, { kinds: ['trip.ended'] })
    await ask('UPDATE webhooks SET active = FALSE WHERE id = $1', [off])
    await trip()
    const counts = await Promise.all([webhook, own, alone, other, beside, off].map(async (id) => (await kinds(id)).length))
    expect(counts).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('is nobody where nobody listens: nothing is written down', async () => {
    await ask('DELETE FROM webhooks')
    await trip()
    expect(await ask('SELECT 1 FROM webhook_events WHERE business_id = $1', [business])).toEqual([])
  })
})

describe('a consumer’s vehicle (G-106)', () => {
  beforeEach(async () => {
    await ask('UPDATE entities SET consumer_id = $2 WHERE id = $1', [entity, await tenants.consumer(business)])
  })

  it('G-106 tells nothing that says where it is or was', async () => {
    await trip()
    await ask("SELECT webhook_tell($1, $2, 'alert.raised', now(), 'an alert', '{}')", [business, entity])
    expect(await kinds()).toEqual([])
  })

  it('G-106 tells its trips while its consumer’s consent is in force', async () => {
    await tenants.consent(entity)
    await trip()
    expect(await kinds()).toEqual(['trip.ended'])
  })

  it('G-106 tells that it is missing, which says not where', async () => {
    await tenants.openCase(entity)
    const [told] = await heardBy(webhook)
    expect(Object.keys(told?.body ?? {}).sort()).toEqual(['case_id', 'ended_at', 'opened_at', 'vehicle'])
  })

  it('G-106 tells no trip of a time in which its tracker was on it on paper alone', async () => {
    await ask('UPDATE entities SET consumer_id = NULL WHERE id = $1', [entity])
    await ask(
      `UPDATE installations SET followed_consumer_id = $2, installed_at = '2026-11-02T00:00Z', moved_at = '2026-11-05T00:00Z'
       WHERE entity_id = $1`,
      [entity, await tenants.consumer(business)],
    )
    await trip()
    expect(await kinds()).toEqual([])
  })
})
