import { ApiUnderTest } from '../../support/api/api-server.js'
import { endedJob } from '../../support/api/ended-job.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const MANAGER = 'manager@x.example'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let group: number

const linesOf = async (path: string, email = MANAGER): Promise<string[]> => {
  const { status, text, headers } = await api.get(path, email)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return text.replace(/^\uFEFF/, '').split('\r\n')
}

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  const business = await tenants.business('Fleet')
  const other = await tenants.business('Somebody else')
  const manager = await tenants.user(MANAGER, 'manager', business, { first_name: 'Mia', last_name: 'Ham', locale: 'nl' })
  await tenants.user('gone@x.example', 'dealer', business, { first_name: 'Gon', last_name: 'Zo', deleted_at: '2025-05-01Z' })
  const stranger = await tenants.user('stranger@x.example', 'manager', other)
  const bike = await tenants.entity(business, 'Bike')
  const pool = await tenants.tag('Pool', 'group', business)
  await tenants.tag('Elsewhere', 'group', other)
  group = await tenants.tagGroup('Uses', business, [pool])
  await tenants.carry(bike, pool)
  for (const [user, name] of [
    [manager, 'Till'],
    [stranger, 'Not ours'],
  ])
    await api.database.pool.query(
      `INSERT INTO api_tokens (user_id, name, scope, prefix, secret_hash, created_at)
       VALUES ($1, $2::text, 'install', 'rb_abcdef', sha256($2::text::bytea), '2025-07-01T10:00Z')`,
      [user, name],
    )
  await tenants.install(business, bike, '356307042441013')
  await tenants.notification(business, 'Closed on Monday')
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('T-05 lists as CSV, of exactly the view and of nobody else’s rows', () => {
  it('R-167 users, with the view that was asked for', async () => {
    expect(await linesOf('/users?format=csv&columns=name,email,role')).toEqual([
      'Naam;E-mail;Rol',
      'Mia Ham;manager@x.example;Manager',
      '',
    ])
    expect(await linesOf('/users?format=csv&columns=name&status=deleted')).toEqual(['Naam', 'Gon Zo', ''])
  })

  it('R-190 tokens, without their secrets', async () => {
    expect(await linesOf('/tokens?format=csv&columns=name,scope,state,created_at&tz=Europe/Amsterdam')).toEqual([
      'Naam;Rechten;Status;Gemaakt (Europe/Amsterdam)',
      'Till;Inbouwen;In gebruik;01-07-2025 12:00',
      '',
    ])
  })

  it('R-178 tags, with their groups and how many vehicles carry them', async () => {
    expect(await linesOf(`/tags?format=csv&columns=name,type,groups,entities_count&group_id=${group}`)).toEqual([
      'Naam;Soort;Groepen;Voertuigen',
      'Pool;Doelgroep;Uses;1',
      '',
    ])
  })

  it('R-188 devices', async () => {
    expect(await linesOf('/devices?format=csv&columns=imei,state,entity_name')).toEqual([
      'IMEI;Status;Voertuig',
      '356307042441013;Ingebouwd;Bike',
      '',
    ])
  })

  it.each(['users', 'tokens', 'tags', 'devices', 'notifications', 'audit-log'])('R-141 sends %s by mail, too', async (list) => {
    const { status, body } = await api.call('POST', `/api/v1/${list}/csv?tz=Europe/Amsterdam`, { email: MANAGER })
    expect([status, body.data.job_id]).toEqual([202, expect.any(String)])
    const job = await endedJob(api, body.data.job_id, MANAGER)
    expect(job).toMatchObject({ kind: 'mail-csv', state: 'done', reason: null })
  })

  it('each taking-along is an entry in the audit log', async () => {
    const { rows } = await api.database.pool.query(
      "SELECT DISTINCT action FROM audit_log WHERE action LIKE '%.export' ORDER BY action",
    )
    expect(rows.map(({ action }) => action)).toEqual(
      ['app-notification', 'audit', 'device', 'tag', 'token', 'user'].map((type) => `${type}.export`),
    )
  })
})
