import { DEFAULT_ROLE_PERMISSIONS, type Permission, type Role, ROLES } from '@roadbook/contracts'
import { rotated } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { bodyOf, nameOf, operations, pathOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

const { api, tenants } = apiForTests()
let ours: TenantIds
let theirs: TenantIds
const ADMIN = 'admin@roadbook.example'
const BOSS = 'boss@ours.example'
const NOBODYS = 2_000_000_000

beforeAll(async () => {
  ours = await populate(tenants, 'Ours', '356307041111111')
  theirs = await populate(tenants, 'Hidden', '356307049999999')
  await tenants.user(ADMIN, 'super-admin', null, { first_name: 'Ada', last_name: 'Admin' })
  await tenants.user(BOSS, 'manager', Number(ours.business), { first_name: 'Bea', last_name: 'Boss' })
})

const enter = (email: string, query: string) => api.get(`/auth/user?${query}`, email)
/** Sends a request in the view of a role. */
const view = (email: string, as: string, path: string, method = 'GET', body?: unknown) =>
  api.call(method, `/api/v1${path}`, { email, body, headers: { 'x-view-as': as } })
const roleOf = async (key: Role) => (await api.database.pool.query('SELECT id FROM roles WHERE key = $1', [key])).rows[0].id

describe('looking at the portal as a role (T-13)', () => {
  const lesser: Role[] = ['manager', 'dealer', 'technician', 'reporter']

  it.each(lesser)('T-13 shows a manager what a %s may do', async (role) => {
    const { status, body } = await enter(BOSS, `as_role=${role}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      first_name: 'Bea',
      role_key: role,
      business_id: ours.business,
      viewing_as: { role_key: role, business_id: ours.business, business_name: 'Ours Vendor' },
    })
    expect([...body.data.permissions].sort()).toEqual([...DEFAULT_ROLE_PERMISSIONS[role]].sort())
    // `last_seen_at` is not compared: it has the precision of a minute, and the minute may have changed.
    const again = (await view(BOSS, role, '/auth/user')).body
    expect({ ...again, data: { ...again.data, last_seen_at: body.data.last_seen_at } }).toEqual(body)
    expect((await api.get('/auth/user', BOSS)).body.data).toMatchObject({ role_key: 'manager', viewing_as: null })
  })

  it('T-13 shows a super admin one business of their choice as its dealer sees it, and nothing of others', async () => {
    expect((await enter(ADMIN, 'as_role=dealer')).body.errors).toEqual({ as_business_id: ['Business is required'] })
    const { body } = await enter(ADMIN, `as_role=dealer&as_business_id=${ours.business}`)
    expect(body.data).toMatchObject({ first_name: 'Ada', role_key: 'dealer', vendor_id: ours.business })
    const as = `dealer@${ours.business}`
    const listed = await view(ADMIN, as, '/entities/index')
    const { rows: own } = await api.database.pool.query('SELECT id FROM entities WHERE business_id = $1 ORDER BY id', [
      ours.business,
    ])
    expect(listed.body.data.map(({ id }: { id: number }) => id).sort()).toEqual(own.map(({ id }) => id))
    expect((await view(ADMIN, as, `/entities/${theirs.entity}`)).status).toBe(404)
    expect((await view(ADMIN, as, `/users/${ours.user}`)).body.permission).toBe('read:user')
    expect((await view(ADMIN, as, '/account/get')).body.data.first_name).toBe('Ada')
  })

  const readings = operations.filter(({ permissions, method }) => permissions && method === 'GET')
  it.each(readings.map((operation, place) => [nameOf(operation), operation, place] as const))(
    'T-13 S3 lets a view through to %s exactly when its role holds the permission',
    async (_name, operation, place) => {
      const address = pathOf(operation.path, NOBODYS).replace('/api/v1', '')
      for (const role of rotated('walks', ROLES, 1, place)) {
        const as = role === 'super-admin' ? role : `${role}@${ours.business}`
        const { status, body } = await view(ADMIN, as, address)
        const held = operation.permissions?.some((one) => DEFAULT_ROLE_PERMISSIONS[role].includes(one as Permission))
        if (held) expect([role, [401, 403].includes(status)]).toEqual([role, false])
        else expect([role, status, body.permission]).toEqual([role, 403, operation.permissions?.[0]])
      }
    },
  )
})

describe('what a view cannot do (S4)', () => {
  const writes = operations.filter(({ method, isPublic }) => method !== 'GET' && !isPublic)
  it.each(writes.map((operation) => [nameOf(operation), operation] as const))(
    'T-13 changes nothing: %s is refused even to a super admin',
    async (_name, operation) => {
      const id = ours[/^\/api\/v1\/users/.test(operation.path) ? 'user' : 'business']
      const address = pathOf(operation.path, id).replace('/api/v1', '')
      const { status, body } = await view(ADMIN, 'super-admin', address, operation.method, bodyOf(operation, ours))
      expect([status, body.detail]).toEqual([403, 'You are viewing as Super Admin: nothing can be changed'])
    },
  )

  it('S4 gains nobody a right: upward, a role that was given more, without read:user, by a narrow token', async () => {
    expect((await enter(BOSS, 'as_role=super-admin')).body).toMatchObject({ status: 403, permission: 'super-admin' })
    const dealer = await roleOf('dealer')
    const give = (permissions: readonly Permission[]) =>
      api.call('PUT', `/api/v1/roles/${dealer}`, { email: ADMIN, body: { permissions } })
    await give([...DEFAULT_ROLE_PERMISSIONS.dealer, 'manage:announcements'])
    expect((await view(BOSS, 'dealer', '/auth/user')).body).toMatchObject({ status: 403, permission: 'manage:announcements' })
    await give(DEFAULT_ROLE_PERMISSIONS.dealer)
    await tenants.user('dealer@ours.example', 'dealer', Number(ours.business))
    for (const role of ['dealer', 'manager', 'technician'])
      expect((await enter('dealer@ours.example', `as_role=${role}`)).body).toMatchObject({ status: 403, permission: 'read:user' })
    const made = await api.call('POST', '/api/v1/tokens', { email: BOSS, body: { name: 'Fitter', scope: 'install' } })
    const { status } = await api.call('GET', '/api/v1/auth/user', {
      token: made.body.data.secret,
      headers: { 'x-view-as': 'manager' },
    })
    expect(status).toBe(403)
  })

  it('S4 does not climb from view to view: one view is never the way into another', async () => {
    const { body } = await view(BOSS, 'reporter', '/auth/user?as_role=super-admin')
    expect(body).toMatchObject({ status: 403, permission: 'super-admin' })
  })

  it.each(['as_business_id', 'header'])('S1 answers a foreign business in %s exactly like one that nobody has', async (place) => {
    const answers = []
    for (const id of [theirs.business, NOBODYS]) {
      const { status, body } =
        place === 'header'
          ? await view(BOSS, `dealer@${id}`, '/map/markers')
          : await enter(BOSS, `as_role=dealer&as_business_id=${id}`)
      answers.push([status, body.type, body.detail])
    }
    expect(answers[0]).toEqual([404, '/problems/not-found', 'There is no such business'])
    expect(answers[1]).toEqual(answers[0])
  })

  it.each(['', 'Dealer', 'dealer@', 'dealer@-1', 'dealer@1;drop', "dealer' OR '1'='1", 'nobody', 'dealer@1@2', 'x'.repeat(300)])(
    'refuses %j as a view',
    async (header) => expect((await view(BOSS, header, '/map/markers')).status).toBe(422),
  )

  it('S4 ends with the right of the viewer, at the next request', async () => {
    const boss = await tenants.user('fallen@ours.example', 'manager', Number(ours.business))
    expect((await view('fallen@ours.example', 'dealer', '/map/markers')).status).toBe(200)
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'technician') WHERE id = $1", [
      boss,
    ])
    expect((await view('fallen@ours.example', 'dealer', '/map/markers')).body.permission).toBe('read:user')
  })
})

describe('the audit log of a view (S30)', () => {
  const entries = async (action: string, actor: string) =>
    (
      await api.database.pool.query(
        'SELECT actor, business_id, object_id, after FROM audit_log WHERE action = $1 AND actor = $2',
        [action, actor],
      )
    ).rows

  it('S30 tells who began to look as whom, once', async () => {
    await tenants.user('looker@ours.example', 'manager', Number(ours.business), { first_name: 'Lou', last_name: 'Looker' })
    await enter('looker@ours.example', 'as_role=technician')
    await view('looker@ours.example', 'technician', '/auth/user')
    await view('looker@ours.example', 'technician', '/map/markers')
    expect(await entries('role.view', 'Lou Looker')).toEqual([
      expect.objectContaining({ business_id: ours.business, after: { role: 'technician', business_id: ours.business } }),
    ])
  })

  it('S30 names the viewer, not nobody, in what is written during a view', async () => {
    await tenants.user('curious@roadbook.example', 'super-admin', null, { first_name: 'Cleo', last_name: 'Curious' })
    await view('curious@roadbook.example', `reporter@${ours.business}`, '/users')
    expect(await entries('access.refused', 'Cleo Curious')).toEqual([
      expect.objectContaining({
        business_id: null,
        after: expect.objectContaining({ permission: 'read:user', viewing_as: 'reporter' }),
      }),
    ])
  })
})
