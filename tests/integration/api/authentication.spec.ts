import { createHash } from 'node:crypto'
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { until } from '@roadbook/testing/until'

const { api, tenants } = apiForTests()
let business: number
const EMAIL = 'ada@fleet.example'
const SUBJECT = `subject of ${EMAIL}`
const now = () => Math.floor(Date.now() / 1000)
const profile = (token: string) => api.call('GET', '/api/v1/auth/user', { token })

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user(EMAIL, 'manager', business, { issuer: api.issuer.url, subject: SUBJECT })
})

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (more = {}) => api.issuer.claims({ sub: SUBJECT, ...more })
const signed = (more = {}, header = {}) => api.issuer.token({ sub: SUBJECT, ...more }, header)

/** Tokens that must be refused (S5). The name of each says in which way it differs from a valid one. */
const FORGERIES: Record<string, () => Promise<string>> = {
  'no signature, algorithm none': async () => new UnsecuredJWT(claims()).encode(),
  'algorithm none in capitals': async () => `${segment({ alg: 'NONE' })}.${segment(claims())}.`,
  'HS256 with the public key as the secret': async () =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(Buffer.from(await exportSPKI(api.issuer.keys.publicKey))),
  'a signature of another key': async () => {
    const other = await import('jose').then(({ generateKeyPair }) => generateKeyPair('RS256'))
    return api.issuer.token({ sub: SUBJECT }, {}, other.privateKey)
  },
  'a payload changed after signing': async () => {
    const [header = '', , signature = ''] = (await signed()).split('.')
    return [header, segment(claims({ sub: 'root' })), signature].join('.')
  },
  'a signature cut short': async () => (await signed()).slice(0, -20),
  'no signature part': async () => (await signed()).split('.').slice(0, 2).join('.'),
  'an unknown key id': () => signed({}, { kid: 'unknown' }),
  'a key id that is a path': () => signed({}, { kid: '../../../etc/passwd' }),
  'a key id that is SQL': () => signed({}, { kid: "one' OR '1'='1" }),
  'a key set address of its own': () => signed({}, { kid: 'unknown', jku: `${api.issuer.url}/stolen` }),
  'a certificate address of its own': () => signed({}, { kid: 'unknown', x5u: `${api.issuer.url}/stolen` }),
  'a critical header nobody understands': async () =>
    [segment({ alg: 'RS256', kid: 'one', crit: ['x'], x: 1 }), ...(await signed()).split('.').slice(1)].join('.'),
  'an end that has passed': () => signed({ exp: now() - 120 }),
  'no end': () => signed({ exp: undefined }),
  'an end that is text': () => signed({ exp: 'tomorrow' as unknown as number }),
  'a beginning that lies ahead': () => signed({ nbf: now() + 600 }),
  'another issuer': () => signed({ iss: 'https://evil.example' }),
  'the issuer with a slash': () => signed({ iss: `${api.issuer.url}/` }),
  'no issuer': () => signed({ iss: undefined }),
  'another audience': () => signed({ aud: 'roadbook-portal' }),
  'no audience': () => signed({ aud: undefined }),
  'no subject': () => signed({ sub: undefined }),
  'an empty subject': () => signed({ sub: '' }),
  'an id token by its type': () => signed({ typ: 'ID' }),
  'an id token by its nonce': () => signed({ nonce: 'n' }),
  'an id token by its access token hash': () => signed({ at_hash: 'h' }),
  'the type of another kind of token': () => signed({}, { typ: 'logout+jwt' }),
  'a subject of nobody': () => signed({ sub: 'nobody' }),
  'text that is no token': async () => 'a.b.c',
  'a token of 20 KB': () => signed({ padding: 'x'.repeat(14_000) }),
  'an API token nobody made': async () => `rbk_${'A'.repeat(43)}`,
}

describe('access tokens', () => {
  it('R-242 opens with the bearer token of the issuer', async () => {
    const { status, body } = await profile(await signed())
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ email: EMAIL, role: 'Manager', role_key: 'manager' })
  })

  it.each(Object.keys(FORGERIES))('refuses %s', async (name) => {
    const { status, body, headers } = await profile(await FORGERIES[name]!())
    expect([status, body?.type ?? '']).toEqual(name === 'a token of 20 KB' ? [431, ''] : [401, '/problems/unauthenticated'])
    if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it('knows its own users alone while another API runs in the same process', async () => {
    const other = await ApiUnderTest.start()
    try {
      const stranger = await other.issuer.token({ sub: SUBJECT })
      expect((await profile(await signed({ jti: 'beside another' }))).status).toBe(200)
      expect((await profile(stranger)).status).toBe(401)
      expect((await other.call('GET', '/api/v1/auth/user', { token: await signed({ jti: 'elsewhere' }) })).status).toBe(401)
    } finally {
      await other.stop()
    }
  })

  it('R-028 answers 401 with its words when there is no token, or one of another scheme', async () => {
    const nobody = await api.call('GET', '/api/v1/auth/user')
    expect([nobody.status, nobody.body.detail]).toEqual([401, 'Your token is not valid'])
    const basic = await api.call('GET', '/api/v1/auth/user', { headers: { authorization: 'Basic YTpi' } })
    expect(basic.status).toBe(401)
    const cookie = await api.call('GET', '/api/v1/auth/user', { headers: { cookie: `token=${await signed()}` } })
    expect(cookie.status).toBe(401)
  })

  it('asks the issuer for its keys once, whatever key ids strangers make up (S6)', async () => {
    await profile(await signed())
    const before = api.issuer.fetches
    const made = await Promise.all(Array.from({ length: 30 }, (_, at) => signed({}, { kid: `made up ${at}` })))
    const answers = await Promise.all(made.map(profile))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(api.issuer.fetches - before).toBeLessThanOrEqual(1)
  })

  it('goes on accepting tokens of known keys while the issuer is down, and nothing else', async () => {
    await profile(await signed())
    api.issuer.isDown = true
    try {
      expect((await profile(await signed({ jti: 'while it is down' }))).status).toBe(200)
      expect((await profile(await signed({}, { kid: 'new' }))).status).toBe(401)
    } finally {
      api.issuer.isDown = false
    }
  })
})

