import { WebSocket } from 'ws'
import { AccountRig, codeOfPage, PASSWORD, type SignedIn } from '../../support/identity/account-rig.js'
import { PortalClient } from '../../support/identity/identity-browser.js'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
let rig: AccountRig
let business: number
let people = 0

beforeAll(async () => {
  rig = await AccountRig.start()
  business = await rig.tenants.business('Fleet')
})
afterAll(() => rig.stop())

const newPerson = async () => {
  const email = `person${++people}@fleet.example`
  return { email, ...(await rig.person(email, 'manager', business)) }
}
const sessionsOf = async ({ tokens }: SignedIn) => (await rig.call('GET', '/account/sessions', tokens.access_token)).body.data
const isLetIn = async ({ tokens }: SignedIn) => (await rig.call('GET', '/auth/user', tokens.access_token)).status
const auditOf = async (userId: number, action: string) => {
  const { rows } = await rig.database.pool.query(
    'SELECT actor, before, after, remote_address FROM audit_log WHERE user_id = $1 AND action = $2',
    [userId, action],
  )
  return rows
}
/** Opens a signed-in socket of the live channel. */
const connect = async ({ tokens }: SignedIn) => {
  const socket = new WebSocket(`ws://127.0.0.1:${rig.api.port}/api/v1/live`)
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const ready = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ type: 'authenticate', token: tokens.access_token }))
  await ready
  return { closed }
}

/** While `work` runs, makes each write of a row about sessions slower by a fifth of a second. */
const slowWrites = async (work: () => Promise<void>) => {
  const tables = ['identity.sessions', 'ended_sessions']
  const slowed = tables.map(
    (table) =>
      `CREATE TRIGGER slowly BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION identity.write_slowly()`,
  )
  await rig.database.pool.query(
    `CREATE FUNCTION identity.write_slowly() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$; ${slowed.join('; ')}`,
  )
  try {
    await work()
  } finally {
    await rig.database.pool.query('DROP FUNCTION identity.write_slowly CASCADE')
  }
}

