import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let department: number
let other: number
let bikes: number[]
const MANAGER = 'manager@x.example'
const LOCAL = 'local@x.example'
const STRANGER = 'manager@other.example'
const ROOT = 'root@x.example'

const call = (method: string, path: string, body?: unknown, email = MANAGER, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const create = async (body: object, email = MANAGER) => (await call('POST', '/tags', body, email)).body.data
const dropdown = async (name: string, email = MANAGER) => (await api.get(`/dropdown/${name}`, email)).body.data
const named = async (name: string, what: string) => (await dropdown(name)).find((one: { name: string }) => one.name === what).id
const entity = async (id: number) => (await api.get(`/entities/${id}?with=tags`, MANAGER)).body.data
const tagNames = async (id: number) => (await entity(id)).tags.map((tag: { name: string }) => tag.name)
const bulk = (body: object, email = MANAGER) => call('PUT', '/entities/tags/bulk', body, email)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  department = await tenants.business('Department', 'department', vendor)
  other = await tenants.business('Other')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user('technician@x.example', 'technician', vendor)
  await tenants.user(LOCAL, 'manager', department)
  await tenants.user(STRANGER, 'manager', other)
  await tenants.user(ROOT, 'super-admin', null)
  bikes = await Promise.all([1, 2, 3, 4].map((at) => tenants.entity(vendor, `Bike ${at}`)))
})

