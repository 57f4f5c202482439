import { apiForTests } from '../../support/api/api-for-tests.js'
import { JobClock } from '../../support/api/job-clock.js'

const { api, tenants } = apiForTests({ API_WORK: 'all' })

const SENDER = 'sender@vendor.example'
const DEALER = 'dealer@vendor.example'
const OTHER = 'sender@other.example'
let vendor: number
let below: number
let other: number
/** Ids of a customer of the vendor, of one of the business below it, and of one of another vendor. */
let anna: number
let bea: number
let stranger: number
let tag: number

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  below = await tenants.business('Workshop', 'department', vendor)
  other = await tenants.business('Other')
  await tenants.user(SENDER, 'manager', vendor)
  await tenants.user(DEALER, 'dealer', vendor)
  await tenants.user(OTHER, 'manager', other)
  anna = await tenants.consumer(vendor)
  bea = await tenants.consumer(below)
  stranger = await tenants.consumer(other)
  const bike = await tenants.entity(vendor, 'Anna’s bike', { consumer_id: anna, brand: 'Koga', model: 'Pace' })
  await tenants.entity(below, 'Bea’s bike', { consumer_id: bea, brand: 'Gazelle', model: 'Ultimate' })
  await tenants.entity(other, 'A stranger’s bike', { consumer_id: stranger, brand: 'Koga' })
  tag = await tenants.tag('Summer tour', 'general', vendor)
  await tenants.carry(bike, tag)
  await tenants.phone(anna, 'anna-phone')
})

afterEach(() => api.rows('DELETE FROM app_notifications'))

const TEXT = { title: 'Closed on Monday', body: 'The workshop is closed on Monday. We are back on Tuesday at 9.' }
/** Next year. With it, all dates are in the future. */
const YEAR = new Date().getUTCFullYear() + 1
/** Returns the day on which clocks change. */
const lastSundayOf = (month: number) => {
  const last = new Date(Date.UTC(YEAR, month, 0))
  return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const planned = (more: object = {}) => ({
  date: inDays(10),
  time: '09:30',
  time_zone: 'Europe/Amsterdam',
  ...TEXT,
  recipients: { kind: 'all' },
  ...more,
})
const call = (method: string, path: string, body?: unknown, email = SENDER, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const plan = async (more: object = {}) => (await call('POST', '/notifications', planned(more))).body.data

it('L9 R-141 what is planned and sent goes out as a CSV', async () => {
  await plan({ date: `${YEAR}-07-01` })
  const { text } = await api.get('/notifications?format=csv&columns=title,planned_at&tz=Europe/Vaduz', SENDER)
  expect(text).toContain(`Closed on Monday,01-07-${YEAR} 09:30`)
})

describe('R-013 R-210 R-211 R-293 planning an app notification', () => {
  it('keeps day, time and zone as they were meant, with the moment that they mean', async () => {
    const { status, body } = await call('POST', '/notifications', planned({ date: `${YEAR}-07-01` }))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...TEXT,
      state: 'planned',
      date: `${YEAR}-07-01`,
      time: '09:30',
      time_zone: 'Europe/Amsterdam',
      planned_at: `${YEAR}-07-01T07:30:00.000Z`,
      business_id: vendor,
      author: expect.any(String),
      was_updated: false,
      recipients: { kind: 'all', tag_ids: [], business_ids: [], brand: null, model: null, consumer_ids: [] },
      consumers_count: 0,
      sent_count: 0,
      sending_at: null,
    })
  })

  it.each(['date', 'time', 'title', 'body'])('R-213 refuses one without %s, in the specification’s words', async (name) => {
    for (const value of [undefined, '', '  ']) {
      const { status, body } = await call('POST', '/notifications', planned({ [name]: value }))
      if (value === '  ' && ['date', 'time'].includes(name)) expect(status).toBe(422)
      else expect([status, body.detail]).toEqual([422, 'Date, time, title and message are required!'])
    }
  })

  it('G-80 takes 65 characters of title and 240 of message, and no more', async () => {
    expect((await call('POST', '/notifications', planned({ title: 'x'.repeat(65), body: 'x'.repeat(240) }))).status).toBe(200)
    const long = await call('POST', '/notifications', planned({ title: 'x'.repeat(66), body: 'x'.repeat(241) }))
    expect(long.body.errors).toEqual({
      title: ['The title has at most 65 characters'],
      body: ['The message has at most 240 characters'],
    })
  })

  it('G-80 refuses a time that has passed, unless it is meant to be sent now', async () => {
    const past = { date: inDays(-1) }
    const refused = await call('POST', '/notifications', planned(past))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['time']])
    expect((await call('POST', '/notifications', planned({ ...past, send_now: true }))).status).toBe(200)
  })

  it('G-80 refuses a time that the clocks of Europe/Amsterdam leave out, and means the first of two', async () => {
    const gap = await call('POST', '/notifications', planned({ date: lastSundayOf(3), time: '02:30' }))
    expect(gap.body.errors).toEqual({ time: ['This time does not exist on that day: the clocks are put forward'] })
    const fold = await call('POST', '/notifications', planned({ date: lastSundayOf(10), time: '02:30' }))
    expect(fold.body.data.planned_at).toBe(`${lastSundayOf(10)}T00:30:00.000Z`)
  })

  it('is planned once, however often it is sent with one key', async () => {
    const key = { 'idempotency-key': 'once' }
    const [first, second] = [
      await call('POST', '/notifications', planned({ date: `${YEAR}-05-01` }), SENDER, key),
      await call('POST', '/notifications', planned({ date: `${YEAR}-05-01` }), SENDER, key),
    ]
    expect(second.body.data.id).toBe(first.body.data.id)
    expect((await api.get('/notifications', SENDER)).body.meta.total).toBe(1)
  })

  it('R-214 is for those alone who hold create:notification', async () => {
    expect((await call('POST', '/notifications', planned(), DEALER)).body.permission).toBe('create:notification')
  })
})