describe('users behind tokens', () => {
  it('links an account to its user at the first sign-in, by a verified address in any case', async () => {
    const id = await tenants.user('Grace@Fleet.example', 'reporter', business)
    const unverified = await api.issuer.token({ sub: 'grace', email: 'grace@fleet.example', email_verified: false })
    expect((await profile(unverified)).status).toBe(401)
    const verified = await api.issuer.token({ sub: 'grace', email: 'grace@fleet.example', email_verified: true })
    expect((await profile(verified)).body.data.id).toBe(id)
    const { rows } = await api.database.pool.query('SELECT issuer, subject FROM users WHERE id = $1', [id])
    expect(rows).toEqual([{ issuer: api.issuer.url, subject: 'grace' }])
  })

  it('R-004 lets no consumer in, though the issuer vouches for their address', async () => {
    const consumer = await tenants.consumer(business)
    await api.database.pool.query("UPDATE consumers SET email = 'rider@fleet.example' WHERE id = $1", [consumer])
    const rider = await api.issuer.token({ sub: 'rider', email: 'rider@fleet.example', email_verified: true })
    for (const path of ['/auth/user', '/map/markers', '/dropdown/businesses'])
      expect([path, (await api.call('GET', `/api/v1${path}`, { token: rider })).status]).toEqual([path, 401])
  })

  it('links once when a first page asks for many things at once', async () => {
    await tenants.user('eager@fleet.example', 'reporter', business)
    const token = await api.issuer.tokenOf('eager@fleet.example')
    const answers = await Promise.all(Array.from({ length: 8 }, () => profile(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })

  it('links nobody to a user who is linked already', async () => {
    const thief = await api.issuer.token({ sub: 'thief', email: EMAIL, email_verified: true })
    expect((await profile(thief)).status).toBe(401)
  })

  it('ends with the user: deleted means 401 at the next request', async () => {
    const id = await tenants.user('gone@fleet.example', 'reporter', business)
    const token = await api.issuer.tokenOf('gone@fleet.example')
    expect((await profile(token)).status).toBe(200)
    await api.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [id])
    expect((await profile(token)).status).toBe(401)
  })

  it('has the rights of this moment: a permission that was taken away is gone at the next request', async () => {
    const id = await tenants.user('fading@fleet.example', 'reporter', business)
    await tenants.grant(id, 'index:entity')
    expect((await api.get('/entities/index', 'fading@fleet.example')).status).toBe(200)
    await api.database.pool.query('DELETE FROM user_permissions WHERE user_id = $1', [id])
    expect((await api.get('/entities/index', 'fading@fleet.example')).status).toBe(403)
  })

  it('notes to the minute when somebody was last seen', async () => {
    await tenants.user('seen@fleet.example', 'reporter', business)
    await api.get('/auth/user', 'seen@fleet.example')
    const seen = await until('it is noted when somebody was last seen', async () => {
      const [user] = await api.rows<{ at: Date | null }>(
        "SELECT last_seen_at AS at FROM users WHERE email = 'seen@fleet.example'",
      )
      return user?.at
    })
    expect([seen.getSeconds(), seen.getMilliseconds()]).toEqual([0, 0])
  })
})

describe('API tokens', () => {
  const secret = `rbk_${'s'.repeat(43)}`
  const insert = (hashed: string, more = '') =>
    api.database.pool.query(
      `INSERT INTO api_tokens (user_id, name, secret_hash ${more && ', expires_at'}) SELECT id, 'script', $1 ${more} FROM users WHERE email = $2`,
      [createHash('sha256').update(hashed).digest(), EMAIL],
    )

  it('carry the rights of their user, until they are revoked', async () => {
    await insert(secret)
    expect((await profile(secret)).body.data.email).toBe(EMAIL)
    await api.database.pool.query('UPDATE api_tokens SET revoked_at = now()')
    expect((await profile(secret)).status).toBe(401)
  })

  it('end when they expire', async () => {
    await insert('rbk_expired', ", now() - interval '1 second'")
    expect((await profile('rbk_expired')).status).toBe(401)
  })
})