describe('tags', () => {
  it('R-178 R-179 R-318 are made, read, changed and deleted, each change in the audit log', async () => {
    const made = await create({ name: '  City ', type: 'general' })
    expect(made).toMatchObject({
      name: 'City',
      type: 'general',
      business_id: vendor,
      editable: true,
      entities_count: 0,
      groups: [],
    })
    const changed = await call('PUT', `/tags/${made.id}`, { name: 'Town' })
    expect(changed.body.data.name).toBe('Town')
    expect((await call('DELETE', `/tags/${made.id}`)).body.data.deleted_at).not.toBeNull()
    expect((await api.get('/tags?search=Town', MANAGER)).body.data).toEqual([])
    expect((await api.get('/tags?search=name:Town;state:deleted', MANAGER)).body.meta.total).toBe(1)
    const { rows } = await api.database.pool.query(
      "SELECT action FROM audit_log WHERE object_type = 'tag' AND object_id = $1 ORDER BY id",
      [String(made.id)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['tag.create', 'tag.update', 'tag.delete'])
  })

  it.each([
    [{ type: 'general' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101), type: 'general' }, 'name', 'Name is too long'],
    [{ name: 'Ultimate', type: 'model' }, 'parent_id', 'Brand is required'],
    [{ name: 'Line', type: 'engine_model' }, 'parent_id', 'Engine brand is required'],
    [{ name: 'Line', type: 'engine_model', parent_id: 2_000_000_000 }, 'parent_id', 'There is no such engine brand'],
    [{ name: 'Fatbike', type: 'type' }, 'vehicle_type', 'Vehicle type is required'],
    [{ name: 'New', type: 'nonsense' }, 'type', expect.stringContaining('Must be one of: general, powerunit')],
  ])('R-179 refuses %j', async (body, field, message) => {
    const { status, body: problem } = await call('POST', '/tags', body)
    expect([status, problem.errors[field]]).toEqual([422, [message]])
  })

  it('has one of each name and type, whatever its capitals', async () => {
    await create({ name: 'Rental', type: 'general' })
    const again = await call('POST', '/tags', { name: 'RENTAL', type: 'general' })
    expect(again.body.errors).toEqual({ name: ['There is already a tag with this name'] })
    expect((await call('POST', '/tags', { name: 'Rental', type: 'group' })).status).toBe(200)
    expect((await call('POST', '/tags', { name: 'Rental', type: 'general' }, STRANGER)).status).toBe(200)
  })

  it('applies below the business whose it is, and is changed only there', async () => {
    const { id } = await create({ name: 'Whole fleet', type: 'general' })
    const seen = await api.get(`/tags/${id}`, LOCAL)
    expect(seen.body.data).toMatchObject({ name: 'Whole fleet', editable: false })
    const refused = await call('PUT', `/tags/${id}`, { name: 'Mine' }, LOCAL)
    expect([refused.status, refused.body.detail]).toEqual([403, 'This tag belongs to a business above yours'])
    expect((await api.get(`/tags/${id}`, STRANGER)).status).toBe(404)
    const catalogue = await named('brands', 'Gazelle')
    expect((await call('DELETE', `/tags/${catalogue}`)).status).toBe(403)
    expect((await call('PUT', `/tags/${catalogue}`, { name: 'Gazelle' }, ROOT)).status).toBe(200)
  })

  it('R-179 a renamed brand is called so on every vehicle that carries it', async () => {
    const brand = await create({ name: 'Oldname', type: 'brand' })
    await bulk({ entities: [bikes[0]], attach: [brand.id], on_conflict: 'replace' })
    expect((await entity(bikes[0] ?? 0)).brand).toBe('Oldname')
    await call('PUT', `/tags/${brand.id}`, { name: 'Newname' })
    expect((await entity(bikes[0] ?? 0)).brand).toBe('Newname')
    await bulk({ entities: [bikes[0]], detach: [brand.id] })
    expect((await entity(bikes[0] ?? 0)).brand).toBeNull()
  })

  it('D.15 merges one into another: whatever carried the one carries the other', async () => {
    const [from, into] = [await create({ name: 'Leese', type: 'general' }), await create({ name: 'Lease', type: 'general' })]
    await bulk({ entities: bikes.slice(0, 2), attach: [from.id] })
    await bulk({ entities: bikes.slice(0, 1), attach: [into.id] })
    expect((await call('POST', `/tags/${from.id}/merge`, { into: into.id })).body.data.deleted_at).not.toBeNull()
    expect((await api.get(`/tags/${into.id}`, MANAGER)).body.data.entities_count).toBe(2)
    const brand = await named('brands', 'Koga')
    expect((await call('POST', `/tags/${into.id}/merge`, { into: brand })).body.errors).toEqual({
      into: ['Must be a tag of the same type'],
    })
  })

  it('G-29 refuses a change of what somebody else has changed since', async () => {
    const { id } = await create({ name: 'Stale', type: 'general' })
    const etag = (await api.get(`/tags/${id}`, MANAGER)).headers.get('etag') ?? ''
    await call('PUT', `/tags/${id}`, { name: 'Fresh' })
    expect((await call('PUT', `/tags/${id}`, { name: 'Late' }, MANAGER, { 'if-match': etag })).status).toBe(412)
  })

  it('are no technician’s to make', async () => {
    const { status, body } = await call('POST', '/tags', { name: 'X', type: 'general' }, 'technician@x.example')
    expect([status, body.permission]).toEqual([403, 'manage:tags'])
  })

  it('G-30 makes one tag of a call that is sent twice', async () => {
    const headers = { 'idempotency-key': 'one-tag' }
    const first = await call('POST', '/tags', { name: 'Once', type: 'general' }, MANAGER, headers)
    const second = await call('POST', '/tags', { name: 'Once', type: 'general' }, MANAGER, headers)
    expect([second.status, second.body]).toEqual([200, first.body])
  })
})

