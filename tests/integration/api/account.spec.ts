import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let company: number
let department: number

beforeAll(async () => {
  vendor = await tenants.business('Fietsen BV')
  company = await tenants.business('Courier', 'company', vendor)
  department = await tenants.business('Night shift', 'department', company)
  await tenants.user('manager@x.example', 'manager', vendor, { city: 'Utrecht' })
  await tenants.user('night@x.example', 'reporter', department)
  await tenants.user('root@x.example', 'super-admin', null)
})

describe('signed-in user', () => {
  it('R-175 R-246 R-024 tells the profile, the rights and the place in the tree', async () => {
    const { status, body } = await api.get('/auth/user', 'night@x.example')
    expect(status).toBe(200)
    const { last_seen_at: _noted, ...data } = body.data
    expect(data).toEqual({
      id: expect.any(Number),
      first_name: 'Ada',
      last_name: 'Byron',
      address: null,
      postcode: null,
      city: null,
      phone: null,
      email: 'night@x.example',
      role: 'Reporter',
      role_key: 'reporter',
      sub_vendor_name: 'Fietsen BV',
      business_id: department,
      business_name: 'Night shift',
      department_id: department,
      company_id: company,
      vendor_id: vendor,
      enterprise_id: null,
      parent: 'department',
      parent_id: department,
      permissions: ['index:dashboard', 'read:map', 'read:reports'],
      businesses: [
        {
          id: department,
          name: 'Night shift',
          kind: 'department',
          show_statistics: false,
          has_customers: false,
          is_oem: false,
        },
      ],
      businesses_below: 0,
      locale: 'en',
      time_zone: null,
      viewing_as: null,
    })
  })

  it('R-030 takes the first of department, company, vendor, enterprise as the parent', async () => {
    const { body } = await api.get('/auth/user', 'manager@x.example')
    expect(body.data).toMatchObject({ parent: 'vendor', parent_id: vendor, company_id: null, businesses_below: 2 })
    expect(body.data.businesses.map(({ name }: { name: string }) => name)).toEqual(['Fietsen BV', 'Courier', 'Night shift'])
  })

  it('R-029 turns an empty list of permissions into ["none"]', async () => {
    const id = await tenants.user('none@x.example', 'reporter', vendor)
    await api.database.pool.query("INSERT INTO roles (key, name) VALUES ('guest', 'Guest')")
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'guest') WHERE id = $1", [id])
    expect((await api.get('/auth/user', 'none@x.example')).body.data.permissions).toEqual(['none'])
  })

  it('knows a super admin, who belongs to no business and sees all', async () => {
    const { body } = await api.get('/auth/user', 'root@x.example')
    expect(body.data).toMatchObject({ business_id: null, parent: null, sub_vendor_name: null, businesses_below: 3 })
  })
})

