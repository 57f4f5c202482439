import { decodeJwt } from 'jose'
import { createAccount, setPassword } from '@roadbook/identity/accounts'
import { startIdentity, type RunningIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { codeOf, recoveryCodesOn, secretOn } from '../../support/identity/authenticator.js'
import { Browser, PORTAL, PortalClient, type Page } from '../../support/identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const PASSWORD = 'vier fietsen op een rij'

describe('the second step at the embedded identity provider', () => {
  let database: TestDatabase
  let identity: RunningIdentity
  let accounts = 0

  const start = (policy?: string) =>
    startIdentity(
      readConfiguration(identityShape, {
        DATABASE_URL: database.urlOf('identity'),
        IDENTITY_PORT: '0',
        PORTAL_URL: PORTAL,
        LOG_LEVEL: 'silent',
        ...(policy && { IDENTITY_TOTP: policy }),
      }),
    )
  const newAccount = async ({ isSuperAdmin = false, isTemporary = false } = {}) => {
    const email = `second${++accounts}@domstad.example`
    const person = { email, password: PASSWORD, mustChangePassword: isTemporary, name: 'Marit de Vries' }
    const id = await createAccount(database.pool, person)
    if (isSuperAdmin) {
      await database.pool.query(
        `INSERT INTO users (issuer, subject, role_id, email, first_name, last_name)
         SELECT 'http://issuer.example', $1, id, $2, 'Marit', 'de Vries' FROM roles WHERE key = 'super-admin'`,
        [id, email],
      )
    }
    return { id, email }
  }
  const givePassword = async (email: string, server = identity) => {
    const browser = new Browser(server.issuer)
    const portal = new PortalClient(server.issuer)
    const page = await browser.get(portal.authorizationUrl())
    return { browser, portal, page: await browser.submit(page, { email, password: PASSWORD }) }
  }
  /** Opens the page of an action in the way in which the portal does it for a signed-in user. */
  const act = async (browser: Browser, action: string) =>
    browser.get(new PortalClient(identity.issuer).authorizationUrl({ kc_action: action }))
  const enrolled = async () => {
    const { id, email } = await newAccount()
    const { browser } = await givePassword(email)
    const page = await act(browser, 'CONFIGURE_TOTP')
    const secret = secretOn(page)
    // Uses the code of the previous time step, so that the code of the present step is still unused. If the time step
    // changes meanwhile, the code is too old.
    const confirm = (form: Page) => browser.submit(form, { password: PASSWORD, code: codeOf(secret, -1) })
    const first = await confirm(page)
    const codes = recoveryCodesOn(first).length > 0 ? first : await confirm(first)
    expect(recoveryCodesOn(codes)).toHaveLength(8)
    await browser.submit(codes, {})
    return { id, email, secret, recoveryCodes: recoveryCodesOn(codes), browser }
  }
  const titleOf = (page: Page) => /<h1>([^<]*)<\/h1>/.exec(page.body)?.[1]
  const errorOf = (page: Page) => /class="field-error"[\s\S]*?<span>([\s\S]*?)<\/span>/.exec(page.body)?.[1]
  const codeFrom = (page: Page) => page.left?.searchParams.get('code') ?? ''

  beforeAll(async () => {
    database = await createTestDatabase()
    identity = await start()
  })
  afterAll(async () => {
    await identity.close()
    await database.drop()
  })

  it('S24 is asked of a super admin at the first sign-in, who gets eight recovery codes and then goes on to the portal', async () => {
    const { email } = await newAccount({ isSuperAdmin: true })
    const { browser, portal, page } = await givePassword(email)
    expect([titleOf(page), page.left]).toEqual(['Set up two-step sign-in', undefined])
    expect(page.body).toContain('<svg')

    const wrong = await browser.submit(page, { code: '000000' })
    expect([wrong.status, secretOn(wrong)]).toEqual([422, secretOn(page)])
    const codes = await browser.submit(wrong, { code: codeOf(secretOn(page)) })
    expect([titleOf(codes), recoveryCodesOn(codes)]).toEqual(['Keep your recovery codes', expect.any(Array)])
    expect(new Set(recoveryCodesOn(codes)).size).toBe(8)

    const tokens = await portal.exchange(codeFrom(await browser.submit(codes, {})))
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ acr: '2', amr: ['pwd', 'otp', 'mfa'] })
    expect(decodeJwt(tokens.access_token ?? '')).toMatchObject({ acr: '2', amr: ['pwd', 'otp', 'mfa'] })
    const { rows } = await database.pool.query<{ all: string }>(
      'SELECT string_agg(c::text, $1) AS all FROM identity.recovery_codes c',
      [','],
    )
    for (const code of recoveryCodesOn(codes)) expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''))
  })

  it('S24 cannot be jumped over: neither by going on to the portal, nor by the forms of other steps', async () => {
    const { email } = await newAccount({ isSuperAdmin: true })
    const { browser, page } = await givePassword(email)
    const uid = page.url.pathname.split('/').at(-1)
    for (const step of ['done', 'change', 'code']) {
      expect((await browser.submit(page, { step })).status).toBe(400)
    }
    const skipped = await browser.get(`/auth/${uid}`)
    expect([skipped.left, titleOf(skipped)]).toEqual([undefined, 'Sign in'])
  })

  it('S24 is asked of whoever becomes a super admin in the middle of a session', async () => {
    const { id, email } = await newAccount()
    const { browser, page } = await givePassword(email)
    expect(codeFrom(page)).not.toBe('')
    await database.pool.query(
      `INSERT INTO users (role_id, email, first_name, last_name, issuer, subject)
       SELECT id, $2, 'A', 'B', 'http://issuer.example', $1 FROM roles WHERE key = 'super-admin'`,
      [id, email],
    )
    const silent = await browser.get(
      new PortalClient(identity.issuer).authorizationUrl({ prompt: 'none', redirect_uri: `${PORTAL}/auth/silent` }),
    )
    expect(silent.left?.searchParams.get('error')).toBe('login_required')
  })

  it('S24 is a choice for everybody where the operator says so', async () => {
    const relaxed = await start('optional')
    const { email } = await newAccount({ isSuperAdmin: true })
    const { page } = await givePassword(email, relaxed)
    await relaxed.close()
    expect(codeFrom(page)).not.toBe('')
  })

  it('S24 is offered to everybody, asks for the password first, and is asked for from then on', async () => {
    const { email } = await newAccount()
    const { browser } = await givePassword(email)
    const page = await act(browser, 'CONFIGURE_TOTP')
    const secret = secretOn(page)
    const stranger = await browser.submit(page, { password: 'not this one', code: codeOf(secret) })
    expect([stranger.status, errorOf(stranger)]).toEqual([401, 'This is not your current password.'])
    const codes = await browser.submit(page, { password: PASSWORD, code: codeOf(secret) })
    expect(recoveryCodesOn(codes)).toHaveLength(8)
    const back = await browser.submit(codes, {})
    expect(codeFrom(back)).not.toBe('')

    const again = await givePassword(email)
    expect([titleOf(again.page), again.page.left]).toEqual(['Second step', undefined])
    const done = await again.browser.submit(again.page, { code: codeOf(secret, 1) })
    expect(codeFrom(done)).not.toBe('')
  })

  it('S24 takes each code once, also of two at the same moment', async () => {
    const { email, secret } = await enrolled()
    const [one, other] = [await givePassword(email), await givePassword(email)]
    const code = codeOf(secret)
    const answers = await Promise.all([one, other].map(({ browser, page }) => browser.submit(page, { code })))
    expect(answers.filter((page) => codeFrom(page) !== '')).toHaveLength(1)
    const refused = answers.find((page) => codeFrom(page) === '') as Page
    expect([refused.status, errorOf(refused)]).toEqual([
      401,
      'This code is not right, or was used already. Wait for the next one.',
    ])
    // An older code is not accepted after a newer code was used.
    const late = await givePassword(email)
    expect((await late.browser.submit(late.page, { code: codeOf(secret, -1) })).status).toBe(401)
  })

  it('S24 takes a recovery code in place of the app, each once', async () => {
    const { email, recoveryCodes } = await enrolled()
    const [code = ''] = recoveryCodes
    const withCode = async () => {
      const { browser, page } = await givePassword(email)
      const form = await browser.get(`${page.url.pathname}?recovery`)
      return browser.submit(form, { code: code.toUpperCase().replaceAll('-', ' ') })
    }
    expect(codeFrom(await withCode())).not.toBe('')
    const second = await withCode()
    expect([second.status, errorOf(second)]).toEqual([401, 'This is not one of your unused recovery codes.'])
  })

  it('S15 limits tries at the code to ten in a quarter of an hour, from wherever they come', async () => {
    const { email, secret } = await enrolled()
    const { browser, page } = await givePassword(email)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => browser.submit(page, { code: String(100_000 + n) })))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    const limited = guesses.find(({ status }) => status === 429)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    const elsewhere = await givePassword(email)
    expect((await elsewhere.browser.submit(elsewhere.page, { code: codeOf(secret) })).status).toBe(429)
  })

  it('S24 comes before the change of a temporary password, which alone lets nobody in', async () => {
    const { id, email, secret } = await enrolled()
    await setPassword(database.pool, id, PASSWORD, { mustChangePassword: true })
    const { browser, page } = await givePassword(email)
    expect(titleOf(page)).toBe('Second step')
    const change = await browser.submit(page, { code: codeOf(secret) })
    expect(titleOf(change)).toBe('Choose a new password')
    const done = await browser.submit(change, { 'new-password': 'mijn eigen geheim', 'repeat-password': 'mijn eigen geheim' })
    expect(codeFrom(done)).not.toBe('')
  })

  it('S24 is turned off, and gets new recovery codes, by who knows the password; not by who must have it', async () => {
    const { id, email, browser, recoveryCodes } = await enrolled()
    const page = await act(browser, 'CONFIGURE_TOTP')
    expect(page.body).toContain('Unused recovery codes: 8.')
    expect((await browser.submit(page, { password: 'not this one', do: 'turn-off' })).status).toBe(401)
    const renewed = await browser.submit(page, { password: PASSWORD, do: 'new-codes' })
    expect(recoveryCodesOn(renewed)).toHaveLength(8)
    expect(recoveryCodesOn(renewed)).not.toEqual(expect.arrayContaining(recoveryCodes.slice(0, 1)))
    await browser.submit(renewed, {})

    await database.pool.query(
      `INSERT INTO users (issuer, subject, role_id, email, first_name, last_name)
       SELECT 'http://issuer.example', $1, id, $2, 'Marit', 'de Vries' FROM roles WHERE key = 'super-admin'`,
      [id, email],
    )
    const required = await act(browser, 'CONFIGURE_TOTP')
    expect(required.body).not.toContain('Turn off')
    expect((await browser.submit(required, { password: PASSWORD, do: 'turn-off' })).status).toBe(403)

    await database.pool.query('DELETE FROM users WHERE subject = $1', [id])
    const free = await act(browser, 'CONFIGURE_TOTP')
    expect(codeFrom(await browser.submit(free, { password: PASSWORD, do: 'turn-off' }))).not.toBe('')
    expect(codeFrom((await givePassword(email)).page)).not.toBe('')
  })

  it('is left as it is when its owner changes their mind', async () => {
    const { email } = await newAccount()
    const { browser } = await givePassword(email)
    const page = await act(browser, 'CONFIGURE_TOTP')
    expect(codeFrom(await browser.submit(page, { cancel: 'yes' }))).not.toBe('')
    expect(codeFrom((await givePassword(email)).page)).not.toBe('')
  })
})