describe('tag groups', () => {
  it('R-181 R-361 G-68 begin with the three of the configuration, Type, Brand and Model, whatever the order', async () => {
    await call('POST', '/tag-groups', { name: 'Aardvark' })
    const groups = (await api.get('/tag-groups?orderBy=name&sortedBy=asc', MANAGER)).body.data
    expect(groups.slice(0, 4).map((group: { name: string; preset: boolean }) => [group.name, group.preset])).toEqual([
      ['Type', true],
      ['Brand', true],
      ['Model', true],
      ['Aardvark', false],
    ])
  })

  it('R-321 R-180 R-319 R-320 hold tags, which come and go', async () => {
    const tags = await Promise.all(['North', 'South', 'West'].map((name) => create({ name, type: 'general' })))
    const [north, south, west] = tags.map(({ id }) => id)
    const group = (await call('POST', '/tag-groups', { name: 'Regions', tags: [north] })).body.data
    expect(group).toMatchObject({ name: 'Regions', tags_count: 1, business_id: vendor })
    const attached = await call('POST', '/tags/attach', { group_id: group.id, tags: [north, south] })
    expect(attached.body.data).toEqual({ group_id: group.id, changed: [south], tags_count: 2 })
    await call('POST', '/tags/add-tag-to-group', { group_id: group.id, tag_id: west })
    const inside = await api.get(`/tags?group_id=${group.id}&orderBy=name&sortedBy=asc`, MANAGER)
    expect(inside.body.data.map((tag: { name: string }) => tag.name)).toEqual(['North', 'South', 'West'])
    expect(inside.body.data[0].groups).toEqual([{ id: group.id, name: 'Regions' }])
    const detached = await call('POST', '/tags/detach', { group_id: group.id, tags: [west, 2_000_000_000] })
    expect(detached.body.data).toEqual({ group_id: group.id, changed: [west], tags_count: 2 })
  })

  it('R-181 lists apart what stands in no group, the tags of vehicles first and each part by name', async () => {
    const names = ['Zz carried', 'Aa spare', 'Bb spare', 'Cc carried', 'Dd grouped']
    const made = await Promise.all(names.map((name) => create({ name: `Ungrouped ${name}`, type: 'general' })))
    const idOf = (name: string) => made[names.indexOf(name)].id as number
    await call('POST', '/tag-groups', { name: 'Some', tags: [idOf('Dd grouped')] })
    const gone = (await call('POST', '/tag-groups', { name: 'Gone', tags: [idOf('Bb spare')] })).body.data
    await call('DELETE', `/tag-groups/${gone.id}`)
    await bulk({ entities: bikes.slice(0, 1), attach: [idOf('Zz carried'), idOf('Cc carried')] })
    const query = 'search=Ungrouped&searchFields=is_grouped:=false&orderBy=use&sortedBy=asc'
    const { data, meta } = (await api.get(`/tags?${query}`, MANAGER)).body
    expect(data.map((tag: { name: string }) => tag.name)).toEqual(
      ['Cc carried', 'Zz carried', 'Aa spare', 'Bb spare'].map((name) => `Ungrouped ${name}`),
    )
    expect(meta.total).toBe(4)
  })

  it('a new brand comes into the group of brands by itself', async () => {
    const brand = await create({ name: 'Ourbrand', type: 'brand' })
    expect(brand.groups).toEqual([{ id: 2, name: 'Brand' }])
    expect((await api.get('/tags?group_id=2&search=Ourbrand', STRANGER)).body.data).toEqual([])
  })

  it('puts nobody else’s tags into everybody’s groups', async () => {
    const black = await named('colors', 'Black')
    const { body } = await call('POST', '/tags/attach', { group_id: 1, tags: [black] })
    expect(body.errors).toEqual({ group_id: ['This group can contain only tags of your own business'] })
  })

  it('T-15 a deleted group of 40 vehicles comes back with all of them', async () => {
    const tag = await create({ name: 'Forty', type: 'general' })
    const group = (await call('POST', '/tag-groups', { name: 'Fortyish', tags: [tag.id] })).body.data
    const forty = await Promise.all(Array.from({ length: 40 }, (_, at) => tenants.entity(vendor, `Forty ${at}`)))
    await bulk({ entities: forty, attach: [tag.id] })
    await call('DELETE', `/tag-groups/${group.id}`)
    await call('DELETE', `/tags/${tag.id}`)
    expect(await tagNames(forty[0] ?? 0)).toEqual([])
    expect((await api.get(`/tags?group_id=${group.id}`, MANAGER)).body.data).toEqual([])
    await call('PUT', `/tags/${tag.id}/restore`)
    const restored = await call('PUT', `/tag-groups/${group.id}/restore`)
    expect(restored.body.data).toMatchObject({ deleted_at: null, tags_count: 1, entities_count: 40 })
    expect(await tagNames(forty[0] ?? 0)).toEqual(['Forty'])
  })

  it('T-15 says why a deleted one cannot come back', async () => {
    const first = (await call('POST', '/tag-groups', { name: 'Twice' })).body.data
    await call('DELETE', `/tag-groups/${first.id}`)
    await call('POST', '/tag-groups', { name: 'twice' })
    const { status, body } = await call('PUT', `/tag-groups/${first.id}/restore`)
    expect([status, body.detail]).toEqual([409, 'Another tag group now has this name'])
  })
})

