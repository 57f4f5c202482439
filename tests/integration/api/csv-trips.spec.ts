import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { endedJob } from '../../support/api/ended-job.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const MANAGER = 'manager@x.example'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let bike: number
let customers: number

const ask = (query: string, email = MANAGER): Promise<Answer> =>
  api.call('POST', `/api/v1/entities/trips/csv?${query}`, { email })
let mailsRead = 0
/** Returns the lines of the sheet that arrives by mail. */
const sheet = async (query: string): Promise<string[]> => {
  const { status, body } = await ask(query)
  expect(status).toBe(202)
  expect(await endedJob(api, body.data.job_id, MANAGER)).toMatchObject({ kind: 'mail-csv', state: 'done' })
  mailsRead += 1
  const mail = (await mails.arrived(MANAGER, mailsRead)).at(mailsRead - 1)
  const content = mail?.attachments[0]?.content as string | ArrayBuffer
  const text = typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
  return text.replace(/^\uFEFF/, '').split('\r\n')
}

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  const business = await tenants.business('Fleet')
  const other = await tenants.business('Somebody else')
  await tenants.user(MANAGER, 'manager', business, { locale: 'de' })
  bike = await tenants.entity(business, 'Lieferrad', { license_plate: 'AB-12' })
  customers = await tenants.entity(business, 'Kundenrad', { consumer_id: await tenants.consumer(business) })
  const strange = await tenants.entity(other, 'Not ours')
  const own = await tenants.install(business, bike)
  const hidden = await tenants.install(business, customers)
  const foreign = await tenants.install(other, strange)
  await tenants.trip(own.deviceId, '2025-06-30T22:30:00Z', '2025-06-30T23:15:00Z', { distanceM: 12_345 })
  const billed = await tenants.trip(own.deviceId, '2025-07-02T08:00:00Z', '2025-07-02T08:30:00Z', { distanceM: 4_000 })
  await api.database.pool.query(
    "INSERT INTO trip_purposes (trip_id, purpose, driver, note) VALUES ($1, 'business', 'Ada', 'Kunde 12')",
    [billed],
  )
  await tenants.trip(own.deviceId, '2025-08-01T08:00:00Z', '2025-08-01T08:30:00Z')
  await tenants.trip(hidden.deviceId, '2025-07-01T10:00:00Z', '2025-07-01T10:30:00Z', { distanceM: 7_000 })
  await tenants.trip(foreign.deviceId, '2025-07-01T11:00:00Z', '2025-07-01T11:30:00Z')
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

const JULY = 'from=2025-06-30T22:00:00Z&till=2025-07-31T21:59:59Z&tz=Europe/Berlin'

describe('trips by mail', () => {
  it('R-274 R-141 R-357 R-137 G-61 come within the period, newest first, in the words, numbers and zone of who asked', async () => {
    const [head, ...lines] = await sheet(JULY)
    expect(head).toBe(
      'Fahrzeug;Rahmennummer;Kennzeichen;Beginn (Europe/Berlin);Startadresse;Ende (Europe/Berlin);Zieladresse;"Strecke, km";"Dauer, Std.";"Durchschnittsgeschwindigkeit, km/h";"Standzeit, Std.";Zweck;Fahrer;Notiz;Geschätzte Ankunft (Europe/Berlin);"Strecke auf der Straße, km"',
    )
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^Lieferrad;;AB-12;02-07-2025 10:00;.*Heidelberg.*;02-07-2025 10:30;.*Heidelberg.*;4;0,5;17,3;719,5;Dienstlich;Ada;Kunde 12;;$/,
    )
    expect(lines[1]).toMatch(/^Lieferrad;;AB-12;01-07-2025 00:30;.*;01-07-2025 01:15;.*;12,35;0,75;17,3;32,75;;;;;$/)
    expect(lines[2]).toBe('')
    const { rows } = await api.database.pool.query("SELECT after ->> 'rows' AS rows FROM audit_log WHERE action = 'trip.export'")
    expect(rows).toEqual([{ rows: '2' }])
  })

  it('R-274 are those of the filters, in the columns that were asked for', async () => {
    const query = 'columns=entity_name,distance&orderBy=distance_m&sortedBy=asc'
    expect(await sheet(`${query}&searchFields=entity_id:=${bike}`)).toEqual([
      'Fahrzeug;"Strecke, km"',
      ...['Lieferrad;1', 'Lieferrad;4', 'Lieferrad;12,35', ''],
    ])
  })

  it('T-12 D1 leave a customer’s trips out until the customer consents, and each sheet with them is a look in the log', async () => {
    const query = `${JULY}&columns=entity_name,start_address&searchFields=entity_id:=${customers}`
    const looks = () =>
      api.database.pool.query("SELECT object_id, after FROM audit_log WHERE action = 'consumer.position.view' ORDER BY id")
    expect((await sheet(query)).slice(1)).toEqual([''])
    expect((await looks()).rows).toEqual([])
    const consent = await tenants.consent(customers)
    expect((await sheet(query))[1]).toMatch(/^Kundenrad;.*Heidelberg/)
    expect((await looks()).rows).toEqual([{ object_id: String(customers), after: { call: 'trips.csv' } }])
    await api.database.pool.query("UPDATE consents SET expires_at = now() - interval '1 second' WHERE id = $1", [consent])
    expect((await sheet(query)).slice(1)).toEqual([''])
  })

  it.each([
    ['columns=password', 'columns'],
    ['from=yesterday', 'from'],
    ['from=2025-07-02T00:00:00Z&till=2025-07-01T00:00:00Z', 'till'],
    ['tz=Nowhere', 'tz'],
    ['format=csv', 'query'],
  ])('refuses %s before anything is queued', async (query, field) => {
    const { status, body } = await ask(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
