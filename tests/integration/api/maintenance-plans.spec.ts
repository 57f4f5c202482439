import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let company: number
let hidden: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
const STRANGER = 'stranger@x.example'
const VEHICLE = {
  name: 'Gazelle 12',
  frame_number: 'GZ-0012',
  license_plate: 'AB-12-CD',
  vehicle_type: 'eBike',
  brand: 'Gazelle',
  user_target: 'own-use',
}

const call = (method: string, path: string, body?: unknown, email = TECHNICIAN) =>
  api.call(method, `/api/v1${path}`, { email, body })

let serial = 356_307_048_000_000
async function imeiOnTheShelf(): Promise<string> {
  const imei = String(++serial)
  await api.rows('INSERT INTO devices (imei, business_id) VALUES ($1, $2)', [imei, vendor])
  return imei
}
const install = async (more: object, email = TECHNICIAN) =>
  call('POST', '/install-devices/install', { ...VEHICLE, imei: await imeiOnTheShelf(), allow_twin: true, ...more }, email)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  company = await tenants.business('Company', 'company', vendor)
  hidden = await tenants.business('Hidden')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', vendor)
  await tenants.user('reporter@x.example', 'reporter', vendor)
  await tenants.user('below@x.example', 'technician', company)
  await tenants.user(STRANGER, 'technician', hidden)
  await tenants.user('manager@hidden.example', 'manager', hidden)
})

describe('the maintenance plan of an installation', () => {
  it('R-104 holds for the vehicle from then on, and its page tells it', async () => {
    const plan = await tenants.maintenancePlan(vendor, 'Every 500 km')
    const { status, body } = await install({ maintenance_plan_id: plan, business_id: company })
    const triggers = [{ name: 'Every 500 km', value: 500, metric: 'kilometers' }]
    expect([status, body.data.maintenance_plans]).toEqual([
      200,
      [{ id: plan, title: 'Every 500 km', active: true, since: expect.stringMatching(/^\d{4}-.*Z$/), triggers }],
    ])
    const at = `/entities/${body.data.id}`
    expect((await call('GET', `${at}?with=tags;maintenance_plans`)).body.data.maintenance_plans).toEqual(
      body.data.maintenance_plans,
    )
    expect((await call('GET', at)).body.data).not.toHaveProperty('maintenance_plans')
    const audited = await api.rows("SELECT after FROM audit_log WHERE action = 'entity.maintenance-plan' AND object_id = $1", [
      String(body.data.id),
    ])
    expect(audited).toEqual([{ after: { maintenance_plan: 'Every 500 km' } }])
  })

  it('R-104 is left open where none is chosen', async () => {
    expect((await install({})).body.data.maintenance_plans).toEqual([])
    expect((await install({ maintenance_plan_id: null })).body.data.maintenance_plans).toEqual([])
  })

  it('R-104 is refused, and nothing is installed, when it is no plan for this vehicle', async () => {
    const [idle, theirs, below] = await Promise.all([
      tenants.maintenancePlan(vendor, 'Idle', false),
      tenants.maintenancePlan(hidden, 'Theirs'),
      tenants.maintenancePlan(company, 'Of the company'),
    ])
    const refused = async (plan: number, more = {}) => {
      const { status, body } = await install({ maintenance_plan_id: plan, ...more })
      return [status, body.errors.maintenance_plan_id]
    }
    const before = await api.rows('SELECT count(*) FROM entities')
    expect(await refused(idle)).toEqual([422, ['There is no such maintenance plan']])
    expect(await refused(theirs)).toEqual([422, ['There is no such maintenance plan']])
    expect(await refused(2_000_000_000)).toEqual([422, ['There is no such maintenance plan']])
    expect(await refused(below, { business_id: vendor })).toEqual([
      422,
      ['This plan belongs neither to the business of the vehicle nor to one above it'],
    ])
    expect(await api.rows('SELECT count(*) FROM entities')).toEqual(before)
    expect((await install({ maintenance_plan_id: below, business_id: company })).status).toBe(200)
  })

  it('R-104 ends when the vehicle goes to a business that the plan is not for', async () => {
    const plan = await tenants.maintenancePlan(vendor, 'Leaves')
    const entity = await tenants.entity(company, 'Moves on')
    await tenants.maintain(plan, entity)
    const held = () => api.rows('SELECT plan_id FROM maintenance_plan_entities WHERE entity_id = $1', [entity])
    await api.rows('UPDATE entities SET business_id = $2 WHERE id = $1', [entity, vendor])
    expect(await held()).toEqual([{ plan_id: plan }])
    await api.rows('UPDATE entities SET business_id = $2 WHERE id = $1', [entity, hidden])
    expect(await held()).toEqual([])
  })

  it('R-104 G-51 is part of a preset until it is no longer active', async () => {
    const plan = await tenants.maintenancePlan(vendor, 'Preset plan')
    const made = await call('POST', '/install-devices/presets', { name: 'With plan', maintenance_plan_id: plan })
    expect([made.status, made.body.data.maintenance_plan_id]).toEqual([200, plan])
    const at = `/install-devices/presets/${made.body.data.id}`
    expect((await call('GET', at)).body.data.maintenance_plan_id).toBe(plan)
    const theirs = await tenants.maintenancePlan(hidden, 'Theirs, too')
    expect((await call('PUT', at, { name: 'With plan', maintenance_plan_id: theirs })).status).toBe(422)
    await api.rows('UPDATE maintenance_plans SET active = false WHERE id = $1', [plan])
    expect((await call('GET', at)).body.data.maintenance_plan_id).toBeNull()
    expect((await call('PUT', at, { name: 'Without' })).body.data.maintenance_plan_id).toBeNull()
  })
})

