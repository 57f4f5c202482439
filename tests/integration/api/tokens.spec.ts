import { createHash } from 'node:crypto'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let manager: number

beforeAll(async () => {
  vendor = await tenants.business('Fietsen BV')
  manager = await tenants.user('manager@x.example', 'manager', vendor)
  await tenants.user('dealer@x.example', 'dealer', vendor)
})

const call = (method: string, path: string, body?: unknown, email = 'manager@x.example', headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const make = async (more: Record<string, unknown> = {}) =>
  (await call('POST', '/tokens', { name: 'Script', scope: 'write', ...more })).body.data
const through = (secret: string, method: string, path: string, body?: unknown) =>
  api.call(method, `/api/v1${path}`, { token: secret, body })
const entries = async (action: string, id: number) =>
  (await api.database.pool.query('SELECT * FROM audit_log WHERE action = $1 AND object_id = $2', [action, String(id)])).rows

describe('R-010 making a token', () => {
  it('R-339 R-191 S17 shows a secret of 256 bits once, and stores its hash alone', async () => {
    const token = await make({ expires_at: '2099-01-01T00:00:00Z' })
    expect(token.secret).toMatch(/^rbk_[\w-]{43}$/)
    expect(token).toMatchObject({ name: 'Script', scope: 'write', state: 'created', user_id: manager, last_used_at: null })
    expect(token.secret.startsWith(token.prefix)).toBe(true)
    const { rows } = await api.database.pool.query("SELECT encode(secret_hash, 'hex') AS hash FROM api_tokens WHERE id = $1", [
      token.id,
    ])
    expect(rows).toEqual([{ hash: createHash('sha256').update(token.secret).digest('hex') }])
    const listed = await call('GET', '/tokens')
    expect(listed.text).not.toContain(token.secret)
    expect(listed.body.data.find(({ id }: { id: number }) => id === token.id)).not.toHaveProperty('secret')
  })

  it('S17 keeps the secret out of every table, also when it was made with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'make-one' }
    const body = { name: 'Once', scope: 'read' }
    const first = (await call('POST', '/tokens', body, 'manager@x.example', headers)).body.data
    const second = (await call('POST', '/tokens', body, 'manager@x.example', headers)).body.data
    expect(second).toEqual({ ...first, secret: null })
    for (const table of ['api_tokens', 'audit_log', 'idempotency_keys']) {
      const { rows } = await api.database.pool.query(`SELECT count(*)::int AS count FROM ${table} t WHERE t::text LIKE $1`, [
        `%${first.secret.slice(12)}%`,
      ])
      expect([table, rows[0].count]).toEqual([table, 0])
    }
  })

  it.each([
    [{ name: '', scope: 'read' }, 'name'],
    [{ name: 'x', scope: 'all' }, 'scope'],
    [{ name: 'x', scope: 'read', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: 'x', scope: 'read', expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: 'x', scope: 'read', user_id: 1 }, 'user_id'],
    [{ name: 'x', scope: 'read', secret_hash: 'x' }, 'secret_hash'],
  ])('refuses %j', async (body, field) => {
    const { status, body: problem } = await call('POST', '/tokens', body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
  })

  it('needs manage:tokens, and is nothing that a token can do (S4)', async () => {
    const refused = await call('POST', '/tokens', { name: 'x', scope: 'read' }, 'dealer@x.example')
    expect([refused.status, refused.body.permission]).toEqual([403, 'manage:tokens'])
    const { secret, id } = await make()
    const copied = await through(secret, 'POST', '/tokens', { name: 'Child', scope: 'read' })
    expect([copied.status, copied.body.permission]).toEqual([403, 'manage:tokens'])
    expect((await through(secret, 'DELETE', `/tokens/${id}`)).status).toBe(403)
  })
})

describe('what a token may do', () => {
  it('G-37 a read token reads, and changes nothing', async () => {
    const { secret } = await make({ scope: 'read' })
    expect((await through(secret, 'GET', '/businesses/tree')).status).toBe(200)
    for (const [method, path, body] of [
      ['PUT', `/businesses/${vendor}`, { name: 'Changed' }],
      ['PUT', '/account/update', { first_name: 'A', last_name: 'B' }],
      ['POST', `/businesses/${vendor}`, { type: 'company', name: 'New' }],
    ] as const) {
      const { status, body: problem } = await through(secret, method, path, body)
      expect([path, status, problem.detail]).toEqual([path, 403, 'This API token may only read'])
    }
  })

  it('G-37 an install token has the rights of installing alone', async () => {
    const { secret } = await make({ scope: 'install' })
    expect((await through(secret, 'GET', '/entities/index')).status).toBe(200)
    expect((await through(secret, 'GET', '/businesses/tree')).body.permission).toBe('read:business-management')
    expect((await through(secret, 'PUT', '/account/update', { first_name: 'A', last_name: 'B' })).status).toBe(403)
  })

  it('S17 a token never may more than its user now: rights and place are those of the moment', async () => {
    const inner = await tenants.business('Inner', 'company', vendor)
    const { secret } = await make()
    expect((await through(secret, 'GET', `/businesses/${vendor}`)).status).toBe(200)
    await api.database.pool.query('UPDATE users SET business_id = $1 WHERE id = $2', [inner, manager])
    expect((await through(secret, 'GET', `/businesses/${vendor}`)).status).toBe(404)
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'reporter') WHERE id = $1", [
      manager,
    ])
    expect((await through(secret, 'GET', `/businesses/${inner}`)).status).toBe(403)
    await api.database.pool.query(
      "UPDATE users SET business_id = $1, role_id = (SELECT id FROM roles WHERE key = 'manager') WHERE id = $2",
      [vendor, manager],
    )
  })
})

