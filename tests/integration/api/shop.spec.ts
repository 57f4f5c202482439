import { createHash } from 'node:crypto'
import { readApiConfiguration } from '@roadbook/api/configuration'
import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

const SHOP_SECRET = 'the-secret-of-the-shop-32-characters-or-more'
const DEALER = 'dealer@fleet.example'
let api: ApiUnderTest
let tenants: Tenants
let business: number
let dealer: number

beforeAll(async () => {
  api = await ApiUnderTest.start({ SHOP_URL: 'https://shop.example/dealers?lang=nl', SHOP_SECRET })
  tenants = new Tenants(api.database.pool)
  business = await tenants.business('Fleet')
  dealer = await tenants.user(DEALER, 'dealer', business)
})
afterAll(() => api.stop())

const mint = (email = DEALER) => api.call('POST', '/api/v1/shop/links', { email })
const codeOf = ({ body }: Answer) => String(new URL(body.data.url).searchParams.get('token'))
const newCode = async (email?: string) => codeOf(await mint(email))
const exchange = (token: unknown, secret = SHOP_SECRET) =>
  api.call('POST', '/api/v1/shop/exchange', { token: secret, body: { token } })
const essence = ({ status, body }: Answer) => [status, body.type, body.detail, body.errors]
const hashOf = (code: string) => createHash('sha256').update(code).digest()

describe('a link to the shop', () => {
  it('R-224 is the configured address with a one-time token, good for a minute', async () => {
    const before = Date.now()
    const answer = await mint()
    expect(answer.status).toBe(200)
    const url = new URL(answer.body.data.url)
    expect([url.origin, url.pathname, url.searchParams.get('lang')]).toEqual(['https://shop.example', '/dealers', 'nl'])
    expect(codeOf(answer)).toMatch(/^rbs_[\w-]{43}$/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { rows } = await api.database.pool.query(
      'SELECT expires_at, extract(epoch FROM expires_at - created_at)::int AS lifetime_s FROM shop_codes WHERE code_hash = $1',
      [hashOf(codeOf(answer))],
    )
    expect(rows[0].lifetime_s).toBe(60)
    expect(answer.body.data.expires_at).toBe(rows[0].expires_at.toISOString())
    expect(Date.parse(answer.body.data.expires_at)).toBeGreaterThan(before)
  })

  it('R-224 is refused without create:order, which the answer names', async () => {
    await tenants.user('reader@fleet.example', 'reporter', business)
    const { status, body } = await mint('reader@fleet.example')
    expect([status, body.permission]).toEqual([403, 'create:order'])
  })

  it('G-86 never carries the bearer token it was asked with', async () => {
    const token = await api.issuer.tokenOf(DEALER)
    const { text } = await api.call('POST', '/api/v1/shop/links', { token })
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.split('.')[2])
  })

  it('is in the audit log, its token nowhere in the database (S16)', async () => {
    const code = await newCode()
    const { rows } = await api.database.pool.query("SELECT * FROM audit_log WHERE action = 'shop.link' ORDER BY id DESC LIMIT 1")
    expect(rows[0]).toMatchObject({ user_id: dealer, business_id: business, object_type: 'user', object_id: String(dealer) })
    const tables = ['audit_log', 'shop_codes', 'users', 'api_tokens']
    for (const table of tables) {
      const dump = await api.database.pool.query(`SELECT coalesce(string_agg(t::text, '|'), '') AS text FROM ${table} t`)
      for (const secret of [code, code.slice(4), Buffer.from(code).toString('hex'), SHOP_SECRET]) {
        expect(dump.rows[0].text).not.toContain(secret)
      }
    }
  })

  it('removes the codes that have expired', async () => {
    const old = await newCode()
    await age(old)
    await mint()
    const { rows } = await api.database.pool.query('SELECT 1 FROM shop_codes WHERE code_hash = $1', [hashOf(old)])
    expect(rows).toEqual([])
  })

  it('is made by a role that can read no code', async () => {
    const { rows } = await api.database.pool.query(
      `SELECT p AS privilege FROM unnest(ARRAY['SELECT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
       WHERE has_table_privilege('roadbook_api', 'shop_codes', p)`,
    )
    expect(rows).toEqual([])
    const { rows: columns } = await api.database.pool.query(
      "SELECT has_any_column_privilege('roadbook_api', 'shop_codes', 'SELECT, UPDATE') AS readable",
    )
    expect(columns).toEqual([{ readable: false }])
  })
})

