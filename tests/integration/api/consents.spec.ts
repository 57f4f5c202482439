import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase } from '../../support/database/test-database.js'

const TECHNICIAN = 'tech@ours.example'
const REPORTER = 'reporter@ours.example'
const STRANGER = 'tech@theirs.example'

let api: ApiUnderTest
let mails: MailBench
let mailDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let tenants: Tenants
let ours: number
let theirs: number
let customers = 0

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({
    API_WORK: 'all',
    SMTP_URL: mails.smtpUrl,
    PORTAL_URL: 'https://portal.example/',
    RATE_LIMIT_CONSENTS_PER_MINUTE: '1000',
    RATE_LIMIT_MESSAGES_PER_MINUTE: '1000',
  })
  tenants = new Tenants(api.database.pool)
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user(TECHNICIAN, 'technician', ours, { first_name: 'Tech', last_name: 'Nician' })
  await tenants.user(REPORTER, 'reporter', ours)
  await tenants.user(STRANGER, 'technician', theirs)
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

/** Adds a customer with an address, and the customer's vehicle with a tracker that has a position. */
const customersBike = async (more: { email?: string | null; locale?: string } = {}) => {
  const consumerId = await tenants.consumer(ours)
  const email = more.email === undefined ? `customer-${++customers}@home.example` : more.email
  await tenants.pool.query('UPDATE consumers SET email = $2, locale = $3 WHERE id = $1', [consumerId, email, more.locale ?? 'de'])
  const entityId = await tenants.entity(ours, 'Lasta', { consumer_id: consumerId })
  const device = await tenants.install(ours, entityId)
  await tenants.state(device.deviceId, new Date())
  return { consumerId, entityId, email: email ?? '', ...device }
}
const look = (imei: string, email = TECHNICIAN) => api.get(`/debug/${imei}/consumer-entity`, email)
const request = (imei: string, body: unknown, email = TECHNICIAN): Promise<Answer> =>
  api.call('PUT', `/api/v1/debug/${imei}/request-consent`, { email, body })
const withdraw = (imei: string, email = TECHNICIAN) => api.call('DELETE', `/api/v1/debug/${imei}/consent`, { email })
const show = (link: string) => api.call('POST', '/api/v1/consents/show', { body: { link } })
const answer = (link: string, word: string) => api.call('POST', '/api/v1/consents/answer', { body: { link, answer: word } })
const position = async (entityId: number) => (await api.get(`/entities/${entityId}/position`, TECHNICIAN)).body.data
const isSeen = async (entityId: number) => (await position(entityId)).position !== null
const history = async (entityId: number) =>
  (
    await tenants.pool.query<{ action: string; actor: string }>(
      "SELECT action, actor FROM audit_log WHERE object_type = 'entity' AND object_id = $1 AND action LIKE 'consent.%' ORDER BY id",
      [String(entityId)],
    )
  ).rows.map(({ action, actor }) => `${actor}: ${action}`)
const linkIn = (text = '') => /https:\/\/portal\.example\/consent#(\S+)/.exec(text)?.[1] ?? ''

