import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const [MANAGER, READER, THEIRS] = ['manager@ours.example', 'reader@ours.example', 'manager@theirs.example']
let business: number
let entity: number
let device: number

beforeAll(async () => {
  business = await tenants.business('Ours')
  await tenants.user(MANAGER, 'manager', business)
  await tenants.user(READER, 'reporter', business)
  await tenants.user(THEIRS, 'manager', await tenants.business('Theirs'))
})
beforeEach(async () => {
  entity = await tenants.entity(business, 'Bike')
  ;({ deviceId: device } = await tenants.install(business, entity))
})

const at = (hour: number, minute = 0) => new Date(Date.UTC(2025, 5, 1, hour, minute)).toISOString()
/** Adds a trip of twenty minutes and its first reading. */
async function ridden(hour: number, how: Parameters<typeof tenants.trip>[3] = {}): Promise<number> {
  const id = await tenants.trip(device, at(hour), at(hour, 20), how)
  await tenants.waypoint(device, at(hour), 49.4, 8.7)
  return id
}
const call = (id: number, act: 'join' | 'part', body?: object, email = MANAGER, headers: Record<string, string> = {}) =>
  api.call('POST', `/api/v1/trips/${id}/${act}`, { email, body, headers })
const join = (id: number, other: string, email = MANAGER) => call(id, 'join', { with: other }, email)
const one = async (id: number) => (await api.get(`/trips/${id}`, MANAGER)).body.data
const joins = () =>
  api.rows<{ from_at: Date; till_at: Date }>('SELECT from_at, till_at FROM trip_joins WHERE entity_id = $1', [entity])
const done = () => api.rows("UPDATE trip_recalculations SET state = 'done', ended_at = now() WHERE entity_id = $1", [entity])
const actions = async (id: number) =>
  (
    await api.rows<{ action: string }>("SELECT action FROM audit_log WHERE object_type = 'trip' AND object_id = $1 ORDER BY id", [
      String(id),
    ])
  ).map(({ action }) => action)

