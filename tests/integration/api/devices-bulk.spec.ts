import { apiForTests } from '../../support/api/api-for-tests.js'

const MANAGER = 'manager@x.example'
const { api, tenants } = apiForTests()
let vendor: number
let last = 356_307_060_000_000

const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const create = async (more: object = {}): Promise<number> =>
  (await call('POST', '/devices', { imei: String(++last), ...more })).body.data.id
const idsOf = async (query: string): Promise<number[]> =>
  (await api.get(`/devices?orderBy=id&sortedBy=asc&limit=200&${query}`, MANAGER)).body.data.map(({ id }: { id: number }) => id)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  await tenants.deliver(vendor, '356307060000000', '356307060000999')
  await tenants.user(MANAGER, 'manager', vendor)
})

describe('T-05 many devices at once', () => {
  it('are deleted where they can be, each refusal with its reason, and come back with one undo', async () => {
    const [free, spare] = [await create(), await create()]
    await api.database.pool.query('UPDATE devices SET returned_at = now() WHERE id = $1', [spare])
    const { deviceId: installed } = await tenants.install(vendor, await tenants.entity(vendor, 'Bike'))
    const stranger = await tenants.business('Other')
    const { deviceId: foreign } = await tenants.install(stranger, await tenants.entity(stranger, 'Not ours'))
    const ids = [free, spare, installed, foreign]
    const { status, body } = await call('POST', '/devices/bulk', { action: 'delete', ids })
    expect([status, body.data.changed, body.data.failed]).toEqual([200, 2, 2])
    expect(body.data.results.slice(2)).toEqual([
      {
        id: installed,
        result: 'failed',
        reason: '/problems/conflict',
        message: 'This device is on a vehicle; take it off first',
      },
      { id: foreign, result: 'failed', reason: '/problems/not-found', message: expect.any(String) },
    ])
    expect(await idsOf('')).toEqual([installed])
    const undone = await call('POST', `/devices/bulk/${body.data.undo_id}/undo`)
    expect(undone.body.data).toMatchObject({ changed: 2, failed: 0 })
    expect(await idsOf('')).toEqual([free, spare, installed].sort((a, b) => a - b))
    expect((await call('POST', `/devices/bulk/${body.data.undo_id}/undo`)).status).toBe(409)
    const { rows } = await api.database.pool.query(
      "SELECT action FROM audit_log WHERE object_type = 'device' AND object_id = $1 ORDER BY id",
      [String(free)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['device.create', 'device.delete', 'device.restore'])
  })

  it('are restored together, and those that were never deleted are left alone', async () => {
    const [gone, here] = [await create(), await create()]
    await call('DELETE', `/devices/${gone}`)
    const { body } = await call('POST', '/devices/bulk', { action: 'restore', ids: [gone, here] })
    expect(body.data.results.map(({ result }: { result: string }) => result)).toEqual(['changed', 'unchanged'])
    expect(await idsOf(`searchFields=id:in${gone},${here}`)).toEqual([gone, here])
  })
})

describe('D.16 firmware drift', () => {
  const drifting = (model: string) => idsOf(`searchFields=firmware_drift:=true;model:=${model}&searchJoin=and`)
  const done = async (id: number, to_firmware: string) => {
    const update = (await call('POST', '/device-updates', { device_id: id, to_firmware })).body.data.id
    for (const state of ['sent', 'done']) await call('PUT', `/device-updates/${update}`, { state })
  }

  it('is what differs from the most of its model, until an update that was done says what is wanted', async () => {
    const of = (firmware_version: string | null) => create({ model: 'FMB920', firmware_version })
    const [a, b, old] = [await of('3.2'), await of('3.2'), await of('3.1')]
    const unknown = await of(null)
    await create({ model: 'FMC130', firmware_version: '9.9' })
    expect(await drifting('FMB920')).toEqual([old])
    const shown = (await api.get(`/devices/${old}`, MANAGER)).body.data
    expect([shown.firmware_version, shown.wanted_firmware]).toEqual(['3.1', '3.2'])
    await done(a, '4.0')
    expect(await drifting('FMB920')).toEqual([b, old])
    expect((await api.get(`/devices/${unknown}`, MANAGER)).body.data.wanted_firmware).toBe('4.0')
    expect(await drifting('FMC130')).toEqual([])
  })

  it('is judged in each business for itself, and counted', async () => {
    const department = await tenants.business('Department', 'department', vendor)
    const other = await create({ model: 'FMB920', firmware_version: '3.1', business_id: department })
    expect(await drifting('FMB920')).not.toContain(other)
    const { body } = await api.get('/devices/statistics', MANAGER)
    expect(body.data.firmware_drift).toBe((await idsOf('searchFields=firmware_drift:=true')).length)
  })
})
