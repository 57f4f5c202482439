import { createHash } from 'node:crypto'
import { createAdmin } from '@roadbook/tools/admin-create'
import { importDevices } from '@roadbook/tools/devices-import'
import { setDevices } from '@roadbook/tools/devices-set'
import { createToken } from '@roadbook/tools/token-create'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('the command line, on a database', () => {
  let database: TestDatabase
  let businessId: number
  beforeAll(async () => {
    database = await createTestDatabase()
    const { rows } = await database.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V') RETURNING id")
    businessId = rows[0].id
  })
  afterAll(() => database.drop())

  it('makes a super admin for an outside identity provider, once', async () => {
    const admin = { email: 'admin@example.org', firstName: 'First', lastName: 'Admin' }
    await createAdmin(database.pool, admin)
    const { rows } = await database.pool.query('SELECT business_id, subject FROM users WHERE email = $1', [admin.email])
    expect(rows).toEqual([{ business_id: null, subject: null }])
    await expect(createAdmin(database.pool, admin)).rejects.toThrow('admin@example.org already')
  })

  it('makes an API token whose secret is nowhere in the database', async () => {
    const secret = await createToken(database.pool, { email: 'ADMIN@example.org', name: 'nightly export' })
    expect(secret).toMatch(/^rbk_[\w-]{43}$/)
    const { rows } = await database.pool.query(
      "SELECT encode(secret_hash, 'hex') AS hash, prefix, t::text AS whole FROM api_tokens t",
    )
    expect(rows[0].hash).toBe(createHash('sha256').update(secret).digest('hex'))
    // The prefix is as long as for tokens that are made in the portal. It is just enough to recognise the token.
    expect(rows[0].prefix).toBe(secret.slice(0, 10))
    expect(rows[0].whole).not.toContain(secret.slice(10))
    await expect(createToken(database.pool, { email: 'nobody@example.org', name: 'x' })).rejects.toThrow(
      'no user with the e-mail nobody@example.org',
    )
  })

  it('registers trackers all or nothing, and leaves those that are known', async () => {
    const count = async () => Number((await database.pool.query('SELECT count(*) FROM devices')).rows[0].count)
    const bad = 'imei\n352625698104217\nnonsense\n'
    const good = 'imei;model\n352625698104217;TFT100\n352625698104563;\n'
    expect(await importDevices(database.pool, { csv: bad, businessId, dryRun: false })).toMatchObject({
      created: 0,
      problems: [{ line: 3 }],
    })
    expect(await importDevices(database.pool, { csv: good, businessId, dryRun: true })).toMatchObject({ created: 2 })
    expect(await count()).toBe(0)
    expect(await importDevices(database.pool, { csv: good, businessId, dryRun: false })).toEqual({
      created: 2,
      existing: 0,
      problems: [],
    })
    expect(await importDevices(database.pool, { csv: good, businessId, dryRun: false })).toEqual({
      created: 0,
      existing: 2,
      problems: [],
    })
    expect(await count()).toBe(2)
    await expect(importDevices(database.pool, { csv: good, businessId: 99_999, dryRun: false })).rejects.toThrow(
      'no business 99999',
    )
  })

  it('registers trackers with the number that they were delivered with, and with nobody else’s', async () => {
    const [mine, others] = ['352625698104571', '352625698104589']
    await database.pool.query(
      "INSERT INTO device_deliveries (imei, business_id, tracker_id) VALUES ($1, $3, '9172345601'), ($2, $3, '9172345602')",
      [mine, others, businessId],
    )
    const csv = `imei,tracker_id\n${mine},9172345602`
    expect(await importDevices(database.pool, { csv, businessId, dryRun: false })).toMatchObject({
      created: 0,
      problems: [{ line: 2, message: `9172345602 was delivered with ${others}` }],
    })
    expect(await importDevices(database.pool, { csv: `imei\n${mine}`, businessId, dryRun: false })).toMatchObject({ created: 1 })
    const { rows } = await database.pool.query('SELECT tracker_id FROM devices WHERE imei = $1', [mine])
    expect(rows).toEqual([{ tracker_id: '9172345601' }])
    await database.pool.query('DELETE FROM devices WHERE imei = $1', [mine])
  })

  it('sets how registered trackers write, of all that are named or of none', async () => {
    const [one, two] = ['352625698104217', '352625698104563']
    const settings = async () =>
      (await database.pool.query('SELECT utc_offset_minutes AS offset, speed_unit AS unit FROM devices ORDER BY imei')).rows
    expect(await setDevices(database.pool, [one, two], { utcOffsetMinutes: -420, speedUnit: 'm/s' })).toEqual([])
    expect(await settings()).toEqual([
      { offset: -420, unit: 'm/s' },
      { offset: -420, unit: 'm/s' },
    ])
    expect(await setDevices(database.pool, [one], { utcOffsetMinutes: null })).toEqual([])
    expect(await settings()).toEqual([
      { offset: null, unit: 'm/s' },
      { offset: -420, unit: 'm/s' },
    ])
    expect(await setDevices(database.pool, [one, '352625698104001'], { utcOffsetMinutes: 60 })).toEqual(['352625698104001'])
    expect((await settings())[0]).toEqual({ offset: null, unit: 'm/s' })
    await expect(setDevices(database.pool, ['nonsense'], { utcOffsetMinutes: 60 })).rejects.toThrow(
      'no IMEI of 15 digits: nonsense',
    )
    await expect(setDevices(database.pool, [one], {})).rejects.toThrow('say what: --utc-offset or --speed-unit')
  })
})