describe('trips that somebody says were one', () => {
  it.each([
    ['next', 0],
    ['previous', 1],
  ] as const)('are written down as one time, from either side (%s), and asked to be cut again', async (other, which) => {
    const trips = [await ridden(8), await ridden(9)]
    const { status, body } = await join(trips[which]!, other)
    expect([status, body.data]).toMatchObject([202, { entity_id: entity, state: 'queued', from_at: at(8), till_at: at(9, 20) }])
    expect(await joins()).toEqual([{ from_at: new Date(at(8)), till_at: new Date(at(9, 20)) }])
    expect(await actions(trips[which]!)).toEqual(['trip.join'])
    for (const id of trips) expect((await one(id)).is_joined).toBe(true)
  })

  it('are parted again, and cut as they would be', async () => {
    const [first] = [await ridden(8), await ridden(9)]
    await join(first, 'next')
    await done()
    const { status, body } = await call(first, 'part')
    expect([status, body.data]).toMatchObject([202, { state: 'queued', from_at: at(8), till_at: at(9, 20) }])
    expect(await joins()).toEqual([])
    expect(await actions(first)).toEqual(['trip.join', 'trip.part'])
    expect((await one(first)).is_joined).toBe(false)
    await done()
    const again = await call(first, 'part')
    expect([again.status, again.body.detail]).toEqual([409, 'This trip is not joined with another one'])
  })

  it('share what was said of one of them, and are refused where different things were said', async () => {
    const [first, second] = [await ridden(8), await ridden(9)]
    const say = (id: number, body: object) => api.call('PUT', `/api/v1/trips/${id}/purpose`, { email: MANAGER, body })
    await say(first, { purpose: 'business', driver: 'Ada' })
    await say(second, { purpose: 'business', note: 'Chur' })
    expect((await join(first, 'next')).status).toBe(202)
    for (const id of [first, second]) expect(await one(id)).toMatchObject({ purpose: 'business', driver: 'Ada', note: 'Chur' })
    await done()
    const third = await ridden(10)
    await say(third, { purpose: 'private' })
    const refused = await join(third, 'previous')
    expect([refused.status, refused.body.code]).toEqual([409, 'trips.said-differently'])
    expect(await one(third)).toMatchObject({ purpose: 'private' })
  })

  it('are refused with what is wrong, and nothing is written', async () => {
    const codeOf = async (id: number, other: string) => (await join(id, other)).body.code
    const early = await ridden(1)
    expect(await codeOf(early, 'next')).toBe('trips.none-after')
    expect(await codeOf(early, 'previous')).toBe('trips.none-before')
    const late = await ridden(20)
    expect(await codeOf(early, 'next')).toBe('trips.too-long-between')
    await api.rows('UPDATE trips SET deleted_at = now() WHERE id = $1', [late])
    expect(await codeOf(early, 'next')).toBe('trips.none-after')
    const open = await ridden(22, { isOpen: true })
    const before = await ridden(21)
    expect(await codeOf(before, 'next')).toBe('trips.open')
    expect(await codeOf(open, 'previous')).toBe('trips.open')
    await tenants.logTrip(early)
    const beside = await ridden(2)
    expect(await codeOf(beside, 'previous')).toBe('trips.logged')
    const expired = await tenants.trip(device, at(14), at(14, 20))
    await ridden(15)
    expect(await codeOf(expired, 'next')).toBe('trips.readings-expired')
    const long = await tenants.trip(device, '2025-05-20T08:00Z', '2025-05-21T20:00Z')
    await tenants.trip(device, '2025-05-22T01:00Z', '2025-05-22T09:00Z')
    expect(await codeOf(long, 'next')).toBe('trips.too-long')
    const last = await ridden(16)
    await api.rows('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [device, at(16, 30)])
    const other = await tenants.install(business, entity)
    await tenants.trip(other.deviceId, at(17), at(17, 20))
    expect(await codeOf(last, 'next')).toBe('trips.other-tracker')
    // Both trips are of the same tracker, but between them the tracker was on another vehicle.
    await api.rows('UPDATE trips SET device_id = $1 WHERE device_id = $2', [device, other.deviceId])
    expect(await codeOf(last, 'next')).toBe('trips.other-tracker')
    expect(await joins()).toEqual([])
  })

  it('are joined once: a second wish waits for the first, and the same key answers it again', async () => {
    const [first] = [await ridden(8), await ridden(9), await ridden(10)]
    const key = { 'Idempotency-Key': 'once-more-please' }
    const begun = await call(first, 'join', { with: 'next' }, MANAGER, key)
    const again = await call(first, 'join', { with: 'next' }, MANAGER, key)
    expect([again.status, again.body.data.id]).toEqual([202, begun.body.data.id])
    expect((await join(first, 'next')).body.code).toBe('trips.recalculating')
    expect(await joins()).toHaveLength(1)
  })

  it('stay as they are once the vehicle is another business’s', async () => {
    const [first] = [await ridden(8), await ridden(9)]
    const elsewhere = await tenants.business('Elsewhere')
    await api.rows('UPDATE entities SET business_id = $2 WHERE id = $1', [entity, elsewhere])
    expect((await join(first, 'next')).status).toBe(404)
    expect(await joins()).toEqual([])
  })

  it('are of those who may change the vehicle, and of nobody else', async () => {
    const [first] = [await ridden(8), await ridden(9)]
    expect((await join(first, 'next', READER)).status).toBe(403)
    expect((await join(first, 'next', THEIRS)).status).toBe(404)
    expect((await call(first, 'part', undefined, THEIRS)).status).toBe(404)
    expect((await call(first, 'join', { with: 'other' })).status).toBe(422)
    expect((await call(first, 'join', {})).status).toBe(422)
    expect(await joins()).toEqual([])
  })
})
