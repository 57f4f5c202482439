import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { endedJob } from '../../support/api/ended-job.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let business: number
const VIEW = 'orderBy=name&sortedBy=asc&searchFields=brand:likegaz&columns=name,created_at&tz=Europe/Amsterdam'

const ask = (query: string, email: string): Promise<Answer> => api.call('POST', `/api/v1/entities/csv?${query}`, { email })

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  business = await tenants.business('Fleet')
  const other = await tenants.business('Somebody else')
  for (const name of ['Bert', 'Anna']) await tenants.entity(business, name, { brand: 'Gazelle', created_at: '2025-07-01T12:00Z' })
  await tenants.entity(business, 'Cora', { brand: 'Batavus' })
  await tenants.entity(other, 'Not ours', { brand: 'Gazelle' })
  await tenants.user('dutch@x.example', 'manager', business, { locale: 'nl' })
  await tenants.user('other@x.example', 'manager', other)
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('a view by mail', () => {
  it('R-273 R-158 T-05 has exactly the rows and columns of the view, in the language and zone of who asked', async () => {
    const { status, body } = await ask(VIEW, 'dutch@x.example')
    expect(status).toBe(202)
    expect(await endedJob(api, body.data.job_id, 'dutch@x.example')).toMatchObject({
      kind: 'mail-csv',
      state: 'done',
      attempts: 1,
    })
    const [mail] = await mails.arrived('dutch@x.example')
    expect(mail?.subject).toContain('Voertuigen')
    const [attachment] = mail?.attachments ?? []
    expect(attachment).toMatchObject({ filename: 'entities.csv', mimeType: 'text/csv' })
    const content = attachment?.content as string | ArrayBuffer
    const text = typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
    expect(text.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      'Naam;Aangemaakt (Europe/Amsterdam)',
      'Anna;01-07-2025 14:00',
      'Bert;01-07-2025 14:00',
      '',
    ])
    const { rows } = await api.database.pool.query("SELECT after FROM audit_log WHERE action = 'entity.export'")
    expect(rows).toEqual([{ after: { rows: 2, columns: 'name,created_at' } }])
  })

  it('is made with the rights of the moment when it is made, and says why it was not', async () => {
    const user = await tenants.user('leaver@x.example', 'manager', business)
    const holder = await api.database.pool.connect()
    await holder.query('BEGIN; LOCK TABLE exported_files IN ACCESS EXCLUSIVE MODE')
    // The first job waits for the locked table, and the second job waits for the first one.
    const first = (await ask(VIEW, 'dutch@x.example')).body.data.job_id
    const second = (await ask(VIEW, 'leaver@x.example')).body.data.job_id
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'reporter') WHERE id = $1", [
      user,
    ])
    await api.database.pool.query(
      "DELETE FROM role_permissions WHERE permission = 'index:entity' AND role_id = (SELECT id FROM roles WHERE key = 'reporter')",
    )
    await holder.query('COMMIT')
    holder.release()
    expect(await endedJob(api, first, 'dutch@x.example')).toMatchObject({ state: 'done' })
    expect(await endedJob(api, second, 'leaver@x.example')).toMatchObject({
      state: 'failed',
      reason: 'The user who requested this list may no longer see it',
    })
    expect(await mails.received('leaver@x.example')).toEqual([])
  })

  it('lies behind a link for who asked when it is too large for a mail, until it expires', async () => {
    await api.database.pool.query(
      "INSERT INTO entities (business_id, name, vehicle_type, brand) SELECT $1, repeat('x', 180) || n, 'eBike', repeat('y', 900) FROM generate_series(1, 9000) n",
      [business],
    )
    const asked = await ask('columns=name,brand', 'dutch@x.example')
    const id = asked.body.data.job_id
    expect(await endedJob(api, id, 'dutch@x.example')).toMatchObject({ state: 'done' })
    const mail = (await mails.arrived('dutch@x.example', 3)).at(-1)
    expect(mail?.attachments).toEqual([])
    expect(mail?.text).toContain(`https://portal.example/exports/${id}`)
    const file = await api.get(`/exports/${id}`, 'dutch@x.example')
    expect([file.status, file.text.split('\r\n').length]).toEqual([200, 9_000 + 3 + 2])
    expect((await api.get(`/exports/${id}`, 'other@x.example')).status).toBe(404)
    // M10: a user who was moved to another business cannot get the file there.
    const move = (to: number) =>
      api.database.pool.query("UPDATE users SET business_id = $1 WHERE email = 'dutch@x.example'", [to])
    await move(await tenants.business('Elsewhere'))
    expect((await api.get(`/exports/${id}`, 'dutch@x.example')).status).toBe(404)
    await move(business)
    expect((await api.get(`/exports/${id}`, 'dutch@x.example')).status).toBe(200)
    await api.database.pool.query("UPDATE exported_files SET expires_at = now() - interval '1 second'")
    expect((await api.get(`/exports/${id}`, 'dutch@x.example')).status).toBe(404)
  })

  it.each([
    ['columns=password', 'columns'],
    ['tz=Nowhere', 'tz'],
    ['searchFields=password:=x', 'searchFields'],
  ])('refuses %s before anything is queued', async (query, field) => {
    const { status, body } = await ask(query, 'dutch@x.example')
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
