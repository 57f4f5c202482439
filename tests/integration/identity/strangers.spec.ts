import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Page, Browser, PORTAL, PortalClient } from '../../support/identity/identity-browser.js'
import { isCutOff } from '../../support/cut-off.js'
import { startIdentityWithPort } from '../../support/api/users-rig.js'
import { AccountRig, codeOfPage, PASSWORD } from '../../support/identity/account-rig.js'
import { tampered } from '../../support/tampered.js'
import { rotated, sized } from '@roadbook/testing/proof'

/** For each route, all parameters that a client can send without signing in. */
const ASKED = {
  '/auth': [
    ...['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method'],
    ...['prompt', 'login_hint', 'ui_locales', 'acr_values', 'display', 'kc_action', 'max_age', 'id_token_hint', 'claims_locales'],
    ...['response_mode', 'resource', 'theme', 'unknown'],
  ],
  '/session/end': ['id_token_hint', 'post_logout_redirect_uri', 'state', 'ui_locales', 'client_id', 'logout_hint'],
  '/forgot-password': ['from', 'ui_locales', 'theme'],
}
const POSTED = {
  '/auth': ASKED['/auth'],
  '/session/end': ASKED['/session/end'],
  '/session/end/confirm': ['xsrf', 'logout'],
  '/token': ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope', 'resource'],
  '/token/revocation': ['token', 'token_type_hint', 'client_id'],
  '/me': ['access_token'],
  '/forgot-password': ['email'],
  [`/reset/${'a'.repeat(43)}`]: ['new-password', 'repeat-password'],
  [`/setup/${'a'.repeat(43)}`]: ['firstName', 'lastName', 'email', 'password'],
  '/interaction/abc': ['email', 'password', 'keep', 'step', 'code', 'kind'],
}
const CONTROLS = ['\0', '\u0001', '\n', '\t', '\u001b[2J', '\u007f', '\u0085']

