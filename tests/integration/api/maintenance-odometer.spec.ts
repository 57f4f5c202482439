import type { MaintenanceEvaluation } from '@roadbook/api/features/maintenance/evaluation/evaluation'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { evaluationOn } from '../../support/api/maintenance-rig.js'

const MANAGER = 'manager@x.example'
const DAY = 86_400_000
const { api, tenants } = apiForTests()
let vendor: number
let frames = 0
let evaluation: MaintenanceEvaluation

const call = (method: string, path: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email: MANAGER, body })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const WORDS = { brand: 'Koga', color: 'Red' }

async function plan(...triggers: object[]): Promise<{ id: number; triggers: number[] }> {
  const named = triggers.map((trigger, nth) => ({ name: `Check ${nth}`, ...trigger }))
  const { body } = await call('POST', '/maintenance-plans', {
    title: 'Service',
    description: 'As the maker says',
    triggers: named,
  })
  return { id: body.data.id, triggers: body.data.triggers.map(({ id }: { id: number }) => id) }
}
/** Adds a vehicle without a tracker. Its odometer reading was entered by hand. */
async function vehicle(name: string, odometer_m?: number): Promise<number> {
  const { body } = await call('POST', '/entities', {
    ...WORDS,
    name,
    business_id: vendor,
    vehicle_type: 'eBike',
    frame_number: `FRAME-${++frames}`,
    license_plate: `PLATE-${frames}`,
    odometer_m,
  })
  expect(body).toMatchObject({ data: { id: expect.any(Number) } })
  return body.data.id
}
const reads = async (id: number, odometer_m: number, name = 'Read') => {
  expect((await call('PUT', `/entities/${id}`, { ...WORDS, name, odometer_m })).status).toBe(200)
}
const odometer = async (id: number): Promise<number> => (await call('GET', `/entities/${id}`)).body.data.odo
const join = (planId: number, ...entity_ids: number[]) => call('POST', `/maintenance-plans/${planId}/entities`, { entity_ids })
const services = async (entityId: number) =>
  (await call('GET', `/maintenance-notifications?search=${entityId}&searchFields=entity_id&orderBy=id&sortedBy=asc&state=open`))
    .body.data
const ask = async (entity_id: number, trigger_id: number) =>
  (await call('POST', '/maintenance-notifications', { entity_id, trigger_id })).body.data
const done = (id: number, body: object) => call('POST', `/maintenance-notifications/${id}/complete`, body)
const rides = async (entityId: number, deviceId: number, ...kilometres: number[]) => {
  for (const [nth, km] of kilometres.entries()) {
    const at = Date.now() + (nth + 1) * 3_600_000
    await tenants.trip(deviceId, new Date(at).toISOString(), new Date(at + 1_800_000).toISOString(), { distanceM: km * 1_000 })
  }
  return odometer(entityId)
}

beforeAll(async () => {
  evaluation = evaluationOn(api.database.pool)
  vendor = await tenants.business('Vendor')
  await tenants.user(MANAGER, 'manager', vendor, { time_zone: 'Europe/Amsterdam' })
  await tenants.tag('Koga', 'brand', vendor)
})