describe('one’s own sessions', () => {
  it('S8 are listed with device, address, since when and last seen, this one first', async () => {
    const { email } = await newPerson()
    await rig.signIn(email, { 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' })
    const here = await rig.signIn(email)
    const sessions = await sessionsOf(here)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ is_current: true })
    expect(sessions[1]).toEqual({
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Windows',
      device: 'desktop',
      address: '192.0.2.7',
      signed_in_at: expect.any(String),
      last_seen_at: expect.any(String),
      is_current: false,
    })
  })

  it('S8 are listed as soon as they have tokens, and end as soon as one is signed out, however slow the database is', async () => {
    const { email } = await newPerson()
    const here = await rig.signIn(email)
    const url = new URL('/session/end', rig.identity.issuer)
    url.searchParams.set('id_token_hint', here.tokens.id_token ?? '')
    await slowWrites(async () => {
      const other = await rig.signIn(email)
      expect(await sessionsOf(other)).toHaveLength(2)
      await here.browser.get(url)
      expect(await isLetIn(here)).toBe(401)
    })
  })

  it('S8 end one by one, at once: tokens, refresh tokens, the provider’s own session and sockets', async () => {
    const { email, id } = await newPerson()
    const lost = await rig.signIn(email, { 'user-agent': FIREFOX })
    const here = await rig.signIn(email)
    const socket = await connect(lost)
    const [, other] = await sessionsOf(here)
    expect((await rig.call('DELETE', `/account/sessions/${other.id}`, here.tokens.access_token)).status).toBe(204)
    expect([await isLetIn(lost), await isLetIn(here)]).toEqual([401, 200])
    expect(await socket.closed).toBe(4401)
    expect(await lost.portal.refresh(lost.tokens.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
    const silent = await lost.browser.get(new PortalClient(rig.identity.issuer).authorizationUrl({ prompt: 'none' }))
    expect(silent.left?.searchParams.get('error')).toBe('login_required')
    expect(await sessionsOf(here)).toHaveLength(1)
    expect(await auditOf(id, 'account.session-end')).toMatchObject([{ before: { browser: 'Firefox', system: 'Windows' } }])
  })

  it('S8 end all but this one together', async () => {
    const { email } = await newPerson()
    const others = [await rig.signIn(email), await rig.signIn(email)]
    const here = await rig.signIn(email)
    const { body } = await rig.call('DELETE', '/account/sessions', here.tokens.access_token)
    expect(body).toEqual({ data: { ended: 2 } })
    expect(await Promise.all([...others, here].map(isLetIn))).toEqual([401, 401, 200])
    expect((await rig.call('DELETE', '/account/sessions', here.tokens.access_token)).body).toEqual({ data: { ended: 0 } })
  })

  it('S8 are nobody else’s to see or to end, nor an API token’s', async () => {
    const [victim, stranger] = [await newPerson(), await newPerson()]
    const theirs = await rig.signIn(victim.email)
    const mine = await rig.signIn(stranger.email)
    const [session] = await sessionsOf(theirs)
    const random = await rig.call('DELETE', '/account/sessions/nobodys', mine.tokens.access_token)
    const foreign = await rig.call('DELETE', `/account/sessions/${session.id}`, mine.tokens.access_token)
    expect([foreign.status, random.status, foreign.body.detail]).toEqual([404, 404, random.body.detail])
    expect(await isLetIn(theirs)).toBe(200)
    const token = `rbk_${'a'.repeat(43)}`
    await rig.database.pool.query(
      "INSERT INTO api_tokens (user_id, name, prefix, secret_hash) VALUES ($1, 'Script', 'rbk_aaaaa', sha256($2::bytea))",
      [victim.id, token],
    )
    for (const [method, path] of [
      ['GET', '/account/sessions'],
      ['GET', '/account/security'],
      ['DELETE', '/account/sessions'],
      ['DELETE', `/account/sessions/${session.id}`],
    ] as const) {
      expect([path, (await rig.call(method, path, token)).status]).toEqual([path, 403])
    }
  })

  it('S8 cannot be ended from within: that is signing out, which voids the tokens at once, too', async () => {
    const { email } = await newPerson()
    const here = await rig.signIn(email)
    const [session] = await sessionsOf(here)
    expect((await rig.call('DELETE', `/account/sessions/${session.id}`, here.tokens.access_token)).status).toBe(409)
    const url = new URL('/session/end', rig.identity.issuer)
    url.searchParams.set('id_token_hint', here.tokens.id_token ?? '')
    await here.browser.get(url)
    expect(await isLetIn(here)).toBe(401)
  })
})

describe('one’s own password', () => {
  const change = async ({ browser, portal }: SignedIn, fields: Record<string, string>) => {
    const page = await browser.get(portal.authorizationUrl({ kc_action: 'UPDATE_PASSWORD' }))
    return browser.submit(page, fields)
  }
  const to = (password: string) => ({ 'new-password': password, 'repeat-password': password })

  it('S8 S24 is changed by who knows it; other sessions end, this one goes on', async () => {
    const { email, id } = await newPerson()
    const other = await rig.signIn(email)
    const here = await rig.signIn(email)
    const wrong = await change(here, { password: 'not this one', ...to('mijn eigen geheim') })
    expect([wrong.status, wrong.body]).toEqual([401, expect.stringContaining('This is not your current password.')])
    const tooShort = await change(here, { password: PASSWORD, ...to('kort') })
    expect(tooShort.status).toBe(422)

    const done = await change(here, { password: PASSWORD, ...to('mijn eigen geheim') })
    const tokens = await here.portal.exchange(codeOfPage(done))
    expect((await rig.call('GET', '/auth/user', tokens.access_token)).status).toBe(200)
    expect(await isLetIn(other)).toBe(401)
    expect(await other.portal.refresh(other.tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
    expect((await rig.givePassword(email)).page.status).toBe(401)
    expect((await rig.signIn(email, {}, 'mijn eigen geheim')).tokens.status).toBe(200)
    expect(await auditOf(id, 'account.password-change')).toHaveLength(1)
  })

  it('S15 is not told by what the new one is compared with, nor found by trying', async () => {
    const { email } = await newPerson()
    const here = await rig.signIn(email)
    const probe = await change(here, { password: 'not this one', ...to(PASSWORD) })
    expect(probe.body).not.toContain('This is your current password')
    const answers = []
    for (let n = 0; n < 11; n++) answers.push((await change(here, { password: `guess ${n}`, ...to('mijn eigen geheim') })).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(2)
  })

  it('S30 leaves sign-ins and refused ones in the audit log, with the address', async () => {
    const { email, id } = await newPerson()
    await rig.givePassword(email, { 'x-forwarded-for': '192.0.2.9' }, 'wrong')
    await rig.signIn(email, { 'x-forwarded-for': '192.0.2.9' })
    expect(await auditOf(id, 'user.sign-in-refused')).toMatchObject([{ actor: 'Ada Byron', remote_address: '192.0.2.9' }])
    expect(await auditOf(id, 'user.sign-in')).toMatchObject([{ after: { methods: 'pwd' }, remote_address: '192.0.2.9' }])
  })
})

describe('the second step, as the account tells it', () => {
  it('S24 is off until it is set up', async () => {
    const { email, subject } = await newPerson()
    const here = await rig.signIn(email)
    const security = async () => (await rig.call('GET', '/account/security', here.tokens.access_token)).body.data
    expect(await security()).toEqual({ is_kept_here: true, second_factor: null })
    await rig.database.pool.query(
      "INSERT INTO identity.second_factors (account_id, secret, last_step) VALUES ($1, decode(repeat('00', 20), 'hex'), 0)",
      [subject],
    )
    expect(await security()).toEqual({
      is_kept_here: true,
      second_factor: { since: expect.any(String), recovery_codes_left: 0 },
    })
  })
})
