import type { MaintenanceEvaluation } from '@roadbook/api/features/maintenance/evaluation/evaluation'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { evaluationOn, nextDueAt } from '../../support/api/maintenance-rig.js'
import { until } from '@roadbook/testing/until'

const MANAGER = 'manager@x.example'
const DAY = 86_400_000
const { api, tenants } = apiForTests({ API_WORK: 'all' })
let vendor: number
let company: number
let mechanic: number
let evaluation: MaintenanceEvaluation

const call = (method: string, path: string, body?: unknown, email = MANAGER, headers?: Record<string, string>) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const inDays = (days: number) => daysAgo(-days)
/** Formats dates in the time zone in which the forecasts count days. */
const DATES = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' })

/** Creates a plan with one trigger through the API. */
async function plan(trigger: object, title = 'Service'): Promise<{ id: number; trigger: number }> {
  const triggers = [{ name: 'Check', ...trigger }]
  const { body } = await call('POST', '/maintenance-plans', { title, description: 'As the maker says', triggers })
  return { id: body.data.id, trigger: body.data.triggers[0].id }
}
/** Adds a vehicle whose tracker shows this many metres. */
async function vehicle(name: string, metres = 0, business = vendor): Promise<{ id: number; deviceId: number }> {
  const id = await tenants.entity(business, name)
  const { deviceId } = await tenants.install(business, id)
  await shows(deviceId, metres)
  return { id, deviceId }
}
async function shows(deviceId: number, metres: number): Promise<void> {
  await tenants.state(deviceId, new Date())
  await api.rows('UPDATE device_states SET odometer_m = $2 WHERE device_id = $1', [deviceId, metres])
}
const join = (planId: number, ...entity_ids: number[]) => call('POST', `/maintenance-plans/${planId}/entities`, { entity_ids })
/** Changes the time at which the vehicle joined its plan. */
const since = (entityId: number, at: Date | string) =>
  api.rows('UPDATE maintenance_plan_entities SET since = $2, counted_from = $2 WHERE entity_id = $1', [entityId, at])
const services = async (entityId: number, query = 'state=all') =>
  (await call('GET', `/maintenance-notifications?search=${entityId}&searchFields=entity_id&orderBy=id&sortedBy=asc&${query}`))
    .body.data
const only = async (entityId: number) => {
  const all = await services(entityId)
  expect(all).toHaveLength(1)
  return all[0]
}
const act = (id: number, action: string, body?: unknown) => call('POST', `/maintenance-notifications/${id}/${action}`, body)

beforeAll(async () => {
  evaluation = evaluationOn(api.database.pool)
  vendor = await tenants.business('Vendor')
  company = await tenants.business('Company', 'company', vendor)
  await tenants.user(MANAGER, 'manager', vendor, { time_zone: 'Europe/Amsterdam' })
  mechanic = await tenants.user('mechanic@x.example', 'technician', vendor, { first_name: 'Mia', last_name: 'Mechanic' })
})

