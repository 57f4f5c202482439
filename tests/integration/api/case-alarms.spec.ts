import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'

const KIND = 'missing-movements'
const MANAGER = 'manager@x.example'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let clock: JobClock
let shop: number
let people = 0

const call = (method: string, path: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email: MANAGER, body })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const room = async (id: number) => (await call('GET', `/missing/${id}/room`)).body.data
const moves = async (id: number) =>
  (await room(id)).timeline
    .filter(({ kind }: { kind: string }) => kind === 'moved')
    .map(({ is_late }: { is_late: boolean }) => is_late)

/** Adds a vehicle that was reported missing a day ago, and the user to whom the case is assigned. */
async function gone(name: string, reader = { locale: 'en' }) {
  const entity = await tenants.entity(shop, name)
  const { deviceId } = await tenants.install(shop, entity)
  const id = await tenants.openCase(entity)
  await api.rows("UPDATE missing_cases SET opened_at = now() - interval '1 day' WHERE id = $1", [id])
  const email = `finder${++people}@x.example`
  const user = await tenants.user(email, 'dealer', shop, { first_name: 'Finn', ...reader })
  await call('PUT', `/missing/${id}/assignee`, { user_id: user })
  return { id, entity, deviceId, email, user }
}
const subjects = async (email: string) => (await mails.received(email)).map(({ subject }) => subject)
/**
 * Fails if further mail has come. For this, first waits for the mail of a later case: all earlier mail is then in the
 * mailbox.
 */
const nothingMore = async (email: string, count: number) => {
  const { deviceId, email: last } = await gone('The last one')
  await tenants.trip(deviceId, minutesAgo(4), minutesAgo(1))
  await clock.strike(KIND)
  await mails.arrived(last)
  expect(await subjects(email)).toHaveLength(count)
}
const isQuietAgain = (id: number) =>
  api.rows("UPDATE missing_case_movements SET told_at = told_at - interval '20 minutes' WHERE case_id = $1", [id])

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  shop = await tenants.business('Shop')
  await tenants.user(MANAGER, 'manager', shop)
  clock = await JobClock.open(api.database, KIND)
})
afterAll(async () => {
  await clock.stop()
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('a missing vehicle that moves', () => {
  it('R-215 tells who looks for it, in their language, with a way to the case', async () => {
    const { id, deviceId, email } = await gone('Koga 7', { locale: 'nl' })
    await tenants.trip(deviceId, minutesAgo(6), minutesAgo(1), { isOpen: true })
    await clock.strike(KIND)
    const [mail] = await mails.arrived(email)
    expect(mail?.subject).toMatch(/^Koga 7 beweegt: vermissing M-\d{5}$/)
    expect(mail?.text).toContain(`https://portal.example/missing/${id}`)
    expect(mail?.text).toContain('beweegt sinds')
    expect(await moves(id)).toEqual([false])
  })

  it('R-215 tells of one movement once, however long it goes on, and when its trip is cut again', async () => {
    const { id, deviceId, email } = await gone('Told once')
    const trip = await tenants.trip(deviceId, minutesAgo(9), minutesAgo(6), { isOpen: true })
    await clock.strike(KIND)
    await mails.arrived(email)
    await isQuietAgain(id)
    await api.rows('UPDATE trips SET ended_at = $2 WHERE id = $1', [trip, minutesAgo(1)])
    await clock.strike(KIND)
    await api.rows('DELETE FROM trips WHERE id = $1', [trip])
    await tenants.trip(deviceId, minutesAgo(10), minutesAgo(5))
    await tenants.trip(deviceId, minutesAgo(4), minutesAgo(2))
    await clock.strike(KIND)
    expect(await moves(id)).toEqual([false])
    await nothingMore(email, 1)
  })

  it('R-215 tells of the next movement once a quarter of an hour has passed, and forgets none', async () => {
    const { id, deviceId, email } = await gone('Twice')
    await tenants.trip(deviceId, minutesAgo(30), minutesAgo(10))
    await clock.strike(KIND)
    await mails.arrived(email)
    await tenants.trip(deviceId, minutesAgo(5), minutesAgo(1))
    await clock.strike(KIND)
    await nothingMore(email, 1)
    await isQuietAgain(id)
    await clock.strike(KIND)
    await mails.arrived(email, 2)
    await nothingMore(email, 2)
    expect(await moves(id)).toEqual([false, false])
  })

  it('R-215 says of a movement that was known only later that it is past', async () => {
    const { id, deviceId, email } = await gone('Late')
    await tenants.trip(deviceId, minutesAgo(300), minutesAgo(240))
    await clock.strike(KIND)
    const [mail] = await mails.arrived(email)
    expect(mail?.text).toContain('could report that only now')
    expect(await moves(id)).toEqual([true])
  })

  it('R-215 makes one of two movements that late fixes join, and tells neither again', async () => {
    const { id, deviceId, email } = await gone('Joined')
    const trips = [
      await tenants.trip(deviceId, minutesAgo(60), minutesAgo(50)),
      await tenants.trip(deviceId, minutesAgo(40), minutesAgo(30)),
    ]
    await clock.strike(KIND)
    await mails.arrived(email)
    await api.rows('DELETE FROM trips WHERE id = ANY ($1)', [trips])
    await tenants.trip(deviceId, minutesAgo(60), minutesAgo(30))
    await isQuietAgain(id)
    await clock.strike(KIND)
    expect(await moves(id)).toHaveLength(1)
    await nothingMore(email, 1)
  })

  it('G-38 tells nobody of a ride from before the report, nor of one after the case ended', async () => {
    const { id, deviceId, email } = await gone('Ended')
    await tenants.trip(deviceId, minutesAgo(60 * 30), minutesAgo(60 * 26))
    await clock.strike(KIND)
    await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-us' })
    await tenants.trip(deviceId, minutesAgo(5), minutesAgo(1))
    await clock.strike(KIND)
    await nothingMore(email, 0)
    expect(await moves(id)).toEqual([])
  })

  it('G-38 tells who reported it where nobody looks for it, and nobody who may not see where it is', async () => {
    const { id, deviceId, email, user } = await gone('Given to nobody')
    const reporter = await tenants.user('reporter@x.example', 'dealer', shop)
    await api.rows('UPDATE missing_cases SET reported_by = $2 WHERE id = $1', [id, reporter])
    // The assignee is a technician now, and technicians may not manage missing vehicles.
    await api.rows("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'technician') WHERE id = $1", [user])
    await tenants.trip(deviceId, minutesAgo(5), minutesAgo(1))
    await clock.strike(KIND)
    await mails.arrived('reporter@x.example')
    await nothingMore(email, 0)
  })
})
