import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import { LiveClient } from '../../support/api/api-live-client.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { until } from '@roadbook/testing/until'

const { api, tenants } = apiForTests()
let vendor: number
let department: number

beforeAll(async () => {
  vendor = await tenants.business('Fietsen BV')
  department = await tenants.business('Nacht', 'department', vendor)
  const other = await tenants.business('Somebody else')
  await tenants.user('root@x.example', 'super-admin', null, { first_name: 'Root' })
  await tenants.user('manager@x.example', 'manager', vendor)
  await tenants.user('night@x.example', 'manager', department, { first_name: 'Nora' })
  await tenants.user('other@x.example', 'manager', other)
})

const call = (method: string, path: string, body?: unknown, email = 'manager@x.example') =>
  api.call(method, `/api/v1${path}`, { email, body })
interface Entry {
  action: string
  object_id: string
  actor: string
  remote_address: string | null
  changes: { field: string; old: unknown; new: unknown }[]
}
const log = async (query: string, email = 'manager@x.example'): Promise<Entry[]> =>
  (await call('GET', `/audit-log?limit=200&${query}`, undefined, email)).body.data

describe('the history of an object', () => {
  it('T-16 tells field by field what was and what is, who did it and when', async () => {
    await call('PUT', `/businesses/${department}`, { name: 'Nacht', city: 'Utrecht', phone: '1' })
    await call('PUT', `/businesses/${department}`, { name: 'Dag', city: 'Utrecht', phone: '2' })
    const { body } = await call('GET', `/businesses/${department}/history`)
    expect(body.data[0]).toMatchObject({ action: 'business.update', actor: 'Ada Byron', created_at: expect.stringMatching(/Z$/) })
    expect(body.data[0].changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'name', old: 'Nacht', new: 'Dag' }),
        expect.objectContaining({ field: 'phone', old: '1', new: '2' }),
      ]),
    )
    expect(body.data[0].changes.map(({ field }: { field: string }) => field)).not.toContain('city')
    await call('PUT', `/businesses/${department}`, { name: 'Nacht' })
  })

  it('T-16 also shows a manager what somebody above did to what is theirs, but not from where', async () => {
    await call('PUT', `/businesses/${department}`, { name: 'Nacht', city: 'Gouda' }, 'root@x.example')
    const [entry] = (await call('GET', `/businesses/${department}/history`, undefined, 'night@x.example')).body.data
    expect(entry).toMatchObject({ actor: 'Root Byron', user_id: null, remote_address: null })
  })

  it.each(['businesses', 'entities', 'devices', 'users', 'tokens'])('is there for %s', async (resource) => {
    const bike = await tenants.entity(vendor, 'Bike')
    const { deviceId } = await tenants.install(vendor, bike)
    const user = (await call('GET', '/auth/user')).body.data.id
    const token = (await call('POST', '/tokens', { name: 'x', scope: 'read' })).body.data.id
    await call('PUT', `/businesses/${department}/link/entities`, { entities: [bike] })
    const ids: Record<string, number> = { businesses: department, entities: bike, devices: deviceId, users: user, tokens: token }
    const { status, body } = await call('GET', `/${resource}/${ids[resource]}/history`)
    expect(status).toBe(200)
    if (resource !== 'devices') expect(body.meta.total).toBeGreaterThan(0)
    if (resource === 'entities') {
      expect(body.data[0].changes).toEqual([
        { field: 'business_id', old: vendor, new: department, old_name: 'Fietsen BV', new_name: 'Nacht' },
      ])
    }
  })
})