describe('R-012 a service by the clock (R-202, G-76)', () => {
  it('T-09 R-199 comes once for a vehicle that stands still, however often it is looked for', async () => {
    const { id: planId, trigger } = await plan({ value: 1, metric: 'months' }, 'Monthly')
    const { id } = await vehicle('Parked bike')
    await join(planId, id)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    for (const at of [inDays(32), inDays(32), inDays(33)]) await evaluation.byClock(at)
    expect(await only(id)).toMatchObject({
      status: 'open',
      state: 'due-soon',
      planned_at: null,
      assigned_user: null,
      completed: null,
      entity: { id, name: 'Parked bike', business_id: vendor, business_name: 'Vendor' },
      plan: { id: planId, title: 'Monthly' },
      trigger: { id: trigger, name: 'Check', value: 1, metric: 'months' },
      left: { km: null, forecast_at: null },
    })
  })

  it('G-76 is due soon from a week before, or a tenth of its interval, and overdue from the moment on', async () => {
    const { id: planId } = await plan({ value: 200, metric: 'days' })
    const [early, soon, late] = [await vehicle('Early'), await vehicle('Soon'), await vehicle('Late')]
    await join(planId, early.id, soon.id, late.id)
    await since(early.id, daysAgo(179))
    await since(soon.id, daysAgo(181.5))
    await since(late.id, daysAgo(203.5))
    await evaluation.byClock()
    expect(await services(early.id)).toEqual([])
    expect(await only(soon.id)).toMatchObject({ state: 'due-soon', left: { days: 18 } })
    expect(await only(late.id)).toMatchObject({ state: 'overdue', left: { days: -4 } })
  })

  it('G-76 goes by the calendar of the plan: a month over the change of the clock is the same hour in Amsterdam', async () => {
    const { id: planId } = await plan({ value: 1, metric: 'months' })
    const { id } = await vehicle('Over the change')
    await join(planId, id)
    await since(id, '2025-03-10T09:30:00+01:00')
    await evaluation.byClock(new Date('2025-04-09T12:00:00Z'))
    expect((await only(id)).due_at).toBe('2025-04-10T07:30:00.000Z')
    const other = await vehicle('At the end of January')
    await join(planId, other.id)
    await since(other.id, '2026-01-31T09:30:00+01:00')
    await evaluation.byClock(new Date('2026-03-01T12:00:00Z'))
    expect((await only(other.id)).due_at).toBe('2026-02-28T08:30:00.000Z')
  })

  it('R-202 counts days, weeks, months and years', async () => {
    const { id } = await vehicle('Four intervals')
    for (const metric of ['days', 'weeks', 'months', 'years']) {
      const { id: planId } = await plan({ value: 2, metric }, metric)
      await join(planId, id)
    }
    await since(id, '2024-02-01T12:00:00Z')
    await evaluation.byClock(new Date('2026-02-02T12:00:00Z'))
    const due = (await services(id)).map((one: { plan: { title: string }; due_at: string }) => [one.plan.title, one.due_at])
    expect(Object.fromEntries(due)).toEqual({
      days: '2024-02-03T12:00:00.000Z',
      weeks: '2024-02-15T12:00:00.000Z',
      months: '2024-04-01T11:00:00.000Z',
      years: '2026-02-01T12:00:00.000Z',
    })
  })
})

describe('a plan that is written (R-201, G-76)', () => {
  const nextOf = async (planId: number) => {
    const { next_due_at, next_left_km } = (await call('GET', `/maintenance-plans/${planId}`)).body.data
    return { day: next_due_at?.slice(0, 10) ?? null, km: next_left_km }
  }

  it('tells what it needs next without waiting for the clock, by date or by distance', async () => {
    const { id: planId } = await plan({ value: 3, metric: 'months' }, 'By date')
    const { id } = await vehicle('Just joined')
    await join(planId, id)
    await until('the plan has a next day', () => nextOf(planId), { fits: ({ day }) => day !== null })
    expect((await nextOf(planId)).km).toBeNull()

    const { id: byDistance } = await plan({ value: 800, metric: 'kilometers' }, 'By distance')
    await join(byDistance, (await vehicle('Never rides', 12_000_000)).id)
    await until('the plan has a next distance', () => nextOf(byDistance), { fits: ({ km }) => km !== null })
    expect(await nextOf(byDistance)).toEqual({ day: null, km: 800 })
    // The timed evaluation has the same result.
    await evaluation.byClock()
    expect(await nextOf(byDistance)).toEqual({ day: null, km: 800 })
    expect((await call('DELETE', `/maintenance-plans/${byDistance}`)).status).toBe(200)
    await until('the plan has no next distance', () => nextOf(byDistance), { fits: ({ km }) => km === null })
  })

  it('opens at once what a shorter interval makes due', async () => {
    const { id: planId, trigger } = await plan({ value: 12, metric: 'months' }, 'Shortened')
    const { id } = await vehicle('Long since')
    await join(planId, id)
    await since(id, daysAgo(40))
    await call('PUT', `/maintenance-plans/${planId}`, {
      title: 'Shortened',
      description: 'As the maker says',
      triggers: [{ id: trigger, name: 'Check', value: 1, metric: 'months' }],
    })
    await until('a service is open', () => services(id), { fits: ({ length }) => length > 0 })
    expect(await only(id)).toMatchObject({ state: 'overdue' })
  })

  it('does not say how far a vehicle is that nobody may see (G-106)', async () => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' }, 'Of a customer')
    const { id } = await vehicle('Hidden', 3_000_000)
    await api.rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [id, await tenants.consumer(vendor)])
    await join(planId, id)
    await evaluation.byPlan(planId)
    expect(await nextOf(planId)).toEqual({ day: null, km: null })
  })
})