describe('consent to see where a customer’s vehicle is', () => {
  it('R-118 R-255 R-256 is asked of the customer by mail, in their language, and given behind its link for an hour', async () => {
    const bike = await customersBike()
    expect((await look(bike.imei)).body.data).toMatchObject({
      entity_id: bike.entityId,
      is_consumer: true,
      customer_name: 'Con Sumer',
      has_email: true,
      location_hidden: true,
      consent_minutes: 60,
      consent: null,
    })
    const asked = await request(bike.imei, { channel: 'mail' })
    expect([asked.status, asked.body.data]).toMatchObject([
      200,
      { state: 'pending', channel: 'mail', requested_by: 'Tech Nician', granted_at: null },
    ])
    const [mail] = await mails.arrived(bike.email)
    expect(mail?.subject).toBe('Darf Ours sehen, wo Lasta ist?')
    const link = linkIn(mail?.text)
    expect(await isSeen(bike.entityId)).toBe(false)

    expect((await show(link)).body.data).toMatchObject({
      state: 'pending',
      entity_name: 'Lasta',
      business_name: 'Ours',
      requested_by: 'Tech Nician',
      locale: 'de',
    })
    expect(await isSeen(bike.entityId)).toBe(false)
    const given = await answer(link, 'approve')
    expect(given.body.data.state).toBe('granted')
    const minutes = (Date.parse(given.body.data.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
    expect(await isSeen(bike.entityId)).toBe(true)
    expect((await look(bike.imei)).body.data).toMatchObject({ location_hidden: false, consent: { state: 'granted' } })
    expect(await history(bike.entityId)).toEqual(['Tech Nician: consent.request', 'Con Sumer: consent.grant'])
  })

  it('D1 ends after an hour, and its link opens nothing again', async () => {
    const bike = await customersBike()
    await request(bike.imei, { channel: 'mail' })
    const link = linkIn((await mails.arrived(bike.email))[0]?.text)
    await answer(link, 'approve')
    await tenants.pool.query(
      "UPDATE consents SET granted_at = now() - interval '61 minutes', expires_at = now() - interval '1 minute' WHERE entity_id = $1",
      [bike.entityId],
    )
    expect(await isSeen(bike.entityId)).toBe(false)
    expect((await look(bike.imei)).body.data.consent.state).toBe('expired')
    const replayed = await answer(link, 'approve')
    expect([replayed.status, replayed.body.detail]).toEqual([409, 'Too late: this request is expired'])
    expect(await isSeen(bike.entityId)).toBe(false)
  })

  it('R-118 is noted when the customer agrees in person, and only when somebody says so', async () => {
    const bike = await customersBike({ email: null })
    for (const customer_agreed of [undefined, false]) {
      const refused = await request(bike.imei, { channel: 'in-person', customer_agreed })
      expect([refused.status, refused.body.errors]).toEqual([422, { customer_agreed: ['Confirm that the customer has agreed'] }])
    }
    expect(await isSeen(bike.entityId)).toBe(false)
    const given = await request(bike.imei, { channel: 'in-person', customer_agreed: true })
    expect(given.body.data).toMatchObject({ state: 'granted', channel: 'in-person' })
    expect(await isSeen(bike.entityId)).toBe(true)
    expect(await history(bike.entityId)).toEqual(['Tech Nician: consent.grant'])
  })

  it('R-240 can be taken back by the customer and by the business, at once', async () => {
    const bike = await customersBike()
    await request(bike.imei, { channel: 'mail' })
    const link = linkIn((await mails.arrived(bike.email))[0]?.text)
    await answer(link, 'approve')
    expect((await answer(link, 'revoke')).body.data).toMatchObject({ state: 'revoked', revoked_by: 'customer' })
    expect(await isSeen(bike.entityId)).toBe(false)
    expect((await answer(link, 'approve')).status).toBe(409)

    await request(bike.imei, { channel: 'in-person', customer_agreed: true })
    expect((await withdraw(bike.imei)).body.data).toMatchObject({ state: 'revoked', revoked_by: 'business' })
    expect(await isSeen(bike.entityId)).toBe(false)
    expect(await history(bike.entityId)).toEqual([
      'Tech Nician: consent.request',
      'Con Sumer: consent.grant',
      'Con Sumer: consent.revoke',
      'Tech Nician: consent.grant',
      'Tech Nician: consent.revoke',
    ])
  })

  it('is refused for good by a customer who declines; the business may ask again', async () => {
    const bike = await customersBike()
    await request(bike.imei, { channel: 'mail' })
    const link = linkIn((await mails.arrived(bike.email))[0]?.text)
    expect((await answer(link, 'decline')).body.data.state).toBe('declined')
    expect((await answer(link, 'decline')).body.data.state).toBe('declined')
    expect((await answer(link, 'approve')).status).toBe(409)
    expect(await isSeen(bike.entityId)).toBe(false)
    expect((await request(bike.imei, { channel: 'mail' })).body.data.state).toBe('pending')
    await mails.arrived(bike.email, 2)
  })

  it('is asked for once however often the button is pressed, and five times an hour at most', async () => {
    const bike = await customersBike()
    const answers = await Promise.all(Array.from({ length: 5 }, () => request(bike.imei, { channel: 'mail' })))
    expect(new Set(answers.map(({ body }) => body.data.token)).size).toBe(1)
    for (let count = 2; count <= 5; count++) {
      await withdraw(bike.imei)
      expect((await request(bike.imei, { channel: 'mail' })).status).toBe(200)
    }
    await withdraw(bike.imei)
    const refused = await request(bike.imei, { channel: 'mail' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true])
  })

  it('ends when the vehicle changes hands', async () => {
    const bike = await customersBike()
    await request(bike.imei, { channel: 'in-person', customer_agreed: true })
    const another = await tenants.consumer(ours)
    await tenants.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [bike.entityId, another])
    expect(await isSeen(bike.entityId)).toBe(false)
    expect((await look(bike.imei)).body.data).toMatchObject({ location_hidden: true, consent: null })
    await tenants.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [bike.entityId, bike.consumerId])
    expect((await look(bike.imei)).body.data.consent).toMatchObject({ state: 'revoked', revoked_by: 'transfer' })
    expect(await isSeen(bike.entityId)).toBe(false)
  })

  it('says why a customer cannot be asked', async () => {
    const withoutMail = await customersBike({ email: null })
    expect((await request(withoutMail.imei, { channel: 'mail' })).body.detail).toBe(
      'The customer has no e-mail address; ask in person',
    )
    const own = await tenants.install(ours, await tenants.entity(ours, 'Pool bike'))
    expect((await look(own.imei)).body.data).toMatchObject({ is_consumer: false, location_hidden: false })
    expect((await request(own.imei, { channel: 'mail' })).body.detail).toBe('This vehicle has no customer who could consent')
    expect((await request(own.imei, { channel: 'letter' })).body.errors).toEqual({
      channel: ['The channel must be one of: mail, in-person'],
    })
  })

  it('is nobody’s business but that of who installs, in their own fleet', async () => {
    const bike = await customersBike()
    const absent = '356307049999999'
    for (const call of [
      (imei: string, email: string) => look(imei, email),
      (imei: string, email: string) => request(imei, { channel: 'in-person', customer_agreed: true }, email),
      (imei: string, email: string) => withdraw(imei, email),
    ]) {
      const [foreign, unknown] = [await call(bike.imei, STRANGER), await call(absent, STRANGER)]
      expect([foreign.status, foreign.body.detail]).toEqual([unknown.status, unknown.body.detail])
      expect(foreign.status).toBe(404)
      expect((await call(bike.imei, REPORTER)).status).toBe(403)
    }
    expect((await request(bike.imei.slice(-6), { channel: 'in-person', customer_agreed: true })).status).toBe(200)
  })

  it('S15 says the same of every link that leads nowhere', async () => {
    for (const link of ['', 'x'.repeat(201)]) expect((await show(link)).status).toBe(422)
    for (const link of ['A'.repeat(43), "' OR 1=1 --"]) {
      expect((await show(link)).body.detail).toBe('There is no such request')
      expect((await answer(link, 'approve')).body.detail).toBe('There is no such request')
    }
    expect((await answer('A'.repeat(43), 'maybe')).body.errors.answer).toEqual([
      'The answer must be one of: approve, decline, revoke',
    ])
  })
})
