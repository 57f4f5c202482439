import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { UsersRig } from '../../support/api/users-rig.js'

const PORTAL = 'https://portal.example'
const BOSS = 'boss@ours.example'

let postOffice: TestDatabase
let mails: MailBench
let rig: UsersRig
let ours: number

beforeAll(async () => {
  postOffice = await createTestDatabase()
  mails = await MailBench.start(postOffice.url, postOffice.pool)
  rig = await UsersRig.start({ SMTP_URL: mails.smtpUrl, PORTAL_URL: PORTAL })
  ours = await rig.tenants.business('Fietsen & Zn.')
  await rig.tenants.user(BOSS, 'manager', ours, { first_name: 'Bea', last_name: 'Boss' })
  await rig.tenants.user('admin@roadbook.example', 'super-admin', null)
})
afterAll(async () => {
  await rig.stop()
  await mails.stop()
  await postOffice.drop()
})

const create = (email: string, more: Record<string, unknown> = {}) =>
  rig.write('POST', '/users', BOSS, rig.person(email, ours, more))
const jobsOf = async (id: string) =>
  (await rig.api.database.pool.query('SELECT kind FROM background_jobs WHERE id = $1', [id])).rows

describe('the invitation of a new user (G-16)', () => {
  it.each([
    ['nl', 'Bea Boss nodigt u uit voor Roadbook', 'Het tijdelijke wachtwoord werkt tot'],
    ['en', 'Bea Boss invites you to Roadbook', 'The temporary password works until'],
    ['de', 'Bea Boss lädt Sie zu Roadbook ein', 'Das vorläufige Passwort gilt bis'],
    ['fr', 'Bea Boss vous invite sur Roadbook', 'Le mot de passe provisoire fonctionne jusqu’au'],
  ])('G-16 R-169 comes in %s, with the temporary password, its end and the way in', async (locale, subject, end) => {
    const email = `new-${locale}@ours.example`
    const { body } = await create(email, { locale })
    const [mail] = await mails.arrived(email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain('Fietsen & Zn.')
    expect(mail?.text).toContain(body.data.temporary_password)
    expect(mail?.text).toContain(`${PORTAL}\n`)
    expect(mail?.text).toContain(end)
    expect(await jobsOf(body.data.invitation_job)).toEqual([{ kind: 'send-mail' }])
    expect((await rig.account(email))?.must_change_password).toBe(true)
  })

  it('tells somebody who has an account to sign in with it, and no password', async () => {
    const first = await create('kept@ours.example', { invite: false })
    await rig.api.database.pool.query('DELETE FROM users WHERE id = $1', [first.body.data.id])
    const { body } = await create('kept@ours.example')
    expect(body.data).toMatchObject({ account: 'existing', temporary_password: null })
    const [mail] = await mails.arrived('kept@ours.example')
    expect(mail?.text).toContain('with the account that you already have')
  })

  it('is not mailed to who is told in person, nor for a user who was refused', async () => {
    const { body } = await create('told@ours.example', { invite: false })
    expect(body.data.invitation_job).toBeNull()
    expect((await create('told@ours.example')).status).toBe(409)
    await create('last@ours.example')
    await mails.arrived('last@ours.example')
    expect(await mails.received('told@ours.example')).toEqual([])
  })

  it('S18 leaves the temporary password in no table in readable form', async () => {
    const { body } = await create('canary@ours.example')
    await mails.arrived('canary@ours.example')
    const { rows } = await rig.api.database.pool.query<{ dump: string }>(
      `SELECT string_agg(t, ' ') AS dump FROM (
         SELECT u::text AS t FROM users u UNION ALL SELECT a::text FROM audit_log a UNION ALL SELECT m::text FROM outgoing_mails m
         UNION ALL SELECT j::text FROM jobs.job j UNION ALL SELECT i::text FROM identity_changes i) every_row`,
    )
    expect(rows[0]?.dump).toContain('canary@ours.example')
    expect(rows[0]?.dump).not.toContain(body.data.temporary_password)
  })
})

describe('the invitation once more', () => {
  it('brings another password, which works instead of the first, until the user has signed in', async () => {
    const first = await create('lost@ours.example')
    const { id } = first.body.data
    const hash = (await rig.account('lost@ours.example'))?.password_hash
    const { status, body } = await rig.write('POST', `/users/${id}/invitation`, BOSS)
    expect(status).toBe(200)
    const [, second] = await mails.arrived('lost@ours.example', 2)
    expect(second?.text).toContain(body.data.temporary_password)
    expect(body.data.temporary_password).not.toBe(first.body.data.temporary_password)
    expect((await rig.account('lost@ours.example'))?.password_hash).not.toEqual(hash)
    await rig.api.database.pool.query('UPDATE users SET last_seen_at = now() WHERE id = $1', [id])
    const late = await rig.write('POST', `/users/${id}/invitation`, BOSS)
    expect([late.status, late.body.detail]).toEqual([409, 'This user has signed in already; send a reset link instead'])
  })

  it('S4 is sent by nobody who may not change the user', async () => {
    const theirs = await rig.tenants.business('Theirs')
    const stranger = await rig.tenants.user('stranger@theirs.example', 'dealer', theirs)
    expect((await rig.write('POST', `/users/${stranger}/invitation`, BOSS)).status).toBe(404)
    expect((await rig.write('POST', `/users/${stranger}/reset-link/mail`, BOSS)).status).toBe(404)
  })
})

describe('a reset link by mail', () => {
  it('reaches the user alone: whoever asked is not told the link', async () => {
    const { body } = await create('forgot@ours.example', { locale: 'de', invite: false })
    const answer = await rig.write('POST', `/users/${body.data.id}/reset-link/mail`, BOSS)
    expect(answer.body.data).toMatchObject({ url: null, expires_at: expect.any(String), mail_job: expect.any(String) })
    const [mail] = await mails.arrived('forgot@ours.example')
    expect(mail?.subject).toBe('Wählen Sie ein neues Passwort für Roadbook')
    expect(mail?.text).toMatch(/https?:\/\/\S+/)
  })
})

describe('L4 what somebody else does to an account', () => {
  const person = async (email: string, more: Record<string, unknown> = {}) =>
    Number((await create(email, { locale: 'de', invite: false, ...more })).body.data.id)
  /** Returns the texts that were sent to the owner of an account, in the order of the mails. */
  const toldTo = async (address: string, count: number) =>
    (await mails.arrived(address, count)).map(({ subject, text }) => {
      expect(subject).toBe('Ihr Roadbook-Konto wurde geändert')
      expect(text).not.toContain('schreiben Sie')
      return text ?? ''
    })

  it('L4 a change of address is told to the old and the new one, in the language of the owner', async () => {
    const id = await person('old@ours.example')
    const answer = await rig.write('PUT', `/users/${id}`, BOSS, {
      first_name: 'Dora',
      last_name: 'Dealer',
      email: 'new@ours.example',
    })
    expect(answer.status).toBe(200)
    for (const address of ['old@ours.example', 'new@ours.example'])
      expect((await toldTo(address, 1))[0]).toContain(
        'Bea Boss hat die E-Mail-Adresse Ihres Kontos von old@ours.example in new@ours.example geändert.',
      )
  })

  it.each([
    ['PUT', '/temporary-password', undefined, 'hat ein vorläufiges Passwort für Ihr Konto gesetzt'],
    ['POST', '/reset-link', undefined, 'hat einen Link erstellt'],
    ['DELETE', '/second-factor', undefined, 'hat den zweiten Schritt Ihrer Anmeldung ausgeschaltet'],
    ['PUT', '', { role_name: 'technician' }, 'hat geändert, was Sie in Roadbook dürfen'],
    ['POST', '/givePermission', { permissions: ['create:user'] }, 'hat geändert, was Sie in Roadbook dürfen'],
  ])('L4 its owner is told of %s /users/{id}%s', async (method, path, body, sentence) => {
    const email = `told${path.replace('/', '-')}-${method.toLowerCase()}@ours.example`
    const id = await person(email)
    const whole = path === '' ? { first_name: 'Dora', last_name: 'Dealer', email, ...body } : body
    const answer = await rig.write(method, `/users/${id}${path}`, BOSS, whole)
    expect([path, answer.status < 300, answer.body?.detail]).toEqual([path, true, undefined])
    expect((await toldTo(email, 1))[0]).toContain(`Bea Boss ${sentence}`)
  })

  it('L4 many at once are told each, nobody of what changes nothing, and not oneself', async () => {
    const ids = [await person('many1@ours.example'), await person('many2@ours.example')]
    const same = await rig.write('PUT', `/users/${ids[0]}`, BOSS, {
      first_name: 'D',
      last_name: 'Dealer',
      email: 'many1@ours.example',
    })
    expect(same.status).toBe(200)
    const { status } = await rig.write('POST', '/users/bulk-role', BOSS, { ids, role_name: 'technician' })
    expect(status).toBeLessThan(300)
    for (const address of ['many1@ours.example', 'many2@ours.example']) expect(await toldTo(address, 1)).toHaveLength(1)
    expect(await mails.received(BOSS)).toEqual([])
  })
})

describe('where no mails are sent', () => {
  it('users are made as before, and the portal knows', async () => {
    const bare = await UsersRig.start()
    try {
      const business = await bare.tenants.business('Bare')
      await bare.tenants.user(BOSS, 'manager', business)
      const { body } = await bare.write('POST', '/users', BOSS, bare.person('new@bare.example', business))
      expect(body.data).toMatchObject({ account: 'made', invitation_job: null })
      const again = await bare.write('POST', `/users/${body.data.id}/invitation`, BOSS)
      expect([again.status, again.body.detail]).toEqual([
        409,
        'This installation sends no mail; hand over the password or the link yourself',
      ])
      const accounts = async (one: UsersRig) => (await one.api.call('GET', '/config.json')).body.accounts
      expect(await accounts(bare)).toEqual({ are_made: true, are_mailed: false })
      expect(await accounts(rig)).toEqual({ are_made: true, are_mailed: true })
    } finally {
      await bare.stop()
    }
  })
})