describe('a service by the odometer (R-202, G-76)', () => {
  it('T-09 G-76 tells what is left and when that is ridden: 500 km, 300 ridden, 10 km a day', async () => {
    const { id: planId, trigger } = await plan({ value: 500, metric: 'kilometers' })
    const { id, deviceId } = await vehicle('Commuter', 1_000_000)
    await join(planId, id)
    for (let day = 1; day <= 30; day++) {
      const at = DATES.format(daysAgo(day))
      await tenants.trip(deviceId, `${at}T10:00Z`, `${at}T11:00Z`, { distanceM: 10_000 })
    }
    await shows(deviceId, 1_300_000)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    const asked = await call('POST', '/maintenance-notifications', { entity_id: id, trigger_id: trigger })
    expect(asked.body.data).toMatchObject({ status: 'open', due_at: null, left: { days: null, km: 200 } })
    const daysUntil = (at: string) => Math.round((Date.parse(at) - Date.now()) / DAY)
    expect(daysUntil(asked.body.data.left.forecast_at)).toBe(20)
    const { next_due_at } = (await call('GET', `/maintenance-plans/${planId}`)).body.data
    expect(daysUntil(next_due_at)).toBe(20)
  })

  it.each([
    ['Europe/Amsterdam', '2026-06-11T22:30:00Z', '2026-06-11T10:00:00Z', '2026-12-28T22:30:00.000Z'],
    ['Europe/Amsterdam', '2026-06-11T21:30:00Z', '2026-06-11T10:00:00Z', null],
    ['America/Los_Angeles', '2026-06-12T02:00:00Z', '2026-06-11T17:00:00Z', null],
    ['America/Los_Angeles', '2026-06-12T08:00:00Z', '2026-06-11T17:00:00Z', '2026-12-29T08:00:00.000Z'],
  ])('G-76 counts whole days by the clocks of %s: at %s a ride of %s forecasts %p', async (zone, at, ridden, forecast) => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' })
    const { id, deviceId } = await vehicle('By the day', 1_000_000)
    await join(planId, id)
    await tenants.trip(deviceId, ridden, new Date(Date.parse(ridden) + 1_800_000).toISOString(), { distanceM: 30_000 })
    await shows(deviceId, 1_300_000)
    const next = await nextDueAt(api.database.pool, zone, id, new Date(at))
    expect(next.map(({ next_due_at }) => next_due_at?.toISOString() ?? null)).toEqual([forecast])
  })

  it('G-76 is due soon at 50 km left and overdue when they are ridden, as soon as the tracker says so', async () => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' })
    const { id, deviceId } = await vehicle('Courier', 20_000)
    await join(planId, id)
    const run = () => evaluation.byOdometer(daysAgo(1))
    await shows(deviceId, 469_000)
    await run()
    expect(await services(id)).toEqual([])
    await shows(deviceId, 471_000)
    await run()
    expect(await only(id)).toMatchObject({ state: 'due-soon', left: { km: 49 } })
    await shows(deviceId, 520_000)
    await run()
    expect(await only(id)).toMatchObject({
      state: 'overdue',
      left: { km: 0, forecast_at: null, reached_at: expect.stringMatching(/^2\d{3}-/) },
    })
  })

  it('moves along when somebody puts the odometer right, which is no ride', async () => {
    const { id: planId, trigger } = await plan({ value: 500, metric: 'kilometers' })
    const { id, deviceId } = await vehicle('Put right', 100_000)
    await join(planId, id)
    await shows(deviceId, 200_000)
    const put = await call('PUT', `/entities/${id}`, { name: 'Put right', brand: 'Koga', color: 'Red', odometer_m: 9_000_000 })
    expect(put.status).toBe(200)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    const asked = await call('POST', '/maintenance-notifications', { entity_id: id, trigger_id: trigger })
    expect(asked.body.data.left.km).toBe(400)
  })
})

