import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'

const TECHNICIAN = 'tech@ours.example'
const BUYER = 'tech@theirs.example'

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
    SUPPORT_EMAIL: 'help@portal.example',
    RATE_LIMIT_CONSENTS_PER_MINUTE: '1000',
  })
  tenants = new Tenants(api.database.pool)
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(BUYER, 'technician', theirs)
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

const customersBike = async (locale: string, email: string | null = `customer-${++customers}@home.example`) => {
  const consumerId = await tenants.consumer(ours)
  await tenants.pool.query('UPDATE consumers SET email = $2, locale = $3 WHERE id = $1', [consumerId, email, locale])
  const entityId = await tenants.entity(ours, 'Lasta', { consumer_id: consumerId })
  return { consumerId, entityId, email: email ?? '', ...(await tenants.install(ours, entityId)) }
}
const detach = async (deviceId: number) =>
  (await api.call('POST', `/api/v1/devices/${deviceId}/detach`, { email: TECHNICIAN, body: { reason: 'Broken' } })).status
const attach = async (deviceId: number, entityId: number, email = TECHNICIAN) =>
  (await api.call('POST', `/api/v1/devices/${deviceId}/attach`, { email, body: { entity_id: entityId } })).status
const agree = async (imei: string) =>
  (
    await api.call('PUT', `/api/v1/debug/${imei}/request-consent`, {
      email: TECHNICIAN,
      body: { channel: 'in-person', customer_agreed: true },
    })
  ).status
/** Returns the templates of all posted mails, in order. */
const written = async () =>
  (await tenants.pool.query<{ template: string }>('SELECT template FROM outgoing_mails ORDER BY created_at, id')).rows.map(
    ({ template }) => template,
  )

describe('what a customer is told of the tracker of their vehicle', () => {
  it.each([
    [
      'en',
      'Ours took the tracker off Lasta',
      'The tracker of Lasta is said to be on another vehicle',
      /If the tracker is still on/,
    ],
    [
      'nl',
      'Ours heeft de tracker van Lasta gehaald',
      'De tracker van Lasta zou op een ander voertuig zitten',
      /Zit de tracker nog/,
    ],
    [
      'de',
      'Ours hat den Tracker von Lasta abgenommen',
      'Der Tracker von Lasta soll an einem anderen Fahrzeug sein',
      /noch an Ihrem/,
    ],
    ['fr', 'Ours a retiré le traceur de Lasta', 'Le traceur de Lasta serait sur un autre véhicule', /est encore sur votre/],
  ])('G-107 M2 is, in %s, that it came off, and that it is on another one', async (locale, removed, elsewhere, untrue) => {
    const bike = await customersBike(locale)
    expect(await detach(bike.deviceId)).toBe(200)
    const [first] = await mails.arrived(bike.email, 1)
    expect(first?.subject).toBe(removed)
    expect(await attach(bike.deviceId, await tenants.entity(ours, 'Secret van'))).toBe(200)
    const [, second] = await mails.arrived(bike.email, 2)
    expect(second?.subject).toBe(elsewhere)
    for (const { text } of [first!, second!]) {
      expect(text).toMatch(untrue)
      expect(text).toContain('Ours')
      expect(text).toContain('help@portal.example')
      expect(text).not.toContain('Secret van')
    }
  })

  it('G-107 M2 is also told when another business puts it on a vehicle of its own', async () => {
    const bike = await customersBike('en')
    await detach(bike.deviceId)
    await tenants.pool.query('UPDATE devices SET business_id = $2 WHERE id = $1', [bike.deviceId, theirs])
    expect(await attach(bike.deviceId, await tenants.entity(theirs, 'Bought'), BUYER)).toBe(200)
    const [, elsewhere] = await mails.arrived(bike.email, 2)
    expect(elsewhere?.text).toContain('Theirs noted that the tracker of your vehicle Lasta')
  })

  it('G-107 M2 is told again when it goes on from there, until it was shown to have moved', async () => {
    const bike = await customersBike('en')
    await detach(bike.deviceId)
    for (const name of ['Dummy', 'Van']) {
      const entityId = await tenants.entity(ours, name)
      await attach(bike.deviceId, entityId)
      if (name === 'Van') await tenants.pool.query('UPDATE installations SET moved_at = now() WHERE entity_id = $1', [entityId])
      await detach(bike.deviceId)
    }
    await attach(bike.deviceId, await tenants.entity(ours, 'Lorry'))
    await attach((await tenants.device(ours)).id, await tenants.entity(ours, 'Fresh'))
    const probe = await customersBike('en')
    await detach(probe.deviceId)
    await mails.arrived(probe.email, 1)
    expect((await mails.received(bike.email)).map(({ subject }) => subject)).toEqual([
      'Ours took the tracker off Lasta',
      'The tracker of Lasta is said to be on another vehicle',
      'The tracker of Lasta is said to be on another vehicle',
    ])
  })

  it.each([null, 'no address'])(
    'G-107 is nothing where %s is their address, and the tracker moves all the same',
    async (email) => {
      const bike = await customersBike('de', email)
      const before = await written()
      expect(await detach(bike.deviceId)).toBe(200)
      expect(await attach(bike.deviceId, await tenants.entity(ours, 'Van'))).toBe(200)
      const another = await customersBike('de', email)
      expect(await agree(another.imei)).toBe(200)
      expect(await written()).toEqual(before)
    },
  )

  it('G-107 is not written where the change was refused', async () => {
    const bike = await customersBike('de')
    const before = await written()
    expect(await attach(bike.deviceId, await tenants.entity(ours, 'Van'))).toBe(409)
    expect(await written()).toEqual(before)
  })
})

describe('a consent that is noted in a customer’s name', () => {
  it.each([
    ['en', 'Ours may see where Lasta is', /If you did not agree/],
    ['nl', 'Ours mag zien waar Lasta is', /Hebt u geen toestemming gegeven/],
    ['de', 'Ours darf sehen, wo Lasta ist', /Wenn Sie nicht zugestimmt haben/],
    ['fr', 'Ours peut voir où se trouve Lasta', /Si vous n’avez pas donné votre accord/],
  ])('G-107 M2 is told to them in %s, with a link that ends it', async (locale, subject, untrue) => {
    const bike = await customersBike(locale)
    await tenants.state(bike.deviceId, new Date())
    expect(await agree(bike.imei)).toBe(200)
    const isSeen = async () => (await api.get(`/entities/${bike.entityId}/position`, TECHNICIAN)).body.data.position !== null
    expect(await isSeen()).toBe(true)
    const [mail] = await mails.arrived(bike.email, 1)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toMatch(untrue)
    const link = /https:\/\/portal\.example\/consent#(\S+)/.exec(mail?.text ?? '')?.[1]
    const shown = await api.call('POST', '/api/v1/consents/show', { body: { link } })
    expect(shown.body.data).toMatchObject({ state: 'granted', entity_name: 'Lasta', business_name: 'Ours', locale })
    const answered = await api.call('POST', '/api/v1/consents/answer', { body: { link, answer: 'revoke' } })
    expect(answered.body.data).toMatchObject({ state: 'revoked', revoked_by: 'customer' })
    expect(await isSeen()).toBe(false)
  })
})
