import { sized } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let ours: number
let theirs: number
let bossId: number
/** Number of rows that succeed. In the proof, these rows and the three that fail are exactly the limit of 500. */
const MANY = sized('walks', 47, 497)
const BOSS = 'boss@ours.example'
const READER = 'reader@ours.example'

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  bossId = await tenants.user(BOSS, 'manager', ours)
  await tenants.user(READER, 'reporter', ours)
})

const post = (path: string, body: object, headers: Record<string, string> = {}, email = BOSS) =>
  api.call('POST', `/api/v1${path}`, { email, body, headers })
const undo = (id: number) => api.call('POST', `/api/v1/users/bulk/${id}/undo`, { email: BOSS })
const undoRole = (id: number, email = BOSS) => api.call('POST', `/api/v1/users/bulk-role/${id}/undo`, { email })
const rows = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows
const people = async (name: string, count: number, role = 'dealer'): Promise<number[]> =>
  (
    await rows(
      `INSERT INTO users (first_name, last_name, email, role_id, business_id)
       SELECT 'P', n::text, $1 || n || '@ours.example', (SELECT id FROM roles WHERE key = $2), $3 FROM generate_series(1, $4) n
       RETURNING id`,
      [name, role, ours, count],
    )
  ).map(({ id }) => id)
const deleted = async (ids: number[]) =>
  (await rows('SELECT id FROM users WHERE id = ANY ($1) AND deleted_at IS NOT NULL', [ids])).length
const rolesOf = async (ids: number[]) =>
  (await rows('SELECT r.key FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ANY ($1) ORDER BY u.id', [ids])).map(
    ({ key }) => key,
  )

describe('many users by one request (T-05)', () => {
  it(`T-05 deletes ${MANY} of ${MANY + 3}, says of three why not, and brings the ${MANY} back`, async () => {
    const many = await people('many', MANY)
    const admin = await tenants.user('admin@ours.example', 'super-admin', null)
    const stranger = await tenants.user('stranger@theirs.example', 'dealer', theirs)
    const ids = [bossId, ...many, admin, stranger]
    const { status, body } = await post('/users/bulk', { action: 'delete', ids })
    expect([status, body.data.changed, body.data.unchanged, body.data.failed]).toEqual([200, MANY, 0, 3])
    expect(body.data.results.map(({ id }: { id: number }) => id)).toEqual(ids)
    expect(body.data.results.filter(({ result }: { result: string }) => result === 'failed')).toEqual([
      { id: bossId, result: 'failed', reason: '/problems/conflict', message: 'Your own account cannot be deleted' },
      { id: admin, result: 'failed', reason: '/problems/not-found', message: 'There is no such user' },
      { id: stranger, result: 'failed', reason: '/problems/not-found', message: 'There is no such user' },
    ])
    expect(await deleted([...ids])).toBe(MANY)
    const back = await undo(body.data.undo_id)
    expect([back.status, back.body.data.changed, back.body.data.undo_id]).toEqual([200, MANY, null])
    expect(await deleted([...ids])).toBe(0)
    const entries = await rows(
      "SELECT action, count(*)::int AS count FROM audit_log WHERE object_type = 'user' AND object_id = ANY ($1) GROUP BY 1 ORDER BY 1",
      [many.map(String)],
    )
    expect(entries).toEqual([
      { action: 'user.delete', count: MANY },
      { action: 'user.restore', count: MANY },
    ])
  })

  it('T-05 undoes once, only for who did it, and refuses what has changed since', async () => {
    const [first = 0, second = 0] = await people('roles', 2)
    const { body } = await post('/users/bulk-role', { ids: [first, second], role_name: 'technician' })
    expect([body.data.changed, await rolesOf([first, second])]).toEqual([2, ['technician', 'technician']])
    await tenants.user('other-boss@ours.example', 'manager', ours)
    expect((await undoRole(body.data.undo_id, 'other-boss@ours.example')).status).toBe(404)
    await post(`/users/${second}/assignRole`, { role_name: 'reporter' })
    const back = await undoRole(body.data.undo_id)
    expect(back.body.data).toMatchObject({
      changed: 1,
      failed: 1,
      results: [
        { id: first, result: 'changed' },
        { id: second, result: 'failed', message: 'It was changed in the meantime' },
      ],
    })
    expect(await rolesOf([first, second])).toEqual(['dealer', 'reporter'])
    expect((await undoRole(body.data.undo_id)).status).toBe(409)
  })

  it('T-05 changes nothing twice, and says so', async () => {
    const ids = await people('again', 3)
    const key = { 'idempotency-key': 'once' }
    const first = await post('/users/bulk', { action: 'delete', ids }, key)
    const second = await post('/users/bulk', { action: 'delete', ids }, key)
    expect(second.body).toEqual(first.body)
    expect((await post('/users/bulk', { action: 'restore', ids }, key)).status).toBe(422)
    const third = await post('/users/bulk', { action: 'delete', ids })
    expect(third.body.data).toMatchObject({ undo_id: null, changed: 0, unchanged: 3, failed: 0 })
  })

  it('G-06 gives nobody a role that the caller does not hold, and takes 1 000 rows at most', async () => {
    const ids = await people('limit', 1)
    const admin = await post('/users/bulk-role', { ids, role_name: 'super-admin' })
    expect([admin.status, admin.body.permission]).toEqual([403, 'super-admin'])
    expect((await post('/users/bulk-role', { ids })).body.errors).toEqual({ role_name: ['Role is required'] })
    const tooMany = await post('/users/bulk', { action: 'delete', ids: Array.from({ length: 1_001 }, (_, at) => at + 1) })
    expect(tooMany.body.errors).toEqual({ ids: ['Must name at most 1000'] })
    expect((await post('/users/bulk', { action: 'delete', ids }, {}, READER)).status).toBe(403)
    expect(await deleted(ids)).toBe(0)
  })
})