describe('one service (R-203 to R-205, G-77)', () => {
  const due = async (name: string, business = vendor) => {
    const { id: planId, trigger } = await plan({ value: 1, metric: 'months' }, `Plan of ${name}`)
    const { id: entityId, deviceId } = await vehicle(name, 5_000, business)
    await join(planId, entityId)
    await since(entityId, daysAgo(40))
    await evaluation.byClock()
    return { ...(await only(entityId)), planId, trigger, entityId, deviceId } as {
      id: number
      planId: number
      trigger: number
      entityId: number
      deviceId: number
    }
  }

  it('R-205 is planned for a day, and no longer, and assigned to whoever can see the vehicle, and to nobody', async () => {
    const { id } = await due('To plan', company)
    const other = await tenants.business('Other', 'company', vendor)
    const colleague = await tenants.user('colleague@x.example', 'dealer', vendor)
    // One of the two users does not see the vehicle, and the other does not see the plan. So neither of them sees the due
    // service.
    const aside = await tenants.user('aside@x.example', 'technician', other)
    const below = await tenants.user('below@x.example', 'technician', company)
    const at = inDays(3).toISOString()
    expect((await act(id, 'plan', { planned_at: at })).body.data).toMatchObject({ planned_at: at, state: 'planned' })
    expect((await act(id, 'plan', { planned_at: null })).body.data).toMatchObject({ planned_at: null, state: 'overdue' })
    const assigned = { id: mechanic, name: 'Mia Mechanic' }
    expect((await act(id, 'assign', { user_id: mechanic })).body.data.assigned_user).toEqual(assigned)
    for (const user_id of [aside, below]) {
      const refused = await act(id, 'assign', { user_id })
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { user_id: ['The assigned person must be able to see this service'] },
      ])
    }
    expect((await act(id, 'assign', { user_id: null })).body.data.assigned_user).toBeNull()
    const both = await call('PUT', `/maintenance-notifications/${id}`, { planned_at: at, assigned_user_id: mechanic })
    expect(both.body.data).toMatchObject({ planned_at: at, assigned_user: assigned })
    const { entity } = (await call('GET', `/maintenance-notifications/${id}`)).body.data
    const names = (await call('GET', `/maintenance-notifications/assignees?entity_id=${entity.id}`)).body.data.map(
      (one: { id: number }) => one.id,
    )
    expect(names).toEqual(expect.arrayContaining([mechanic, colleague]))
    expect([names.includes(aside), names.includes(below)]).toEqual([false, false])
  })

  it('G-77 T-09 is done with what was done, and its interval begins anew from then', async () => {
    const { id, entityId } = await due('To do')
    const completed_at = daysAgo(2).toISOString()
    const body = { completed_at, odometer_m: 5_100, note: 'New chain', cost_minor: 4_250, currency: 'EUR' }
    expect((await act(id, 'complete', body)).body.data).toMatchObject({
      status: 'done',
      state: 'done',
      completed: { at: completed_at, odometer_m: 5_100, note: 'New chain', cost_minor: 4_250, currency: 'EUR' },
    })
    // The service is due a month after it was done, which is 26 to 29 days from now. It is announced a week before.
    await evaluation.byClock(inDays(18))
    expect(await services(entityId)).toHaveLength(1)
    await evaluation.byClock(inDays(26))
    const [, next] = await services(entityId)
    expect(next).toMatchObject({ status: 'open' })
    expect(new Date(next.due_at).getTime()).toBeGreaterThan(inDays(24).getTime())
  })

  it('G-77 restarts the interval by the odometer as it was when the work was done', async () => {
    const { id: planId } = await plan({ value: 100, metric: 'kilometers' })
    const { id: entityId, deviceId } = await vehicle('By distance')
    await join(planId, entityId)
    await since(entityId, daysAgo(5))
    await shows(deviceId, 120_000)
    await evaluation.byClock()
    await tenants.trip(deviceId, daysAgo(1).toISOString(), daysAgo(0.9).toISOString(), { distanceM: 15_000 })
    const { id } = await only(entityId)
    await act(id, 'complete', { completed_at: daysAgo(2).toISOString() })
    await shows(deviceId, 160_000)
    await evaluation.byClock()
    expect((await services(entityId))[1]).toMatchObject({ status: 'open', left: { km: 45 } })
  })

  it.each([
    [{ completed_at: inDays(2).toISOString() }, { completed_at: ['Must not lie in the future'] }],
    [{}, { completed_at: ['Must be an ISO 8601 time'] }],
    [
      { completed_at: daysAgo(1).toISOString(), cost_minor: 1, currency: 'XQX' },
      { currency: ['Must be the ISO 4217 code of a currency, such as EUR'] },
    ],
    [{ completed_at: daysAgo(1).toISOString(), odometer_m: -1 }, { odometer_m: ['Must be at least 0'] }],
  ])('is not done as %j', async (body, errors) => {
    const { id } = await due(`Refused ${JSON.stringify(errors)}`)
    expect((await act(id, 'complete', body)).body.errors).toEqual(errors)
  })

  it('G-77 that is reopened is planned for the day that it was planned for', async () => {
    const { id } = await due('Done too early')
    const at = inDays(3).toISOString()
    await act(id, 'plan', { planned_at: at })
    await act(id, 'complete', { completed_at: daysAgo(1).toISOString() })
    expect((await act(id, 'reopen')).body.data).toMatchObject({ status: 'open', state: 'planned', planned_at: at })
  })

  it('G-77 is put aside, let go where it was not done, and reopened unless another one is open', async () => {
    const { id, entityId, trigger } = await due('Put aside')
    await act(id, 'complete', { completed_at: daysAgo(1).toISOString() })
    expect((await act(id, 'complete', { completed_at: daysAgo(1).toISOString() })).status).toBe(409)
    expect((await act(id, 'archive')).body.data).toMatchObject({ status: 'archived', completed: { note: null } })
    expect(await services(entityId, '')).toEqual([])
    expect((await act(id, 'reopen')).body.data).toMatchObject({ status: 'open', completed: null })
    expect((await act(id, 'reopen')).status).toBe(409)
    await act(id, 'archive')
    await evaluation.byClock()
    expect(await services(entityId)).toHaveLength(1)
    const asked = await call('POST', '/maintenance-notifications', { entity_id: entityId, trigger_id: trigger })
    expect(asked.status).toBe(200)
    const again = await act(id, 'reopen')
    expect([again.status, again.body.detail]).toEqual([409, 'This service is open for this vehicle already'])
  })

  it('R-337 is asked for where a plan holds for the vehicle, once, and deleted', async () => {
    const { id, entityId, trigger, planId } = await due('By hand')
    const twice = await call('POST', '/maintenance-notifications', { entity_id: entityId, trigger_id: trigger })
    expect(twice.status).toBe(409)
    expect((await call('DELETE', `/maintenance-notifications/${id}`)).status).toBe(204)
    const { id: foreign } = await vehicle('Without a plan')
    const refused = await call('POST', '/maintenance-notifications', { entity_id: foreign, trigger_id: trigger })
    expect(refused.body.errors).toEqual({ trigger_id: ['This plan does not apply to this vehicle'] })
    await call('PUT', `/maintenance-plans/${planId}/deactivate`)
    const asked = { entity_id: entityId, trigger_id: trigger, planned_at: inDays(1).toISOString(), assigned_user_id: mechanic }
    const made = await call('POST', '/maintenance-notifications', asked)
    expect(made.body.data).toMatchObject({ state: 'planned', assigned_user: { id: mechanic } })
  })

  it('R-200 is found by plan, vehicle, person, and name, value, metric and type of its trigger', async () => {
    const { id, entityId } = await due('Zwaluw')
    await act(id, 'assign', { user_id: mechanic })
    const found = async (search: string) =>
      (await call('GET', `/maintenance-notifications?search=${search}&limit=200`)).body.data.some(
        (one: { id: number }) => one.id === id,
      )
    for (const word of ['Plan of Zwaluw', 'zwaluw', 'Mechanic', 'check', 'months', 'time', '1']) {
      expect([word, await found(encodeURIComponent(word))]).toEqual([word, true])
    }
    expect(await found('distance')).toBe(false)
    const { body } = await call('GET', `/maintenance-notifications?state=planned&search=${entityId}&searchFields=entity_id`)
    expect([body.data, body.meta.counts]).toEqual([[], { overdue: 1, 'due-soon': 0, planned: 0, done: 0, archived: 0 }])
  })

  it('is in the calendar on the day that it is planned for, or due', async () => {
    const { id } = await due('In the calendar')
    const day = inDays(400).toISOString().slice(0, 10)
    const on = async (query: string) =>
      (await call('GET', `/calendar/maintenance?${query}`)).body.data.map((one: { id: number }) => one.id)
    await act(id, 'plan', { planned_at: `${day}T10:00:00Z` })
    expect(await on(`date=${day}`)).toEqual([id])
    expect(await on(`date=${daysAgo(0).toISOString().slice(0, 10)}&additional-days=399`)).not.toContain(id)
    expect(await on(`date=${daysAgo(0).toISOString().slice(0, 10)}&additional-days=1000`)).toContain(id)
    expect((await call('GET', `/calendar/maintenance?date=${day}&additional-days=1001`)).status).toBe(422)
  })
})

