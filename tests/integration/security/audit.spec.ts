import { rotated, sized } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { bodyOf, nameOf, type Operation, operations, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })
const closed = operations.filter(({ isPublic }) => !isPublic)
const writes = closed.filter(({ method }) => method !== 'GET')
const named = (list: Operation[]) => list.map((operation) => [nameOf(operation), operation] as const)
let made = 0
let changing = 0

/** Columns with the time when somebody was last seen. Changes of these columns do not count. */
const UNWATCHED = '{last_seen_at,last_used_at,last_used_from}'

/**
 * Records every table in which a row changes. The audit log, stored requests and counts for limits are left out, because
 * these also record calls that are refused. No job writes meanwhile, because this API runs no jobs.
 */
beforeAll(async () => {
  await api.database.pool.query(`
    CREATE SCHEMA watch;
    CREATE UNLOGGED TABLE watch.changes (name text);
    CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - '${UNWATCHED}'::text[] = to_jsonb(NEW) - '${UNWATCHED}'::text[] THEN
        RETURN NULL;
      END IF;
      INSERT INTO watch.changes VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $$;
    DO $$
    DECLARE tab regclass;
    BEGIN
      FOR tab IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname NOT IN ('audit_log', 'idempotency_keys', 'api_token_addresses', 'user_calls', 'request_counts')
      LOOP
        EXECUTE format('CREATE TRIGGER zz_watch AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION watch.note()', tab);
      END LOOP;
    END $$`)
})

/** Runs `act`. Returns its answer, and the names of the tables that it has changed. */
async function changedBy<T>(act: () => Promise<T>): Promise<{ answer: T; changed: string[] }> {
  await api.database.pool.query('DELETE FROM watch.changes')
  const answer = await act()
  const { rows } = await api.database.pool.query<{ name: string }>('SELECT DISTINCT name FROM watch.changes ORDER BY name')
  return { answer, changed: rows.map(({ name }) => name) }
}

/** Adds a tenant that no operation has changed yet, and the tenant's manager. */
async function freshTenant(): Promise<{ own: TenantIds; email: string }> {
  const name = `T${++made}`
  const own = await populate(tenants, name, `3563070${String(50_000_000 + made).padStart(8, '0')}`)
  const email = `manager@${name}.example`
  await tenants.user(email, 'manager', Number(own.business))
  return { own, email }
}

const entriesOf = async (requestId: string | null) =>
  (
    await api.database.pool.query<{ action: string; actor: string | null; user_id: number | null; business_id: number | null }>(
      'SELECT action, actor, user_id, business_id FROM audit_log WHERE request_id = $1',
      [requestId],
    )
  ).rows

describe('the audit trail (S30)', () => {
  /** Tenant for the next operation. `isTouched` is true if an earlier operation has changed it. */
  let tenant: (Awaited<ReturnType<typeof freshTenant>> & { isTouched: boolean }) | undefined

  /** Tries an operation on a tenant. @returns true if it changed anything */
  async function tried(operation: Operation, { own, email }: Awaited<ReturnType<typeof freshTenant>>): Promise<boolean> {
    const { answer, changed } = await changedBy(() =>
      api.call(operation.method, pathOf(operation.path, own[resourceOf(operation.path) ?? 'business']), {
        email,
        body: bodyOf(operation, own),
      }),
    )
    const { status, headers } = answer
    if (changed.length > 0) {
      changing++
      tenant!.isTouched = true
    }
    const entries = (await entriesOf(headers.get('x-request-id'))).filter(({ action }) => action !== 'access.refused')
    expect(status).toBeLessThan(500)
    if (status >= 400) expect({ changed, entries }).toEqual({ changed: [], entries: [] })
    if (changed.length > 0) expect([changed, entries.length > 0]).toEqual([changed, true])
    for (const entry of entries) expect(entry).toMatchObject({ actor: expect.any(String), user_id: expect.any(Number) })
    return changed.length > 0
  }
  const untouched = async () => {
    const fresh = await freshTenant()
    await api.get('/auth/user', fresh.email)
    return { ...fresh, isTouched: false }
  }

  it.each(named(writes))('S30 %s leaves an entry that names who did it when it changed anything', async (_name, operation) => {
    tenant ??= await untouched()
    const wasTouched = tenant.isTouched
    if ((await tried(operation, tenant)) || !wasTouched) return
    // Nothing was changed. An earlier change of the tenant may be the cause, so the operation is tried on a new tenant.
    tenant = await untouched()
    await tried(operation, tenant)
  })

  it('S30 was proven for most writes by one that changed something', async () => {
    const { rows } = await api.database.pool.query<{ count: number }>(
      "SELECT count(DISTINCT request_id)::int AS count FROM audit_log WHERE action NOT IN ('access.refused', 'user.first-sign-in')",
    )
    expect(rows[0]?.count).toBeGreaterThan(writes.length / 2)
    expect(changing).toBeGreaterThan(writes.length / 2)
  })

  describe('of who holds no right', () => {
    let own: TenantIds
    let email: string
    let id: number

    beforeAll(async () => {
      own = (await freshTenant()).own
      email = `nobody@t${made}.example`
      id = await tenants.user(email, 'reporter', Number(own.business))
      await api.database.pool.query(
        "WITH r AS (INSERT INTO roles (key, name) VALUES ('nothing', 'Nothing') RETURNING id) UPDATE users SET role_id = (SELECT id FROM r) WHERE id = $1",
        [id],
      )
      // Signs in once before, because the first sign-in is recorded in the user's row.
      await api.get('/auth/user', email)
    })

    // `operations.spec.ts` tests that every operation refuses. This test checks the audit entries of refusals. All of these
    // are written by one guard.
    const guarded = closed.filter(({ permissions }) => permissions)
    it.each(named(rotated('walks', guarded, Math.ceil(guarded.length / 3), 1)))(
      'S30 a refusal of %s is one entry, and changes nothing',
      async (_name, operation) => {
        const { answer, changed } = await changedBy(() =>
          api.call(operation.method, pathOf(operation.path, 1), { email, body: bodyOf(operation, own) }),
        )
        const entries = await entriesOf(answer.headers.get('x-request-id'))
        expect([answer.status, changed]).toEqual([403, []])
        expect(entries.filter(({ action }) => action === 'access.refused')).toEqual([
          { action: 'access.refused', actor: 'Ada Byron', user_id: id, business_id: Number(own.business) },
        ])
      },
    )
  })
})