describe('G-81 whom it is for', () => {
  const audience = async (recipients: object) => (await call('POST', '/notifications/audience', { recipients })).body.data

  it('G-80 counts who would get it, and who of them has a device', async () => {
    expect(await audience({ kind: 'all' })).toEqual({ consumers: 2, reachable: 1 })
  })

  it.each([
    ['a tag', () => ({ tag_ids: [tag] }), 1],
    ['a business and what is below it', () => ({ business_ids: [vendor] }), 2],
    ['a business below', () => ({ business_ids: [below] }), 1],
    ['a brand, in whatever case', () => ({ brand: 'KOGA' }), 1],
    ['a model', () => ({ model: 'ultimate' }), 1],
    ['a brand and a model of different vehicles', () => ({ brand: 'Koga', model: 'Ultimate' }), 0],
    ['picked consumers', () => ({ consumer_ids: [bea] }), 1],
    ['picked consumers besides those with a tag', () => ({ tag_ids: [tag], consumer_ids: [bea] }), 2],
  ])('chooses by %s', async (_, chosen, consumers) => {
    expect(await audience({ kind: 'selection', ...chosen() })).toMatchObject({ consumers })
  })

  it.each([
    ['nobody', () => ({}), 'recipients'],
    ['consumers of others', () => ({ consumer_ids: [stranger] }), 'recipients.consumer_ids'],
    ['businesses of others', () => ({ business_ids: [other] }), 'recipients.business_ids'],
    ['tags that are not there', () => ({ tag_ids: [999_999] }), 'recipients.tag_ids'],
  ])('refuses %s', async (_, chosen, name) => {
    const { status, body } = await call('POST', '/notifications', planned({ recipients: { kind: 'selection', ...chosen() } }))
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]])
  })

  it('offers consumers by name, of one’s own alone', async () => {
    const { body } = await api.get('/dropdown/consumers?search=sum', SENDER)
    expect(body.data.map(({ id }: { id: number }) => id).sort()).toEqual([anna, bea].sort())
    expect((await api.get('/dropdown/consumers?search=stranger', SENDER)).body.data).toEqual([])
  })
})