describe('account', () => {
  it('R-247 R-019 reads one’s own account', async () => {
    expect((await api.get('/account/get', 'manager@x.example')).body).toEqual({
      data: {
        first_name: 'Ada',
        last_name: 'Byron',
        address: null,
        postcode: null,
        city: 'Utrecht',
        phone: null,
        email: 'manager@x.example',
        locale: 'en',
        time_zone: null,
      },
    })
  })

  it('R-248 changes it, and writes who changed what in the audit log', async () => {
    const body = {
      first_name: ' Grace ',
      last_name: 'Hopper',
      city: '',
      phone: '+31 6',
      locale: 'nl',
      time_zone: 'Europe/Berlin',
    }
    const changed = await api.call('PUT', '/api/v1/account/update', { email: 'manager@x.example', body })
    expect(changed.body.data).toMatchObject({
      first_name: 'Grace',
      last_name: 'Hopper',
      city: null,
      phone: '+31 6',
      locale: 'nl',
    })
    expect((await api.get('/account/get', 'manager@x.example')).body).toEqual(changed.body)
    const { rows } = await api.database.pool.query(
      "SELECT action, business_id, before, after, remote_address FROM audit_log WHERE action = 'account.update'",
    )
    expect(rows).toEqual([
      {
        action: 'account.update',
        business_id: vendor,
        before: { first_name: 'Ada', last_name: 'Byron', city: 'Utrecht', phone: null, locale: 'en', time_zone: null },
        after: {
          first_name: 'Grace',
          last_name: 'Hopper',
          city: null,
          phone: '+31 6',
          locale: 'nl',
          time_zone: 'Europe/Berlin',
        },
        remote_address: '127.0.0.1',
      },
    ])
  })

  it.each([
    [{ first_name: '', last_name: 'B' }, 'first_name', 'First name is required'],
    [{ first_name: '  ', last_name: 'B' }, 'first_name', 'First name is required'],
    [{ first_name: 'A' }, 'last_name', 'Last name is required'],
    [{ first_name: 'A', last_name: 'B', email: 'nobody' }, 'email', 'Invalid email'],
    [{ first_name: 'A', last_name: 'B', email: 'other@x.example' }, 'email', 'Email cannot be changed'],
    ...['Mars/Olympus', 'CAT', 'IST', '+02:00'].map((time_zone): [object, string, string] => [
      { first_name: 'A', last_name: 'B', time_zone },
      'time_zone',
      'Must be the IANA name of a time zone, such as Europe/Amsterdam',
    ]),
    [{ first_name: 'A', last_name: 'B', role_id: 1 }, 'role_id', 'Property role_id should not exist'],
    [{ first_name: 'A', last_name: 'B', business_id: 1 }, 'business_id', 'Property business_id should not exist'],
    [{ first_name: ['A'], last_name: 'B' }, 'first_name', 'First name is required'],
  ])('R-248 refuses %j and says why', async (body, field, message) => {
    const { status, body: problem } = await api.call('PUT', '/api/v1/account/update', { email: 'manager@x.example', body })
    expect(status).toBe(422)
    expect(problem.errors[field]).toContain(message)
  })

  it.each([
    ['CET', 'Europe/Brussels'],
    [' EST5EDT ', 'America/New_York'],
    ['Zulu', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('keeps the zone %j under a name that the database knows, %s', async (time_zone, known) => {
    const body = { first_name: 'A', last_name: 'B', time_zone }
    const { status, body: answer } = await api.call('PUT', '/api/v1/account/update', { email: 'manager@x.example', body })
    expect([status, answer.data.time_zone]).toEqual([200, known])
  })

  it('ignores an address that is the present one', async () => {
    const body = { first_name: 'A', last_name: 'B', email: 'Manager@X.example' }
    const { status } = await api.call('PUT', '/api/v1/account/update', { email: 'manager@x.example', body })
    expect(status).toBe(200)
  })
})

describe('tree of businesses', () => {
  it('R-257 R-008 shows the own business and what lies below, with what each holds', async () => {
    const bike = await tenants.entity(department, 'Bike')
    await tenants.install(department, bike)
    await tenants.business('Somebody else')
    const { body } = await api.get('/businesses/tree', 'manager@x.example')
    expect(body.data).toEqual([
      {
        id: vendor,
        name: 'Fietsen BV',
        kind: 'vendor',
        parent_id: null,
        entities_count: 0,
        devices_count: 0,
        children: [
          expect.objectContaining({
            id: company,
            children: [expect.objectContaining({ id: department, entities_count: 1, devices_count: 1, children: [] })],
          }),
        ],
      },
    ])
  })
})

describe('businesses of every kind', () => {
  it.each([
    ['vendor', 'manager'],
    ['vendor', 'dealer'],
    ['enterprise', 'technician'],
    ['company', 'manager'],
    ['department', 'reporter'],
  ] as const)('R-003 serves the users of a %s, such as a %s, who see what is theirs', async (kind, role) => {
    const email = `${role}-of-${kind}@x.example`
    const above = kind === 'company' || kind === 'department' ? vendor : undefined
    const id = await tenants.business(`Its ${kind}`, kind, above)
    await tenants.user(email, role, id)
    const { data } = (await api.get('/auth/user', email)).body
    expect([data.role_key, data.business_name, data.parent, data.parent_id]).toEqual([role, `Its ${kind}`, kind, id])
    expect(data.businesses.map((one: { id: number }) => one.id)).toEqual([id])
  })
})
