import { AccountRig, PASSWORD } from '../../support/identity/account-rig.js'
import { Browser, PORTAL, type Page } from '../../support/identity/identity-browser.js'
import { until } from '@roadbook/testing/until'

describe('a forgotten password', () => {
  let rig: AccountRig
  let people = 0

  const newPerson = async () => {
    const email = `forgot${++people}@fleet.example`
    const business = await rig.tenants.business(`Fleet ${people}`)
    return { email, ...(await rig.person(email, 'manager', business)) }
  }
  const ask = async (email: string, headers: Record<string, string> = {}): Promise<Page> => {
    const browser = new Browser(rig.identity.issuer, headers)
    return browser.submit(await browser.get('/forgot-password'), { email })
  }
  const linkIn = (text = '') => new URL(/http:\S+\/reset\/[\w-]{43}/.exec(text)?.[0] ?? '')
  /** Resolves when the API has processed every request. */
  const settled = async () => {
    const requests = async () => (await rig.database.pool.query<object>('SELECT * FROM password_reset_requests')).rows
    await until('no request waits', requests, { fits: ({ length }) => length === 0 })
  }

  beforeAll(async () => {
    rig = await AccountRig.start()
  })
  afterAll(() => rig.stop())

  it('S24 is asked for at the sign-in page, and a link comes by mail that sets another, once', async () => {
    const { email } = await newPerson()
    const before = await rig.signIn(email)
    const asked = await ask(email.toUpperCase())
    expect([asked.status, asked.body]).toEqual([200, expect.stringContaining('Look in your mailbox')])
    const [mail] = await rig.mails.arrived(email)
    expect(mail?.subject).toBe('Choose a new password for Roadbook')

    const browser = new Browser(rig.identity.issuer)
    const form = await browser.get(linkIn(mail?.text))
    expect(
      (await browser.submit(form, { 'new-password': PASSWORD.slice(0, 4), 'repeat-password': PASSWORD.slice(0, 4) })).status,
    ).toBe(422)
    const fields = { 'new-password': 'weer een ander geheim', 'repeat-password': 'weer een ander geheim' }
    expect((await browser.submit(form, fields)).left?.href).toBe(`${PORTAL}/`)
    expect((await browser.submit(form, fields)).status).toBe(410)
    expect((await browser.get(linkIn(mail?.text))).status).toBe(410)

    expect((await rig.givePassword(email)).page.status).toBe(401)
    expect((await rig.signIn(email, {}, 'weer een ander geheim')).tokens.status).toBe(200)
    // S8: earlier sessions and tokens have ended.
    expect(await before.portal.refresh(before.tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
    expect((await rig.call('GET', '/auth/user', before.tokens.access_token)).status).toBe(401)
  })

  it('S24 the link works for ten minutes, and an earlier one ends with it', async () => {
    const { email } = await newPerson()
    await ask(email)
    const [first] = await rig.mails.arrived(email)
    await ask(email)
    const [, second] = await rig.mails.arrived(email, 2)
    const browser = new Browser(rig.identity.issuer)
    expect((await browser.get(linkIn(first?.text))).status).toBe(410)
    expect((await browser.get(linkIn(second?.text))).status).toBe(200)
    const { rows } = await rig.database.pool.query(
      'SELECT max(extract(epoch FROM expires_at - created_at))::int AS s FROM identity.reset_links WHERE used_at IS NULL',
    )
    expect(rows[0].s).toBe(600)
    await rig.database.pool.query("UPDATE identity.reset_links SET expires_at = now() - interval '1 second'")
    expect((await browser.get(linkIn(second?.text))).status).toBe(410)
  })

  it('S15 tells nobody whether an address has an account', async () => {
    const { email } = await newPerson()
    const neutral = ({ body }: Page, typed: string) => body.replaceAll(typed, '')
    const [known, unknown] = [await ask(email), await ask('nobody@fleet.example')]
    expect([unknown.status, neutral(unknown, 'nobody@fleet.example')]).toEqual([known.status, neutral(known, email)])
    await settled()
    expect(await rig.mails.received('nobody@fleet.example')).toEqual([])
  })

  it('S15 floods no mailbox: three mails in a quarter of an hour, from wherever they are asked for', async () => {
    const { email } = await newPerson()
    for (let n = 0; n < 5; n++) {
      expect((await ask(email, { 'x-forwarded-for': `192.0.2.${n}` })).status).toBe(200)
      await settled()
    }
    expect(await rig.mails.arrived(email, 3)).toHaveLength(3)
  })

  it('S15 limits one address that asks for many', async () => {
    const answers = []
    const headers = { 'x-forwarded-for': '203.0.113.8' }
    for (let n = 0; n < 51; n++) answers.push((await ask(`many${n}@fleet.example`, headers)).status)
    expect([answers.at(0), answers.at(49), answers.at(50)]).toEqual([200, 200, 429])
  })

  it('is mailed to nobody who was disabled', async () => {
    const { email, subject } = await newPerson()
    await rig.database.pool.query('UPDATE identity.accounts SET disabled_at = now() WHERE id = $1', [subject])
    await ask(email)
    await settled()
    expect(await rig.mails.received(email)).toEqual([])
  })
})