describe('what forms choose from', () => {
  const options = async (which: string, email = TECHNICIAN) =>
    (await call('GET', `/dropdown/${which}`, undefined, email)).body.data

  it('R-310 are the active plans of the scope, by title', async () => {
    const own = await tenants.business('Own', 'vendor')
    await tenants.user('own@x.example', 'technician', own)
    const [zebra, alpha] = [await tenants.maintenancePlan(own, 'Zebra'), await tenants.maintenancePlan(own, 'alpha')]
    await tenants.maintenancePlan(own, 'Idle', false)
    await api.rows("UPDATE maintenance_plans SET description = 'Chain and brakes' WHERE id = $1", [alpha])
    expect(await options('maintenance-plans', 'own@x.example')).toEqual([
      { id: alpha, name: 'alpha', description: 'Chain and brakes', business_id: own, business_name: 'Own' },
      { id: zebra, name: 'Zebra', description: null, business_id: own, business_name: 'Own' },
    ])
    expect(await options('maintenance-plans', 'below@x.example')).not.toContainEqual(expect.objectContaining({ id: alpha }))
  })

  it('R-311 are the kinds of report, in the language of who may ask for one', async () => {
    const kinds = await options('reports', 'reporter@x.example')
    expect(kinds.map(({ id }: { id: string }) => id)).toEqual(['periodic', 'individual', 'multiple'])
    await api.rows("UPDATE users SET locale = 'fr' WHERE email = 'reporter@x.example'")
    const inFrench = await options('reports', 'reporter@x.example')
    expect(inFrench[1]).toEqual({ id: 'individual', name: 'Aperçu individuel' })
    expect(await options('reports', MANAGER)).toEqual(kinds)
    expect(await options('reports')).toEqual([])
  })

  it('R-317 are the open notifications of the scope, the soonest planned first', async () => {
    const plan = await tenants.maintenancePlan(vendor, 'Service')
    const [late, soon, done, gone] = await Promise.all(
      ['Late', 'Soon', 'Done', 'Gone'].map((name) => tenants.entity(vendor, name)),
    )
    const notify = (entity = 0, status = 'open') => tenants.maintenanceNotification(plan, entity, status)
    const [first, second] = [await notify(late), await notify(soon)]
    await notify(done, 'done')
    await notify(gone)
    await api.rows('UPDATE entities SET deleted_at = now() WHERE id = $1', [gone])
    await api.rows("UPDATE maintenance_notifications SET planned_at = '2099-01-01Z' WHERE id = $1", [second])
    const about = { name: 'Service', plan_title: 'Service' }
    expect(await options('maintenance-notifications')).toEqual([
      { ...about, id: second, entity_id: soon, entity_name: 'Soon', planned_at: '2099-01-01T00:00:00.000Z' },
      { ...about, id: first, entity_id: late, entity_name: 'Late', planned_at: null },
    ])
    expect(await options('maintenance-notifications', STRANGER)).toEqual([])
    await expect(notify(late)).rejects.toThrow(/maintenance_notifications_open/)
  })

  it.each([
    ["UPDATE maintenance_plans SET title = ' '", /title/],
    ["UPDATE maintenance_plans SET description = repeat('x', 251)", /description/],
    ['UPDATE maintenance_triggers SET value = 0', /value/],
    ["UPDATE maintenance_triggers SET metric = 'miles'", /metric/],
    ["UPDATE maintenance_notifications SET status = 'planned'", /status/],
  ])('R-104 R-317 hold no nonsense: %s', async (statement, rule) => {
    await expect(api.rows(statement)).rejects.toThrow(rule)
  })
})