describe('writes that come many at once (S26)', () => {
  it('S26 with one key make one thing, whichever of fifty comes first', async () => {
    const { own, email } = await freshTenant()
    const body = { type: 'company', name: 'Only one' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        api.call('POST', `/api/v1/businesses/${own.business}`, { email, body, headers: { 'idempotency-key': 'fifty' } }),
      ),
    )
    const ids = answers.filter(({ status }) => status === 200).map((answer) => answer.body.data.id as number)
    expect(new Set(ids).size).toBe(1)
    for (const { status } of answers) expect([200, 503]).toContain(status)
    const { rows } = await api.database.pool.query("SELECT id FROM businesses WHERE name = 'Only one'")
    expect(rows).toEqual([{ id: ids[0] }])
    const other = await api.call('POST', `/api/v1/businesses/${own.business}`, {
      email,
      body: { ...body, name: 'Another' },
      headers: { 'idempotency-key': 'fifty' },
    })
    expect(other.status).toBe(422)
  })

  it('S4 S26 leave one super admin, when each of two takes the other one’s role away', async () => {
    await api.database.pool.query("DELETE FROM users WHERE role_id = (SELECT id FROM roles WHERE key = 'super-admin')")
    const place = await tenants.business('Landing')
    const [first, second] = ['one@roots.example', 'two@roots.example']
    const ids = [await tenants.user(first, 'super-admin', null), await tenants.user(second, 'super-admin', null)] as const
    for (let round = 0; round < sized('walks', 6, 20); round++) {
      const take = (by: string, id: number) =>
        api.call('PUT', `/api/v1/users/${id}`, {
          email: by,
          body: { first_name: 'A', last_name: 'B', email: `kept${id}@roots.example`, parent: place },
        })
      const remove = (by: string, id: number) => api.call('DELETE', `/api/v1/users/${id}`, { email: by })
      await Promise.all([remove(first, ids[1]), remove(second, ids[0]), take(first, ids[1])])
      const { rows } = await api.database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM users u JOIN roles r ON r.id = u.role_id
         WHERE r.key = 'super-admin' AND u.deleted_at IS NULL`,
      )
      expect(rows[0]?.count).toBeGreaterThanOrEqual(1)
      await api.database.pool.query('UPDATE users SET deleted_at = NULL WHERE id = ANY ($1)', [ids])
    }
  })

  it('S4 S26 gain nobody a right that is being taken from who gives it, on whichever way it goes', async () => {
    const { own } = await freshTenant()
    const business = Number(own.business)
    const root = 'three@roots.example'
    await tenants.user(root, 'super-admin', null)
    const giver = await tenants.user('giver@race.example', 'manager', business)
    const target = await tenants.user('target@race.example', 'reporter', business)
    const as = (email: string, method: string, path: string, body?: unknown) =>
      api.call(method, `/api/v1${path}`, { email, body })
    const GIFTS = [
      () => as('giver@race.example', 'POST', `/users/${target}/assignRole`, { role_name: 'manager' }),
      () => as('giver@race.example', 'POST', `/users/${target}/givePermission`, { permissions: ['create:user'] }),
      () => as('giver@race.example', 'POST', '/tokens', { name: 'kept', scope: 'write' }),
    ]
    // Signs in before, because a first sign-in also adds an entry, and does not wait for the lock.
    for (const email of [root, 'giver@race.example']) await api.get('/auth/user', email)
    for (let round = 0; round < sized('walks', 15, 60); round++) {
      const gift = GIFTS[round % GIFTS.length]!
      const [demoted, given] = await Promise.all([
        as(root, 'POST', `/users/${giver}/assignRole`, { role_name: 'reporter' }),
        gift(),
      ])
      expect(demoted.status).toBe(200)
      if (given.status === 200) {
        const { rows } = await api.database.pool.query<{ in_order: boolean }>(
          `SELECT (SELECT id FROM audit_log WHERE request_id = $1 ORDER BY id LIMIT 1)
             < (SELECT id FROM audit_log WHERE request_id = $2 ORDER BY id LIMIT 1) AS in_order`,
          [given.headers.get('x-request-id'), demoted.headers.get('x-request-id')],
        )
        // A token never has more rights than its user has now, even if it was made before the user lost rights.
        if (round % GIFTS.length === 2) {
          const used = await api.call('GET', '/api/v1/users', { token: given.body.data.secret })
          expect(used.status).toBe(403)
        } else expect(rows).toEqual([{ in_order: true }])
      } else expect([403, 409]).toContain(given.status)
      await as(root, 'POST', `/users/${giver}/assignRole`, { role_name: 'manager' })
      await as(root, 'POST', `/users/${target}/assignRole`, { role_name: 'reporter' })
      await api.database.pool.query('DELETE FROM user_permissions WHERE user_id = $1', [target])
      await api.database.pool.query('DELETE FROM api_tokens WHERE user_id = $1', [giver])
    }
  })
})