describe('many tokens by one request (T-05, R-190)', () => {
  it('T-05 S17 revokes those in scope, once, with an entry for each in the audit log', async () => {
    const token = async (user: number, name: string): Promise<number> =>
      (
        await rows(
          "INSERT INTO api_tokens (user_id, name, secret_hash) VALUES ($1, $2::text, sha256(convert_to($2::text, 'UTF8'))) RETURNING id",
          [user, name],
        )
      )[0].id
    const mine = await token(bossId, 'mine')
    const foreign = await token(await tenants.user('far@theirs.example', 'manager', theirs), 'foreign')
    const { body } = await post('/tokens/revoke', { ids: [foreign, mine] })
    expect(body.data).toMatchObject({
      undo_id: null,
      results: [
        { id: foreign, result: 'failed', message: 'There is no such token' },
        { id: mine, result: 'changed' },
      ],
    })
    expect(await rows('SELECT id FROM api_tokens WHERE revoked_at IS NOT NULL')).toEqual([{ id: mine }])
    expect((await post('/tokens/revoke', { ids: [mine] })).body.data).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await rows("SELECT object_id FROM audit_log WHERE action = 'token.revoke'")).toEqual([{ object_id: String(mine) }])
  })
})

describe('many vehicles by one request (T-05)', () => {
  const fleet = async (name: string, count: number): Promise<number[]> =>
    (
      await rows(
        "INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, $2 || n, 'eBike' FROM generate_series(1, $3) n RETURNING id",
        [ours, name, count],
      )
    ).map(({ id }) => id)
  const gone = async (ids: number[]) =>
    (await rows('SELECT id FROM entities WHERE id = ANY ($1) AND deleted_at IS NOT NULL', [ids])).length

  it(`T-05 R-163 deletes ${MANY} of ${MANY + 3}, says of three why not, and undo brings them back with their trackers`, async () => {
    const many = await fleet('Many ', MANY)
    const { deviceId } = await tenants.install(ours, many[0] ?? 0)
    const customers = await tenants.entity(ours, 'Customer’s', { consumer_id: await tenants.consumer(ours) })
    const missing = await tenants.entity(ours, 'Missing')
    await tenants.openCase(missing)
    const stranger = await tenants.entity(theirs, 'Stranger')
    const ids = [...many, customers, missing, stranger]
    const { body } = await post('/entities/bulk', { action: 'delete', ids })
    expect([body.data.changed, body.data.failed]).toEqual([MANY, 3])
    expect(body.data.results.slice(-3).map(({ message }: { message: string }) => message)).toEqual([
      'A vehicle with a customer cannot be deleted',
      'A vehicle that is missing cannot be deleted',
      'There is no such entity',
    ])
    expect(await gone(ids)).toBe(MANY)
    const back = await post(`/entities/bulk/${body.data.undo_id}/undo`, {})
    expect([back.body.data.changed, await gone(ids)]).toEqual([MANY, 0])
    const on = await rows('SELECT entity_id FROM installations WHERE device_id = $1 AND removed_at IS NULL', [deviceId])
    expect(on).toEqual([{ entity_id: many[0] }])
  })

  it('T-05 leaves alone what is deleted already, and restores many', async () => {
    const many = await fleet('Some ', 3)
    await post('/entities/bulk', { action: 'delete', ids: many.slice(0, 1) })
    const again = (await post('/entities/bulk', { action: 'delete', ids: many })).body.data
    expect([again.changed, again.unchanged]).toEqual([2, 1])
    expect((await post('/entities/bulk', { action: 'restore', ids: many })).body.data.changed).toBe(3)
    expect((await post('/entities/bulk', { action: 'delete', ids: many }, {}, READER)).body.permission).toBe('delete:entity')
  })
})
