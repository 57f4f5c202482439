import { UsersRig } from '../../support/api/users-rig.js'

let rig: UsersRig
let ours: number
let below: number
let theirs: number
const BOSS = 'boss@ours.example'
const ADMIN = 'admin@roadbook.example'
let bossId: number
let adminId: number

beforeAll(async () => {
  rig = await UsersRig.start()
  ours = await rig.tenants.business('Ours')
  below = await rig.tenants.business('Below', 'company', ours)
  theirs = await rig.tenants.business('Theirs')
  bossId = await rig.tenants.user(BOSS, 'manager', ours)
  adminId = await rig.tenants.user(ADMIN, 'super-admin', null)
  await rig.tenants.user('boss@theirs.example', 'manager', theirs)
})
afterAll(() => rig.stop())

const create = (email: string, more: Record<string, unknown> = {}, as = BOSS) =>
  rig.write('POST', '/users', as, rig.person(email, below, more))
const created = async (email: string, more: Record<string, unknown> = {}): Promise<number> => {
  const { status, body } = await create(email, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
const usersNamed = async (email: string) =>
  (await rig.api.database.pool.query('SELECT * FROM users WHERE lower(email) = lower($1)', [email])).rows

describe('inviting somebody (R-169, G-16)', () => {
  it('R-169 R-173 R-284 makes the user and an account whose generated password must be changed and works for 72 hours', async () => {
    const { status, body, headers } = await create('dora@ours.example', { city: 'Utrecht' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body.data).toMatchObject({ email: 'dora@ours.example', role: 'Dealer', business_name: 'Below', account: 'made' })
    expect(body.data.temporary_password).toMatch(/^[A-Za-z0-9!#$%&*?@]{12}$/)
    expect(Date.parse(body.data.temporary_password_expires_at)).toBeLessThanOrEqual(Date.now() + 72 * 3_600_000)
    const account = await rig.account('dora@ours.example')
    expect(account).toMatchObject({ must_change_password: true, disabled_at: null, name: 'Dora Dealer' })
    expect(await usersNamed('dora@ours.example')).toMatchObject([{ subject: account?.id, account_managed: true }])
    const again = await rig.api.get(`/users/${body.data.id}`, BOSS)
    expect(again.text).not.toContain('password')
  })

  it('S18 leaves the password in no table of ours', async () => {
    const { body } = await create('secret@ours.example')
    const { rows } = await rig.api.database.pool.query('SELECT coalesce(before::text, $1) || after::text AS t FROM audit_log', [
      '',
    ])
    expect(JSON.stringify([rows, await usersNamed('secret@ours.example')])).not.toContain(body.data.temporary_password)
  })

  it.each([
    ['R-170', { first_name: ' ' }, { first_name: ['First name is required'] }],
    ['R-170', { last_name: undefined }, { last_name: ['Last name is required'] }],
    ['R-171', { role_name: '' }, { role_name: ['Role is required'] }],
    ['R-171', { parent: null }, { parent: ['Business is required'] }],
    ['R-172', { email: '' }, { email: ['Email is required'] }],
    ['R-172', { email: 'nobody' }, { email: ['E-mail must be valid'] }],
  ])('R-170 R-171 R-172 refuses %s in exactly the words of the specification: %j', async (_id, change, errors) => {
    const { status, body } = await create('refused@ours.example', change)
    expect([status, body.errors]).toEqual([422, errors])
    expect(await rig.account('refused@ours.example')).toBeUndefined()
  })

  it.each([
    '<a href="http://evil.example">Click</a>',
    'Click evil.example',
    '\u200b\u200b\u200b\u200b',
    'Dora\u202ereldeD',
    'a\u0085b',
  ])('L6 refuses %j as a first name, which would stand in a mail', async (first_name) => {
    const { status, body } = await create('named@ours.example', { first_name })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['first_name']])
  })

  it('answers 409 for an address that is taken, and offers to restore a deleted user who has it', async () => {
    const id = await created('twice@ours.example')
    expect((await create('TWICE@ours.example')).status).toBe(409)
    await rig.write('DELETE', `/users/${id}`, BOSS)
    const { status, body } = await create('twice@ours.example')
    expect([status, body.restorable_id]).toEqual([409, id])
    const elsewhere = await create('boss@theirs.example')
    expect([elsewhere.status, elsewhere.body.restorable_id]).toEqual([409, undefined])
    // L6: creating or changing a user does not show that another tenant has a user with this address.
    const moved = await rig.write('PUT', `/users/${await created('moves@ours.example')}`, BOSS, {
      first_name: 'Dora',
      last_name: 'Dealer',
      email: 'boss@theirs.example',
    })
    for (const { body: refused } of [elsewhere, moved])
      expect(refused.errors.email).toEqual(['This e-mail address cannot be used here; ask support'])
    expect(await rig.account('boss@theirs.example')).toBeUndefined()
  })

  it('makes one user of the same invitation sent five times at once, and one account', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create('race@ours.example')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await usersNamed('race@ours.example')).toHaveLength(1)
    const [user] = await usersNamed('race@ours.example')
    expect((await rig.account('race@ours.example'))?.id).toBe(user?.subject)
  })

  it('waits while another invitation of the address makes its account, which may yet be taken back', async () => {
    const email = 'underway@ours.example'
    await rig.api.rows(
      "INSERT INTO identity_changes (account_key, email, not_before) VALUES ('00000000-0000-4000-8000-000000000001', 'Underway@ours.example', 'infinity')",
    )
    const { status, body } = await create(email)
    expect([status, body.code, body.errors.email]).toEqual([
      409,
      'users.being-invited',
      ['Somebody is being invited at this address right now; try again in a few seconds'],
    ])
    expect([await usersNamed(email), await rig.account(email)]).toEqual([[], undefined])
    await rig.api.rows("DELETE FROM identity_changes WHERE email = 'Underway@ours.example'")
    expect((await create(email)).status).toBe(200)
    const [user] = await usersNamed(email)
    expect((await rig.account(email))?.id).toBe(user?.subject)
  })

  it.each([
    ['has failed', "now() + interval '1 hour'", 3],
    ['was given up by a server that died', 'now()', 0],
  ])('takes back what an invitation left behind that %s, and goes on', async (_, notBefore, attempts) => {
    const email = `left-${attempts}@ours.example`
    await rig.api.rows(
      `INSERT INTO identity_changes (account_key, email, not_before, attempts) VALUES (gen_random_uuid(), '${email}', ${notBefore}, ${attempts})`,
    )
    expect((await create(email)).status).toBe(200)
    expect(await rig.api.rows('SELECT id FROM identity_changes WHERE email = $1', [email])).toEqual([])
  })

  it('G-30 S18 makes one user of an invitation that is sent again, and tells the password only once', async () => {
    const body = rig.person('twin@ours.example', below)
    const send = (sent: object) =>
      rig.api.call('POST', '/api/v1/users', { email: BOSS, body: sent, headers: { 'idempotency-key': 'invitation' } })
    const [first, again] = [await send(body), await send(body)]
    expect([first.status, first.body.data.temporary_password]).toEqual([200, expect.stringMatching(/^.{12}$/)])
    expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, temporary_password: null }])
    expect((await rig.account('twin@ours.example'))?.id).toBe((await usersNamed('twin@ours.example'))[0]?.subject)
    expect((await send({ ...body, first_name: 'Else' })).status).toBe(422)
    const { rows } = await rig.api.database.pool.query("SELECT answer FROM idempotency_keys WHERE key = 'invitation'")
    expect(JSON.stringify(rows)).not.toContain(first.body.data.temporary_password)
  })

  it('leaves an account that somebody else made as it is: no password of theirs is reset by an invitation', async () => {
    const id = await created('kept@ours.example')
    const before = await rig.account('kept@ours.example')
    await rig.api.database.pool.query('DELETE FROM users WHERE id = $1', [id])
    const { body } = await create('kept@ours.example')
    expect(body.data).toMatchObject({ account: 'existing', temporary_password: null })
    expect(await rig.account('kept@ours.example')).toEqual(before)
  })
})

