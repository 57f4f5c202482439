import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let bike: number
let imei: string

interface Hit {
  kind: string
  id: number
  name: string
}
const find = async (query: string, who = 'manager@x.example'): Promise<Hit[]> => {
  const { status, body } = await api.get(`/search?query=${encodeURIComponent(query)}`, who)
  expect(status).toBe(200)
  return body.data
}
const told = (hits: Hit[]) => hits.map(({ kind, name }) => `${kind} ${name}`)

beforeAll(async () => {
  const business = await tenants.business('Velo Heidelberg')
  const other = await tenants.business('Velo Elsewhere')
  await tenants.user('manager@x.example', 'manager', business)
  await tenants.user('reporter@x.example', 'reporter', business)
  await tenants.user('claire.dubois@x.example', 'dealer', business)
  await tenants.user('claire.theirs@x.example', 'dealer', other)
  bike = await tenants.entity(business, 'Scooter 073', { license_plate: 'HD-SC 1072', frame_number: 'WRBSC260733168' })
  await tenants.entity(business, 'Scooter 074', { license_plate: 'HD-SC 2075', consumer_id: await tenants.consumer(business) })
  await tenants.entity(other, 'Scooter 075', { license_plate: 'HD-SC 1072', frame_number: 'WRBSC260733168' })
  const { deviceId } = await tenants.install(business, bike)
  const { rows } = await api.database.pool.query<{ imei: string }>('SELECT imei FROM devices WHERE id = $1', [deviceId])
  imei = rows[0]?.imei ?? ''
  await tenants.tag('Spring check', 'general', business)
  await tenants.tag('Spring cleaning', 'general', other)
})

describe('the search', () => {
  it.each([
    ['a plate as it is written', 'HD-SC 1072'],
    ['a plate without blank and dash', 'hdsc1072'],
    ['a plate with others', 'HD.SC-10 72'],
    ['a part of the frame number', '260733168'],
    ['a name', 'scooter 073'],
    ['a plate with a wrong letter', 'HD-SD 1072'],
    ['a plate with a letter too many', 'HD-SCC 1072'],
    ['a plate that lacks a letter', 'HD-S 1072'],
    ['a plate with two letters that changed places', 'HD-SC 1702'],
    ['two letters that changed places in the middle', 'WRBSC267033168'],
  ])('T-06 finds a vehicle by %s', async (_, query) => {
    expect(await find(query)).toMatchObject([
      { kind: 'vehicle', id: bike, name: 'Scooter 073', imei, license_plate: 'HD-SC 1072' },
    ])
  })

  it('T-06 finds a vehicle by the end of its tracker’s IMEI', async () => {
    expect((await find(imei.slice(-6)))[0]).toMatchObject({ id: bike })
    expect((await find(`${imei.slice(-6, -3)} ${imei.slice(-3)}`))[0]).toMatchObject({ id: bike })
  })

  it('T-06 finds people by e-mail, businesses and tags by name, and nothing of others', async () => {
    expect((await find('claire')).map(({ kind }) => kind)).toEqual(['person'])
    expect(await find('claire.dubois@x')).toMatchObject([{ kind: 'person', email: 'claire.dubois@x.example' }])
    expect(told(await find('velo'))).toEqual(['business Velo Heidelberg'])
    expect(told(await find('spring'))).toEqual(['tag Spring check'])
    expect(told(await find('sprnig chekc'))).toEqual([])
    expect(told(await find('sprnig check'))).toEqual(['tag Spring check'])
  })

  it('T-06 tells a Reporter of vehicles alone, and of no customer', async () => {
    const reader = 'reporter@x.example'
    expect(told(await find('scooter', reader))).toEqual(['vehicle Scooter 073', 'vehicle Scooter 074'])
    for (const query of ['claire', 'velo', 'spring']) expect(await find(query, reader)).toEqual([])
    const customer = await find('2075')
    expect(Object.keys(customer[0] ?? {}).sort()).toEqual(
      ['business_name', 'email', 'frame_number', 'id', 'imei', 'kind', 'license_plate', 'name'].sort(),
    )
  })

  it.each(['', 'a', ' - ', '%%', '\0\0', '____', '\\', "'; --", '(((('])('takes %j as text and finds nothing', async (query) => {
    expect(await find(query)).toEqual([])
  })

  it.each(['bohler', 'Boehler', 'BÖHLER 7', 'bo\u0308hler', 'füspb03', 'fuspb03', 'FUE-SPB 03'])(
    'T-06 finds a vehicle by %j, however its umlauts are typed',
    async (query) => {
      const { rows } = await api.database.pool.query<{ id: number }>("SELECT id FROM businesses WHERE name = 'Velo Heidelberg'")
      await api.database.pool.query(
        `INSERT INTO entities (business_id, name, license_plate, vehicle_type) SELECT $1, 'Böhler 7', 'FÜ-SPB 03', 'eBike'
         WHERE NOT EXISTS (SELECT FROM entities WHERE name = 'Böhler 7')`,
        [rows[0]?.id],
      )
      expect(told(await find(query))).toEqual(['vehicle Böhler 7'])
    },
  )

  it('refuses what is too long to be a name', async () => {
    expect((await api.get(`/search?query=${'x'.repeat(101)}`, 'manager@x.example')).status).toBe(422)
  })
})
