import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let yard: number
let entity: number
let device: number
const MANAGER = 'manager@x.example'
const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const LEAVES = { name: 'Leaves the yard', kind: 'exit' }

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  yard = await tenants.geofence(vendor, 'Yard')
  entity = await tenants.entity(vendor, 'Cargo bike')
  device = (await tenants.install(vendor, entity, '356307048111111')).deviceId
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user('technician@x.example', 'technician', vendor)
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
})

describe('an alert rule', () => {
  it('names geofences, tags and who is told, and is another revision only where it speaks of something else', async () => {
    const tag = await tenants.tag('Vans', 'general', vendor)
    const user = await tenants.user('told@x.example', 'dealer', vendor)
    const hours = [{ days: [1, 2, 3, 4, 5], from: '18:00', till: '06:00' }]
    const body = { ...LEAVES, hours, tz: 'Europe/Vaduz', geofence_ids: [yard], tag_ids: [tag], user_ids: [user] }
    const made = await call('POST', '/alert-rules', { ...body, quiet_from: '22:00', quiet_till: '06:00', cool_down_min: 30 })
    expect([made.status, made.body.data]).toEqual([
      200,
      expect.objectContaining({
        kind: 'exit',
        active: true,
        hours,
        tz: 'Europe/Vaduz',
        quiet_from: '22:00',
        quiet_till: '06:00',
        cool_down_min: 30,
        geofences: [{ id: yard, name: 'Yard' }],
        tags: [{ id: tag, name: 'Vans' }],
        users: [expect.objectContaining({ id: user })],
      }),
    ])
    const { id } = made.body.data
    const revision = async () =>
      (await api.rows<{ revision: number }>('SELECT revision FROM alert_rules WHERE id = $1', [id]))[0]?.revision
    const first = await revision()
    expect((await call('PUT', `/alert-rules/${id}`, { ...body, name: 'Renamed' })).body.data).toMatchObject({
      name: 'Renamed',
      quiet_from: null,
      cool_down_min: 0,
    })
    expect(await revision()).toBe(first)
    await call('PUT', `/alert-rules/${id}`, { ...body, tag_ids: [] })
    expect(await revision()).toBeGreaterThan(Number(first))
    expect((await call('DELETE', `/alert-rules/${id}`)).status).toBe(204)
    expect((await call('GET', '/alert-rules')).body.data).toEqual([])
  })

  it('is made of another sender, with neither a threshold nor hours', async () => {
    const made = await call('POST', '/alert-rules', { name: 'Another sender', kind: 'dispute', tell_mail: 'each' })
    const rule = { kind: 'dispute', threshold: null, hours: null, tell_bell: true, tell_mail: 'each' }
    expect([made.status, made.body.data]).toEqual([200, expect.objectContaining(rule)])
    expect((await call('DELETE', `/alert-rules/${made.body.data.id}`)).status).toBe(204)
  })

  it.each([
    ['threshold', 'alerts.threshold-required', { kind: 'lowBattery' }],
    ['threshold', 'alerts.no-threshold', { kind: 'exit', threshold: 5 }],
    ['threshold', 'alerts.no-threshold', { kind: 'dispute', threshold: 5 }],
    ['threshold', 'field.too-great', { kind: 'speeding', threshold: 400 }],
    ['hours', 'alerts.hours-required', { kind: 'outsideHours' }],
    ['hours', 'alerts.not-hours', { kind: 'exit', hours: [{ days: [8], from: '08:00', till: '18:00' }] }],
    ['quiet_till', 'alerts.quiet-both', { kind: 'exit', quiet_from: '22:00', quiet_till: null }],
    ['tz', 'field.not-time-zone', { kind: 'exit', tz: 'Vaduz' }],
    ['geofence_ids', 'absent.geofence', { kind: 'exit', geofence_ids: [2_000_000_000] }],
  ])('says what is wrong with its %s: %s', async (name, code, body) => {
    const refused = await call('POST', '/alert-rules', { name: 'Wrong', ...body })
    expect([refused.status, Object.keys(refused.body.errors)]).toContainEqual(expect.arrayContaining([name]))
    expect([refused.status, JSON.stringify(refused.body.reasons)]).toEqual([422, expect.stringContaining(code)])
  })
})