describe('the odometer of a vehicle that is read by hand', () => {
  it('G-76 brings a service nearer: each 5 km, joined at 1 000 m and read at 6 500 m is 0.5 km over', async () => {
    const { id: planId } = await plan({ value: 5, metric: 'kilometers' })
    const id = await vehicle('By hand', 1_000)
    await join(planId, id)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    await reads(id, 6_500)
    await evaluation.byOdometer(daysAgo(1 / 24))
    expect(await services(id)).toMatchObject([{ state: 'overdue', left: { reached_at: expect.any(String) } }])
    const [due] = await api.rows<{ due_m: string }>('SELECT due_m FROM maintenance_notifications WHERE entity_id = $1', [id])
    expect([due?.due_m, await odometer(id)].map(Number)).toEqual([6_000, 6_500])
  })

  it('G-76 joins with the start of its first interval, also before its odometer began', async () => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' }, { value: 30, metric: 'days' })
    const id = await vehicle('Served elsewhere', 100_000)
    const start = { entity_id: id, counted_from: daysAgo(30.5).toISOString(), counted_from_m: -350_000 }
    const joining = { entity_ids: [id], starts: [start] }
    const { status, body } = await call('POST', `/maintenance-plans/${planId}/entities`, joining)
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { added: 1 } } })
    await evaluation.byClock()
    // At 150 km the service is due, and it is due soon 50 km before.
    expect(await services(id)).toMatchObject([
      { trigger: { metric: 'kilometers' }, state: 'due-soon', left: { km: 50 } },
      { trigger: { metric: 'days' }, state: 'overdue', left: { days: -1 } },
    ])
    for (const wrong of [
      { counted_from: 'March' },
      { counted_from_m: 1.5 },
      { counted_from_m: -20_000_000_000 },
      { entity_id: 0 },
    ]) {
      const body = { entity_ids: [id], starts: [{ ...start, ...wrong }] }
      const field = `starts.0.${Object.keys(wrong)[0]!}`
      const refused = await call('POST', `/maintenance-plans/${planId}/entities`, body)
      expect(refused).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
    }
  })

  it('G-76 is due soon, then overdue, and counts from where the service was done', async () => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' })
    const id = await vehicle('Read each week', 20_000)
    await join(planId, id)
    for (const [metres, states] of [
      [200_000, []],
      [475_000, ['due-soon']],
      [530_000, ['overdue']],
    ] as const) {
      await reads(id, metres)
      await evaluation.byClock()
      expect((await services(id)).map(({ state }: { state: string }) => state)).toEqual(states)
    }
    const [{ id: service }] = await services(id)
    await done(service, { completed_at: daysAgo(0).toISOString(), odometer_m: 540_000 })
    expect(await odometer(id)).toBe(540_000)
    await reads(id, 1_020_000)
    await evaluation.byClock()
    expect(await services(id)).toMatchObject([{ state: 'due-soon', left: { km: 20 } }])
  })

  it('G-76 is put right by a lower number, which leaves services where they were', async () => {
    const { id: planId, triggers } = await plan({ value: 500, metric: 'kilometers' })
    const id = await vehicle('Mistyped', 100_000)
    await join(planId, id)
    await reads(id, 900_000)
    await reads(id, 190_000)
    expect((await ask(id, triggers[0]!)).left.km).toBe(410)
  })

  it('G-76 is not overdue for what was mistyped, once that is put right, and is again when it is ridden', async () => {
    const { id: planId } = await plan({ value: 500, metric: 'kilometers' })
    const id = await vehicle('Mistyped and seen', 100_000)
    await join(planId, id)
    const looked = async (odometerM: number) => {
      await reads(id, odometerM)
      await evaluation.byOdometer(daysAgo(1 / 24))
      return (await services(id)).map(({ state, left }: { state: string; left: object }) => ({ state, ...left }))
    }
    expect(await looked(900_000)).toMatchObject([{ state: 'overdue', km: -300, reached_at: expect.any(String) }])
    expect(await looked(190_000)).toMatchObject([{ state: 'due-soon', km: 410, reached_at: null }])
    expect(await looked(601_000)).toMatchObject([{ state: 'overdue', km: -1 }])
  })

  it('begins where somebody says so who knows it first, if that is more than can have been ridden', async () => {
    const { id: planId, triggers } = await plan({ value: 15_000, metric: 'kilometers' })
    const id = await vehicle('Bought used')
    await join(planId, id)
    await reads(id, 84_000_000)
    expect((await ask(id, triggers[0]!)).left.km).toBe(15_000)
  })

  it('T-04 T-16 has a history: who read what, and when', async () => {
    const id = await vehicle('With a history', 1_000)
    await reads(id, 6_500, 'With a history')
    await reads(id, 6_200, 'With a history')
    const { data } = (await call('GET', `/entities/${id}/history`)).body
    const changes = data.flatMap(
      ({ actor, changes: all }: { actor: string; changes: { field: string; old: number; new: number }[] }) =>
        all.filter(({ field }) => field === 'odometer_m').map((change) => [actor, change.old, change.new]),
    )
    expect(changes.slice(0, 2)).toEqual([
      ['Ada Byron', 6_500, 6_200],
      ['Ada Byron', 1_000, 6_500],
    ])
    expect(await odometer(id)).toBe(6_200)
  })
})

describe('the odometer of a vehicle whose tracker counts nothing', () => {
  it('T-04 G-76 is the sum of its trips: rides of 5.8, 5.8, 9.7 and 9.5 km, and a service of 5 km comes', async () => {
    const { id: planId } = await plan({ value: 5, metric: 'kilometers' })
    const id = await vehicle('Without a counter')
    const { deviceId } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    await api.rows('UPDATE device_states SET odometer_m = NULL WHERE device_id = $1', [deviceId])
    const before = await odometer(id)
    await join(planId, id)
    expect((await rides(id, deviceId, 5.8, 5.8, 9.7, 9.5)) - before).toBe(30_800)
    await evaluation.byClock()
    expect(await services(id)).toMatchObject([{ state: 'overdue', left: { km: -26 } }])
    const listed = await call('GET', '/entities/index?search=Without a counter&searchFields=name')
    expect(listed.body.data[0].odo).toBe(await odometer(id))
  })

  it('T-04 begins by hand, and goes on by trips', async () => {
    const id = await vehicle('Begun by hand')
    const { deviceId } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    await api.rows('UPDATE device_states SET odometer_m = NULL WHERE device_id = $1', [deviceId])
    await reads(id, 84_000_000)
    expect(await rides(id, deviceId, 10, 20)).toBe(84_030_000)
    const [from, till] = [daysAgo(0), daysAgo(-1)].map((at) => at.toISOString().slice(0, 7))
    const { entries } = (await call('GET', `/entities/${id}/logbook?from=${from}&till=${till}&tz=UTC`)).body.data
    expect(entries.map((entry: Record<string, number>) => [entry.odometer_start_m, entry.odometer_stop_m])).toEqual([
      [84_000_000, 84_010_000],
      [84_010_000, 84_030_000],
    ])
    await api.rows('UPDATE trips SET deleted_at = now() WHERE device_id = $1', [deviceId])
    expect(await odometer(id)).toBe(84_030_000)
  })
})