describe('strangers at the sign-in', () => {
  let rig: AccountRig
  let issuer: string

  beforeAll(async () => {
    rig = await AccountRig.start()
    issuer = rig.identity.issuer
  })
  afterAll(() => rig.stop())

  const count = async (sql: string) => Number((await rig.database.pool.query<{ n: string }>(sql)).rows[0]?.n)
  const rows = () => count('SELECT count(*) AS n FROM identity.payloads')
  const bytes = () =>
    count(
      "SELECT sum(pg_total_relation_size(c.oid)) AS n FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'identity'::regnamespace",
    )
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(new URL(path, issuer), { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const defaults = () => Object.fromEntries(new PortalClient(issuer).authorizationUrl().searchParams)

  describe('M3 fill no disk', () => {
    it('M3 not by any request without an account: not a row, not a byte', async () => {
      const before = [await rows(), await bytes()]
      for (let n = 0; n < sized('walks', 10, 50); n++) {
        const page = await new Browser(issuer).get(new PortalClient(issuer).authorizationUrl({ state: 's'.repeat(500) }))
        expect(page.body).toContain('<h1>Sign in</h1>')
        await post('/auth', defaults())
        await new Browser(issuer).get('/session/end?client_id=roadbook-portal&state=abc')
        await post('/session/end', { client_id: 'roadbook-portal', state: 'abc' })
        await fetch(new URL('/session/end', issuer), {
          headers: { cookie: 'roadbook_session=forged; roadbook_session.sig=forged' },
        })
        await new Browser(issuer).get(new PortalClient(issuer).authorizationUrl({ prompt: 'none' }))
        await post('/token', { grant_type: 'authorization_code', client_id: 'roadbook-portal', code: 'x'.repeat(43) })
      }
      expect([await rows(), await bytes()]).toEqual(before)
    })

    it('M3 wrong passwords leave what the limit of tries allows and nothing else', async () => {
      const browser = new Browser(issuer)
      const page = await browser.get(new PortalClient(issuer).authorizationUrl())
      const before = await rows()
      for (let n = 0; n < 60; n++) await browser.submit(page, { email: `nobody${n}@fleet.example`, password: 'wrong' })
      expect(await rows()).toBe(before)
      expect(await count('SELECT count(*) AS n FROM identity.sign_in_attempts')).toBe(50)
      await rig.database.pool.query('DELETE FROM identity.sign_in_attempts')
    })

    it.each(['state', 'nonce', 'login_hint', 'ui_locales'])(
      'M3 %s is refused when it is longer than anybody means it',
      async (name) => {
        for (const method of ['GET', 'POST']) {
          const fields = { ...defaults(), [name]: 'x'.repeat(6_000) }
          const answer = await (method === 'POST'
            ? post('/auth', fields)
            : fetch(`${issuer}/auth?${new URLSearchParams(fields)}`))
          expect([method, answer.status]).toEqual([method, 400])
          expect(await answer.text()).toContain('invalid_request')
        }
      },
    )

    it('M3 a sign-in page that was open over a working day still signs in, and is used up by that', async () => {
      await rig.person('patient@fleet.example', 'manager', await rig.tenants.business('Patient'))
      const browser = new Browser(issuer)
      const portal = new PortalClient(issuer)
      const form = await browser.get(portal.authorizationUrl())
      await rig.database.pool.query('DELETE FROM identity.payloads')
      const answer = await browser.submit(form, { email: 'patient@fleet.example', password: PASSWORD })
      expect((await portal.exchange(codeOfPage(answer))).status).toBe(200)
      // If the browser goes back to the form, it is sent to the portal, because the user is signed in there.
      expect((await browser.get(form.url)).left?.href).toBe(`${PORTAL}/`)
    })

    it('M3 what the browser keeps for us serves this request alone, and nobody reads or changes it', async () => {
      const victim = new Browser(issuer)
      const page = await victim.get(new PortalClient(issuer).authorizationUrl({ state: 'secret-state' }))
      const sealed = victim.cookie('roadbook_request') ?? ''
      expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('secret-state')
      const other = new Browser(issuer)
      const elsewhere = await other.get(new PortalClient(issuer).authorizationUrl())
      const names = ['roadbook_interaction', 'roadbook_interaction.sig']
      const withCookie = async (request: string, of: Browser, at: Page) =>
        (
          await fetch(at.url, {
            headers: { cookie: [...names.map((name) => `${name}=${of.cookie(name)}`), `roadbook_request=${request}`].join('; ') },
          })
        ).status
      expect(await withCookie(sealed, victim, page)).toBe(200)
      expect(await withCookie(sealed, other, elsewhere)).toBe(400)
      expect(await withCookie(tampered(sealed), victim, page)).toBe(400)
      expect(await withCookie('', victim, page)).toBe(400)
    })
  })

  describe('L1 break nothing with what nobody types', () => {
    const places = [
      ...Object.entries(ASKED).flatMap(([path, names]) => names.map((name) => ['GET', path, name] as const)),
      ...Object.entries(POSTED).flatMap(([path, names]) => names.map((name) => ['POST', path, name] as const)),
    ]

    const placed = places.map((one, place) => [...one, place] as const)
    it.each(placed)('L1 %s %s: a control character in %s is a refusal that says so', async (method, path, name, place) => {
      for (const control of rotated('walks', CONTROLS, 2, place)) {
        const fields = { ...(path === '/auth' ? defaults() : {}), [name]: `a${control}b` }
        const answer = await (method === 'POST'
          ? post(path, fields)
          : fetch(`${issuer}${path}?${new URLSearchParams(fields)}`, { redirect: 'manual' }))
        const text = await answer.text()
        expect([control, Math.floor(answer.status / 100)]).toEqual([control, 4])
        expect(text).toMatch(/"error":"\w+"|invalid_\w+|This page has expired|This link no longer works/)
        expect(text).not.toMatch(/ at .*:\d+:\d+/)
      }
    })

    it('L1 the sign-in form of a real request refuses them in each field', async () => {
      for (const name of ['email', 'password', 'keep', 'step']) {
        const browser = new Browser(issuer)
        const form = await browser.get(new PortalClient(issuer).authorizationUrl())
        const page = await browser.submit(form, { email: 'a@b.example', password: 'x', [name]: 'claire@rheintal.example\0' })
        expect([name, page.status, page.body.includes('invalid_form')]).toEqual([name, 400, true])
      }
    })
  })

  describe('M4 come through proxies', () => {
    it('M4 a flood from one address is told to wait; others are answered', async () => {
      const small = await startIdentityWithPort(rig.database.urlOf('identity'), {
        TRUSTED_PROXIES: 'loopback',
        RATE_LIMIT_ADDRESS_PER_MINUTE: '20',
      })
      const from = (address: string) => fetch(`${small.issuer}/forgot-password`, { headers: { 'x-forwarded-for': address } })
      const answers = await Promise.all(Array.from({ length: 60 }, () => from('198.51.100.200')))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(20)
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect((await from('198.51.100.201')).status).toBe(200)
      await small.close()
    })
  })

  it('S15 M4 one address is allowed the same number of requests however many processes answer it', async () => {
    const settings = { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_ADDRESS_PER_MINUTE: '20' }
    const start = () => startIdentityWithPort(rig.database.urlOf('identity'), settings)
    const two = [await start(), await start()]
    const from = (address: string, turn: number) =>
      fetch(`${two[turn % 2]!.issuer}/forgot-password`, { headers: { 'x-forwarded-for': address } })
    const answers = []
    for (let turn = 0; turn < 30; turn++) answers.push((await from('198.51.100.210', turn)).status)
    expect(answers).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)])
    expect((await from('198.51.100.211', 0)).status).toBe(200)
    await Promise.all(two.map((one) => one.close()))
  })

  it('keeps a portal that nobody is signed in at on its way out', async () => {
    const leave = (state: string, back: string) =>
      fetch(`${issuer}/session/end?${new URLSearchParams({ post_logout_redirect_uri: back, state })}`, { redirect: 'manual' })
    expect((await leave('s1', `${PORTAL}/`)).headers.get('location')).toBe(`${PORTAL}/?state=s1`)
    expect((await leave('s1', 'http://evil.example/')).status).toBe(400)
  })

  describe('M7 hold no socket open', () => {
    const open = async (text: string, port = rig.identity.port): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }
    it('M7 headers, bodies and silence that take longer than 30 seconds are cut off', async () => {
      const head = 'POST /forgot-password HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
      await Promise.all([
        isCutOff(rig.identity.port, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']),
        isCutOff(rig.identity.port, [`${head}Content-Length: 1000\r\n\r\n`]),
        isCutOff(rig.identity.port, [], ''),
        isCutOff(rig.identity.port, ['GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'], ''),
      ])
    })

    it('M7 one address keeps no more than its share of sockets, and those of the proxy are nobody’s', async () => {
      const direct = await startIdentityWithPort(rig.database.urlOf('identity'))
      const sockets = await Promise.all(Array.from({ length: 220 }, () => open('', direct.port)))
      const isRefused = async (socket: Socket) => socket.destroyed || once(socket, 'close')
      await Promise.all(sockets.slice(200).map(isRefused))
      expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(200)
      sockets[0]?.destroy()
      sockets.forEach((socket) => socket.destroy())
      const behindProxy = await Promise.all(Array.from({ length: 220 }, () => open('')))
      const one = behindProxy.at(-1) as Socket
      one.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
      expect(String((await once(one, 'data'))[0])).toContain('200 OK')
      behindProxy.forEach((socket) => socket.destroy())
      await direct.close()
    })
  })
})