describe('tags on many entities', () => {
  it('R-159 R-269 G-65 T-05 tags what can be tagged, says why the rest cannot, and undoes exactly that', async () => {
    const [koga, gazelle] = [await named('brands', 'Koga'), await named('brands', 'Gazelle')]
    const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => tenants.entity(vendor, name)))
    const unregistered = await tenants.entity(vendor, 'Unregistered', { vehicle_type: 'unregistered' })
    const foreign = await tenants.entity(other, 'Not ours')
    await bulk({ entities: [a], attach: [koga] })
    const entities = [a, b, c, unregistered, foreign]
    const preview = (await bulk({ entities, attach: [gazelle], dry_run: true })).body.data
    expect([preview.undo_id, preview.changed, preview.failed]).toEqual([null, 2, 3])
    expect((await entity(b ?? 0)).brand).toBeNull()
    const done = (await bulk({ entities, attach: [gazelle] })).body.data
    expect(done.results.map((one: { reason: string; message: string }) => [one.reason, one.message])).toEqual([
      ['conflict', 'Its brand is Koga'],
      [null, null],
      [null, null],
      ['unregistered', 'Unregistered entities cannot be edited'],
      ['not_found', 'There is no such object'],
    ])
    expect([(await entity(a ?? 0)).brand, (await entity(b ?? 0)).brand]).toEqual(['Koga', 'Gazelle'])
    const replaced = (await bulk({ entities: [a], attach: [gazelle], on_conflict: 'replace' })).body.data
    expect(replaced.results[0]).toMatchObject({ result: 'changed', attached: [gazelle], detached: [koga] })
    await call('POST', `/entities/tags/bulk/${replaced.undo_id}/undo`)
    const undone = (await call('POST', `/entities/tags/bulk/${done.undo_id}/undo`)).body.data
    expect([undone.changed, undone.failed]).toEqual([2, 0])
    expect([(await entity(a ?? 0)).brand, (await entity(b ?? 0)).brand]).toEqual(['Koga', null])
    expect((await call('POST', `/entities/tags/bulk/${done.undo_id}/undo`)).status).toBe(409)
  })

  it('T-05 of 500 vehicles 3 are refused, each with the reason, 497 tagged, and undo restores them', async () => {
    const [first, second] = [
      await create({ name: 'Fleet north', type: 'group' }),
      await create({ name: 'Fleet south', type: 'group' }),
    ]
    const { rows } = await api.database.pool.query(
      `INSERT INTO entities (name, business_id, vehicle_type) SELECT 'Many ' || n, $1,
        CASE WHEN n = 500 THEN 'unregistered' ELSE 'eBike' END FROM generate_series(1, 500) n RETURNING id, name`,
      [vendor],
    )
    const entities = rows.map(({ id }) => id as number)
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id as number
    await bulk({ entities: [idOf('Many 7'), idOf('Many 33')], attach: [second.id] })
    const done = (await bulk({ entities, attach: [first.id] })).body.data
    expect([done.changed, done.unchanged, done.failed, done.results.length]).toEqual([497, 0, 3, 500])
    const refused = done.results.filter(({ result }: { result: string }) => result === 'failed')
    expect(Object.fromEntries(refused.map((one: { name: string; message: string }) => [one.name, one.message]))).toEqual({
      'Many 7': 'Its target group is Fleet south',
      'Many 33': 'Its target group is Fleet south',
      'Many 500': 'Unregistered entities cannot be edited',
    })
    const usage = async (id: number) => (await call('GET', `/tags/${id}`)).body.data.entities_count
    expect([await usage(first.id), await usage(second.id)]).toEqual([497, 2])
    const undone = (await call('POST', `/entities/tags/bulk/${done.undo_id}/undo`)).body.data
    expect([undone.changed, undone.failed]).toEqual([497, 0])
    expect([await usage(first.id), await usage(second.id)]).toEqual([0, 2])
  })

  it('T-05 undoes nothing that somebody has changed since, nor anybody else’s change', async () => {
    const [first, second] = [
      await create({ name: 'Blue team', type: 'group' }),
      await create({ name: 'Red team', type: 'group' }),
    ]
    const bike = await tenants.entity(vendor, 'Busy')
    const { undo_id } = (await bulk({ entities: [bike], attach: [first.id] })).body.data
    expect((await call('POST', `/entities/tags/bulk/${undo_id}/undo`, undefined, 'technician@x.example')).status).toBe(404)
    await bulk({ entities: [bike], attach: [second.id], on_conflict: 'replace' })
    const { body } = await call('POST', `/entities/tags/bulk/${undo_id}/undo`)
    expect(body.data.results[0]).toMatchObject({ result: 'failed', reason: 'changed_since' })
    expect(await tagNames(bike)).toEqual(['Red team'])
  })

  it('G-65 takes what is written on a vehicle for a conflict, too, and undo brings the word back', async () => {
    const bike = await tenants.entity(vendor, 'By hand', { brand: 'Handmade' })
    const koga = await named('brands', 'Koga')
    const refused = (await bulk({ entities: [bike], attach: [koga] })).body.data.results[0]
    expect(refused.conflicts).toEqual([{ type: 'brand', present: 'Handmade' }])
    const { undo_id } = (await bulk({ entities: [bike], attach: [koga], on_conflict: 'replace' })).body.data
    expect((await entity(bike)).brand).toBe('Koga')
    await call('POST', `/entities/tags/bulk/${undo_id}/undo`)
    expect((await entity(bike)).brand).toBe('Handmade')
  })

  it('a tag of a type says what kind of vehicle it is (R-166)', async () => {
    const fat = await create({ name: 'Fatbike', type: 'type', vehicle_type: 'speedPedelec' })
    const bike = await tenants.entity(vendor, 'Fat')
    await bulk({ entities: [bike], attach: [fat.id], on_conflict: 'replace' })
    expect((await entity(bike)).vehicle_type).toBe('speedPedelec')
  })

  it('keeps a department’s tag to the department', async () => {
    const local = await create({ name: 'Depot', type: 'general' }, LOCAL)
    const { body } = await bulk({ entities: [bikes[0]], attach: [local.id] })
    expect(body.data.results[0].reason).toBe('other_business')
    const inside = await tenants.entity(department, 'Inside')
    expect((await bulk({ entities: [inside], attach: [local.id] })).body.data.changed).toBe(1)
    await call('PUT', `/businesses/${vendor}/link/entities`, { entities: [inside] })
    expect(await tagNames(inside)).toEqual([])
  })

  it.each([
    [{ entities: [1] }, 'attach', 'Choose at least one tag'],
    [{ entities: [1], attach: [2_000_000_000] }, 'attach', 'There is no such tag'],
    [{ attach: [1] }, 'entities', expect.any(String)],
  ])('refuses %j', async (body, field, message) => {
    const answer = await bulk(body)
    expect([answer.status, answer.body.errors[field]]).toEqual([422, expect.arrayContaining([message])])
  })

  it('tells two changes of the same vehicles that meet apart', async () => {
    const [one, two] = [await create({ name: 'Meet 1', type: 'group' }), await create({ name: 'Meet 2', type: 'group' })]
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => tenants.entity(vendor, `Meet ${at}`)))
    const [first, second] = await Promise.all([
      bulk({ entities: many, attach: [one.id] }),
      bulk({ entities: [...many].reverse(), attach: [two.id] }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.data.changed + second.body.data.changed).toBe(20)
  })
})

