import { DEFAULT_ROLE_PERMISSIONS, ROLES } from '@roadbook/contracts'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { bodyOf, nameOf, operations, pathOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'
import { inProof, sized } from '@roadbook/testing/proof'

const { api, tenants } = apiForTests()
let ours: TenantIds
const emailOf = (role: string) => `${role}@roles.example`
const NOBODYS = 2_000_000_000
const RACES = sized('walks', 50, 200)

beforeAll(async () => {
  ours = await populate(tenants, 'Ours', '356307041111111')
  for (const role of ROLES) await tenants.user(emailOf(role), role, role === 'super-admin' ? null : Number(ours.business))
})

const write = (method: string, path: string, email: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email, body })
const roleId = async (key: string) => (await api.database.pool.query('SELECT id FROM roles WHERE key = $1', [key])).rows[0].id

// `security/role-matrix` makes the same calls with all kinds of ids. The ids in this test do not exist.
inProof('walks', () => {
  describe('the role map (R-236, R-237, S3)', () => {
    const guarded = operations.filter(({ permissions }) => permissions)
    it.each(ROLES.flatMap((role) => guarded.map((operation) => [role, nameOf(operation), operation] as const)))(
      'R-236 R-237 lets a %s through to %s exactly when the role holds the permission',
      async (role, _name, operation) => {
        const held = operation.permissions?.some((one) => (DEFAULT_ROLE_PERMISSIONS[role] as readonly string[]).includes(one))
        const answer = await api.call(operation.method, pathOf(operation.path, NOBODYS), {
          email: emailOf(role),
          // The body is invalid for every caller, so that the walk changes nothing.
          body: operation.takesBody && bodyOf(operation, ours) !== undefined ? { nonsense: true } : undefined,
        })
        if (held) expect([401, 403]).not.toContain(answer.status)
        else expect([answer.status, answer.body.permission]).toEqual([403, operation.permissions?.[0]])
      },
    )
  })
})

describe('editing roles (G-06)', () => {
  it('R-236 lets only a super admin change what a role may do, for everybody who has it from their next request on', async () => {
    const id = await roleId('reporter')
    const body = { permissions: ['index:dashboard'] }
    expect((await write('PUT', `/roles/${id}`, emailOf('manager'), body)).status).toBe(403)
    expect((await api.get('/map/markers', emailOf('reporter'))).status).toBe(200)
    expect((await write('PUT', `/roles/${id}`, emailOf('super-admin'), body)).body.data.permissions).toEqual(['index:dashboard'])
    expect((await api.get('/map/markers', emailOf('reporter'))).status).toBe(403)
    await write('PUT', `/roles/${id}`, emailOf('super-admin'), { permissions: DEFAULT_ROLE_PERMISSIONS.reporter })
    const own = await roleId('super-admin')
    expect((await write('PUT', `/roles/${own}`, emailOf('super-admin'), body)).status).toBe(409)
  })

  it('R-236 tells which roles the caller may give, and which right is missing for the others', async () => {
    const { body } = await api.get('/roles', emailOf('manager'))
    const told = Object.fromEntries(
      body.data.map((role: { key: string; can_assign: boolean; missing_permission: string | null }) => [
        role.key,
        [role.can_assign, role.missing_permission],
      ]),
    )
    expect(told).toMatchObject({ dealer: [true, null], manager: [true, null], 'super-admin': [false, 'super-admin'] })
    expect((await api.get('/permissions', emailOf('manager'))).body.data).toHaveLength(28)
  })
})

describe('granting (R-289, R-290, S4)', () => {
  it('R-290 gives nobody what the caller does not hold, and takes it back from the next request on', async () => {
    const id = await tenants.user('given@roles.example', 'reporter', Number(ours.business))
    const give = (permission: string) =>
      write('POST', `/users/${id}/givePermission`, emailOf('manager'), { permissions: [permission] })
    expect((await give('manage:announcements')).body.permission).toBe('manage:announcements')
    expect((await give('read:user')).body.data.extra_permissions).toEqual(['read:user'])
    expect((await api.get('/users', 'given@roles.example')).status).toBe(200)
    await write('DELETE', `/users/${id}/permissions/read:user`, emailOf('manager'))
    expect((await api.get('/users', 'given@roles.example')).status).toBe(403)
  })

  it(`R-289 S4 lets no grant pass that comes after its giver was demoted, in ${RACES} races`, async () => {
    const target = await tenants.user('target@roles.example', 'reporter', Number(ours.business))
    const giver = await tenants.user('giver@roles.example', 'manager', Number(ours.business))
    const demote = (role: string) => write('POST', `/users/${giver}/assignRole`, emailOf('super-admin'), { role_name: role })
    const outcomes = []
    for (let round = 0; round < RACES; round++) {
      await api.database.pool.query('DELETE FROM user_permissions WHERE user_id = $1', [target])
      const [demoted] = await Promise.all([
        demote('reporter'),
        write('POST', `/users/${target}/givePermission`, 'giver@roles.example', { permissions: ['read:user'] }),
      ])
      const { rows } = await api.database.pool.query(
        `SELECT (SELECT max(id) FROM audit_log WHERE action = 'user.role' AND object_id = $1) >
           (SELECT max(id) FROM audit_log WHERE action = 'user.permissions' AND object_id = $2) AS in_order
         FROM user_permissions WHERE user_id = $2::int`,
        [String(giver), String(target)],
      )
      outcomes.push(demoted.status === 200 && (rows.length === 0 || rows[0].in_order === true))
      await demote('manager')
    }
    expect(outcomes.filter((one) => !one)).toEqual([])
  })
})