describe('the end of a token', () => {
  it('R-192 is at once when it is revoked, by its user or whoever manages their business', async () => {
    const { secret, id } = await make()
    expect((await through(secret, 'GET', '/auth/user')).status).toBe(200)
    const { body } = await call('DELETE', `/tokens/${id}`)
    expect([body.data.state, body.data.revoked_at]).toEqual(['revoked', expect.any(String)])
    expect((await through(secret, 'GET', '/auth/user')).status).toBe(401)
    expect((await call('DELETE', `/tokens/${id}`)).body.data).toEqual(body.data)
    expect(await entries('token.revoke', id)).toHaveLength(1)
    const revoked = (await call('GET', '/tokens?searchFields=state:=revoked')).body.data
    expect(revoked.map((token: { id: number }) => token.id)).toContain(id)
  })

  it('S8 is that of its user, and restoring the user does not bring it back', async () => {
    const gone = await tenants.user('gone@x.example', 'manager', vendor)
    const { secret } = (await call('POST', '/tokens', { name: 'x', scope: 'read' }, 'gone@x.example')).body.data
    expect((await through(secret, 'GET', '/auth/user')).status).toBe(200)
    await api.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone])
    expect((await through(secret, 'GET', '/auth/user')).status).toBe(401)
    await api.database.pool.query('UPDATE users SET deleted_at = NULL WHERE id = $1', [gone])
    expect((await through(secret, 'GET', '/auth/user')).status).toBe(401)
  })
})

describe('the use of a token', () => {
  it('R-190 is told: when last, from where; the first use from an address is in the audit log (S30)', async () => {
    const { secret, id } = await make()
    await through(secret, 'GET', '/auth/user')
    await through(secret, 'GET', '/auth/user')
    expect(await entries('token.use', id)).toEqual([
      expect.objectContaining({ after: { address: '127.0.0.1' }, user_id: manager, business_id: vendor, token_id: id }),
    ])
    const { data } = (await call('GET', `/tokens?search=id:${id}`)).body
    expect(data[0]).toMatchObject({ last_used_from: '127.0.0.1' })
  })

  it('S30 a refusal is written down with what was missing', async () => {
    const before = await api.database.pool.query("SELECT count(*)::int AS count FROM audit_log WHERE action = 'access.refused'")
    await call('GET', '/tokens', undefined, 'dealer@x.example')
    const { rows } = await api.database.pool.query(
      "SELECT actor, object_id, after, business_id FROM audit_log WHERE action = 'access.refused' ORDER BY id OFFSET $1",
      [before.rows[0].count],
    )
    expect(rows).toEqual([
      {
        actor: 'Ada Byron',
        object_id: 'GET /api/v1/tokens',
        after: expect.objectContaining({ permission: 'read:business-management' }),
        business_id: vendor,
      },
    ])
  })
})