describe('dropdowns', () => {
  it('R-303 R-166 offers every type of vehicle but the unregistered', async () => {
    const types = (await dropdown('types', STRANGER)).map((type: { vehicle_type: string }) => type.vehicle_type)
    expect(types.sort()).toEqual(['automobile', 'eBike', 'eCargoBike', 'eMoped', 'moped', 'other', 'speedPedelec'])
  })

  it('R-304 R-305 R-307 offers colours, brands and engine brands by name, those of the own business among them', async () => {
    await create({ name: 'Zebra', type: 'color' })
    const colors = (await dropdown('colors')).map((color: { name: string }) => color.name)
    expect(colors).toEqual(expect.arrayContaining(['Black', 'White', 'Zebra']))
    expect((await dropdown('colors', STRANGER)).map((color: { name: string }) => color.name)).not.toContain('Zebra')
    expect((await dropdown('brands')).map((brand: { name: string }) => brand.name)).toContain('Riese & Müller')
    expect((await dropdown('engine-brands')).map((brand: { name: string }) => brand.name)).toContain('Bosch')
  })

  it('R-306 R-308 offers the models of a brand and of an engine brand', async () => {
    const gazelle = await named('brands', 'Gazelle')
    await create({ name: 'Own model', type: 'model', parent_id: gazelle })
    const models = (await dropdown(`models/${gazelle}`)).map((model: { name: string }) => model.name)
    expect(models).toEqual(expect.arrayContaining(['Own model', 'Ultimate C380']))
    const bosch = await named('engine-brands', 'Bosch')
    expect((await dropdown(`engine-models/${bosch}`)).map((model: { name: string }) => model.name)).toContain('Cargo Line')
    expect((await api.get(`/dropdown/engine-models/${gazelle}`, MANAGER)).status).toBe(404)
  })

  it('R-304 to R-308 offers all words of a form by one call, models below their brands, and those of others to nobody', async () => {
    const gazelle = await named('brands', 'Gazelle')
    await create({ name: 'Word model', type: 'model', parent_id: gazelle })
    await create({ name: 'Word color', type: 'color' })
    const words = await dropdown('words')
    const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
    const modelsIn = (list: { id: number; models: { name: string }[] }[], id: number) =>
      namesOf(list.find((one) => one.id === id)?.models ?? [])
    expect(modelsIn(words.brands, gazelle)).toEqual(namesOf(await dropdown(`models/${gazelle}`)))
    expect(modelsIn(words.brands, gazelle)).toContain('Word model')
    const bosch = await named('engine-brands', 'Bosch')
    expect(modelsIn(words.engine_brands, bosch)).toEqual(namesOf(await dropdown(`engine-models/${bosch}`)))
    expect([words.colors, words.power_units]).toEqual([await dropdown('colors'), await dropdown('power-units')])
    const others = await dropdown('words', STRANGER)
    expect(JSON.stringify(others)).not.toMatch(/Word (model|color)/)
  })

  it('R-309 R-316 G-58 offers tags, and target groups with how many vehicles are in them', async () => {
    const group = await create({ name: 'Target', type: 'group' })
    await bulk({ entities: bikes.slice(0, 2), attach: [group.id] })
    expect(await dropdown('tags')).toEqual(expect.arrayContaining([{ id: group.id, name: 'Target', type: 'group' }]))
    expect(await dropdown('target-groups')).toEqual(expect.arrayContaining([{ id: group.id, name: 'Target', entities_count: 2 }]))
  })

  it('R-312 R-314 R-315 offers businesses, entities and roles of the scope', async () => {
    expect(await dropdown('businesses', LOCAL)).toEqual([{ id: department, name: 'Department', type: 'department' }])
    const { imei } = await tenants.install(vendor, bikes[3] ?? 0)
    expect(await dropdown('entities?withImei=true')).toEqual([{ id: bikes[3], name: 'Bike 4', license_plate: null, imei }])
    expect((await dropdown('roles')).map((role: { key: string }) => role.key)).toContain('dealer')
    expect((await api.get('/dropdown/entities?withImei=maybe', MANAGER)).status).toBe(422)
  })

  it('R-313 offers countries in the language of who asks', async () => {
    await tenants.user('german@x.example', 'reporter', vendor, { locale: 'de' })
    expect(await dropdown('countries', 'german@x.example')).toEqual(expect.arrayContaining([{ id: 'NL', name: 'Niederlande' }]))
  })
})
