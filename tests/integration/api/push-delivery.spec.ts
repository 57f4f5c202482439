import { ApiUnderTest } from '../../support/api/api-server.js'
import { JobClock } from '../../support/api/job-clock.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { PushDouble } from '../../support/api/push-double.js'
import { until } from '@roadbook/testing/until'

const SENDER = 'sender@vendor.example'
const TEXT = { title: 'Closed on Monday', body: 'Back on Tuesday – at 9' }
/** A time in the past, so that the message is sent immediately. */
const NOW = { date: '2025-06-01', time: '09:30', time_zone: 'UTC', send_now: true, recipients: { kind: 'all' }, ...TEXT }

interface Told {
  name: string
  state: string
  reason: string | null
  attempts: number
  is_copy: boolean
}

describe('R-210 G-80 app notifications that are sent', () => {
  let push: PushDouble
  let api: ApiUnderTest
  let tenants: Tenants
  let vendor: number
  let clock: JobClock

  beforeAll(async () => {
    push = await PushDouble.start()
    api = await ApiUnderTest.start(push.environment)
    clock = await JobClock.open(api.database, 'send-notification')
    tenants = new Tenants(api.database.pool)
    vendor = await tenants.business('Vendor')
    await tenants.user(SENDER, 'manager', vendor)
  })
  afterAll(async () => {
    await clock.stop()
    await api.stop()
    await push.stop()
  })
  afterEach(async () => {
    push.arrived.length = 0
    await api.rows('DELETE FROM app_notifications')
    await api.rows('UPDATE entities SET deleted_at = now()')
    await api.rows('DELETE FROM push_registrations')
  })

  const call = (method: string, path: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email: SENDER, body })
  /** Adds a customer with a vehicle and these devices. */
  const consumer = async (name: string, ...devices: object[]) => {
    const id = await tenants.consumer(vendor)
    await api.rows('UPDATE consumers SET first_name = $2 WHERE id = $1', [id, name])
    await tenants.entity(vendor, `${name}’s bike`, { consumer_id: id })
    for (const device of devices) await call('PUT', `/consumers/${id}/push-registrations`, device)
    return id
  }
  const phone = (name: string) => ({ kind: 'fcm', token: `${name}-${'t'.repeat(30)}` })
  const send = async (): Promise<number> => (await call('POST', '/notifications', NOW)).body.data.id
  const one = async (id: number) => (await call('GET', `/notifications/${id}`)).body.data
  const ended = (id: number) =>
    until(`notification ${id} has ended`, () => one(id), { fits: ({ ended_at }) => ended_at !== null })
  const results = async (id: number): Promise<Told[]> =>
    (await call('GET', `/notifications/${id}/recipients?orderBy=id&sortedBy=asc`)).body.data
  /** Resolves when this many attempts have been made and the result of the last one is recorded. */
  const tried = (id: number, attempts: number) => {
    const recipients = () =>
      api.rows<{ attempts: number; claimed_until: Date | null; state: string; reason: string | null }>(
        'SELECT attempts, claimed_until, state, reason FROM app_notification_recipients WHERE notification_id = $1',
        [id],
      )
    const isDone = (one: { attempts: number; claimed_until: Date | null }) => one.attempts === attempts && !one.claimed_until
    return until(`attempt ${attempts} of notification ${id} is over`, recipients, {
      fits: (all) => all.filter(isDone).length === 1,
    })
  }
  /** Makes pending messages due and queues the timed job. */
  const lookAtTheClock = async (id: number) => {
    await api.rows(
      "UPDATE app_notification_recipients SET next_attempt_at = now() WHERE state = 'waiting' AND notification_id = $1",
      [id],
    )
    await clock.call('notification-timetable')
  }

  it('arrive on each phone and in each browser of a consumer, encrypted for it alone, and are told as sent', async () => {
    await consumer('Anna', phone('anna'), push.browser('anna-browser'))
    await consumer('Bea')
    const id = await send()
    expect(await ended(id)).toMatchObject({
      state: 'sent',
      consumers_count: 2,
      sent_count: 1,
      no_device_count: 1,
      failed_count: 0,
    })
    const tag = `roadbook-${id}`
    expect(push.arrived.sort((a, b) => a.device.localeCompare(b.device))).toEqual(
      [
        { device: phone('anna').token, ...TEXT, tag },
        { device: 'anna-browser', ...TEXT, tag },
      ].sort((a, b) => a.device.localeCompare(b.device)),
    )
    expect((await results(id)).map(({ name, state }) => [name.split(' ')[0], state])).toEqual([
      ['Anna', 'sent'],
      ['Anna', 'sent'],
      ['Bea', 'no-device'],
    ])
  })

  it('are sent once, also when somebody else takes over from a process that was thought dead and is not', async () => {
    await consumer('Once', phone('once'))
    let answer = (): void => undefined
    push.gate = new Promise<void>((resolve) => (answer = resolve))
    push.waiting = 0
    const id = await send()
    await until('the message is on its way', async () => push.waiting, { fits: (count) => count > 0 })
    await clock.strike('send-notification', { notification_id: id })
    answer()
    push.gate = undefined
    expect(await ended(id)).toMatchObject({ state: 'sent', sent_count: 1 })
    expect([push.waiting, push.arrived.map(({ device }) => device)]).toEqual([1, [phone('once').token]])
  })

  it('are read along by who works there and wanted it, without counting as a consumer', async () => {
    await call('PUT', '/push-registrations', push.browser('colleague'))
    const id = await send()
    expect(await ended(id)).toMatchObject({ state: 'failed', consumers_count: 0, sent_count: 0 })
    expect(push.arrived.map(({ device }) => device)).toEqual(['colleague'])
    expect(await results(id)).toMatchObject([{ is_copy: true, state: 'sent' }])
  })

  it('go to who is a consumer when they are sent, not when they were planned', async () => {
    const { id: planned } = (await call('POST', '/notifications', { ...NOW, date: `${new Date().getFullYear() + 1}-06-01` })).body
      .data
    await consumer('Late', phone('late'))
    const sold = await consumer('Sold', phone('sold'))
    await api.rows('UPDATE entities SET deleted_at = now() WHERE consumer_id = $1', [sold])
    await api.rows('UPDATE app_notifications SET planned_at = now() WHERE id = $1', [planned])
    await lookAtTheClock(planned)
    expect(await ended(planned)).toMatchObject({ state: 'sent', consumers_count: 1 })
    expect(push.arrived.map(({ device }) => device)).toEqual([phone('late').token])
  })

  it.each([
    ['UNREGISTERED', () => ({ device: phone('gone'), refusal: PushDouble.unregistered })],
    ['a token that is none', () => ({ device: phone('gone'), refusal: PushDouble.wrongToken })],
    ['404', () => ({ device: push.browser('gone'), refusal: { status: 404 } })],
    ['410', () => ({ device: push.browser('gone'), refusal: { status: 410 } })],
  ])('forget a device that its provider knows no more: %s', async (_, given) => {
    const { device, refusal } = given()
    await consumer('Anna', device)
    push.refuse('token' in device ? device.token : 'gone', refusal)
    const id = await send()
    expect(await ended(id)).toMatchObject({ state: 'failed', failed_count: 1 })
    expect(await results(id)).toMatchObject([
      { state: 'failed', reason: 'The app was removed from the device, or the browser no longer wants notifications' },
    ])
    expect(await api.rows('SELECT id FROM push_registrations')).toEqual([])
  })

  it('are tried again when a provider is busy, not before it said, and keep the device', async () => {
    await consumer('Anna', phone('anna'))
    push.refuse(phone('anna').token, PushDouble.busy('120'), { status: 503, body: {} })
    const id = await send()
    await tried(id, 1)
    const [waiting] = await api.rows<{ pause: number; state: string }>(
      'SELECT state, extract(epoch FROM next_attempt_at - now())::int AS pause FROM app_notification_recipients WHERE notification_id = $1',
      [id],
    )
    expect(waiting?.state).toBe('waiting')
    expect(waiting?.pause).toBeGreaterThan(100)
    await lookAtTheClock(id)
    await tried(id, 2)
    await lookAtTheClock(id)
    expect(await ended(id)).toMatchObject({ state: 'sent', sent_count: 1 })
    expect(push.arrived).toHaveLength(1)
  })

  it('fail with words once there were enough attempts', async () => {
    await consumer('Anna', push.browser('tired'))
    push.refuse('tired', { status: 500 }, { status: 500 }, { status: 500 })
    const id = await send()
    for (const attempts of [1, 2]) {
      await tried(id, attempts)
      await lookAtTheClock(id)
    }
    expect(await ended(id)).toMatchObject({ state: 'failed' })
    expect(await results(id)).toMatchObject([{ attempts: 3, reason: 'The push service accepts no more for now: HTTP 500' }])
  })

  it('ask for another access token when theirs was taken back', async () => {
    await consumer('Anna', phone('anna'))
    await ended(await send())
    push.revoke()
    const id = await send()
    await tried(id, 1)
    await lookAtTheClock(id)
    expect(await ended(id)).toMatchObject({ state: 'sent' })
  })
})