describe('a maintenance plan', () => {
  const PLAN = {
    title: 'Yearly service',
    description: 'Brakes, chain and tyres',
    triggers: [{ name: 'Service', value: 12, metric: 'months' }],
  }
  const plans = (method: string, path = '', body?: unknown, email = MANAGER) =>
    call(method, `/maintenance-plans${path}`, body, email)
  const made = async (more: object = {}) => (await plans('POST', '', { ...PLAN, ...more })).body.data

  it('R-201 R-336 is made with its triggers for the caller’s business, once', async () => {
    const once = { email: MANAGER, body: PLAN, headers: { 'idempotency-key': 'one-plan' } }
    const [first, again] = [
      await api.call('POST', '/api/v1/maintenance-plans', once),
      await api.call('POST', '/api/v1/maintenance-plans', once),
    ]
    expect(first.body.data).toMatchObject({
      title: PLAN.title,
      description: PLAN.description,
      business_id: vendor,
      business_name: 'Vendor',
      active: true,
      triggers: [{ name: 'Service', value: 12, metric: 'months', description: null }],
      entities_count: 0,
      open_count: 0,
      deleted_at: null,
    })
    expect([first.status, again.body.data.id]).toEqual([200, first.body.data.id])
    const { action, after } = (
      await api.rows<{ action: string; after: object }>(
        "SELECT action, after FROM audit_log WHERE object_type = 'maintenance-plan' AND object_id = $1",
        [String(first.body.data.id)],
      )
    )[0]!
    expect([action, after]).toEqual([
      'maintenance-plan.create',
      expect.objectContaining({ name: PLAN.title, triggers: 'Service: 12 months' }),
    ])
  })

  it.each([
    [{ title: ' ' }, { title: ['Title is required'] }],
    [{ description: '' }, { description: ['Description is required'] }],
    [{ description: 'x'.repeat(251) }, { description: ['The maximum length for the description is 250 characters.'] }],
    [{ triggers: [] }, { triggers: ['A plan needs at least one trigger'] }],
    [
      { triggers: [{ name: '', value: 0, metric: 'miles' }] },
      {
        'triggers.0.name': ['Name is required'],
        'triggers.0.value': ['Must be at least 1'],
        'triggers.0.metric': ['Must be one of: days, weeks, months, years, kilometers'],
      },
    ],
    [{ triggers: [PLAN.triggers[0], PLAN.triggers[0]] }, { triggers: ['Two triggers of a plan must not be the same'] }],
    [{ business_id: 2_000_000_000 }, { business_id: ['There is no such business'] }],
  ])('R-208 R-354 says what is wrong with %j', async (wrong, errors) => {
    expect(await plans('POST', '', { ...PLAN, ...wrong })).toMatchObject({ status: 422, body: { errors } })
  })

  it('R-208 says so in the language that was asked for', async () => {
    const { body } = await api.call('POST', '/api/v1/maintenance-plans', {
      email: MANAGER,
      body: { ...PLAN, triggers: [] },
      headers: { 'accept-language': 'de' },
    })
    expect(body.errors).toEqual({ triggers: ['Ein Plan braucht mindestens einen Auslöser'] })
  })

  it('is not made for a business of others, nor by who may only read', async () => {
    expect((await plans('POST', '', { ...PLAN, business_id: hidden })).status).toBe(422)
    expect((await plans('POST', '', PLAN, 'reporter@x.example')).status).toBe(403)
    expect((await plans('GET', `/${(await made()).id}`, undefined, 'manager@hidden.example')).status).toBe(404)
  })

  it('keeps what is due by a trigger that stays, and drops it with one that goes', async () => {
    const service = { name: 'Service', value: 12, metric: 'months' }
    const brakes = { name: 'Brakes', value: 500, metric: 'kilometers' }
    const { id, triggers } = await made({ triggers: [service, brakes] })
    const entity = await tenants.entity(vendor, 'Serviced')
    await tenants.maintain(id, entity)
    await api.rows(
      'INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id) SELECT $1, plan_id, id FROM maintenance_triggers WHERE plan_id = $2',
      [entity, id],
    )
    expect((await plans('GET', `/${id}`)).body.data).toMatchObject({ entities_count: 1, open_count: 2 })
    const saved = await plans('PUT', `/${id}`, { ...PLAN, triggers: [{ ...service, description: 'At the dealer’s' }] })
    expect(saved.body.data).toMatchObject({
      triggers: [{ id: triggers[0].id, ...service, description: 'At the dealer’s' }],
      open_count: 1,
    })
  })

  it('G-29 is not overwritten by who began with an older state', async () => {
    const { id, updated_at: then } = await made()
    const change = (title: string) =>
      api.call('PUT', `/api/v1/maintenance-plans/${id}`, {
        email: MANAGER,
        body: { ...PLAN, title },
        headers: { 'if-match': `W/"${then}"` },
      })
    expect([(await change('First')).status, (await change('Second')).status]).toEqual([200, 412])
  })

  it('R-206 G-78 is activated and deactivated, and offered only while it is active', async () => {
    const { id } = await made({ title: 'On and off' })
    const isOffered = async () =>
      (await call('GET', '/dropdown/maintenance-plans')).body.data.some((one: { id: number }) => one.id === id)
    expect([(await plans('PUT', `/${id}/deactivate`)).body.data.active, await isOffered()]).toEqual([false, false])
    expect([(await plans('PUT', `/${id}/activate`)).body.data.active, await isOffered()]).toEqual([true, true])
  })

  it('T-15 comes back with its vehicles after it was deleted, and is gone from lists and pages meanwhile', async () => {
    const { id } = await made({ title: 'Deleted and back' })
    const entity = await tenants.entity(vendor, 'With a plan')
    await tenants.maintain(id, entity)
    const listed = async (query: string) => (await plans('GET', `?${query}`)).body.data.map((one: { id: number }) => one.id)
    const ofEntity = async () =>
      (await call('GET', `/entities/${entity}?with=maintenance_plans`)).body.data.maintenance_plans.length
    expect((await plans('DELETE', `/${id}`)).body.data).toMatchObject({ active: false, deleted_at: expect.any(String) })
    expect([await listed('limit=200'), await ofEntity()]).toEqual([expect.not.arrayContaining([id]), 0])
    expect(await listed('search=deleted&searchFields=state:=&limit=200')).toContain(id)
    expect([(await plans('PUT', `/${id}`, PLAN)).status, (await plans('PUT', `/${id}/activate`)).status]).toEqual([409, 409])
    expect((await plans('PUT', `/${id}/restore`)).body.data).toMatchObject({ active: false, deleted_at: null, entities_count: 1 })
    expect(await ofEntity()).toBe(1)
  })

  it('R-336 G-61 is in the CSV of its list, with its triggers in words', async () => {
    await made({ title: 'As CSV', triggers: [{ name: 'Chain', value: 1, metric: 'years' }] })
    const { text } = await api.call('GET', '/api/v1/maintenance-plans?format=csv&search=As%20CSV&columns=title,state,triggers', {
      email: MANAGER,
    })
    expect(text).toBe('Title,State,Triggers\r\nAs CSV,Active,Chain: every 1 year\r\n')
  })
})
