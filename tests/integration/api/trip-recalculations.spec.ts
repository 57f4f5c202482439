import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const [MANAGER, READER, THEIRS] = ['manager@ours.example', 'reader@ours.example', 'manager@theirs.example']
let business: number
let entity: number

beforeAll(async () => {
  business = await tenants.business('Ours')
  await tenants.user(MANAGER, 'manager', business)
  await tenants.user(READER, 'reporter', business)
  await tenants.user(THEIRS, 'manager', await tenants.business('Theirs'))
})
beforeEach(async () => {
  entity = await tenants.entity(business, 'Bike')
  await tenants.install(business, entity)
})

const path = (id = entity) => `/entities/${id}/trips`
const EVER = {}
const ask = (
  body: object = EVER,
  { id = entity, email = MANAGER, headers = {} }: { id?: number; email?: string; headers?: Record<string, string> } = {},
) => api.call('POST', `/api/v1${path(id)}/recalculate`, { email, body, headers })
const asked = async (email = MANAGER) => (await api.get(`${path()}/recalculations`, email)).body.data

describe('G-43 trips of a vehicle that are to be recalculated', () => {
  it('are written down for a consumer, from the first tracker until now, and how far it is can be looked at', async () => {
    const { status, body } = await ask()
    expect([status, body.data]).toMatchObject([202, { entity_id: entity, state: 'queued', progress: 0, ended_at: null }])
    const [one] = await api.rows<{ from_at: Date; till_at: Date; installation_ids: number[] }>(
      'SELECT from_at, till_at, installation_ids FROM trip_recalculations WHERE id = $1',
      [body.data.id],
    )
    const [installation] = await api.rows<{ id: number; installed_at: Date }>(
      'SELECT id, installed_at FROM installations WHERE entity_id = $1',
      [entity],
    )
    expect(one).toMatchObject({ from_at: installation!.installed_at, installation_ids: [installation!.id] })
    await api.rows(
      `UPDATE trip_recalculations SET state = 'running', added = 2, done_till = from_at + (till_at - from_at) / 4 WHERE id = $1`,
      [body.data.id],
    )
    expect(await asked(READER)).toMatchObject([{ id: body.data.id, state: 'running', progress: 25, added: 2 }])
  })

  it('are asked for once: a second wish waits, and the same key and body answer the first one again', async () => {
    const key = { 'Idempotency-Key': 'once-more-please' }
    const period = { from: '2025-06-01T00:00:00Z', till: '2025-07-01T00:00:00Z' }
    const first = await ask(period, { headers: key })
    expect([first.status, first.body.data]).toMatchObject([
      202,
      { from_at: '2025-06-01T00:00:00.000Z', till_at: '2025-07-01T00:00:00.000Z' },
    ])
    const second = await ask(period, { headers: key })
    expect([second.status, second.body.data.id]).toEqual([202, first.body.data.id])
    const other = await ask()
    expect([other.status, other.body.detail ?? other.body.title]).toEqual([
      409,
      'The trips of this vehicle are being recalculated already',
    ])
    await api.rows("UPDATE trip_recalculations SET state = 'done', ended_at = now() WHERE id = $1", [first.body.data.id])
    expect((await ask()).status).toBe(202)
    expect(await asked()).toMatchObject([{ state: 'queued' }, { state: 'done', progress: 100 }])
  })

  it('must have a tracker to come from and a period that has begun and ends after that', async () => {
    expect((await ask({ from: '2025-07-01T00:00:00Z', till: '2025-06-01T00:00:00Z' })).body.errors).toEqual({
      till: [expect.stringContaining('Must not lie before from')],
    })
    expect((await ask({ from: 'yesterday' })).status).toBe(422)
    expect((await ask({ from: '' })).status).toBe(422)
    expect((await ask({ from: '2099-01-01T00:00:00Z' })).status).toBe(422)
    expect((await ask(EVER, { id: await tenants.entity(business, 'Never ridden') })).status).toBe(409)
  })

  it('are for those who may change the vehicle, stand in its history, and are nothing of anybody else’s', async () => {
    expect((await ask(EVER, { email: READER })).status).toBe(403)
    expect((await ask(EVER, { email: THEIRS })).status).toBe(404)
    expect((await api.get(`${path()}/recalculations`, THEIRS)).status).toBe(404)
    await ask()
    const entries = await api.rows('SELECT action, object_id FROM audit_log WHERE object_id = $1 AND action LIKE $2', [
      String(entity),
      'entity.trips%',
    ])
    expect(entries).toEqual([{ action: 'entity.trips.recalculate', object_id: String(entity) }])
  })

  it('R-240 of a customer are no business of who may not see where it is', async () => {
    await api.rows('UPDATE entities SET consumer_id = $1 WHERE id = $2', [await tenants.consumer(business), entity])
    expect((await ask()).status).toBe(404)
    expect((await api.get(`${path()}/recalculations`, MANAGER)).status).toBe(404)
  })
})
