import { createAccount, removeAccount } from '@roadbook/identity/accounts'
import { startIdentity, type RunningIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { createSetupLink } from '@roadbook/identity/setup-link'
import { readConfiguration } from '@roadbook/platform'
import { codeOf, secretOn } from '../../support/identity/authenticator.js'
import { Browser, PORTAL, PortalClient } from '../../support/identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('the set-up link for the first super admin (R-236)', () => {
  let database: TestDatabase
  let identity: RunningIdentity
  const person = { firstName: 'Marit', lastName: 'de Vries', email: 'Marit@Domstad.example', password: 'vier fietsen op een rij' }
  const newLink = async () => (await createSetupLink(database.pool, identity.issuer)) ?? ''
  const superAdmins = async () =>
    (
      await database.pool.query(
        `SELECT u.issuer, u.subject, u.business_id, u.email, u.first_name, u.last_name, u.locale FROM users u
         JOIN roles r ON r.id = u.role_id WHERE r.key = 'super-admin'`,
      )
    ).rows

  beforeAll(async () => {
    database = await createTestDatabase()
    identity = await startIdentity(
      readConfiguration(identityShape, {
        DATABASE_URL: database.urlOf('identity'),
        IDENTITY_PORT: '0',
        PORTAL_URL: PORTAL,
        LOG_LEVEL: 'silent',
      }),
    )
  })
  afterEach(async () => {
    const { rows } = await database.pool.query('SELECT id FROM identity.accounts')
    for (const { id } of rows) await removeAccount(database.pool, id)
    await database.pool.query('DELETE FROM users')
  })
  afterAll(async () => {
    await identity.close()
    await database.drop()
  })

  it('makes the account and the user, who sets up an authenticator app and is in (S24)', async () => {
    const browser = new Browser(identity.issuer)
    const form = await browser.get(`${await newLink()}?ui_locales=nl`)
    expect(form.body).toContain('<h1>Roadbook instellen</h1>')
    const done = await browser.submit(form, person)
    expect(done.body).toContain('Roadbook staat voor u klaar')
    expect(await superAdmins()).toEqual([
      {
        issuer: identity.issuer,
        subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
        business_id: null,
        email: 'marit@domstad.example',
        first_name: 'Marit',
        last_name: 'de Vries',
        locale: 'nl',
      },
    ])
    const page = await browser.get(new PortalClient(identity.issuer).authorizationUrl())
    const setUp = await browser.submit(page, { email: person.email, password: person.password })
    expect(setUp.left).toBeUndefined()
    const codes = await browser.submit(setUp, { code: codeOf(secretOn(setUp)) })
    const answer = await browser.submit(codes, {})
    expect(answer.left?.searchParams.get('code')).toBeTruthy()
  })

  it('names every wrong field, keeps the rest and creates nothing', async () => {
    const browser = new Browser(identity.issuer)
    const form = await browser.get(await newLink())
    const refused = await browser.submit(form, { firstName: 'Marit', lastName: ' ', email: 'marit', password: 'kort' })
    expect(refused.status).toBe(422)
    expect(
      [...refused.body.matchAll(/id="(\w+)-error"[\s\S]*?<span>([\s\S]*?)<\/span>/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['lastName', 'Fill in this field.'],
      ['email', 'This is not an e-mail address.'],
      ['password', 'Use at least 8 characters.'],
    ])
    expect(refused.body).toContain('value="Marit"')
    expect(await superAdmins()).toEqual([])
    expect((await browser.submit(refused, person)).status).toBe(200)
  })

  it('says so when the e-mail address has an account', async () => {
    await createAccount(database.pool, { ...person, name: 'Marit', mustChangePassword: false })
    const browser = new Browser(identity.issuer)
    const refused = await browser.submit(await browser.get(await newLink()), person)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('This e-mail address has an account already.')
    expect(await superAdmins()).toEqual([])
  })

  it('works once, even when it is used many times at the same moment', async () => {
    const browser = new Browser(identity.issuer)
    const form = await browser.get(await newLink())
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => browser.submit(form, { ...person, email: `first${n}@domstad.example` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
    expect(await superAdmins()).toHaveLength(1)
    expect((await browser.get(form.url)).body).toContain('This link no longer works')
    expect((await database.pool.query('SELECT 1 FROM identity.accounts')).rowCount).toBe(1)
  })

  it('is not made and does not work when a super admin exists', async () => {
    const link = await newLink()
    await database.pool.query(
      "INSERT INTO users (role_id, email, first_name, last_name) SELECT id, 'root@domstad.example', 'R', 'O' FROM roles WHERE key = 'super-admin'",
    )
    expect(await createSetupLink(database.pool, identity.issuer)).toBeUndefined()
    expect((await new Browser(identity.issuer).get(link)).status).toBe(410)
  })

  it('works for 24 hours, is replaced by a newer one, and is nothing that can be guessed or read back', async () => {
    const browser = new Browser(identity.issuer)
    const older = await newLink()
    const link = await newLink()
    expect((await browser.get(older)).status).toBe(410)
    expect((await browser.get(link)).status).toBe(200)
    const { rows } = await database.pool.query(
      "SELECT encode(token_hash, 'base64') AS hash, round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM identity.setup_links WHERE used_at IS NULL",
    )
    expect(rows).toEqual([{ hash: expect.any(String), hours: 24 }])
    expect(link).not.toContain(rows[0].hash)
    expect((await browser.get(`/setup/${'A'.repeat(43)}`)).status).toBe(410)
    await database.pool.query("UPDATE identity.setup_links SET expires_at = now() - interval '1 second'")
    expect((await browser.get(link)).status).toBe(410)
  })

  it('does not take a form that another site posts', async () => {
    const link = await newLink()
    const response = await fetch(link, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
      body: new URLSearchParams(person),
    })
    expect(response.status).toBe(403)
    expect(await superAdmins()).toEqual([])
  })
})
