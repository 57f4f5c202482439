import { apiForTests } from '../../support/api/api-for-tests.js'
import { isSignedBy, WebhookReceiver } from '../../support/api/webhook-receiver.js'
import { until } from '@roadbook/testing/until'

const MANAGER = 'manager@leasing.example'
const ABOVE = 'manager@vendor.example'
const { api, tenants } = apiForTests({
  API_WORK: 'all',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_POLL_MS: '50',
  PORTAL_URL: 'https://portal.example',
})

let receiver: WebhookReceiver
let business: number
let deviceId: number
let vendor: number

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  business = await tenants.business('Leasing', 'company', vendor)
  await tenants.user(MANAGER, 'manager', business)
  await tenants.user(ABOVE, 'manager', vendor)
  deviceId = (await tenants.install(business, await tenants.entity(business, 'Bike'))).deviceId
})
beforeEach(async () => {
  receiver = await WebhookReceiver.start()
})
afterEach(() => receiver.stop())

const send = (method: string, path: string, body?: unknown, email = MANAGER, headers: Record<string, string> = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const make = async (more: Record<string, unknown> = {}) =>
  (await send('POST', '/webhooks', { name: 'Fleet system', url: receiver.url, kinds: ['trip.ended'], ...more })).body.data
let days = 0
const ride = () => {
  const day = String((days++ % 28) + 1).padStart(2, '0')
  return tenants.trip(
    deviceId,
    `2026-0${1 + Math.floor(days / 29)}-${day}T08:00Z`,
    `2026-0${1 + Math.floor(days / 29)}-${day}T09:00Z`,
  )
}
const deliveries = async (id: number) => {
  const query = new URLSearchParams({ search: `webhook_id:${id}`, orderBy: 'id', sortedBy: 'desc' })
  return (await api.get(`/webhook-deliveries?${query.toString()}`, MANAGER)).body.data
}
/** Resolves when the newest delivery meets the condition. */
const last = (id: number, fits: (delivery: { state: string; problem: string | null }) => boolean) =>
  until(`the last delivery of webhook ${id}`, async () => (await deliveries(id))[0], { fits })
/** Resolves when the receiver has accepted this many events. */
const comes = (count: number) => until(`the receiver has taken ${count}`, () => receiver.taken.length === count)
const stateOf = async (id: number) => (await api.get(`/webhooks/${id}`, MANAGER)).body.data.state

describe('a webhook', () => {
  it('is told what happens, signed with the secret that was shown when it was made', async () => {
    const { id, secret, state } = await make()
    expect([state, secret]).toEqual(['active', expect.stringMatching(/^whsec_[\w+/]{43}=$/)])
    const before = Math.floor(Date.now() / 1_000)
    const trip = await ride()
    await comes(1)
    const [told] = receiver.taken
    expect(told).toMatchObject({ type: 'trip.ended', data: { trip_id: trip, vehicle: { name: 'Bike' }, distance_m: 1000 } })
    expect(isSignedBy(secret, told!)).toBe(true)
    expect(Number(told!.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(before)
    expect(Number(told!.headers['webhook-timestamp'])).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000))
    await last(id, ({ state }) => state === 'delivered')
    expect((await deliveries(id))[0]).toMatchObject({
      message_id: told!.id,
      kind: 'trip.ended',
      entity_name: 'Bike',
      status: 204,
      attempts: 1,
    })
  })

  it('shows its secret once: neither reading it nor the same Idempotency-Key shows it again', async () => {
    const body = { name: 'Once', url: receiver.url, kinds: ['trip.ended'] }
    const first = await send('POST', '/webhooks', body, MANAGER, { 'idempotency-key': 'one' })
    const again = await send('POST', '/webhooks', body, MANAGER, { 'idempotency-key': 'one' })
    expect(again.body.data).toEqual({ ...first.body.data, secret: null })
    expect((await api.get(`/webhooks/${first.body.data.id}`, MANAGER)).body.data).not.toHaveProperty('secret')
    const stored = await api.rows<{ row: string }>("SELECT encode(secret, 'escape') AS row FROM webhooks")
    expect(stored.map(({ row }) => row).join()).not.toContain(first.body.data.secret)
  })

  it('takes a new secret beside the old one for a day', async () => {
    const { id, secret: before } = await make({ kinds: ['vehicle.found'] })
    const { secret } = (await send('PUT', `/webhooks/${id}/secret`)).body.data
    await send('POST', `/webhooks/${id}/test`)
    await comes(1)
    expect([before, secret].map((one) => isSignedBy(one, receiver.taken[0]!))).toEqual([true, true])
    await api.rows('UPDATE webhooks SET previous_until = now() WHERE id = $1', [id])
    await send('POST', `/webhooks/${id}/test`)
    await comes(2)
    expect([before, secret].map((one) => isSignedBy(one, receiver.taken[1]!))).toEqual([false, true])
  })

  it('is sent again what somebody asks for, under the same id', async () => {
    const { id } = await make({ kinds: ['vehicle.found'] })
    const test = (await send('POST', `/webhooks/${id}/test`)).body.data
    expect(test).toMatchObject({ kind: 'test', state: 'waiting' })
    await last(id, ({ state }) => state === 'delivered')
    expect((await send('PUT', `/webhook-deliveries/${test.id}/replay`)).body.data).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    await until('the receiver is asked twice', () => receiver.asked.length === 2)
    expect(new Set(receiver.asked.map(({ id: message }) => message))).toEqual(new Set([test.message_id]))
  })

  it('M11 is tested no more while three tests of it wait', async () => {
    receiver.answer = () => 'away'
    const { id } = await make({ kinds: ['vehicle.found'] })
    for (let n = 0; n < 3; n++) expect((await send('POST', `/webhooks/${id}/test`)).status).toBe(200)
    const refused = await send('POST', `/webhooks/${id}/test`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Tests of this webhook are already waiting to be sent. Look at their results first',
    ])
    receiver.answer = () => ({ status: 200 })
    await api.rows('UPDATE webhook_deliveries SET next_at = now() WHERE webhook_id = $1', [id])
    await comes(3)
    await last(id, ({ state }) => state === 'delivered')
    await until('a test is taken again', async () => (await send('POST', `/webhooks/${id}/test`)).status === 200)
  })

  it('that its receiver wants no more is off, its author is told by mail, and switching it on sends what waits', async () => {
    receiver.answer = () => ({ status: 410 })
    const { id } = await make()
    await ride()
    await until('the webhook is off', () => stateOf(id), { fits: (state) => state === 'gone' })
    const mails = await api.rows<{ template: string }>("SELECT template FROM outgoing_mails WHERE template = 'webhook-off'")
    expect(mails).toHaveLength(1)
    expect((await send('POST', `/webhooks/${id}/test`)).status).toBe(409)
    receiver.answer = () => ({ status: 200 })
    const { name, url, kinds } = (await api.get(`/webhooks/${id}`, MANAGER)).body.data
    await send('PUT', `/webhooks/${id}`, { name, url, kinds, active: true })
    expect(await stateOf(id)).toBe('active')
    await ride()
    await comes(1)
  })

  it('says why nothing arrives', async () => {
    const { id } = await make()
    receiver.stop()
    await ride()
    await last(id, ({ problem }) => problem === 'no-answer')
    expect(await stateOf(id)).toBe('failing')
    expect((await deliveries(id))[0]).toMatchObject({ state: 'waiting', status: null })
  })

  it('is gone when it is deleted, with what waits', async () => {
    const { id } = await make()
    expect((await send('DELETE', `/webhooks/${id}`)).status).toBe(204)
    expect((await api.get(`/webhooks/${id}`, MANAGER)).status).toBe(404)
  })

  it('of a business is neither seen nor changed by another one, and seen from above', async () => {
    const { id } = await make()
    await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
    expect((await api.get(`/webhooks/${id}`, 'manager@other.example')).status).toBe(404)
    expect((await send('PUT', `/webhooks/${id}/secret`, undefined, 'manager@other.example')).status).toBe(404)
    expect((await api.get(`/webhooks/${id}`, ABOVE)).status).toBe(200)
  })
})

