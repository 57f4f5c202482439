import { ApiProcess } from '../../support/api/api-process.js'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

const READER = 'reader@x.example'

describe('an API that is killed while it makes a report', () => {
  let database: TestDatabase
  let issuer: TestIssuer
  let mails: MailBench
  let api: ApiProcess

  beforeAll(async () => {
    database = await createTestDatabase()
    issuer = await TestIssuer.start()
    mails = await MailBench.start(database.urlOf('mailbox'), database.pool)
    api = new ApiProcess(database, { OIDC_ISSUER: issuer.url, SMTP_URL: mails.smtpUrl })
  })
  afterAll(async () => {
    await api.kill()
    await mails.stop()
    await issuer.stop()
    await database.drop()
  })

  const stateOf = async (id: number) =>
    (
      await database.pool.query<{ state: string; rows: number | null }>('SELECT state, rows FROM report_requests WHERE id = $1', [
        id,
      ])
    ).rows[0]

  it('T-14 R-141 makes it after a new start, and the report arrives once', async () => {
    const tenants = new Tenants(database.pool)
    const fleet = await tenants.business('Fleet')
    await tenants.user(READER, 'reporter', fleet)
    const bike = await tenants.entity(fleet, 'Bike')
    const { deviceId } = await tenants.install(fleet, bike)
    await tenants.trip(deviceId, '2025-06-01T10:00Z', '2025-06-01T11:00Z')
    await api.start()
    // The lock prevents that trips are read, so the job stops in the middle of its work.
    const holder = await database.pool.connect()
    await holder.query('BEGIN; LOCK TABLE trips IN ACCESS EXCLUSIVE MODE')
    const asked = await fetch(`${api.url}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await issuer.tokenOf(READER)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'individual',
        mode: 'all',
        format: 'csv',
        from: '2025-06-01',
        till: '2025-06-30',
        tz: 'UTC',
        entity_ids: [bike],
      }),
    })
    const { data } = (await asked.json()) as { data: { id: number } }
    await until('the report is being made', () => stateOf(data.id), { fits: ({ state }) => state === 'running' })
    await api.kill()
    await holder.query('ROLLBACK')
    holder.release()
    expect(await mails.received(READER)).toEqual([])
    await api.start()
    await until('the report is done', () => stateOf(data.id), { withinMs: 120_000, fits: ({ state }) => state === 'done' })
    await mails.arrived(READER)
    expect(await stateOf(data.id)).toEqual({ state: 'done', rows: 1 })
    const [waiting] = (await database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM outgoing_mails')).rows
    expect([waiting?.count, (await mails.received(READER)).length]).toEqual([1, 1])
  })
})
