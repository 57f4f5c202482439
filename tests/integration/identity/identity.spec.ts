import { createRemoteJWKSet, jwtVerify, decodeJwt } from 'jose'
import { createAccount, removeAccount } from '@roadbook/identity/accounts'
import { startIdentity, type RunningIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { Browser, PORTAL, PortalClient, type Page } from '../../support/identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const PASSWORD = 'vier fietsen op een rij'

describe('signing in at the embedded identity provider', () => {
  let database: TestDatabase
  let identity: RunningIdentity
  let accounts = 0

  const start = (port = 0) =>
    startIdentity(
      readConfiguration(identityShape, {
        DATABASE_URL: database.urlOf('identity'),
        IDENTITY_PORT: String(port),
        PORTAL_URL: PORTAL,
        LOG_LEVEL: 'silent',
      }),
    )
  const newAccount = async (options: { temporary?: boolean } = {}) => {
    const email = `user${++accounts}@domstad.example`
    const id = await createAccount(database.pool, {
      email,
      password: PASSWORD,
      mustChangePassword: options.temporary ?? false,
      name: 'Marit de Vries',
    })
    return { id, email }
  }
  const open = async (headers: Record<string, string> = {}, change: Record<string, string> = {}) => {
    const browser = new Browser(identity.issuer, headers)
    const portal = new PortalClient(identity.issuer)
    const page = await browser.get(portal.authorizationUrl(change))
    return { browser, portal, page }
  }
  const signIn = async (email: string, password = PASSWORD) => {
    const { browser, portal, page } = await open()
    const answer = await browser.submit(page, { email, password })
    return { browser, portal, answer, code: answer.left?.searchParams.get('code') ?? '' }
  }
  const silently = (browser: Browser) =>
    browser.get(new PortalClient(identity.issuer).authorizationUrl({ prompt: 'none', redirect_uri: `${PORTAL}/auth/silent` }))
  const alertOf = (page: Page) =>
    /role="alert"[\s\S]*?<\/svg>\s*<p>([\s\S]*?)<\/p>/
      .exec(page.body)?.[1]
      ?.replace(/<[^>]*>[^<]*<\/span>/, '')
      .trim()

  beforeAll(async () => {
    database = await createTestDatabase()
    identity = await start()
  })
  afterAll(async () => {
    await identity.close()
    await database.drop()
  })

  describe('with code and PKCE (R-021, G-01)', () => {
    it('R-021 leads from the portal to the form and back with a code that buys tokens for the API', async () => {
      const { id, email } = await newAccount()
      const { portal, answer, code } = await signIn(` ${email.toUpperCase()} `)
      expect(answer.left?.href.split('?')[0]).toBe(`${PORTAL}/auth/callback`)
      expect(answer.left?.searchParams.get('state')).toBe('deep-link')

      const tokens = await portal.exchange(code)
      const jwks = createRemoteJWKSet(new URL('/jwks', identity.issuer))
      const { payload, protectedHeader } = await jwtVerify(tokens.access_token ?? '', jwks, {
        issuer: identity.issuer,
        audience: 'urn:roadbook:api',
        algorithms: ['RS256'],
      })
      expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
      expect(payload).toMatchObject({
        sub: id,
        email,
        email_verified: true,
        name: 'Marit de Vries',
        client_id: 'roadbook-portal',
      })
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
      expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ sub: id, aud: 'roadbook-portal', nonce: 'n-1', email })
    })

    it('publishes only public keys', async () => {
      const { keys } = await (await fetch(new URL('/jwks', identity.issuer))).json()
      expect(keys).toHaveLength(1)
      expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    })

    it('refuses a code with the wrong verifier', async () => {
      const { portal, code } = await signIn((await newAccount()).email)
      expect(await portal.exchange(code, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' })
    })

    it('refuses a code the second time and takes back what the first time gave', async () => {
      const { portal, code } = await signIn((await newAccount()).email)
      const first = await portal.exchange(code)
      expect(first.status).toBe(200)
      expect(await portal.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
      expect(await portal.refresh(first.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
    })

    it('gives tokens once when the same code arrives many times at once', async () => {
      const { portal, code } = await signIn((await newAccount()).email)
      const answers = await Promise.all(Array.from({ length: 8 }, () => portal.exchange(code)))
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    })

    it.each([
      ['another host', 'http://evil.example/auth/callback'],
      ['another port', 'http://localhost:59998/auth/callback'],
      ['a longer path', `${PORTAL}/auth/callback/more`],
      ['a query', `${PORTAL}/auth/callback?next=//evil.example`],
      ['a shorter path', `${PORTAL}/auth`],
    ])('shows an error and never redirects to %s', async (_, redirect_uri) => {
      const { page } = await open({}, { redirect_uri })
      expect(page.status).toBe(400)
      expect(page.left).toBeUndefined()
      expect(page.body).toContain('invalid_redirect_uri')
    })

    it.each([
      ['plain', { code_challenge_method: 'plain' }],
      ['no', { code_challenge: undefined, code_challenge_method: undefined }],
    ])('refuses %s PKCE', async (_, change) => {
      const page = await new Browser(identity.issuer).get(new PortalClient(identity.issuer).authorizationUrl(change))
      expect(page.left?.searchParams.get('error')).toBe('invalid_request')
    })

    it.each(['token', 'id_token', 'code id_token'])('refuses response type %s', async (response_type) => {
      const { page } = await open({}, { response_type })
      const error = page.left && new URLSearchParams(page.left.search || page.left.hash.slice(1)).get('error')
      expect(error ?? /“(\w+)”/.exec(page.body)?.[1]).toBe('unsupported_response_type')
    })

    it('gives tokens for the API, named or not, and for nothing else', async () => {
      const page = await new Browser(identity.issuer).get(
        new PortalClient(identity.issuer).authorizationUrl({ resource: 'urn:roadbook:api' }),
      )
      expect(page.body).toContain('<h1>Sign in</h1>')
      const other = await new Browser(identity.issuer).get(
        new PortalClient(identity.issuer).authorizationUrl({ resource: 'urn:other:api' }),
      )
      expect(other.left?.searchParams.get('error')).toBe('invalid_target')
    })

    it('lets only the portal read answers across origins', async () => {
      for (const path of ['/token', '/jwks', '/.well-known/openid-configuration', '/me']) {
        const foreign = await fetch(new URL(path, identity.issuer), { headers: { origin: 'http://evil.example' } })
        expect(foreign.headers.get('access-control-allow-origin')).toBe(PORTAL)
        const preflight = await fetch(new URL(path, identity.issuer), {
          method: 'OPTIONS',
          headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
        })
        expect(preflight.headers.get('access-control-allow-origin')).toBe(PORTAL)
      }
    })
  })

  describe('and staying signed in (G-15)', () => {
    it('renews silently through its own session, and not without one', async () => {
      const { browser } = await signIn((await newAccount()).email)
      const renewed = await silently(browser)
      expect(renewed.left?.href.split('?')[0]).toBe(`${PORTAL}/auth/silent`)
      expect(renewed.left?.searchParams.get('code')).toBeTruthy()
      expect((await silently(new Browser(identity.issuer))).left?.searchParams.get('error')).toBe('login_required')
    })

    it('rotates refresh tokens, and ends the family when an old one comes back', async () => {
      const { portal, code } = await signIn((await newAccount()).email)
      const first = await portal.exchange(code)
      const second = await portal.refresh(first.refresh_token ?? '')
      expect(second.status).toBe(200)
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await portal.refresh(first.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
      expect(await portal.refresh(second.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
    })

    it('keeps the session cookie from scripts, and over a restart of the browser only when asked', async () => {
      const { email } = await newAccount()
      const setCookies = async (keep: Record<string, string>) => {
        const { browser, page } = await open()
        const seen: string[] = []
        const real = globalThis.fetch
        const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...parameters) => {
          const response = await real(...parameters)
          seen.push(...response.headers.getSetCookie().filter((line) => line.startsWith('roadbook_session=')))
          return response
        })
        await browser.submit(page, { email, password: PASSWORD, ...keep })
        spy.mockRestore()
        return seen.at(-1)
      }
      expect(await setCookies({})).toMatch(/^(?!.*expires=).*httponly/i)
      expect(await setCookies({ keep: 'yes' })).toMatch(/expires=.*httponly|httponly.*expires=/i)
    })

    it('keeps sessions and keys when it restarts', async () => {
      const { browser, portal, code } = await signIn((await newAccount()).email)
      const tokens = await portal.exchange(code)
      const jwks = await (await fetch(new URL('/jwks', identity.issuer))).text()
      await identity.close()
      identity = await start(identity.port)
      expect(await (await fetch(new URL('/jwks', identity.issuer))).text()).toBe(jwks)
      expect((await silently(browser)).left?.searchParams.get('code')).toBeTruthy()
      expect((await portal.refresh(tokens.refresh_token ?? '')).status).toBe(200)
    })

    it('makes way for another user who signs in over it', async () => {
      const first = await signIn((await newAccount()).email)
      const other = await newAccount()
      const form = await first.browser.get(first.portal.authorizationUrl({ prompt: 'login' }))
      const handover = await first.browser.submit(form, { email: other.email, password: PASSWORD })
      const answer = await first.browser.submit(handover, {})
      const tokens = await first.portal.exchange(answer.left?.searchParams.get('code') ?? '')
      expect(decodeJwt(tokens.access_token ?? '').sub).toBe(other.id)
      expect(await first.portal.exchange(first.code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    })

    it('ends with the account', async () => {
      const { id, email } = await newAccount()
      const { browser, portal, code } = await signIn(email)
      const tokens = await portal.exchange(code)
      await removeAccount(database.pool, id)
      expect((await silently(browser)).left?.searchParams.get('error')).toBe('login_required')
      expect(await portal.refresh(tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
    })

    it('asks for a password again when the account was disabled, and then does not take it', async () => {
      const { id, email } = await newAccount()
      const { browser } = await signIn(email)
      await database.pool.query('UPDATE identity.accounts SET disabled_at = now() WHERE id = $1', [id])
      expect((await silently(browser)).left?.searchParams.get('error')).toBe('login_required')
      const { answer } = await signIn(email)
      expect(answer.status).toBe(401)
    })
  })

  describe('and signing out (G-01)', () => {
    it('R-032 ends the session without a question when the portal asks, and goes back to it', async () => {
      const { browser, portal, code } = await signIn((await newAccount()).email)
      const tokens = await portal.exchange(code)
      const url = new URL('/session/end', identity.issuer)
      url.searchParams.set('id_token_hint', tokens.id_token ?? '')
      url.searchParams.set('post_logout_redirect_uri', `${PORTAL}/`)
      url.searchParams.set('state', 'bye')
      expect((await browser.get(url)).left?.href).toBe(`${PORTAL}/?state=bye`)
      expect((await silently(browser)).left?.searchParams.get('error')).toBe('login_required')
      expect(await portal.refresh(tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
    })

    it('asks first when nothing proves that the portal wants it', async () => {
      const { browser } = await signIn((await newAccount()).email)
      const question = await browser.get('/session/end')
      expect(question.body).toContain('Sign out of Roadbook?')
      expect((await silently(browser)).left?.searchParams.get('code')).toBeTruthy()
      const again = await browser.get('/session/end')
      expect((await browser.submit(again, { logout: 'yes' })).body).toContain('You are signed out')
      expect((await silently(browser)).left?.searchParams.get('error')).toBe('login_required')
    })

    it('never redirects to an address that is not the portal’s', async () => {
      const { browser, portal, code } = await signIn((await newAccount()).email)
      const tokens = await portal.exchange(code)
      const url = new URL('/session/end', identity.issuer)
      url.searchParams.set('id_token_hint', tokens.id_token ?? '')
      url.searchParams.set('post_logout_redirect_uri', 'http://evil.example/')
      const page = await browser.get(url)
      expect(page.left).toBeUndefined()
      expect(page.status).toBe(400)
    })
  })

  describe('with a wrong password', () => {
    it('says so once above the form and keeps the e-mail that was typed, never the password', async () => {
      const { email } = await newAccount()
      const { answer } = await signIn(email, 'not "this" one')
      expect(answer.status).toBe(401)
      expect(alertOf(answer)).toBe('E-mail or password is not right. Check both and try again.')
      expect(answer.body).toContain(`value="${email}"`)
      expect(answer.body).not.toMatch(/not (&quot;|")this/)
      const { answer: odd } = await signIn('"odd"<b>@domstad.example', 'wrong password')
      expect(odd.body).toContain('value="&quot;odd&quot;&lt;b&gt;@domstad.example"')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    it('answers an unknown e-mail exactly as a known one', async () => {
      const { email } = await newAccount()
      const neutral = ({ body }: Page, typed: string) => body.replaceAll(typed, '').replace(/\/interaction\/[\w-]+/g, '')
      const [known, unknown] = [await signIn(email, 'wrong password'), await signIn('nobody@domstad.example', 'wrong password')]
      expect(unknown.answer.status).toBe(known.answer.status)
      expect(neutral(unknown.answer, 'nobody@domstad.example')).toBe(neutral(known.answer, email))
    })

    it('takes ten tries for an account from one address, then waits, while the owner elsewhere still gets in', async () => {
      await identity.close()
      identity = await startIdentity(
        readConfiguration(identityShape, {
          DATABASE_URL: database.urlOf('identity'),
          IDENTITY_PORT: String(identity.port),
          PORTAL_URL: PORTAL,
          LOG_LEVEL: 'silent',
          TRUSTED_PROXIES: 'loopback',
        }),
      )
      const { email } = await newAccount()
      const attacker = await open({ 'x-forwarded-for': '198.51.100.4, 203.0.113.66' })
      const tries = await Promise.all(
        Array.from({ length: 14 }, (_, n) => attacker.browser.submit(attacker.page, { email, password: `guess ${n}` })),
      )
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
      const limited = tries.filter(({ status }) => status === 429)
      expect(limited).toHaveLength(4)
      expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
      expect(alertOf(limited[0] as Page)).toBe('Too many tries. Wait 15 minutes, then try again.')
      const right = await attacker.browser.submit(attacker.page, { email, password: PASSWORD })
      expect(right.status).toBe(429)

      const owner = await open({ 'x-forwarded-for': '203.0.113.66, 192.0.2.10' })
      const answer = await owner.browser.submit(owner.page, { email, password: PASSWORD })
      expect(answer.left?.searchParams.get('code')).toBeTruthy()

      await database.pool.query("UPDATE identity.sign_in_attempts SET attempted_at = attempted_at - interval '15 minutes'")
      const later = await attacker.browser.submit(attacker.page, { email, password: PASSWORD })
      expect(later.left?.searchParams.get('code')).toBeTruthy()
    })

    it('stops one address that tries one password on many accounts', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.77' }
      const { browser, page } = await open(headers)
      await database.pool.query(
        `INSERT INTO identity.sign_in_attempts (account_hash, address)
         SELECT sha256(n::text::bytea), '203.0.113.77' FROM generate_series(1, 50) n`,
      )
      const { email } = await newAccount()
      const answer = await browser.submit(page, { email, password: 'Welkom01' })
      expect(answer.status).toBe(429)
      const { rows } = await database.pool.query(
        "SELECT count(*)::int AS n FROM identity.sign_in_attempts WHERE address = '203.0.113.77'",
      )
      expect(rows[0].n).toBe(50)
    })
  })

  describe('with a temporary password (G-16)', () => {
    const changeTo = async (browser: Browser, page: Page, password: string, repeated = password) =>
      browser.submit(page, { 'new-password': password, 'repeat-password': repeated })
    const errorOf = (page: Page) => /class="field-error"[\s\S]*?<span>([\s\S]*?)<\/span>/.exec(page.body)?.[1]

    it('asks for a new one first, by its rules, and only then signs in', async () => {
      const { email } = await newAccount({ temporary: true })
      const { browser, answer } = await signIn(email)
      expect(answer.body).toContain('Choose a new password')
      expect((await silently(browser)).left?.searchParams.get('error')).toBe('login_required')
      const rules: [string, string | undefined][] = [
        ['kort', 'Use at least 8 characters.'],
        ['y z'.repeat(86), 'Use at most 256 characters.'],
        [email, 'Your e-mail address cannot be your password.'],
        ['Wachtwoord1', 'Too many people use this password. Choose another one.'],
        [PASSWORD, 'This is the temporary password. Choose another one.'],
      ]
      for (const [password, text] of rules) {
        const refused = await changeTo(browser, answer, password)
        expect([refused.status, errorOf(refused)]).toEqual([422, text])
      }
      const differing = await changeTo(browser, answer, 'mijn eigen geheim', 'mijn eigen gehiem')
      expect(errorOf(differing)).toBe('The two passwords are not the same.')

      const done = await changeTo(browser, answer, 'mijn eigen geheim')
      expect(done.left?.searchParams.get('code')).toBeTruthy()
      expect((await silently(browser)).left?.searchParams.get('code')).toBeTruthy()
      expect((await signIn(email)).answer.status).toBe(401)
      expect((await signIn(email, 'mijn eigen geheim')).code).not.toBe('')
    })

    it('cannot be skipped by going on to the portal', async () => {
      const { email } = await newAccount({ temporary: true })
      const { browser, answer } = await signIn(email)
      const uid = answer.url.pathname.split('/').at(-1)
      const skipped = await browser.get(`/auth/${uid}`)
      expect(skipped.left).toBeUndefined()
      expect(skipped.body).toContain('<h1>Sign in</h1>')
    })

    it('does not take a change that no temporary password began', async () => {
      const { email } = await newAccount()
      const { browser, page } = await open()
      const answer = await browser.submit(page, {
        step: 'change',
        'new-password': 'stolen geheim',
        'repeat-password': 'stolen geheim',
      })
      expect(answer.status).toBe(400)
      expect((await signIn(email)).code).not.toBe('')
    })

    it('stops working after 72 hours', async () => {
      const { id, email } = await newAccount({ temporary: true })
      const { rows } = await database.pool.query(
        'SELECT round(extract(epoch FROM temporary_until - now()) / 3600)::int AS hours FROM identity.accounts WHERE id = $1',
        [id],
      )
      expect(rows[0].hours).toBe(72)
      await database.pool.query("UPDATE identity.accounts SET temporary_until = now() - interval '1 second' WHERE id = $1", [id])
      const { answer } = await signIn(email)
      expect(answer.status).toBe(403)
      expect(alertOf(answer)).toBe('Your temporary password has expired. Ask your manager for a new one.')
      expect(alertOf((await signIn(email, 'wrong password')).answer)).toBe(
        'E-mail or password is not right. Check both and try again.',
      )
    })
  })
})
