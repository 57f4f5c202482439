import { type EntityState, entityState, type Lifecycle, sameDayIn } from '@roadbook/contracts'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

let api: ApiUnderTest
const MANAGER = 'manager@x.example'
const ZONE = 'Europe/Amsterdam'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const now = Date.now()

/** Combinations of four values: age of the last packet, its motion flag, a tracker installed or not, a case open or not. */
const COMBINATIONS: [name: string, ageMs: number | undefined, isMoving: boolean, lifecycle: Lifecycle][] = [
  ['live moving', MINUTE_MS, true, 'installed'],
  ['live idle', MINUTE_MS, false, 'installed'],
  ['moving 10 min ago', 10 * MINUTE_MS, true, 'installed'],
  ['moving 2 h ago', 2 * HOUR_MS, true, 'installed'],
  ['at rest for 25 h', 25 * HOUR_MS, false, 'installed'],
  ['not heard for 27 h', 27 * HOUR_MS, false, 'installed'],
  ['never heard', undefined, false, 'installed'],
  ['without a tracker', undefined, false, 'unregistered'],
  ['missing and live', MINUTE_MS, true, 'missing'],
]
const ids = new Map<string, number>()

beforeAll(async () => {
  api = await ApiUnderTest.start()
  const tenants = new Tenants(api.database.pool)
  const business = await tenants.business('Fleet')
  await tenants.user(MANAGER, 'manager', business)
  for (const [name, ageMs, isMoving, lifecycle] of COMBINATIONS) {
    const id = await tenants.entity(business, name)
    ids.set(name, id)
    if (lifecycle === 'unregistered') continue
    const { deviceId } = await tenants.install(business, id)
    if (ageMs !== undefined) {
      await tenants.state(deviceId, new Date(now - ageMs))
      await api.database.pool.query('UPDATE device_states SET moving = $2 WHERE device_id = $1', [deviceId, isMoving])
    }
    if (lifecycle === 'missing') await api.database.pool.query('INSERT INTO missing_cases (entity_id) VALUES ($1)', [id])
  }
  const customers = await tenants.entity(business, 'customers', { consumer_id: await tenants.consumer(business) })
  ids.set('customers', customers)
  const product = await tenants.subscription(business)
  await tenants.subscribe(ids.get('live idle') ?? 0, product)
  await tenants.subscribe(ids.get('live moving') ?? 0, product, { endsAt: new Date(now - HOUR_MS).toISOString() })
})
afterAll(() => api.stop())

const expected = ([, ageMs, isMoving, lifecycle]: (typeof COMBINATIONS)[number]): EntityState =>
  entityState({ isMoving, receivedAt: ageMs === undefined ? undefined : now - ageMs, lifecycle }, Date.now(), sameDayIn(ZONE))
const list = async (query: string) =>
  (await api.get(`/entities/index?limit=50&orderBy=name&sortedBy=asc&${query}`, MANAGER)).body.data as { name: string }[]

describe('the state of a vehicle', () => {
  it('T-02 G-41 is the same three facts in list, detail, marker and CSV, in nine combinations', async () => {
    const listed = new Map((await list(`tz=${ZONE}`)).map((entity) => [entity.name, entity]))
    const { body: map } = await api.get('/map/markers', MANAGER)
    const columns = map.data.columns
    const csv = await api.get(`/entities/index?format=csv&tz=${ZONE}&columns=name,motion,connection,lifecycle`, MANAGER)
    const lines = csv.text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .map((line: string) => line.split(','))
    for (const combination of COMBINATIONS) {
      const [name] = combination
      const { marker: _, ...facts } = expected(combination)
      const detail = (await api.get(`/entities/${ids.get(name)}?tz=${ZONE}`, MANAGER)).body.data
      expect([name, listed.get(name)]).toEqual([name, expect.objectContaining(facts)])
      expect([name, detail]).toEqual([name, expect.objectContaining(facts)])
      const words = lines
        .find(([first]: string[]) => first === name)
        ?.slice(1)
        .map((word: string) => word.toLowerCase())
      expect([name, words]).toEqual([name, [facts.motion, facts.connection, facts.lifecycle]])
      const at = columns.entity_id.indexOf(ids.get(name))
      if (at < 0) continue
      const shown = {
        isMoving: columns.moving[at],
        receivedAt: columns.received_at[at] ?? undefined,
        lifecycle: columns.lifecycle[at],
      }
      expect([name, entityState(shown, Date.now(), sameDayIn(ZONE))]).toEqual([name, expected(combination)])
    }
  })

  it('T-02 calls nothing live that was heard more than 3 min ago; 25 h without a packet is sleeping, 27 h is silent', async () => {
    const listed = (await list(`tz=${ZONE}`)) as { name: string; connection?: string; lifecycle?: string }[]
    const of = (name: string) => listed.find((one) => one.name === name)
    expect(of('at rest for 25 h')?.connection).toBe('sleeping')
    expect(of('not heard for 27 h')?.connection).toBe('silent')
    expect(of('missing and live')?.lifecycle).toBe('missing')
    const live = listed.filter(({ connection }) => connection === 'live').map(({ name }) => name)
    expect(live).toEqual(['live idle', 'live moving', 'missing and live'])
  })

  it.each([
    ['is_live:=true', ['live idle', 'live moving', 'missing and live']],
    ['is_silent:=true', ['customers', 'never heard', 'not heard for 27 h', 'without a tracker']],
    ['has_customer:=true', ['customers']],
    ['has_subscription:=true', ['live idle']],
    [
      'has_subscription:=false;lifecycle:=installed&searchJoin=and',
      ['at rest for 25 h', 'live moving', 'moving 2 h ago', 'moving 10 min ago', 'never heard', 'not heard for 27 h'],
    ],
    ['lifecycle:=unregistered', ['customers', 'without a tracker']],
    ['lifecycle:=missing', ['missing and live']],
  ])('T-02 the list has the view %s', async (condition, names) => {
    expect((await list(`searchFields=${condition}`)).map(({ name }) => name)).toEqual(names)
  })

  it('T-15 lists deleted vehicles only to who asks for them, and these alone', async () => {
    const id = ids.get('without a tracker')
    await api.call('DELETE', `/api/v1/entities/${id}`, { email: MANAGER })
    const names = async (query: string) => (await list(query)).map(({ name }) => name)
    expect(await names('searchFields=is_deleted:=true')).toEqual(['without a tracker'])
    expect(await names('searchFields=is_deleted:=false')).not.toContain('without a tracker')
    const csv = await api.get('/entities/index?format=csv&columns=name&searchFields=is_deleted:=true', MANAGER)
    expect(csv.text).toContain('without a tracker')
    await api.call('PUT', `/api/v1/entities/${id}/restore`, { email: MANAGER })
    expect(await names('')).toContain('without a tracker')
  })
})