describe('an address that nobody may be sent to (S21)', () => {
  it.each([
    ['https://10.0.0.1/', 'Must be an address that the whole internet can reach'],
    ['https://[::ffff:a9fe:a9fe]/', 'Must be an address that the whole internet can reach'],
    ['https://0x0a000001/', 'Must be an address that the whole internet can reach'],
    ['https://me:word@receiver.example/', 'Must be a web address, without user, password and #, on port 443 or above 1023'],
    ['file:///etc/passwd', 'Must be a web address, without user, password and #, on port 443 or above 1023'],
    ['https://receiver.example:22/', 'Must be a web address, without user, password and #, on port 443 or above 1023'],
  ])('S21 %s is refused in words', async (url, sentence) => {
    const answer = await send('POST', '/webhooks', { name: 'Bad', url, kinds: ['trip.ended'] })
    expect([answer.status, answer.body.errors]).toEqual([422, { url: [sentence] }])
  })

  it('S21 is found out by its name when something is sent', async () => {
    const { id } = await make({ url: 'https://localhost.:8443/', kinds: ['vehicle.found'] })
    await api.rows("UPDATE webhooks SET url = 'http://10.255.255.1/' WHERE id = $1", [id])
    await send('POST', `/webhooks/${id}/test`)
    await last(id, ({ problem }) => problem === 'private-address')
  })

  it('asks for at least one kind of event', async () => {
    const answer = await send('POST', '/webhooks', { name: 'None', url: receiver.url, kinds: [] })
    expect(answer.body.errors).toEqual({ kinds: ['Choose at least one event'] })
  })
})