describe('who may invite whom (G-06, S4)', () => {
  it.each([
    ['a role with rights that the caller does not hold', { role_name: 'super-admin', parent: null }, 403],
    ['a business of another tenant', { parent: () => theirs }, 422],
    ['a business that is not there', { parent: 2_000_000_000 }, 422],
  ])('refuses %s', async (_what, change, expected) => {
    const parent = typeof change.parent === 'function' ? change.parent() : change.parent
    expect((await create('upward@ours.example', { ...change, parent })).status).toBe(expected)
    expect(await usersNamed('upward@ours.example')).toEqual([])
  })

  it('S14 takes no column that is not in the form', async () => {
    const columns = [
      'id',
      'issuer',
      'subject',
      'business_id',
      'role_id',
      'role',
      'permissions',
      'deleted_at',
      'created_at',
      'created_by',
      'last_seen_at',
      'tokens_valid_from',
      'account_managed',
      'password_hash',
      'temporary_password',
    ]
    const id = await created('columns@ours.example')
    const [before] = await usersNamed('columns@ours.example')
    for (const column of columns) {
      expect((await create('mass@ours.example', { [column]: 1 })).status).toBe(422)
      const body = { first_name: 'X', last_name: 'Y', email: 'columns@ours.example', [column]: 1 }
      expect((await rig.write('PUT', `/users/${id}`, BOSS, body)).status).toBe(422)
    }
    expect(await usersNamed('mass@ours.example')).toEqual([])
    expect((await usersNamed('columns@ours.example'))[0]).toEqual(before)
  })
})

