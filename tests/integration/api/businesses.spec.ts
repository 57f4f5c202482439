import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let company: number
let department: number
let other: number

beforeAll(async () => {
  await tenants.user('root@x.example', 'super-admin', null)
})
beforeEach(async () => {
  vendor = await tenants.business('Fietsen BV')
  company = await tenants.business('Koerier', 'company', vendor)
  department = await tenants.business('Nacht', 'department', company)
  other = await tenants.business('Somebody else')
  await tenants.pool.query("DELETE FROM users WHERE email = 'manager@x.example'")
  await tenants.user('manager@x.example', 'manager', vendor)
})

const call = (method: string, path: string, body?: unknown, email = 'manager@x.example', headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const root = (method: string, path: string, body?: unknown) => call(method, path, body, 'root@x.example')

describe('creating a business', () => {
  it('R-258 R-154 makes one below the business named, with everything that can be written about it', async () => {
    const body = {
      type: 'company',
      name: ' Post ',
      address: 'Kade 1',
      postcode: '1011',
      city: 'Amsterdam',
      country: 'NL',
      email: 'post@x.example',
      phone: '+31 6',
      show_statistics: true,
      name_upper: true,
    }
    const { status, body: answer } = await call('POST', `/businesses/${vendor}`, body)
    expect([status, answer.data]).toEqual([
      200,
      expect.objectContaining({ ...body, name: 'Post', parent_id: vendor, parent: 'Fietsen BV', recovery_enabled: false }),
    ])
    expect((await call('GET', `/businesses/${answer.data.id}`)).body).toEqual(answer)
  })

  it('R-152 R-238 G-19 makes one at the root for a super admin alone', async () => {
    const refused = await call('POST', '/businesses/root', { type: 'vendor', name: 'Mine' })
    expect([refused.status, refused.body.detail, refused.body.errors]).toEqual([
      422,
      'Please select a vendor first!',
      { vendor: ['No active vendor'] },
    ])
    const made = await root('POST', '/businesses/root', { type: 'vendor', name: 'New' })
    expect([made.status, made.body.data.parent_id]).toEqual([200, null])
  })

  it.each([
    ['company', 'root', false],
    ['department', 'root', false],
    ['enterprise', 'vendor', true],
    ['department', 'vendor', true],
    ['department', 'company', true],
    ['company', 'company', false],
    ['vendor', 'company', false],
    ['department', 'department', false],
  ])('G-18 a %s below a %s: %s', async (type, place, isAllowed) => {
    const places: Record<string, number | string> = { root: 'root', vendor, company, department }
    const { status, body } = await root('POST', `/businesses/${places[place]}`, { type, name: 'Nested' })
    expect(status).toBe(isAllowed ? 200 : 422)
    if (!isAllowed) expect(body.errors.parent_id[0]).toMatch(/must stand below|cannot stand below/)
  })

  it('G-18 nests at most 8 levels deep', async () => {
    let parent = vendor
    for (let level = 2; level <= 8; level++) {
      parent = (await call('POST', `/businesses/${parent}`, { type: 'vendor', name: `Level ${level}` })).body.data?.id ?? 0
      // A new business is in the caller's scope from the next request on.
      expect(parent).toBeGreaterThan(0)
    }
    const { status, body } = await call('POST', `/businesses/${parent}`, { type: 'vendor', name: 'Level 9' })
    expect([status, body.errors]).toEqual([422, { parent_id: ['Businesses nest at most 8 levels deep'] }])
  })

  it('makes one once for the same Idempotency-Key and body, and refuses the key with another body (S26)', async () => {
    const headers = { 'idempotency-key': 'press-twice' }
    const make = (name: string) => call('POST', `/businesses/${vendor}`, { type: 'company', name }, 'manager@x.example', headers)
    const [first, second] = await Promise.all([make('Once'), make('Once')])
    expect([first.status, second?.status]).toEqual([200, 200])
    expect(second?.body.data).toEqual(first.body.data)
    const third = await make('Twice')
    expect([third.status, Object.keys(third.body.errors)]).toEqual([422, ['idempotency-key']])
    const { rows } = await tenants.pool.query('SELECT name FROM businesses WHERE parent_id = $1 AND name <> $2', [
      vendor,
      'Koerier',
    ])
    expect(rows).toEqual([{ name: 'Once' }])
    const { rows: entries } = await tenants.pool.query(
      "SELECT count(*)::int AS count FROM audit_log WHERE action = 'business.create' AND object_id = $1",
      [String(first.body.data.id)],
    )
    expect(entries).toEqual([{ count: 1 }])
  })
})

describe('what the contract says', () => {
  it('R-153 is shown to super admins alone', async () => {
    const flags = ['has_customers', 'can_install_devices', 'recovery_contract', 'is_oem']
    const of = (data: Record<string, unknown>) => flags.map((flag) => data[flag])
    expect(of((await call('GET', `/businesses/${vendor}`)).body.data)).toEqual([null, null, null, null])
    expect(of((await root('GET', `/businesses/${vendor}`)).body.data)).toEqual([false, true, false, false])
  })

  it.each(['has_customers', 'can_install_devices', 'recovery_contract', 'is_oem'])(
    'R-153 R-155 a manager cannot write %s, on no way',
    async (flag) => {
      const said = { name: 'X', [flag]: true }
      const answers = await Promise.all([
        call('POST', `/businesses/${vendor}`, { type: 'company', ...said }),
        call('PUT', `/businesses/${vendor}`, said),
        call('POST', '/companies', { parent_id: vendor, ...said }),
        call('PUT', `/companies/${company}`, said),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
      expect((await root('PUT', `/businesses/${vendor}`, said)).status).toBe(200)
    },
  )

  it('R-239 what a manager makes may install no more than its parent', async () => {
    await root('PUT', `/businesses/${vendor}`, { name: 'Fietsen BV', can_install_devices: false, has_customers: true })
    const { body } = await call('POST', `/businesses/${vendor}`, { type: 'company', name: 'Loophole' })
    const seen = (await root('GET', `/businesses/${body.data.id}`)).body.data
    expect([seen.can_install_devices, seen.has_customers]).toEqual([false, true])
  })

  it('G-24 a recovery contract counts for everything below', async () => {
    await root('PUT', `/businesses/${vendor}`, { name: 'Fietsen BV', recovery_contract: true })
    const { data } = (await call('GET', `/businesses/${department}`)).body
    expect([data.recovery_enabled, data.recovery_contract]).toEqual([true, null])
    expect((await root('GET', `/businesses/${department}`)).body.data.recovery_contract).toBe(false)
    expect((await root('GET', `/businesses/${other}`)).body.data.recovery_enabled).toBe(false)
  })

  it('R-155 G-22 nameUpper writes names and frame numbers of its entities in capitals', async () => {
    await call('PUT', `/businesses/${company}`, { name: 'Koerier', name_upper: true })
    const loud = await tenants.entity(company, 'Bakfiets', { frame_number: 'ab12' })
    const quiet = await tenants.entity(vendor, 'Bakfiets', { frame_number: 'ab12' })
    const { rows } = await tenants.pool.query('SELECT name, frame_number FROM entities WHERE id IN ($1, $2) ORDER BY id', [
      loud,
      quiet,
    ])
    expect(rows).toEqual([
      { name: 'BAKFIETS', frame_number: 'AB12' },
      { name: 'Bakfiets', frame_number: 'ab12' },
    ])
  })
})

describe('changing a business', () => {
  it('R-259 R-260 changes what is given and leaves the rest', async () => {
    await call('PUT', `/businesses/${company}`, { name: 'Koerier', city: 'Utrecht', phone: '1' })
    await call('PUT', `/businesses/${company}`, { name: 'Bode', phone: '' })
    const { body } = await call('GET', `/businesses/${company}`)
    expect(body.data).toMatchObject({ name: 'Bode', city: 'Utrecht', phone: null, type: 'company', parent_id: vendor })
  })

  it('refuses a change of a state that is no longer there: 412', async () => {
    const { headers } = await call('GET', `/businesses/${company}`)
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"/)
    const change = (name: string) => call('PUT', `/businesses/${company}`, { name }, 'manager@x.example', { 'if-match': tag })
    const first = await change('First')
    expect([first.status, first.headers.get('etag') === tag]).toEqual([200, false])
    const second = await change('Second')
    expect([second.status, second.body.type]).toEqual([412, '/problems/changed-since'])
    expect((await call('GET', `/businesses/${company}`)).body.data.name).toBe('First')
  })

  it('moves with everything below it', async () => {
    const branch = (await call('POST', `/businesses/${vendor}`, { type: 'enterprise', name: 'Branch' })).body.data.id
    const { status, body } = await call('PUT', `/businesses/${company}/parent`, { parent_id: branch })
    expect([status, body.data.parent_id]).toEqual([200, branch])
    const { rows } = await tenants.pool.query('SELECT path FROM businesses WHERE id = $1', [department])
    expect(rows[0].path).toEqual([vendor, branch, company, department])
  })

  it('G-18 never stands below itself, nor where its kind cannot', async () => {
    const inner = await tenants.business('Inner', 'vendor', vendor)
    const cases = [
      [inner, inner],
      [vendor, inner],
      [vendor, company],
    ]
    for (const [id, parent_id] of cases) {
      const { status } = await root('PUT', `/businesses/${id}/parent`, { parent_id })
      expect([id, parent_id, status]).toEqual([id, parent_id, 422])
    }
  })

  it('G-18 two moves at once make no circle', async () => {
    const [left, right] = [await tenants.business('Left'), await tenants.business('Right')]
    const answers = await Promise.all([
      root('PUT', `/businesses/${left}/parent`, { parent_id: right }),
      root('PUT', `/businesses/${right}/parent`, { parent_id: left }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('G-06 nobody moves their own business, nor anything out of it', async () => {
    const inner = await tenants.business('Inner', 'vendor', vendor)
    expect((await call('PUT', `/businesses/${vendor}/parent`, { parent_id: inner })).status).toBe(409)
    expect((await call('PUT', `/businesses/${inner}/parent`, { parent_id: null })).status).toBe(422)
    expect((await call('PUT', `/businesses/${inner}/parent`, { parent_id: other })).status).toBe(404)
    expect((await root('PUT', `/businesses/${inner}/parent`, { parent_id: other })).status).toBe(200)
    expect((await call('GET', `/businesses/${inner}`)).status).toBe(404)
  })

  it('R-333 attaches a vendor to another one', async () => {
    const { status, body } = await root('POST', '/vendors/attach-to-parent', { vendor_id: other, parent_id: vendor })
    expect([status, body.data.parent_id]).toEqual([200, vendor])
    expect((await root('POST', '/vendors/attach-to-parent', { vendor_id: company, parent_id: vendor })).status).toBe(404)
  })
})

describe('deleting a business', () => {
  it('G-20 R-261 is refused with counts while something hangs on it', async () => {
    for (const name of ['a', 'b', 'c']) await tenants.user(`${name}${company}@x.example`, 'dealer', company)
    await tenants.entity(company, 'Bike')
    const { status, body } = await call('DELETE', `/businesses/${company}`)
    expect([status, body.detail]).toEqual([409, '1 business, 3 users, 1 entity: move them first'])
    expect(body.counts).toEqual({ businesses: 1, users: 3, entities: 1, devices: 0, customers: 0 })
  })

  it('G-20 goes once everything has moved elsewhere, its past included', async () => {
    const bike = await tenants.entity(company, 'Bike')
    const { deviceId } = await tenants.install(company, bike)
    await tenants.state(deviceId, new Date())
    const trip = await tenants.trip(deviceId, '2025-06-01T08:00Z', '2025-06-01T09:00Z')
    const moved = await call('POST', `/businesses/${company}/move-everything`, { to: vendor })
    expect(moved.body.data).toEqual({ businesses: 1, users: 0, entities: 1, devices: 1, customers: 0, trips: 1 })
    expect((await call('DELETE', `/businesses/${company}`)).status).toBe(204)
    expect((await call('GET', `/businesses/${company}`)).status).toBe(404)
    expect((await call('GET', `/trips/${trip}`)).status).toBe(200)
    expect((await call('GET', `/entities/${bike}`)).body.data.business_name).toBe('Fietsen BV')
  })

  it('L9 G-20 is refused, with the next step, while a product that was deleted still belongs to it', async () => {
    await tenants.pool.query('UPDATE subscriptions SET deleted_at = now() WHERE id = $1', [
      await tenants.subscription(department),
    ])
    const { status, body } = await call('DELETE', `/businesses/${department}`)
    expect([status, body.detail]).toEqual([
      409,
      'This business still has products, trips, installations or invoices, past ones included. Move everything first',
    ])
    const [enterprise] = await api.rows<{ id: number }>(`INSERT INTO businesses (kind, name, parent_id)
      VALUES ('enterprise', 'With a product', ${vendor}) RETURNING id`)
    await tenants.subscription(enterprise?.id ?? 0)
    expect((await call('DELETE', `/enterprises/${enterprise?.id}`)).status).toBe(409)
    expect((await call('POST', `/businesses/${department}/move-everything`, { to: company })).status).toBe(200)
    expect((await call('DELETE', `/businesses/${department}`)).status).toBe(204)
  })

  it('L9 G-20 goes with what both have for themselves, and the invoices that it was sent go to where all else goes', async () => {
    const bike = await tenants.entity(company, 'Bike')
    const product = await tenants.subscription(vendor)
    const paper = await tenants.invoice(company, bike, product)
    for (const business of [company, vendor]) {
      await tenants.attach(business, product)
      await tenants.pool.query("INSERT INTO need_days (business_id, day, vehicles) VALUES ($1, '2026-11-20', '{}')", [business])
      await tenants.pool.query(
        "INSERT INTO logbook_months (entity_id, business_id, month, time_zone) VALUES ($1, $2, '2026-10-01', 'UTC')",
        [...[bike, business]],
      )
    }
    await tenants.pool.query(
      `INSERT INTO logbook_entries (month_id, started_at, ended_at, distance_m, purpose, said_at)
      SELECT id, '2026-10-02', '2026-10-02', business_id, 'business', now() FROM logbook_months WHERE entity_id = $1`,
      [bike],
    )
    expect((await call('POST', `/businesses/${company}/move-everything`, { to: vendor })).status).toBe(200)
    expect((await call('DELETE', `/businesses/${company}`)).status).toBe(204)
    const { status, body } = await call('GET', `/invoices/${paper}`)
    expect([status, body.data.business_name, body.data.buyer_name]).toEqual([200, 'Fietsen BV', `Business ${company}`])
    expect(await api.rows(`SELECT name FROM invoice_parties WHERE business_id = ${vendor}`)).toEqual([])
    expect(
      await api.rows(`SELECT m.business_id, array_agg(x.distance_m ORDER BY x.distance_m) AS entries FROM logbook_entries x
        JOIN logbook_months m ON m.id = x.month_id WHERE m.entity_id = ${bike} GROUP BY 1`),
    ).toEqual([{ business_id: vendor, entries: [vendor, company] }])
  })

  it('L9 G-20 stays while it has issued invoices, whose series is its own: all else moves', async () => {
    const bike = await tenants.entity(company, 'Bike')
    const paper = await tenants.invoice(company, bike, await tenants.subscription(company))
    const moved = await call('POST', `/businesses/${company}/move-everything`, { to: vendor })
    expect([moved.status, moved.body.data]).toEqual([200, expect.objectContaining({ businesses: 1, entities: 1 })])
    const { status, body } = await call('DELETE', `/businesses/${company}`)
    expect([status, body.detail]).toEqual([
      409,
      'This business has issued invoices with its own numbers. It cannot be deleted, even after everything else has been moved',
    ])
    expect((await call('GET', `/invoices/${paper}`)).body.data.seller_name).toBe(`Business ${company}`)
  })

  it('moves nothing to what stands below, nor where it cannot stand', async () => {
    expect((await call('POST', `/businesses/${vendor}/move-everything`, { to: company })).status).toBe(422)
    expect((await call('POST', `/businesses/${company}/move-everything`, { to: other })).status).toBe(404)
  })
})

describe('linking', () => {
  it('R-147 R-266 R-156 links 40 bikes to a department and says which 3 failed, and why', async () => {
    const customer = await tenants.consumer(vendor)
    const shared = await tenants.entity(vendor, 'Shared', { consumer_id: customer })
    await tenants.entity(vendor, 'Stays', { consumer_id: customer })
    const foreign = await tenants.entity(other, 'Not mine')
    const good: number[] = []
    for (let at = 0; at < 37; at++) good.push(await tenants.entity(vendor, `Bike ${at}`))
    const gone = await tenants.entity(vendor, 'Gone', { deleted_at: new Date() })
    const { body } = await call('PUT', `/businesses/${department}/link/entities`, { entities: [...good, shared, foreign, gone] })
    expect(body.data.linked).toEqual(good)
    expect(body.data.message).toBe('3 devices failed to link!')
    expect(body.data.failed.map(({ id, reason }: { id: number; reason: string }) => [id, reason])).toEqual([
      [shared, 'customer_has_other_vehicles'],
      [foreign, 'not_found'],
      [gone, 'not_found'],
    ])
    const listed = await call('GET', `/businesses/${department}/entities?limit=100`)
    expect(listed.body.meta.total).toBe(37)
  })

  it('takes tracker and customer along, and leaves what happened before where it happened', async () => {
    const customer = await tenants.consumer(vendor)
    const bike = await tenants.entity(vendor, 'Bike', { consumer_id: customer })
    const { deviceId } = await tenants.install(vendor, bike)
    await call('PUT', `/businesses/${department}/link/entities`, { entities: [bike] })
    const { rows } = await tenants.pool.query(
      'SELECT business_id, removed_at IS NULL AS open FROM installations WHERE device_id = $1 ORDER BY id',
      [deviceId],
    )
    expect(rows).toEqual([
      { business_id: vendor, open: false },
      { business_id: department, open: true },
    ])
    const { rows: owners } = await tenants.pool.query(
      'SELECT d.business_id AS device, c.business_id AS customer FROM devices d, consumers c WHERE d.id = $1 AND c.id = $2',
      [deviceId, customer],
    )
    expect(owners).toEqual([{ device: department, customer: department }])
  })

  it('R-334 links devices from stock; one on a vehicle goes with the vehicle', async () => {
    const { deviceId } = await tenants.install(vendor, await tenants.entity(vendor, 'Bike'))
    const { rows } = await tenants.pool.query(
      "INSERT INTO devices (imei, business_id) VALUES (lpad($1::int::text, 15, '9'), $1) RETURNING id",
      [vendor],
    )
    const { body } = await call('PUT', `/businesses/${company}/link/devices`, { devices: [rows[0].id, deviceId] })
    expect([body.data.linked, body.data.failed[0].reason]).toEqual([[rows[0].id], 'on_vehicle'])
    const link = { link_type: 'vehicle', vendor: { id: other, type: 'vendor' }, devices: [deviceId] }
    expect((await call('POST', '/sub-vendors/link', link)).status).toBe(404)
    const sub = await tenants.business('Sub', 'enterprise', vendor)
    const moved = await call('POST', '/sub-vendors/link', { ...link, vendor: { id: sub, type: 'enterprise' } })
    expect(moved.body.data).toEqual({ linked: [deviceId], failed: [], message: null })
  })

  it('G-06 links no user who holds more than the caller, and nobody links themselves', async () => {
    const me = (await call('GET', '/auth/user')).body.data.id
    const dealer = await tenants.user(`dealer${vendor}@x.example`, 'dealer', vendor)
    const mighty = await tenants.user(`mighty${vendor}@x.example`, 'dealer', vendor)
    await tenants.grant(mighty, 'manage:announcements')
    const admin = await tenants.user(`admin${vendor}@x.example`, 'super-admin', null)
    const { body } = await call('PUT', `/businesses/${department}/link/users`, { users: [me, dealer, mighty, admin] })
    expect(body.data.linked).toEqual([dealer])
    expect(body.data.failed.map(({ reason }: { reason: string }) => reason)).toEqual(['own_account', 'holds_more', 'not_found'])
  })
})

describe('lists', () => {
  it('R-262 R-263 R-264 R-146 show what hangs on a business, and below it when asked', async () => {
    const bike = await tenants.entity(department, 'Night bike', { license_plate: 'AB-12' })
    const { imei } = await tenants.install(department, bike)
    const person = await tenants.user(`p${department}@x.example`, 'dealer', department)
    expect((await call('GET', `/businesses/${company}/entities`)).body.data).toEqual([])
    const [entities, devices, users] = await Promise.all(
      ['entities', 'devices', 'users'].map(
        async (what) => (await call('GET', `/businesses/${company}/${what}?below=true`)).body.data,
      ),
    )
    expect(entities).toEqual([expect.objectContaining({ id: bike, imei, business_name: 'Nacht' })])
    expect(devices).toEqual([expect.objectContaining({ imei, entity_name: 'Night bike' })])
    expect(users).toEqual([expect.objectContaining({ id: person, role: 'Dealer' })])
    expect((await call('GET', `/businesses/${department}/entities?search=ab-12`)).body.meta.total).toBe(1)
    expect((await call('GET', `/businesses/${department}/entities?below=maybe`)).status).toBe(422)
  })

  it('R-265 G-23 counts how the devices of a business and those below are doing', async () => {
    const on = await tenants.install(department, await tenants.entity(department, 'On'))
    const silent = await tenants.install(company, await tenants.entity(company, 'Silent'))
    await tenants.install(vendor, await tenants.entity(vendor, 'Elsewhere'))
    await tenants.state(on.deviceId, new Date())
    await tenants.state(silent.deviceId, new Date(Date.now() - 48 * 3_600_000))
    const { body } = await call('GET', `/businesses/${company}/devices/statistics`)
    expect(body.data).toEqual({ total: 2, installed: 2, online: 1, seen_in_last_day: 1, silent: 1, never_seen: 0 })
  })

  it.each([
    ['vendors', 'vendor'],
    ['enterprises', 'enterprise'],
    ['departments', 'department'],
    ['companies', 'company'],
  ])('R-329 R-330 R-331 R-332 /%s are the businesses of the kind %s', async (route, type) => {
    const made = await call('POST', `/${route}`, { name: `A ${type}`, parent_id: vendor })
    expect(made.body.data).toMatchObject({ type, parent_id: vendor })
    const { id } = made.body.data
    expect((await call('GET', `/${route}?search=A ${type}`)).body.data.map((one: { id: number }) => one.id)).toEqual([id])
    expect((await call('PUT', `/${route}/${id}`, { name: 'Renamed' })).body.data.name).toBe('Renamed')
    const elsewhere = route === 'vendors' ? 'companies' : 'vendors'
    expect((await call('GET', `/${elsewhere}/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/${route}/${id}`)).status).toBe(204)
    expect((await call('GET', `/${route}/${id}`)).status).toBe(404)
  })
})