/** Makes a code expire, as it does after a minute. */
const age = (code: string) =>
  api.database.pool.query(
    "UPDATE shop_codes SET created_at = now() - interval '61 seconds', expires_at = now() - interval '1 second' WHERE code_hash = $1",
    [hashOf(code)],
  )

describe('the exchange', () => {
  it('R-224 tells the shop’s server who came, and for which business', async () => {
    const { status, body, headers } = await exchange(await newCode())
    expect([status, body]).toEqual([
      200,
      {
        data: {
          user: { id: dealer, email: DEALER, first_name: 'Ada', last_name: 'Byron', role: 'Dealer' },
          business: { id: business, name: 'Fleet' },
        },
      },
    ])
    expect(headers.get('cache-control')).toContain('no-store')
  })

  it('knows no business of a super admin', async () => {
    await tenants.user('root@roadbook.example', 'super-admin', null)
    const { status, body } = await exchange(await newCode('root@roadbook.example'))
    expect([status, body.data.business]).toEqual([200, null])
  })

  it('G-86 opens once, also when many ask at the same time', async () => {
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  })

  it('G-86 says the same of a used, an expired and an unknown code, and of one whose user may no longer', async () => {
    const used = await newCode()
    await exchange(used)
    const expired = await newCode()
    await age(expired)
    const gone = await tenants.user('gone@fleet.example', 'dealer', business)
    const orphan = await newCode('gone@fleet.example')
    await api.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone])
    const demoted = await tenants.user('demoted@fleet.example', 'reporter', business)
    await tenants.grant(demoted, 'create:order')
    const withdrawn = await newCode('demoted@fleet.example')
    await api.database.pool.query('DELETE FROM user_permissions WHERE user_id = $1', [demoted])
    const unknown = essence(await exchange(`rbs_${'A'.repeat(43)}`))
    expect(unknown.slice(0, 2)).toEqual([422, '/problems/validation'])
    for (const code of [used, expired, orphan, withdrawn, `${await newCode()}x`]) {
      expect(essence(await exchange(code))).toEqual(unknown)
    }
  })

  it.each([
    ['another secret', 'x'.repeat(SHOP_SECRET.length)],
    ['a part of the secret', SHOP_SECRET.slice(0, -1)],
    ['more than the secret', `${SHOP_SECRET}x`],
  ])('is refused with %s, and leaves the code unused', async (_what, secret) => {
    const code = await newCode()
    expect(essence(await exchange(code, secret)).slice(0, 2)).toEqual([401, '/problems/unauthenticated'])
    expect((await exchange(code)).status).toBe(200)
  })

  it('is refused without the secret, and with a user’s own token', async () => {
    const code = await newCode()
    const nobody = await api.call('POST', '/api/v1/shop/exchange', { body: { token: code } })
    const user = await api.call('POST', '/api/v1/shop/exchange', { email: DEALER, body: { token: code } })
    expect([nobody.status, user.status]).toEqual([401, 401])
  })

  it.each([[undefined], [null], [''], [7], [['rbs_x']], [{ $ne: '' }], ['x'.repeat(201)]])(
    'refuses %j for a token',
    async (token) => {
      const { status, body } = await exchange(token)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['token']])
    },
  )
})

describe('a code', () => {
  it('S16 is refused as a bearer token of our own API, whatever its prefix, and opens the shop still', async () => {
    const code = await newCode()
    for (const token of [code, `rbk_${code.slice(4)}`, code.slice(4)]) {
      const { status, body } = await api.call('GET', '/api/v1/auth/user', { token })
      expect([status, body.type]).toEqual([401, '/problems/unauthenticated'])
    }
    expect((await exchange(code)).status).toBe(200)
  })
})

describe('an installation without a shop', () => {
  it('R-224 answers 404 and says that none is configured', async () => {
    const bare = await ApiUnderTest.start()
    try {
      const theirs = new Tenants(bare.database.pool)
      await theirs.user(DEALER, 'dealer', await theirs.business('Fleet'))
      const link = await bare.call('POST', '/api/v1/shop/links', { email: DEALER })
      expect([link.status, link.body.detail]).toEqual([404, 'No shop is configured'])
      const answer = await bare.call('POST', '/api/v1/shop/exchange', { token: SHOP_SECRET, body: { token: 'rbs_x' } })
      expect([answer.status, answer.body.type]).toEqual([404, '/problems/not-found'])
    } finally {
      await bare.stop()
    }
  })

  it('does not start with a secret that is too short', () => {
    const environment = { DATABASE_URL: 'postgres://nowhere/nothing', SHOP_SECRET: 'short' }
    expect(() => readApiConfiguration(environment)).toThrow(/SHOP_SECRET: must be at least 32 characters/)
  })
})