describe('the list (R-167, R-283)', () => {
  it('R-167 R-174 has every column, is scoped, and has views of active, deleted and never signed in', async () => {
    const gone = await created('gone@ours.example')
    await rig.write('DELETE', `/users/${gone}`, BOSS)
    const page = await rig.api.get('/users?limit=200&orderBy=email&sortedBy=asc', BOSS)
    const boss = page.body.data.find((user: { id: number }) => user.id === bossId)
    expect(boss).toMatchObject({ name: 'Ada Byron', sub_vendor_name: 'Ours', role: 'Manager', email: BOSS })
    for (const column of ['city', 'phone', 'telephone', 'last_seen_at', 'created_at', 'updated_at'])
      expect(boss).toHaveProperty(column)
    const emails = (answer: typeof page) => answer.body.data.map(({ email }: { email: string }) => email)
    expect(emails(page)).not.toContain('gone@ours.example')
    expect(emails(page)).not.toContain('boss@theirs.example')
    expect(emails(page)).not.toContain(ADMIN)
    expect(emails(await rig.api.get('/users?status=deleted&limit=200', BOSS))).toContain('gone@ours.example')
    const never = emails(await rig.api.get('/users?status=never-signed-in&limit=200', BOSS))
    expect([never.includes(BOSS), never.includes('gone@ours.example')]).toEqual([false, false])
    expect(emails(await rig.api.get('/users?status=all&limit=200', BOSS))).toEqual(
      expect.arrayContaining([BOSS, 'gone@ours.example']),
    )
    expect((await rig.api.get('/users?status=everybody', BOSS)).status).toBe(422)
    expect(emails(await rig.api.get('/users?search=boss&limit=200', BOSS))).toEqual([BOSS])
  })
})

describe('changing a user (R-285)', () => {
  it('R-176 R-285 changes the row and the account, and keeps what is absent', async () => {
    const id = await created('before@ours.example', { city: 'Gent' })
    const body = { first_name: 'Anna', last_name: 'Nova', email: 'after@ours.example' }
    const { status, body: answer } = await rig.write('PUT', `/users/${id}`, BOSS, body)
    expect([status, answer.data.city, answer.data.role_key]).toEqual([200, 'Gent', 'dealer'])
    expect(await rig.account('before@ours.example')).toBeUndefined()
    expect(await rig.account('after@ours.example')).toMatchObject({ name: 'Anna Nova' })
  })

  it('S4 lets nobody change their own role or business, nor touch somebody who may do more', async () => {
    const self = { first_name: 'Ada', last_name: 'Byron', email: BOSS }
    expect((await rig.write('PUT', `/users/${bossId}`, BOSS, { ...self, role_name: 'dealer' })).status).toBe(409)
    expect((await rig.write('PUT', `/users/${bossId}`, BOSS, { ...self, parent: below })).status).toBe(409)
    const strong = await rig.tenants.user('strong@ours.example', 'manager', ours)
    await rig.tenants.grant(strong, 'manage:announcements')
    for (const [method, path, body] of [
      ['PUT', '', { ...self, email: 'strong@ours.example' }],
      ['DELETE', '', undefined],
      ['PUT', '/temporary-password', undefined],
      ['POST', '/reset-link', undefined],
      ['POST', '/assignRole', { role_name: 'dealer' }],
    ] as const) {
      const { status, body: problem } = await rig.write(method, `/users/${strong}${path}`, BOSS, body)
      expect([path, status, problem.permission]).toEqual([path, 403, 'manage:announcements'])
    }
  })
})