describe('a plan and what is due by it (R-206, G-78)', () => {
  it('G-78 T-09 makes none while it is not active; activated, it counts from then on, unless it catches up', async () => {
    const { id: planId } = await plan({ value: 1, metric: 'months' })
    const { id } = await vehicle('Of an idle plan')
    await join(planId, id)
    await call('PUT', `/maintenance-plans/${planId}/deactivate`)
    await since(id, daysAgo(60))
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    await call('PUT', `/maintenance-plans/${planId}/activate`)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    await since(id, daysAgo(60))
    await call('PUT', `/maintenance-plans/${planId}/deactivate`)
    await call('PUT', `/maintenance-plans/${planId}/activate?catch_up=true`)
    await evaluation.byClock()
    expect(await only(id)).toMatchObject({ state: 'overdue' })
    await call('PUT', `/maintenance-plans/${planId}/deactivate`)
    expect(await only(id)).toMatchObject({ status: 'open' })
    await call('DELETE', `/maintenance-plans/${planId}`)
    expect(await services(id)).toEqual([])
  })

  it('R-201 R-209 holds for vehicles that are picked, or carry a tag, until they leave it', async () => {
    const { id: planId } = await plan({ value: 1, metric: 'months' })
    const [one, two] = [await tenants.entity(vendor, 'Picked'), await tenants.entity(company, 'Tagged')]
    const tag = await tenants.tag('Rental', 'general', vendor)
    await tenants.carry(two, tag)
    expect((await join(planId, one)).body.data).toEqual({ added: 1, entities_count: 1 })
    const tagged = await call('POST', `/maintenance-plans/${planId}/entities`, { tag_id: tag })
    expect(tagged.body.data).toEqual({ added: 1, entities_count: 2 })
    const listed = async () =>
      (await call('GET', `/maintenance-plans/${planId}/entities?orderBy=name&sortedBy=asc`)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await listed()).toEqual(['Picked', 'Tagged'])
    await since(one, daysAgo(60))
    await evaluation.byClock()
    expect((await call('DELETE', `/maintenance-plans/${planId}/entities/${one}`)).status).toBe(204)
    expect([await listed(), (await only(one)).status]).toEqual([['Tagged'], 'archived'])
    expect((await call('DELETE', `/maintenance-plans/${planId}/entities/${one}`)).status).toBe(404)
    expect((await call('POST', `/maintenance-plans/${planId}/entities`, {})).status).toBe(422)
    const theirs = await tenants.entity(await tenants.business('Theirs'), 'Theirs')
    expect((await join(planId, theirs)).body.errors).toEqual({ entity_ids: ['There is no such entity'] })
  })

  it('R-338 has triggers that are made, changed and deleted one by one, and keeps what was done by them', async () => {
    const { id: planId, trigger } = await plan({ value: 1, metric: 'months' })
    const { id } = await vehicle('With triggers')
    await join(planId, id)
    await since(id, daysAgo(60))
    const lone = await call('DELETE', `/triggers/${trigger}`)
    expect([lone.status, lone.body.detail]).toEqual([409, 'A plan needs at least one trigger'])
    const made = await call('POST', '/triggers', { plan_id: planId, name: 'Brakes', value: 1, metric: 'weeks' })
    expect(made.body.data).toMatchObject({ plan_id: planId, name: 'Brakes', value: 1, metric: 'weeks' })
    const same = await call('POST', '/triggers', { plan_id: planId, name: 'Brakes', value: 1, metric: 'weeks' })
    expect(same.body.errors).toEqual({ name: ['Two triggers of a plan must not be the same'] })
    await evaluation.byClock()
    expect(await services(id)).toHaveLength(2)
    const brakes = made.body.data.id
    await call('PUT', `/triggers/${brakes}`, { name: 'Brakes', value: 1, metric: 'years' })
    await evaluation.byClock()
    const [check] = await services(id)
    expect(await services(id)).toEqual([check])
    await act(check.id, 'complete', { completed_at: daysAgo(1).toISOString(), note: 'Done by the first' })
    expect((await call('DELETE', `/triggers/${trigger}`)).status).toBe(204)
    expect((await call('GET', `/triggers/${trigger}`)).status).toBe(404)
    expect((await only(id)).completed.note).toBe('Done by the first')
    expect((await act(check.id, 'reopen')).body.detail).toBe('This trigger is no longer part of its plan')
  })

  it('R-207 is changed with its triggers by their ids, which keep what was done', async () => {
    const { id: planId, trigger } = await plan({ value: 1, metric: 'months' })
    const body = { title: 'Changed', description: 'As the maker says' }
    const changed = await call('PUT', `/maintenance-plans/${planId}`, {
      ...body,
      triggers: [{ id: trigger, name: 'Big check', value: 2, metric: 'months' }],
    })
    expect(changed.body.data.triggers).toEqual([expect.objectContaining({ id: trigger, name: 'Big check', value: 2 })])
    const { trigger: foreign } = await plan({ value: 3, metric: 'months' })
    const refused = await call('PUT', `/maintenance-plans/${planId}`, {
      ...body,
      triggers: [{ id: foreign, name: 'Theirs', value: 2, metric: 'months' }],
    })
    expect(refused.body.errors).toEqual({ triggers: ['There is no such trigger'] })
  })
})

describe('a vehicle of a customer without consent', () => {
  it('G-106 is due by the clock alone: what the odometer says is told by no notification, number or forecast', async () => {
    const { id: planId, trigger } = await plan({ value: 100, metric: 'kilometers' })
    const { id, deviceId } = await vehicle('Customer’s bike', 10_000)
    await join(planId, id)
    await api.rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [id, await tenants.consumer(vendor)])
    const asked = await call('POST', '/maintenance-notifications', { entity_id: id, trigger_id: trigger })
    const before = await only(id)
    expect(asked.body.data.left).toEqual({ days: null, km: null, forecast_at: null, reached_at: null })
    await shows(deviceId, 900_000)
    await tenants.trip(deviceId, daysAgo(2).toISOString(), daysAgo(1.9).toISOString(), { distanceM: 500_000 })
    await evaluation.byClock()
    await evaluation.byOdometer(daysAgo(1))
    expect(await only(id)).toEqual(before)
    await tenants.consent(id)
    await evaluation.byClock()
    expect(await only(id)).toMatchObject({ state: 'overdue', left: { km: -790 } })
  })
})