describe('the inbox', () => {
  const states = async (email = MANAGER) =>
    (await call('GET', '/alerts?orderBy=began_at&sortedBy=asc', undefined, email)).body.data.map(
      ({ state, note }: { state: string; note: string | null }) => [state, note],
    )

  it('lets who sees the map acknowledge, put off and open again what is not withdrawn, and nobody else', async () => {
    const rule = await tenants.alertRule(vendor, 'Leaves', [yard])
    const ids = [
      await tenants.alert(rule, entity, device, new Date('2026-01-01T10:00Z'), yard),
      await tenants.alert(rule, entity, device, new Date('2026-01-01T11:00Z'), yard),
    ]
    await api.rows('UPDATE alerts SET withdrawn_at = now() WHERE id = $1', [ids[1]])
    const act = async (name: string, more: object = {}, email = 'technician@x.example') =>
      (await call('PUT', `/alerts/${name}`, { ids, ...more }, email)).body.data
    expect(await act('acknowledge', { note: 'Stolen' }, 'manager@other.example')).toEqual({ changed: 0 })
    expect(await states()).toEqual([
      ['open', null],
      ['withdrawn', null],
    ])
    expect(await act('acknowledge', { note: 'Was the courier' })).toEqual({ changed: 1 })
    expect(await states()).toContainEqual(['acknowledged', 'Was the courier'])
    await act('snooze', { until: '2100-01-01T00:00:00Z' })
    expect((await call('GET', '/alerts?search=state:snoozed')).body.meta.total).toBe(1)
    await act('reopen')
    expect(await states()).toContainEqual(['open', 'Was the courier'])
    expect((await call('PUT', '/alerts/snooze', { ids, until: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect(await states('manager@other.example')).toEqual([])
  })

  it('answers one alert by its id with the limit that it was raised by, to nobody out of its scope', async () => {
    const rule = await tenants.alertRule(vendor, 'Too fast')
    const id = await tenants.alert(rule, entity, device, new Date('2026-01-03T10:00Z'))
    await api.rows("UPDATE alerts SET kind = 'speeding', value = 63, threshold = 50 WHERE id = $1", [id])
    const answer = await call('GET', `/alerts/${id}`)
    expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ id, value: 63, threshold: 50 })])
    expect((await call('GET', `/alerts/${id}`, undefined, 'manager@other.example')).status).toBe(404)
    expect((await call('GET', '/alerts/5')).status).toBe(404)
  })

  it('G-106 tells of a consumer’s vehicle without consent nothing at all', async () => {
    const consumer = await tenants.consumer(vendor)
    const theirs = await tenants.entity(vendor, 'Customer’s bike', { consumer_id: consumer })
    const { deviceId } = await tenants.install(vendor, theirs, '356307048111129')
    const rule = await tenants.alertRule(vendor, 'Leaves', [yard])
    await tenants.alert(rule, theirs, deviceId, new Date('2026-02-01T10:00Z'), yard)
    const cut = await tenants.alertRule(vendor, 'Power cut')
    await api.rows("UPDATE alert_rules SET kind = 'powerCut' WHERE id = $1", [cut])
    await tenants.alert(cut, theirs, deviceId, new Date('2026-02-01T11:00Z'))
    const told = async () => (await call('GET', `/alerts?search=entity_id:${theirs}&orderBy=began_at&sortedBy=asc`)).body.data
    expect(await told()).toEqual([])
    const openByRule = async () => (await call('GET', `/alert-rules/${cut}`)).body.data.open_count
    expect(await openByRule()).toBe(0)
    const [hidden] = await api.rows<{ id: string }>('SELECT id FROM alerts WHERE rule_id = $1', [cut])
    expect((await call('GET', `/alerts/${hidden?.id}`)).status).toBe(404)
    await tenants.consent(theirs)
    expect((await call('GET', `/alerts/${hidden?.id}`)).body.data).toMatchObject({ latitude: 47.141 })
    expect(await openByRule()).toBe(1)
    expect(await told()).toMatchObject([
      { kind: 'exit', latitude: 47.141, geofence_name: 'Yard' },
      { kind: 'powerCut', latitude: 47.141 },
    ])
  })
})