describe('the end of a user (R-177, S8)', () => {
  it('R-177 R-286 R-287 S8 makes access tokens void with the next request, also after a restore, and disables the account meanwhile', async () => {
    const id = await created('leaver@ours.example')
    const [row] = await usersNamed('leaver@ours.example')
    const tokenAt = (iat: number) => rig.api.issuer.token({ sub: row.subject, iat })
    const now = Math.floor(Date.now() / 1000)
    const old = await tokenAt(now - 1)
    const ask = async (token: string) => (await rig.api.call('GET', '/api/v1/auth/user', { token })).status
    expect(await ask(old)).toBe(200)
    expect((await rig.write('DELETE', `/users/${id}`, BOSS)).status).toBe(200)
    expect(await ask(old)).toBe(401)
    expect((await rig.account('leaver@ours.example'))?.disabled_at).not.toBeNull()
    expect((await rig.write('PUT', `/users/${id}/restore`, BOSS)).status).toBe(200)
    expect((await rig.account('leaver@ours.example'))?.disabled_at).toBeNull()
    expect(await ask(old)).toBe(401)
    expect(await ask(await tokenAt(now + 5))).toBe(200)
  })

  it('S8 ends API tokens for good, and sessions with a temporary password', async () => {
    const id = await created('tokens@ours.example')
    const addToken = () =>
      rig.api.database.pool.query(
        "INSERT INTO api_tokens (user_id, name, secret_hash) VALUES ($1, 'x', sha256(random()::text::bytea)) RETURNING id",
        [id],
      )
    const open = async () =>
      (await rig.api.database.pool.query('SELECT 1 FROM api_tokens WHERE user_id = $1 AND revoked_at IS NULL', [id])).rowCount
    await addToken()
    const { status, body } = await rig.write('PUT', `/users/${id}/temporary-password`, BOSS)
    expect([status, body.data.temporary_password.length, await open()]).toEqual([200, 12, 0])
    await addToken()
    await rig.write('DELETE', `/users/${id}`, BOSS)
    await rig.write('PUT', `/users/${id}/restore`, BOSS)
    expect(await open()).toBe(0)
  })

  it('R-288 G-66 deletes for good only who is deleted, by typing the e-mail, and with the account', async () => {
    const id = await created('forever@ours.example')
    const destroy = (email: string) => rig.write('DELETE', `/users/${id}/force-destroy`, BOSS, { email })
    expect((await destroy('forever@ours.example')).status).toBe(409)
    await rig.write('DELETE', `/users/${id}`, BOSS)
    expect((await destroy('other@ours.example')).status).toBe(422)
    expect((await destroy('Forever@ours.example')).status).toBe(200)
    expect([await usersNamed('forever@ours.example'), await rig.account('forever@ours.example')]).toEqual([[], undefined])
    expect((await rig.api.get(`/users/${id}`, BOSS)).status).toBe(404)
  })

  it('G-66 never ends oneself, nor the last super admin', async () => {
    expect((await rig.write('DELETE', `/users/${bossId}`, BOSS)).status).toBe(409)
    expect((await rig.write('DELETE', `/users/${adminId}`, ADMIN)).status).toBe(409)
    const other = await rig.tenants.user('second@roadbook.example', 'super-admin', null)
    const both = await Promise.all([
      rig.write('DELETE', `/users/${adminId}`, 'second@roadbook.example'),
      rig.write('DELETE', `/users/${other}`, ADMIN),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await rig.api.database.pool.query('UPDATE users SET deleted_at = NULL, tokens_valid_from = NULL WHERE id = ANY ($1)', [
      [adminId, other],
    ])
  })

  it('S30 writes one audit entry for each write, with who and what, and without passwords', async () => {
    const id = await created('audited@ours.example')
    await rig.write('PUT', `/users/${id}/temporary-password`, BOSS)
    await rig.write('DELETE', `/users/${id}`, BOSS)
    await rig.write('DELETE', `/users/${id}`, BOSS)
    await rig.write('PUT', `/users/${id}/restore`, BOSS)
    const { rows } = await rig.api.database.pool.query(
      "SELECT action, user_id FROM audit_log WHERE object_type = 'user' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      'user.create',
      'user.temporary-password',
      'user.delete',
      'user.restore',
    ])
    expect(rows.every(({ user_id }: { user_id: number }) => user_id === bossId)).toBe(true)
  })
})