describe('the audit log', () => {
  it('T-16 finds entries by free text in what changed, by filters and by time', async () => {
    await call('PUT', `/businesses/${department}`, { name: 'Nacht', phone: '030-7654321' })
    expect((await log('search=030-7654321')).map(({ action }) => action)).toContain('business.update')
    expect(await log('search=no%20such%20thing%20at%20all')).toEqual([])
    const updates = await log(`searchFields=action:=business.update;object_id:=${department}`)
    expect(updates.length).toBeGreaterThan(0)
    expect(new Set(updates.map(({ action }) => action))).toEqual(new Set(['business.update']))
    expect(await log('searchFields=created_at:>=2099-01-01')).toEqual([])
  })

  it('T-16 shows a manager the own subtree alone, a super admin everything', async () => {
    await call('PUT', `/businesses/${vendor}`, { name: 'Fietsen BV', phone: 'above-the-night' })
    expect(await log('search=above-the-night', 'night@x.example')).toEqual([])
    expect(await log('search=above-the-night', 'other@x.example')).toEqual([])
    expect(await log('search=above-the-night', 'root@x.example')).toHaveLength(1)
  })

  it('R-153 shows what the contract says to super admins alone', async () => {
    await call('PUT', `/businesses/${vendor}`, { name: 'Fietsen BV', recovery_contract: true }, 'root@x.example')
    expect(await log('searchFields=action:=business.contract')).toEqual([])
    const [entry] = await log('searchFields=action:=business.contract', 'root@x.example')
    expect(entry?.changes).toEqual([{ field: 'recovery_contract', old: false, new: true, old_name: null, new_name: null }])
    expect(JSON.stringify(await log(''))).not.toContain('recovery_contract')
  })

  it('S12 comes as CSV whose cells are text, and the export is an entry', async () => {
    await call('PUT', `/businesses/${department}`, { name: 'Nacht', city: '=HYPERLINK("x")' })
    const { headers, text } = await call('GET', '/audit-log?format=csv&search=HYPERLINK')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(text.split('\r\n')[0]).toMatch(/^\uFEFF?Time \(UTC\),Who,Business,Action,Object,Id,Field,Old,New,Address,Request$/)
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(await log('searchFields=action:=audit.export')).toHaveLength(1)
    expect((await call('GET', '/audit-log?format=xml')).status).toBe(422)
  })

  it('S30 has one entry for each write', async () => {
    const count = async () => (await call('GET', '/audit-log', undefined, 'root@x.example')).body.meta.total
    const before = await count()
    const { id } = (await call('POST', `/businesses/${vendor}`, { type: 'company', name: 'Counted' })).body.data
    await call('PUT', `/businesses/${id}`, { name: 'Counted twice' })
    await call('PUT', `/businesses/${id}/parent`, { parent_id: vendor })
    await call('DELETE', `/businesses/${id}`)
    expect((await count()) - before).toBe(4)
  })

  it('T-16 tells what was done to many at once as one entry where it is asked by act, and each of it to who opens it', async () => {
    const bikes = [
      await tenants.entity(vendor, 'Bike A'),
      await tenants.entity(vendor, 'Bike B'),
      await tenants.entity(department, 'Bike C'),
    ]
    await call('PUT', `/businesses/${department}/link/entities`, { entities: bikes.slice(0, 2) })
    await call('PUT', `/businesses/${vendor}/link/entities`, { entities: bikes })
    const [{ action }] = (await log(`searchFields=object_type:=entity;object_id:=${bikes[0]}`)) as [Entry]
    const moved = `searchFields=object_type:=entity;action:=${action}`
    const sizes = async (query: string, email?: string) =>
      (
        (await call('GET', `/audit-log?limit=200&${query}`, undefined, email)).body.data as { id: number; act_size: number }[]
      ).map(({ act_size }) => act_size)
    expect(await sizes(moved)).toEqual(expect.arrayContaining([3, 3, 3, 2, 2]))
    expect((await sizes(`${moved}&by_act=true`)).slice(0, 2)).toEqual([3, 2])
    // The newest act moved all three bikes. All entries of an act are returned.
    const [act] = (await call('GET', `/audit-log?${moved}&by_act=true`)).body.data
    const of = (await call('GET', `/audit-log?act_of=${act.id}`)).body
    expect(of.data.map(({ object_id }: Entry) => Number(object_id)).sort()).toEqual([...bikes].sort())
    expect(await sizes(`act_of=${act.id}`, 'other@x.example')).toEqual([])
    // If only some entries of an act meet a criterion, only these entries are returned.
    expect((await log(`${moved};object_id:=${bikes[0]}&searchJoin=and&by_act=true`)).length).toBeGreaterThan(1)
    expect((await call('GET', '/audit-log?by_act=perhaps')).status).toBe(422)
    expect((await call('GET', '/audit-log?act_of=-1')).status).toBe(422)
  })

  it('S30 has an entry for who looked at where a consumer’s vehicle is, and for nobody’s own bikes', async () => {
    const consumers = await tenants.entity(vendor, 'Private', { consumer_id: await tenants.consumer(vendor) })
    const own = await tenants.entity(vendor, 'Ours')
    const looks = async () => (await log('searchFields=action:=consumer.position.view')).map(({ object_id }) => object_id)
    await call('GET', `/entities/${consumers}/position`)
    await call('GET', `/entities/${own}/position`)
    expect(await looks()).toEqual([])
    await tenants.consent(consumers)
    await call('GET', `/entities/${consumers}/position`)
    expect(await looks()).toEqual([String(consumers)])
  })

  it('S30 D1 has one entry an hour for each viewer and consumer’s vehicle seen in passing: map, list and live', async () => {
    const theirs = await tenants.entity(vendor, 'Seen in passing', { consumer_id: await tenants.consumer(vendor) })
    const { deviceId } = await tenants.install(vendor, theirs)
    await tenants.state(deviceId, new Date())
    const looks = async (email: string) =>
      (
        await log(`searchFields=action:=consumer.position.view;object_id:=${theirs};user_id:=${viewers[email]}`, 'root@x.example')
      ).map(({ changes }) => changes.map(({ new: call }) => call).join())
    const viewers: Record<string, number> = {}
    for (const email of ['manager@x.example', 'root@x.example', 'live@x.example', 'list@x.example']) {
      if (/live|list/.test(email)) await tenants.user(email, 'manager', vendor)
      viewers[email] = (await call('GET', '/auth/user', undefined, email)).body.data.id
    }
    await call('GET', '/map/markers')
    expect(await looks('manager@x.example')).toEqual([])
    await tenants.consent(theirs)
    await call('GET', '/map/markers')
    await call('GET', '/map/markers')
    await call('GET', '/entities/index')
    expect(await looks('manager@x.example')).toEqual(['markers'])
    await call('GET', '/entities/index', undefined, 'list@x.example')
    expect(await looks('list@x.example')).toEqual(['list'])
    const client = await LiveClient.join(api, 'live@x.example')
    await client.next('snapshot')
    client.send({ type: 'subscribe', channel: 'entity', id: theirs })
    await client.next('snapshot', ({ channel }) => channel === 'entity')
    client.close()
    expect(await looks('live@x.example')).toEqual(['live'])
    expect(await looks('root@x.example')).toEqual([])
  })

  it('S30 D1 notes who is watching live when a consumer’s vehicle comes into sight', async () => {
    const theirs = await tenants.entity(vendor, 'Comes into sight', { consumer_id: await tenants.consumer(vendor) })
    const { deviceId } = await tenants.install(vendor, theirs)
    await tenants.state(deviceId, new Date())
    const client = await LiveClient.join(api, 'manager@x.example')
    await client.next('snapshot')
    const noted = async () => (await log(`searchFields=action:=consumer.position.view;object_id:=${theirs}`)).length
    expect(await noted()).toBe(0)
    await tenants.consent(theirs)
    await until('it is noted who watches', noted)
    client.close()
    expect(await noted()).toBe(1)
  })

  it('S30 has an entry for the first sign-in of an account', async () => {
    const entries = await log('searchFields=action:=user.first-sign-in')
    expect(entries.map(({ actor }) => actor)).toEqual(expect.arrayContaining(['Ada Byron', 'Nora Byron']))
  })

  it('R-241 counts a long log no further than 10 000 entries, and says that there are at least so many', async () => {
    const add = (action: string, count: number) =>
      api.database.pool.query(
        "INSERT INTO audit_log (business_id, action, object_type, object_id) SELECT $1, $2, 'entity', n::text FROM generate_series(1, $3) n",
        [vendor, action, count],
      )
    await Promise.all([add('entity.many', 10_001), add('entity.few', 9)])
    const metaOf = async (action: string) => (await call('GET', `/audit-log?searchFields=action:=${action}&limit=2`)).body.meta
    expect(await metaOf('entity.many')).toMatchObject({ total: 10_000, total_is_minimum: true })
    const few = await metaOf('entity.few')
    expect([few.total, few.total_is_minimum]).toEqual([9, undefined])
  })

  it('S30 is only ever added to by the role that serves requests', async () => {
    const requests = new RequestDatabase(api.database.pool)
    const change = (statement: ReturnType<typeof sql>) => requests.write('all', (transaction) => transaction.rows(statement))
    await expect(change(sql`UPDATE audit_log SET actor = 'nobody'`)).rejects.toThrow(/permission denied/)
    await expect(change(sql`DELETE FROM audit_log`)).rejects.toThrow(/permission denied/)
    await expect(change(sql`TRUNCATE audit_log`)).rejects.toThrow(/permission denied/)
  })
})
