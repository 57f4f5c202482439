import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { createResetLink } from '@roadbook/identity/directory/reset-link'
import { createSetupLink } from '@roadbook/identity/setup-link'
import { AccountRig, codeOfPage, PASSWORD } from '../../support/identity/account-rig.js'
import { Browser, PORTAL, PortalClient } from '../../support/identity/identity-browser.js'

interface Stolen {
  portal: PortalClient
  code: string
  refresh: string
}

const CALLBACK = `${PORTAL}/auth/callback`

describe('attacks on the sign-in', () => {
  let rig: AccountRig
  let issuer: string
  const email = 'victim@fleet.example'

  beforeAll(async () => {
    rig = await AccountRig.start()
    issuer = rig.identity.issuer
    await rig.person(email, 'manager', await rig.tenants.business('Fleet'))
    await rig.person('attacker@fleet.example', 'manager', await rig.tenants.business('Elsewhere'))
  })
  afterAll(() => rig.stop())

  const newCode = async (change: Record<string, string> = {}) => {
    const browser = new Browser(issuer)
    const portal = new PortalClient(issuer)
    const page = await browser.submit(await browser.get(portal.authorizationUrl(change)), { email, password: PASSWORD })
    return { portal, browser, code: codeOfPage(page) }
  }
  /** Posts any fields to the token endpoint. */
  const token = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL('/token', issuer), {
      method: 'POST',
      headers,
      body: new URLSearchParams({ client_id: 'roadbook-portal', grant_type: 'authorization_code', ...fields }),
    })
    return { status: response.status, body: (await response.json()) as { error?: string; access_token?: string } }
  }
  /** Submits the right password of {@link email}, with a forged cookie in addition to the cookies of the sign-in. */
  const forgedTry = async ({ cookie, ...headers }: Record<string, string>) => {
    const browser = new Browser(issuer, headers)
    const page = await browser.get(new PortalClient(issuer).authorizationUrl())
    const names = ['roadbook_interaction', 'roadbook_interaction.sig', 'roadbook_request']
    return fetch(page.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie: [...names.map((name) => `${name}=${browser.cookie(name)}`), cookie].join('; ') },
      body: new URLSearchParams({ email, password: PASSWORD }),
    })
  }
  const authorize = (change: Record<string, string | undefined>) =>
    new Browser(issuer).get(new PortalClient(issuer).authorizationUrl(change))

  describe('on the code (S7)', () => {
    it.each([
      ['without a verifier', {}],
      ['with an empty verifier', { code_verifier: '' }],
      ['with the challenge in place of the verifier', { code_verifier: 'challenge' }],
      ['with another verifier', { code_verifier: 'x'.repeat(43) }],
    ])('S7 a stolen code buys nothing %s', async (_, fields: { code_verifier?: string }) => {
      const { portal, code } = await newCode()
      const challenge = createHash('sha256').update(portal.verifier).digest('base64url')
      const sent = fields.code_verifier === 'challenge' ? { code_verifier: challenge } : fields
      const answer = await token({ code, redirect_uri: CALLBACK, ...sent })
      expect([answer.status, answer.body.access_token]).toEqual([400, undefined])
      // L3: an attacker cannot try a second time. The owner cannot continue either, because somebody else has the code.
      expect((await portal.exchange(code)).error).toBe('invalid_grant')
    })

    it('S7 a code is for the address that it was sent to, and for the client that asked', async () => {
      const changes: Record<string, string>[] = [
        { redirect_uri: `${PORTAL}/auth/silent` },
        { redirect_uri: 'http://evil.example/auth/callback' },
        { client_id: 'another-client' },
      ]
      for (const change of changes) {
        const { portal, code } = await newCode()
        const answer = await token({ code, redirect_uri: CALLBACK, code_verifier: portal.verifier, ...change })
        expect([change, answer.status >= 400, answer.body.access_token]).toEqual([change, true, undefined])
      }
    })

    it('S7 a code that is used twice takes back the access tokens’ renewal, too', async () => {
      const { portal, code } = await newCode()
      const first = await portal.exchange(code)
      expect((await portal.exchange(code)).error).toBe('invalid_grant')
      if (first.refresh_token) expect((await portal.refresh(first.refresh_token)).error).toBe('invalid_grant')
    })

    it.each([
      ['a code that is used twice', async ({ portal, code }: Stolen) => void (await portal.exchange(code))],
      ['a refresh token that is used twice', async ({ portal, refresh }: Stolen) => void (await portal.refresh(refresh))],
    ])('L3 S8 %s ends the access token and the session at once', async (_, replay) => {
      const { portal, browser, code } = await newCode({ scope: 'openid email profile offline_access' })
      const tokens = await portal.exchange(code)
      const renewed = await portal.refresh(tokens.refresh_token ?? '')
      const opens = () => rig.call('GET', '/auth/user', renewed.access_token)
      expect((await opens()).status).toBe(200)
      await replay({ portal, code, refresh: tokens.refresh_token ?? '' })
      expect((await opens()).status).toBe(401)
      expect((await rig.call('GET', '/auth/user', tokens.access_token)).status).toBe(401)
      expect((await portal.refresh(renewed.refresh_token ?? '')).error).toBe('invalid_grant')
      const silent = await browser.get(new PortalClient(issuer).authorizationUrl({ prompt: 'none' }))
      expect(silent.left?.searchParams.get('error')).toBe('login_required')
    })

    it('S7 a code works for one minute', async () => {
      const { portal, code } = await newCode()
      await rig.database.pool.query(
        "UPDATE identity.payloads SET expires_at = expires_at - interval '60 seconds' WHERE model = 'AuthorizationCode'",
      )
      expect((await portal.exchange(code)).error).toBe('invalid_grant')
    })

    it.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])(
      'S7 no token is given for the grant %s',
      async (grant_type) => {
        const answer = await token({ grant_type, username: email, password: PASSWORD })
        expect([answer.status, answer.body.access_token]).toEqual([400, undefined])
      },
    )

    it('S7 PKCE cannot be left out or weakened, also not by an empty challenge', async () => {
      for (const change of [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: 'plain' },
        { code_challenge_method: undefined },
        { code_challenge: 'short' },
        { code_challenge: '' },
      ]) {
        const page = await authorize(change)
        expect([change, page.left?.searchParams.get('error') ?? page.status]).toEqual([change, 'invalid_request'])
      }
    })
  })

  describe('on where the browser goes next (S7)', () => {
    it.each([
      `${PORTAL}.evil.example/auth/callback`,
      `${PORTAL}@evil.example/auth/callback`,
      'http://localhost:59999.evil.example/auth/callback',
      'https://localhost:59999/auth/callback',
      `${PORTAL}/auth/callback/`,
      `${PORTAL}/auth/callback/../../evil`,
      `${PORTAL}/auth/callback%2f..%2fevil`,
      `${PORTAL}/AUTH/CALLBACK`,
      `${PORTAL}/auth/callback#fragment`,
      `${PORTAL}/auth/callback?a=b`,
      '//evil.example/auth/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
    ])('S7 no code is sent to %s', async (redirect_uri) => {
      const page = await authorize({ redirect_uri })
      expect([page.status, page.left]).toEqual([400, undefined])
    })

    it('S7 a second redirect address beside the good one is refused', async () => {
      const url = new PortalClient(issuer).authorizationUrl()
      url.searchParams.append('redirect_uri', 'http://evil.example/')
      const page = await new Browser(issuer).get(url)
      expect([page.status, page.left]).toEqual([400, undefined])
    })

    it('S7 state and nonce come back as they were sent, whatever is in them', async () => {
      const browser = new Browser(issuer)
      const portal = new PortalClient(issuer)
      const [state, nonce] = ['"><script>&=#?\u2028', 'n"><b>']
      const page = await browser.submit(await browser.get(portal.authorizationUrl({ state, nonce })), {
        email,
        password: PASSWORD,
      })
      expect(page.left?.searchParams.get('state')).toBe(state)
      expect(page.left?.searchParams.get('iss')).toBe(issuer)
      expect(decodeJwt((await portal.exchange(codeOfPage(page))).id_token ?? '').nonce).toBe(nonce)
    })

    it.each([
      'http://evil.example/',
      `${PORTAL}/elsewhere`,
      `${PORTAL}.evil.example/`,
      '//evil.example',
      `${PORTAL}/?next=//evil.example`,
      'javascript:alert(1)',
    ])('S7 signing out never leads to %s', async (target) => {
      const { browser, portal, page } = await rig.givePassword(email)
      const tokens = await portal.exchange(codeOfPage(page))
      const url = new URL('/session/end', issuer)
      url.searchParams.set('id_token_hint', tokens.id_token ?? '')
      url.searchParams.set('post_logout_redirect_uri', target)
      const answer = await browser.get(url)
      expect([answer.status, answer.left]).toEqual([400, undefined])
    })

    it.each(['//evil.example', 'http://evil.example', '/interaction/../../evil', '/\\evil.example', 'javascript:alert(1)'])(
      'S7 the way back from a forgotten password is never %s',
      async (from) => {
        const { body } = await new Browser(issuer).get(`/forgot-password?from=${encodeURIComponent(from)}`)
        const links = [...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, href]) => href)
        expect(links.filter((href) => href?.includes('evil') || href?.startsWith('javascript'))).toEqual([])
      },
    )
  })

  describe('on sessions (S7, S8)', () => {
    it('S7 reuse of a refresh token ends the family, and parallel use gives at most one new one', async () => {
      const { portal, tokens } = await rig.signIn(email)
      const answers = await Promise.all(Array.from({ length: 6 }, () => portal.refresh(tokens.refresh_token ?? '')))
      const good = answers.filter(({ status }) => status === 200)
      expect(good.length).toBeLessThanOrEqual(1)
      for (const { refresh_token } of good) expect((await portal.refresh(refresh_token ?? '')).error).toBe('invalid_grant')
    })

    it('S7 a refresh token is no access token, and grows no rights', async () => {
      const { tokens } = await rig.signIn(email)
      expect((await rig.call('GET', '/auth/user', tokens.refresh_token)).status).toBe(401)
      const wider = await token({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
        scope: 'openid email admin',
      })
      expect(wider.body.access_token === undefined || decodeJwt(wider.body.access_token).scope !== 'admin').toBe(true)
    })

    it('S8 a session that was there before the sign-in is not the one after it', async () => {
      const { browser, portal } = await rig.signIn('attacker@fleet.example')
      const before = browser.cookie('roadbook_session')
      const form = await browser.get(portal.authorizationUrl({ prompt: 'login' }))
      await browser.submit(form, { email: 'attacker@fleet.example', password: PASSWORD })
      expect(browser.cookie('roadbook_session')).not.toBe(before)
      // If a session id was fixed before the sign-in, it is useless after the sign-in.
      const fixed = await fetch(new PortalClient(issuer).authorizationUrl({ prompt: 'none' }), {
        redirect: 'manual',
        headers: { cookie: `roadbook_session=${before}` },
      })
      expect(new URL(fixed.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required')
    })

    it('S7 an interaction belongs to the browser that began it', async () => {
      const victim = new Browser(issuer)
      const page = await victim.get(new PortalClient(issuer).authorizationUrl())
      const stranger = new Browser(issuer)
      expect((await stranger.get(page.url)).status).toBe(400)
      const posted = await stranger.submit(page, { email, password: PASSWORD })
      expect([posted.status, posted.left]).toEqual([400, undefined])
    })

    it('S9 nobody is signed in or out by a form on another site', async () => {
      const victim = new Browser(issuer)
      const page = await victim.get(new PortalClient(issuer).authorizationUrl())
      for (const origin of ['http://evil.example', 'null', `${issuer}.evil.example`, PORTAL]) {
        const answer = await fetch(page.url, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin, cookie: `roadbook_interaction=${victim.cookie('roadbook_interaction')}` },
          body: new URLSearchParams({ email: 'attacker@fleet.example', password: PASSWORD }),
        })
        expect([origin, answer.status]).toEqual([origin, 403])
      }
      const { browser } = await rig.signIn(email)
      const confirmed = await browser.submit(
        { ...page, body: `<form action="${issuer}/session/end/confirm">` },
        { logout: 'yes', xsrf: 'x' },
      )
      expect(confirmed.status).toBe(400)
      const still = await browser.get(new PortalClient(issuer).authorizationUrl({ prompt: 'none' }))
      expect(codeOfPage(still)).not.toBe('')
    })

    it('S9 what an account is asked to change wants its password, so that a forged request changes nothing', async () => {
      const { browser, portal } = await rig.signIn(email)
      for (const action of ['UPDATE_PASSWORD', 'CONFIGURE_TOTP']) {
        const page = await browser.get(portal.authorizationUrl({ kc_action: action }))
        const answer = await browser.submit(page, {
          'new-password': 'stolen geheim',
          'repeat-password': 'stolen geheim',
          code: '000000',
        })
        expect([action, answer.status, answer.left]).toEqual([action, 422, undefined])
      }
      expect((await rig.signIn(email)).tokens.status).toBe(200)
    })
  })

  describe('on what outlives a password (L3, S8)', () => {
    const withToken = async (address: string) => {
      const { subject, id } = await rig.person(address, 'manager', await rig.tenants.business(address))
      const secret = await rig.apiToken(id)
      expect((await rig.call('GET', '/auth/user', secret)).status).toBe(200)
      return { subject, secret }
    }
    const changeOwn = async (address: string, more: Record<string, string>) => {
      const { browser, portal } = await rig.signIn(address)
      const page = await browser.get(portal.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }))
      const typed = {
        password: PASSWORD,
        'new-password': 'vijf fietsen achter elkaar',
        'repeat-password': 'vijf fietsen achter elkaar',
      }
      const done = await browser.submit(page, { ...typed, ...more })
      expect(codeOfPage(done)).not.toBe('')
      return page
    }

    it('L3 S8 a password set by a link ends API tokens', async () => {
      const { subject, secret } = await withToken('linked@fleet.example')
      const link = await createResetLink(rig.database.pool, issuer, subject)
      const browser = new Browser(issuer)
      const page = await browser.get(link?.url ?? '')
      await browser.submit(page, {
        'new-password': 'vijf fietsen achter elkaar',
        'repeat-password': 'vijf fietsen achter elkaar',
      })
      expect((await rig.call('GET', '/auth/user', secret)).status).toBe(401)
    })

    it('L3 S8 who changes their own password ends API tokens with it, unless they want to keep them', async () => {
      const { secret } = await withToken('ends@fleet.example')
      const page = await changeOwn('ends@fleet.example', { 'end-api-tokens': 'yes' })
      expect(page.body).toMatch(/name="end-api-tokens" value="yes" checked/)
      expect((await rig.call('GET', '/auth/user', secret)).status).toBe(401)
      const kept = await withToken('keeps@fleet.example')
      await changeOwn('keeps@fleet.example', { 'end-api-tokens': '' })
      expect((await rig.call('GET', '/auth/user', kept.secret)).status).toBe(200)
    })

    it('L3 nobody without API tokens is asked about them', async () => {
      const { browser, portal } = await rig.signIn(email)
      expect((await browser.get(portal.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }))).body).not.toContain('end-api-tokens')
    })
  })

  describe('on pages (S10)', () => {
    it('L6 no page brings a password back that was typed into it', async () => {
      const typed = 'Geheim-Fiets-99!'
      const { page } = await rig.givePassword('typo@fleet.example', { 'x-forwarded-for': '203.0.113.77' }, typed)
      const { browser, portal } = await rig.signIn(email)
      const own = await browser.get(portal.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }))
      const fields = { password: PASSWORD, 'new-password': typed, 'repeat-password': `${typed}x` }
      const differs = await browser.submit(own, fields)
      const wrong = await browser.submit(own, { ...fields, password: typed })
      const { subject } = await rig.person('lost@fleet.example', 'manager', await rig.tenants.business('Lost'))
      const link = await createResetLink(rig.database.pool, issuer, subject)
      const reset = await browser.submit(await browser.get(link?.url ?? ''), fields)
      const setup = await createSetupLink(rig.database.pool, issuer)
      const first = await browser.submit(await browser.get(setup ?? ''), { ...fields, email: 'no address' })
      const pages = [page, differs, wrong, reset, first]
      expect(pages.map(({ status }) => status)).toEqual([401, 422, 401, 422, 422])
      for (const { body } of pages) expect([typed, PASSWORD].some((secret) => body.includes(secret))).toBe(false)
    })

    it('S10 every page forbids frames, scripts of others and keeping; only silent renewal may stand in the portal’s frame', async () => {
      const { browser } = await rig.signIn(email)
      const pages = [
        await browser.get(new PortalClient(issuer).authorizationUrl({ prompt: 'login' })),
        await browser.get(new PortalClient(issuer).authorizationUrl({ kc_action: 'UPDATE_PASSWORD' })),
        await browser.get(new PortalClient(issuer).authorizationUrl({ kc_action: 'CONFIGURE_TOTP' })),
        await browser.get('/forgot-password'),
        await browser.get('/session/end'),
        await browser.get('/nothing-here'),
        await browser.get(`/reset/${'a'.repeat(43)}`),
      ]
      for (const { headers, url } of pages) {
        const policy = headers.get('content-security-policy') ?? ''
        expect([url.pathname, headers.get('x-frame-options'), /frame-ancestors ('none')/.exec(policy)?.[1]]).toEqual([
          url.pathname,
          'DENY',
          "'none'",
        ])
        expect(policy).toContain("script-src 'self';")
        expect(policy).not.toContain('unsafe')
        expect(headers.get('cache-control')).toContain('no-store')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      }
    })
  })

  describe('by trying (S15)', () => {
    it('S15 a forged X-Forwarded-For gives no more tries: the last entry, which our proxy wrote, counts', async () => {
      const statuses = []
      for (let n = 0; n < 12; n++) {
        const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.99` }
        statuses.push((await rig.givePassword('brute@fleet.example', headers, `guess ${n}`)).page.status)
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.at(-1)).toBe(429)
    })

    it('M4 S15 nobody is locked out of a browser that they have signed in with, whatever others behind its address try', async () => {
      const workshop = { 'x-forwarded-for': '203.0.113.150' }
      const { browser } = await rig.signIn('attacker@fleet.example', workshop)
      const tryIt = (address: string, password: string, by = new Browser(issuer, workshop)) =>
        by
          .get(new PortalClient(issuer).authorizationUrl({ prompt: 'login' }))
          .then((form) => by.submit(form, { email: address, password }))
      await Promise.all(Array.from({ length: 10 }, () => tryIt('attacker@fleet.example', 'wrong')))
      await rig.database.pool.query(
        `INSERT INTO identity.sign_in_attempts (account_hash, address)
         SELECT sha256(n::text::bytea), '203.0.113.150' FROM generate_series(1, 40) AS n`,
      )
      // Two browsers are locked out: one that is new to the account, and one that the provider knows, but for an account
      // that never signed in on it.
      expect((await tryIt('attacker@fleet.example', PASSWORD)).status).toBe(429)
      expect((await tryIt(email, PASSWORD, browser)).status).toBe(429)
      expect(codeOfPage(await tryIt('attacker@fleet.example', PASSWORD, browser))).not.toBe('')
    })

    it('M4 S15 a known browser has ten tries itself, a forged one none, and its tries are no fault of the address', async () => {
      const home = { 'x-forwarded-for': '203.0.113.151' }
      const { browser } = await rig.signIn('attacker@fleet.example', home)
      const form = await browser.get(new PortalClient(issuer).authorizationUrl({ prompt: 'login' }))
      const statuses = []
      for (let n = 0; n < 12; n++)
        statuses.push((await browser.submit(form, { email: 'attacker@fleet.example', password: `guess ${n}` })).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
      const { portal, page } = await rig.givePassword('attacker@fleet.example', home)
      expect((await portal.exchange(codeOfPage(page))).status).toBe(200)
      const proof = browser.cookie('roadbook_device') ?? ''
      expect(proof).not.toContain('attacker')
      for (let n = 0; n < 10; n++) await rig.givePassword(email, { 'x-forwarded-for': '203.0.113.152' }, `guess ${n}`)
      for (const forged of [proof, proof.replace(/^.{22}/, 'A'.repeat(22)), 'x', 'a.b~c.d']) {
        const cookie = { 'x-forwarded-for': '203.0.113.152', cookie: `roadbook_device=${forged}` }
        expect((await forgedTry(cookie)).status).toBe(429)
      }
    })

    it('S15 an unknown, a disabled and a known account are refused alike, at the cost of one password each', async () => {
      const { subject } = await rig.person('disabled@fleet.example', 'manager', await rig.tenants.business('Gone'))
      await rig.database.pool.query('UPDATE identity.accounts SET disabled_at = now() WHERE id = $1', [subject])
      const answerTo = async (typed: string) => {
        const { page } = await rig.givePassword(typed, { 'x-forwarded-for': '203.0.113.5' }, 'wrong password')
        return [page.status, page.body.replaceAll(typed, '').replace(/\/interaction\/[\w-]+/g, '')]
      }
      const known = await answerTo(email)
      expect(await answerTo('nobody@fleet.example')).toEqual(known)
      expect(await answerTo('disabled@fleet.example')).toEqual(known)
    })
  })
})