describe('R-212 R-294 R-295 what is planned', () => {
  it('can be changed, and says that it was', async () => {
    const { id } = await plan()
    const { body } = await call('PUT', `/notifications/${id}`, planned({ title: 'Open after all' }))
    expect(body.data).toMatchObject({ title: 'Open after all', state: 'planned', was_updated: true })
  })

  it('can be deleted, and brought back until its time has passed', async () => {
    const { id } = await plan()
    expect((await call('DELETE', `/notifications/${id}`)).body.data).toMatchObject({ state: 'deleted' })
    expect((await call('PUT', `/notifications/${id}`, planned())).status).toBe(409)
    expect((await call('PUT', `/notifications/${id}/restore`)).body.data).toMatchObject({ state: 'planned', deleted_at: null })
    await call('DELETE', `/notifications/${id}`)
    await api.rows("UPDATE app_notifications SET planned_at = now() - interval '1 second' WHERE id = $1", [id])
    expect((await call('PUT', `/notifications/${id}/restore`)).status).toBe(409)
  })

  it.each(['sending', 'sent', 'failed'])('can no longer be changed or deleted when it is %s', async (state) => {
    const { id } = await plan()
    await api.rows(
      `UPDATE app_notifications SET state = $2, sending_at = now(), ended_at = CASE WHEN $2 <> 'sending' THEN now() END WHERE id = $1`,
      [id, state],
    )
    expect((await call('PUT', `/notifications/${id}`, planned())).status).toBe(409)
    expect((await call('DELETE', `/notifications/${id}`)).status).toBe(409)
  })

  it('G-36 is listed by status', async () => {
    const [first, second] = [await plan({ title: 'First' }), await plan({ title: 'Second' })]
    await call('DELETE', `/notifications/${second.id}`)
    const titles = async (status: string) =>
      (await api.get(`/notifications?status=${status}`, SENDER)).body.data.map(({ title }: { title: string }) => title)
    expect([await titles('planned'), await titles('deleted'), await titles('sent')]).toEqual([['First'], ['Second'], []])
    await api.rows("UPDATE app_notifications SET state = 'sending', sending_at = now() WHERE id = $1", [first.id])
    expect([await titles('planned'), await titles('sent')]).toEqual([[], ['First']])
    expect((await api.get('/notifications?status=lost', SENDER)).status).toBe(422)
  })

  it('is nobody else’s to see', async () => {
    const { id } = await plan()
    expect((await api.get(`/notifications/${id}`, OTHER)).status).toBe(404)
    expect((await api.get('/notifications', OTHER)).body.meta.total).toBe(0)
  })
})

describe('R-296 the calendar', () => {
  it('shows what is planned from a day on, by the days that senders meant', async () => {
    await plan({ date: `${YEAR}-02-01`, time: '00:05', title: 'First' })
    await plan({ date: `${YEAR}-02-03`, title: 'Third' })
    await plan({ date: `${YEAR}-02-05`, title: 'Fifth' })
    const { body } = await api.get(`/calendar/notifications?date=${YEAR}-02-01&additional-days=2`, SENDER)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['First', 'Third'])
    const far = await api.get(`/calendar/notifications?date=${YEAR}-02-01&additional-days=1000`, SENDER)
    expect(far.body.data).toHaveLength(3)
  })

  it.each(['', 'date=today', `date=${YEAR}-02-01&additional-days=1001`, `date=${YEAR}-02-01&additional-days=-1`])(
    'refuses %j',
    async (asked) => expect((await api.get(`/calendar/notifications?${asked}`, SENDER)).status).toBe(422),
  )
})