describe('a service that was done before its vehicle joined the plan', () => {
  const historical = async (name: string, days: number, more: object) => {
    const { id: planId, triggers } = await plan({ value: 15_000, metric: 'kilometers' }, { value: 2, metric: 'months' })
    const id = await vehicle(name, 27_000_000)
    await join(planId, id)
    for (const trigger of triggers) {
      const service = await ask(id, trigger)
      expect((await done(service.id, { completed_at: daysAgo(days).toISOString(), ...more })).status).toBe(200)
    }
    return { id, planId, next: [await ask(id, triggers[0]!), await ask(id, triggers[1]!)] as const }
  }

  it('G-76 is what the next one is counted from: done at 20 000 km, now 27 000 km: 8 000 km left, due two months after', async () => {
    const { next } = await historical('With its history', 64, { odometer_m: 20_000_000 })
    expect(next[0].left.km).toBe(8_000)
    expect(Date.parse(next[1].due_at)).toBeLessThan(Date.now())
    expect(Date.parse(next[1].due_at)).toBeGreaterThan(daysAgo(6).getTime())
    expect(next[1].state).toBe('overdue')
  })

  it('G-76 is found due by the evaluation', async () => {
    const { id: planId, triggers } = await plan({ value: 2, metric: 'months' })
    const id = await vehicle('Found due', 27_000_000)
    await join(planId, id)
    await done((await ask(id, triggers[0]!)).id, { completed_at: daysAgo(70).toISOString() })
    await evaluation.byClock()
    expect(await services(id)).toMatchObject([{ state: 'overdue' }])
  })

  it('G-76 counts for a vehicle that leaves the plan and comes back, and for one that gets its first tracker', async () => {
    const { id, planId } = await historical('Comes back', 30, { odometer_m: 20_000_000 })
    await call('DELETE', `/maintenance-plans/${planId}/entities/${id}`)
    await join(planId, id)
    await tenants.install(vendor, id)
    const { body } = await call('GET', `/maintenance-plans/${planId}`)
    const next = await ask(id, body.data.triggers[0].id)
    expect(next.left.km).toBe(8_000)
  })

  it('G-77 is not moved by an odometer that is put right: that is what was read', async () => {
    const { id: planId, triggers } = await plan({ value: 15_000, metric: 'kilometers' })
    const id = await vehicle('Put right')
    const { deviceId } = await tenants.install(vendor, id)
    await join(planId, id)
    const service = await ask(id, triggers[0]!)
    await tenants.state(deviceId, new Date())
    await api.rows('UPDATE device_states SET odometer_m = 30000000 WHERE device_id = $1', [deviceId])
    await done(service.id, { completed_at: daysAgo(30).toISOString(), odometer_m: 20_000_000 })
    await reads(id, 27_000_000)
    expect((await ask(id, triggers[0]!)).left.km).toBe(8_000)
  })

  it('G-77 counts from what was read also where the odometer is put right afterwards', async () => {
    const { id: planId, triggers } = await plan({ value: 15_000, metric: 'kilometers' })
    const id = await vehicle('Told later')
    const { deviceId } = await tenants.install(vendor, id)
    await tenants.state(deviceId, new Date())
    await join(planId, id)
    const service = await ask(id, triggers[0]!)
    await done(service.id, { completed_at: daysAgo(30).toISOString(), odometer_m: 20_000_000 })
    const next = await ask(id, triggers[0]!)
    expect(next.left.km).toBe(15_000)
    await reads(id, 27_000_000)
    expect((await services(id)).map(({ left }: { left: { km: number } }) => left.km)).toEqual([8_000])
  })

  it('G-78 does not count for a plan that is activated anew, which counts from then on', async () => {
    const { id: planId, triggers } = await plan({ value: 2, metric: 'months' })
    const id = await vehicle('Activated anew')
    await join(planId, id)
    await done((await ask(id, triggers[0]!)).id, { completed_at: daysAgo(70).toISOString() })
    await call('PUT', `/maintenance-plans/${planId}/deactivate`)
    await call('PUT', `/maintenance-plans/${planId}/activate`)
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
  })
})

describe('a vehicle that joins a plan before its tracker was heard', () => {
  it('G-76 is not due for what its counter had counted before', async () => {
    const { id: planId, triggers } = await plan({ value: 500, metric: 'kilometers' })
    const id = await tenants.entity(vendor, 'Not heard yet')
    const { deviceId } = await tenants.install(vendor, id)
    await join(planId, id)
    await tenants.state(deviceId, new Date())
    await evaluation.byClock()
    expect(await services(id)).toEqual([])
    await api.rows('UPDATE device_states SET odometer_m = odometer_m + 100000 WHERE device_id = $1', [deviceId])
    expect((await ask(id, triggers[0]!)).left.km).toBe(400)
  })
})