describe('registering devices', () => {
  const browser = {
    kind: 'webpush',
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  }
  const phone = { kind: 'fcm', token: 'f'.repeat(40) }
  const owners = () =>
    api.rows('SELECT consumer_id, user_id, kind FROM push_registrations WHERE consumer_id IS DISTINCT FROM $1', [anna])
  afterEach(() => api.rows('DELETE FROM push_registrations WHERE consumer_id IS DISTINCT FROM $1', [anna]))

  it('keeps one row of a device, however often it is told', async () => {
    const [first, second] = [await call('PUT', '/push-registrations', browser), await call('PUT', '/push-registrations', browser)]
    expect([first.status, second.body.data.id]).toEqual([200, first.body.data.id])
    expect(await owners()).toHaveLength(1)
    expect((await call('DELETE', '/push-registrations', browser)).status).toBe(204)
    expect(await owners()).toEqual([])
    expect((await call('DELETE', '/push-registrations', browser)).status).toBe(204)
  })

  it('takes a consumer’s phone from the back end of their app, and hands it over when somebody else signs in on it', async () => {
    expect((await call('PUT', `/consumers/${bea}/push-registrations`, phone)).status).toBe(200)
    expect((await call('PUT', `/consumers/${stranger}/push-registrations`, phone, OTHER)).status).toBe(200)
    expect(await owners()).toEqual([{ consumer_id: stranger, user_id: null, kind: 'fcm' }])
    // L8: the previous owner may read of the change, but not who has the phone now.
    const read = await call('GET', '/audit-log?searchFields=action:=push-registration.taken-over')
    expect(read.body.data).toMatchObject([{ object_type: 'push-registration', actor: null }])
  })

  it('knows no consumers of others', async () => {
    expect((await call('PUT', `/consumers/${stranger}/push-registrations`, phone)).status).toBe(404)
    expect((await call('DELETE', `/consumers/${stranger}/push-registrations`, phone)).status).toBe(404)
  })

  it.each([
    'https://push.example/abc',
    'http://updates.push.services.mozilla.com/abc',
    'https://updates.push.services.mozilla.com:8443/abc',
    'https://push.services.mozilla.com.evil.example/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:5432/',
  ])('sends to known push services alone: not to %s', async (endpoint) => {
    const { status, body } = await call('PUT', '/push-registrations', { ...browser, endpoint })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['endpoint']])
  })

  it.each([{ kind: 'fcm' }, { ...phone, token: 'short' }, { ...phone, endpoint: browser.endpoint }, { ...browser, auth: 'A' }])(
    'refuses what is no device: %j',
    async (address) => expect((await call('PUT', '/push-registrations', address)).status).toBe(422),
  )

  it('keeps the twenty that were seen last', async () => {
    for (let at = 0; at < 22; at++) await call('PUT', '/push-registrations', { kind: 'fcm', token: `${at}-${'f'.repeat(40)}` })
    const rows = await api.rows<{ token: string }>(
      "SELECT address ->> 'token' AS token FROM push_registrations WHERE user_id IS NOT NULL",
    )
    expect(rows).toHaveLength(20)
    expect(rows.some(({ token }) => token.startsWith('0-'))).toBe(false)
  })
})

describe('what became of a notification', () => {
  let clock: JobClock
  beforeAll(async () => {
    clock = await JobClock.open(api.database, 'forget-push-results')
  })
  afterAll(() => clock.stop())

  it('G-80 is forgotten half a year later, device by device; how many it reached is not', async () => {
    const [old, recent] = [(await plan()).id, (await plan()).id]
    await api.rows(
      `INSERT INTO app_notification_recipients (notification_id, consumer_id, kind, state, ended_at)
       SELECT n.id, k.*, now() FROM app_notifications n, (VALUES ($1::int, 'fcm', 'sent'), ($1, 'fcm', 'failed'), ($2, NULL, 'no-device')) k`,
      [anna, bea],
    )
    const over =
      "UPDATE app_notifications SET state = 'sent', sending_at = planned_at, ended_at = now() - $2 * interval '1 day' WHERE id = $1"
    await api.rows(over, [old, 181])
    await api.rows(over, [recent, 179])
    const told = async (id: number) => {
      const { consumers_count, sent_count, no_device_count, are_results_forgotten } = (await call('GET', `/notifications/${id}`))
        .body.data
      const { total } = (await call('GET', `/notifications/${id}/recipients`)).body.meta
      return { consumers_count, sent_count, no_device_count, are_results_forgotten, total }
    }
    const counts = { consumers_count: 2, sent_count: 1, no_device_count: 1 }
    expect(await told(old)).toEqual({ ...counts, are_results_forgotten: false, total: 3 })
    // A second run finds nothing to do.
    for (const kind of ['forget-push-results', 'forget-push-results']) await clock.strike(kind)
    expect(await told(old)).toEqual({ ...counts, are_results_forgotten: true, total: 0 })
    expect(await told(recent)).toEqual({ ...counts, are_results_forgotten: false, total: 3 })
  })
})
