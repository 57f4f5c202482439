import { Topic } from '@roadbook/contracts'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests({ RATE_LIMIT_LOCATE_PER_MINUTE: '5' })
let ours: number
let theirs: number
const BOSS = 'boss@ours.example'
const TECHNICIAN = 'tech@ours.example'
const REPORTER = 'reporter@ours.example'
const STRANGER = 'boss@theirs.example'
const SUPER = 'super@roadbook.example'

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user(BOSS, 'manager', ours, { first_name: 'Bo', last_name: 'Ss' })
  await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(REPORTER, 'reporter', ours)
  await tenants.user(STRANGER, 'manager', theirs)
  await tenants.user(SUPER, 'super-admin', null)
})

const post = (deviceId: number, body: unknown, email = BOSS, headers: Record<string, string> = {}): Promise<Answer> =>
  api.call('POST', `/api/v1/devices/${deviceId}/commands`, { email, body, headers })
const cancel = (deviceId: number, id: number, email = BOSS): Promise<Answer> =>
  api.call('DELETE', `/api/v1/devices/${deviceId}/commands/${id}`, { email })
const history = (deviceId: number, query = '', email = BOSS) => api.get(`/devices/${deviceId}/commands${query}`, email)
const locate = (entityId: number, email: string): Promise<Answer> =>
  api.call('PUT', `/api/v1/entities/${entityId}/commands/locate`, { email })

const bike = async (more: Record<string, unknown> = {}, business = ours) => {
  const entityId = await tenants.entity(business, 'Bike', more)
  return { entityId, ...(await tenants.install(business, entityId)) }
}
const speaks = (deviceId: number, protocol: string) =>
  tenants.pool.query('UPDATE devices SET protocol = $2 WHERE id = $1', [deviceId, protocol])
/** Writes a tracker's answer as the gateway and the consumer process do. */
const answered = async (id: number, reply: string) => {
  await tenants.pool.query(
    `UPDATE device_commands SET state = 'sent', text = coalesce(text, 'on'), gateway = 'g', serial = 1, sent_at = now(),
       answer_by = now() + interval '1 minute' WHERE id = $1`,
    [id],
  )
  await tenants.pool.query(
    "UPDATE device_commands SET state = 'acknowledged', reply = $2, replied_at = now(), ended_at = now() WHERE id = $1",
    [id, reply],
  )
}
const audited = async (action: string) =>
  (await tenants.pool.query('SELECT user_id, object_id, after FROM audit_log WHERE action = $1 ORDER BY id DESC', [action])).rows

describe('a command to a device', () => {
  it('is queued for a day, announced to the gateways, and audited', async () => {
    const { deviceId, entityId, imei } = await bike()
    const { status, body } = await post(deviceId, { text: 'getver' })
    expect([status, body.data]).toMatchObject([
      200,
      { device_id: deviceId, entity_id: entityId, kind: 'text', text: 'getver', state: 'queued', requested_by: 'Bo Ss' },
    ])
    expect(Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)).toBe(86_400_000)
    const notices: unknown[] = []
    for await (const { key, value } of api.log.read(Topic.commands)) notices.push([key, JSON.parse(value.toString())])
    expect(notices).toContainEqual([imei, { imei }])
    expect((await audited('device.command'))[0]).toMatchObject({
      object_id: String(deviceId),
      after: { text: 'getver', command_id: body.data.id },
    })
  })

  it('lives as long as asked, within limits', async () => {
    const { deviceId } = await bike()
    const { body } = await post(deviceId, { text: 'getver', expires_in: 3600 })
    expect(Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)).toBe(3_600_000)
    for (const wrong of [59, 604_801, 1.5, '3600']) {
      const answer = await post(deviceId, { text: 'getver', expires_in: wrong })
      expect([wrong, answer.status]).toEqual([wrong, 422])
    }
    expect((await post(deviceId, { text: 'getver', expires_in: null })).status).toBe(200)
  })

  it.each([
    ['a line break', 'getver\r\nsetparam 2004:evil.example'],
    ['a zero byte', 'get\u0000ver'],
    ['an escape', '\u001b[2J'],
    ['a C1 control character', 'a\u0085b'],
    ['nothing', ''],
    ['too much', 'x'.repeat(1_001)],
    ['a number', 7],
  ])('with %s in it is refused and never queued (S27)', async (_what, text) => {
    const { deviceId } = await bike()
    const { status, body } = await post(deviceId, { text })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['text']])
    expect((await history(deviceId)).body.meta.total).toBe(0)
  })

  it('that the tracker’s protocol cannot carry is refused at once with what is allowed', async () => {
    const { deviceId } = await bike()
    await speaks(deviceId, 'teltonika')
    const { status, body } = await post(deviceId, { text: 'getvér' })
    expect([status, body.errors.text[0]]).toEqual([422, expect.stringContaining('ASCII')])
    await speaks(deviceId, 'a protocol of tomorrow')
    expect((await post(deviceId, { text: 'getvér' })).status).toBe(200)
  })

  it('needs the grant for devices, and a device in scope (S27)', async () => {
    const { deviceId } = await bike()
    for (const email of [TECHNICIAN, REPORTER]) {
      const { status, body } = await post(deviceId, { text: 'getver' }, email)
      expect([status, body.permission]).toEqual([403, 'manage:devices'])
    }
    expect((await post(deviceId, { text: 'getver' }, STRANGER)).status).toBe(404)
    expect((await history(deviceId, '', STRANGER)).status).toBe(404)
    expect((await post(deviceId, { text: 'getver' }, SUPER)).status).toBe(200)
  })

  it('cannot reach our device on somebody else’s vehicle', async () => {
    const { deviceId } = await bike({}, theirs)
    await tenants.pool.query('UPDATE devices SET business_id = $1 WHERE id = $2', [ours, deviceId])
    expect((await post(deviceId, { text: 'getver' })).status).toBe(404)
  })

  it('asked for twice under one key is one command; another under that key is refused', async () => {
    const { deviceId } = await bike()
    const key = { 'idempotency-key': 'a-key' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(deviceId, { text: 'getver' }, BOSS, key)))
    expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1)
    expect((await history(deviceId)).body.meta.total).toBe(1)
    expect((await post(deviceId, { text: 'getinfo' }, BOSS, key)).status).toBe(422)
    expect((await post(deviceId, { text: 'getver' }, BOSS, { 'idempotency-key': 'with space' })).status).toBe(422)
    expect((await post(deviceId, { text: 'getver' }, SUPER, key)).body.data.id).not.toBe(answers[0]?.body.data.id)
  })

  it('is one of fifty that may wait', async () => {
    const { deviceId } = await bike()
    await tenants.pool.query(
      `INSERT INTO device_commands (device_id, business_id, kind, text, expires_at)
       SELECT $1, $2, 'text', 'getver', now() + interval '1 day' FROM generate_series(1, 50)`,
      [deviceId, ours],
    )
    expect((await post(deviceId, { text: 'getver' })).status).toBe(409)
  })
})

describe('the history of a device', () => {
  it('tells each command with its state and answer, newest first, searchable', async () => {
    const { deviceId } = await bike()
    const first = (await post(deviceId, { text: 'getver' })).body.data.id
    const second = (await post(deviceId, { text: 'getinfo' })).body.data.id
    await answered(first, 'Ver:03.27')
    const { body } = await history(deviceId)
    expect(body.data.map(({ id, state, reply }: Record<string, unknown>) => [id, state, reply])).toEqual([
      [second, 'queued', null],
      [first, 'acknowledged', 'Ver:03.27'],
    ])
    const found = await history(deviceId, '?search=state:acknowledged&searchFields=state:=')
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([first])
  })

  it('stays that of the device when conditions are joined by OR', async () => {
    const [{ deviceId }, other] = [await bike(), await bike()]
    await post(deviceId, { text: 'getver' })
    await post(other.deviceId, { text: 'getinfo' })
    const { body } = await history(deviceId, '?search=text:getver;state:queued&searchJoin=or')
    expect(body.data.map(({ text }: { text: string }) => text)).toEqual(['getver'])
  })

  it('G-38 hides the answers of a consumer’s vehicle, which may hold coordinates, until consent', async () => {
    const { deviceId, entityId } = await bike({ consumer_id: await tenants.consumer(ours) })
    await answered((await post(deviceId, { text: 'getgps' })).body.data.id, 'Latitude: 49.41 Longitude: 8.69')
    for (const email of [BOSS, SUPER]) {
      const { body, text } = await history(deviceId, '', email)
      expect(body.data[0]).toMatchObject({ state: 'acknowledged', reply: null, location_hidden: true })
      expect(text).not.toContain('49.41')
    }
    await tenants.consent(entityId)
    expect((await history(deviceId)).body.data[0]).toMatchObject({
      location_hidden: false,
      reply: expect.stringContaining('49.41'),
    })
  })

  it('M2c hides an answer by where the tracker was when it answered, wherever it is on paper by now', async () => {
    const { deviceId, entityId } = await bike({ consumer_id: await tenants.consumer(ours) })
    const van = await tenants.entity(ours, 'Dummy')
    const on = (entity: number) =>
      api.rows('INSERT INTO installations (device_id, entity_id, business_id) VALUES ($1, $2, $3)', [deviceId, entity, ours])
    const off = () =>
      api.rows('UPDATE installations SET removed_at = clock_timestamp() WHERE device_id = $1 AND removed_at IS NULL', [deviceId])
    const ask = async () => answered((await post(deviceId, { text: 'getgps' })).body.data.id, 'Latitude: 49.41 Longitude: 8.69')
    const told = async () =>
      (await history(deviceId)).body.data.map((command: { location_hidden: boolean; reply: string | null }) => [
        command.location_hidden,
        command.reply,
      ])
    await off()
    await ask()
    expect(await told()).toEqual([[true, null]])
    await on(van)
    await ask()
    await off()
    expect(await told()).toEqual([
      [true, null],
      [true, null],
    ])
    // The tracker was back on the customer's bike, so its earlier answers belong to the time with the customer. They stay
    // hidden even after the tracker has really moved to another vehicle.
    await on(entityId)
    await off()
    await on(van)
    await api.rows('UPDATE installations SET moved_at = clock_timestamp() WHERE device_id = $1 AND removed_at IS NULL', [
      deviceId,
    ])
    expect((await told()).every(([isHidden]: unknown[]) => isHidden)).toBe(true)
    await ask()
    expect((await told())[0]).toEqual([false, expect.stringContaining('49.41')])
  })

  it('does not go with the tracker to its next owner', async () => {
    const { deviceId } = await bike()
    await post(deviceId, { text: 'getver' })
    await tenants.pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await tenants.pool.query('UPDATE devices SET business_id = $1 WHERE id = $2', [theirs, deviceId])
    expect((await history(deviceId, '', STRANGER)).body.data).toEqual([])
  })
})

describe('cancelling', () => {
  it('takes back what is queued, once, and is audited', async () => {
    const { deviceId } = await bike()
    const id = (await post(deviceId, { text: 'reboot' })).body.data.id
    expect((await cancel(deviceId, id)).body.data).toMatchObject({ id, state: 'cancelled', ended_at: expect.any(String) })
    expect((await cancel(deviceId, id)).status).toBe(409)
    expect((await audited('device.command.cancel'))[0]).toMatchObject({ object_id: String(deviceId) })
  })

  it('is too late for what was sent, and not for strangers, nor through another device', async () => {
    const [{ deviceId }, other] = [await bike(), await bike()]
    const sent = (await post(deviceId, { text: 'reboot' })).body.data.id
    await answered(sent, 'ok')
    expect((await cancel(deviceId, sent)).status).toBe(409)
    const queued = (await post(deviceId, { text: 'getver' })).body.data.id
    expect((await cancel(deviceId, queued, STRANGER)).status).toBe(404)
    expect((await cancel(other.deviceId, queued)).status).toBe(404)
    expect((await cancel(deviceId, queued, TECHNICIAN)).status).toBe(403)
  })
})

describe('R-275 locate', () => {
  const newTechnician = async (name: string) => {
    await tenants.user(`${name}@ours.example`, 'technician', ours)
    return `${name}@ours.example`
  }

  it('is queued for two minutes, the same one however often it is asked for (G-83)', async () => {
    const { entityId, deviceId } = await bike()
    const email = await newTechnician('patient')
    expect((await api.get(`/entities/${entityId}/commands/locate`, email)).body.data).toMatchObject({
      state: 'none',
      on_until: null,
    })
    const answers = await Promise.all([1, 2, 3].map(() => locate(entityId, email)))
    const [first] = answers
    expect([first?.status, first?.body.data]).toMatchObject([200, { state: 'queued', on_until: null }])
    expect(Date.parse(first?.body.data.expires_at) - Date.parse(first?.body.data.requested_at)).toBe(120_000)
    expect(new Set(answers.map(({ body }) => body.data.command_id)).size).toBe(1)
    expect((await audited('entity.locate')).filter(({ object_id }) => object_id === String(entityId))).toHaveLength(1)
    expect((await history(deviceId)).body.meta.total).toBe(1)
  })

  it('R-218 tells until when Bluetooth is on, and starts anew once it is off', async () => {
    const { entityId, deviceId } = await bike()
    const email = await newTechnician('seeker')
    const id = (await locate(entityId, email)).body.data.command_id
    await answered(id, 'ok')
    await tenants.pool.query(
      `INSERT INTO device_commands (device_id, entity_id, business_id, kind, undo_of, not_before, expires_at)
       VALUES ($1, $2, $3, 'undo', $4, now() + interval '10 minutes', now() + interval '1 day')`,
      [deviceId, entityId, ours, id],
    )
    const on = (await locate(entityId, email)).body.data
    expect(on).toMatchObject({ command_id: id, state: 'acknowledged', acknowledged_at: expect.any(String) })
    expect(Date.parse(on.on_until)).toBeGreaterThan(Date.now() + 500_000)
    const undo = (await history(deviceId, '?search=kind:undo&searchFields=kind:=')).body.data[0].id
    expect((await cancel(deviceId, undo)).status).toBe(409)
    await tenants.pool.query(
      "UPDATE device_commands SET state = 'failed', failure = 'not_sendable', ended_at = now() WHERE id = $1",
      [undo],
    )
    expect((await locate(entityId, email)).body.data.command_id).toBeGreaterThan(id)
  })

  it('R-222 can be tried again when it was not delivered, also before anybody noticed', async () => {
    const { entityId } = await bike()
    const email = await newTechnician('unlucky')
    const id = (await locate(entityId, email)).body.data.command_id
    await tenants.pool.query(
      "UPDATE device_commands SET not_before = now() - interval '2 hours', expires_at = now() - interval '1 hour' WHERE id = $1",
      [id],
    )
    expect((await locate(entityId, email)).body.data).toMatchObject({ state: 'queued', command_id: expect.any(Number) })
    expect((await api.get(`/entities/${entityId}/commands/locate`, email)).body.data.command_id).toBeGreaterThan(id)
  })

  it('starts anew with the tracker that replaced the one before', async () => {
    const { entityId, deviceId } = await bike()
    const email = await newTechnician('replacer')
    const id = (await locate(entityId, email)).body.data.command_id
    await tenants.pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    const next = await tenants.install(ours, entityId)
    expect((await locate(entityId, email)).body.data.command_id).not.toBe(id)
    expect((await history(next.deviceId)).body.data).toMatchObject([{ kind: 'locate', state: 'queued' }])
  })

  it('needs a tracker that can be located', async () => {
    const email = await newTechnician('optimist')
    const bare = await tenants.entity(ours, 'No tracker')
    expect((await locate(bare, email)).status).toBe(409)
    const { entityId, deviceId } = await bike()
    await speaks(deviceId, 'osmand')
    expect((await locate(entityId, email)).status).toBe(409)
    expect((await post(deviceId, { text: 'getver' })).status).toBe(409)
    await speaks(deviceId, 'teltonika')
    expect((await locate(entityId, email)).status).toBe(200)
  })

  it('is for who may change vehicles, and for vehicles in scope', async () => {
    const { entityId } = await bike()
    const { status, body } = await locate(entityId, REPORTER)
    expect([status, body.permission]).toEqual([403, 'update:entity'])
    expect((await locate(entityId, STRANGER)).status).toBe(404)
    expect((await api.get(`/entities/${entityId}/commands/locate`, STRANGER)).status).toBe(404)
  })

  it('G-31 is limited per user, whichever vehicle and token, and says when to come back', async () => {
    const { entityId } = await bike()
    const other = await bike()
    const [eager, calm] = [await newTechnician('eager'), await newTechnician('calm')]
    for (let time = 0; time < 5; time++) expect((await locate(entityId, eager)).status).toBe(200)
    const { status, headers, body } = await locate(other.entityId, eager)
    expect([status, body.type]).toEqual([429, '/problems/too-many-requests'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await locate(entityId, calm)).status).toBe(200)
  })
})

describe('trackers that nobody registered', () => {
  it('are listed for who sees every business, and for nobody else', async () => {
    await tenants.pool.query(
      "INSERT INTO unknown_devices (imei, protocol, remote_address) VALUES ('352093081452259', 'gt06', '10.0.0.1')",
    )
    const mine = await api.get('/devices/unknown', SUPER)
    expect(mine.body.data).toMatchObject([{ imei: '352093081452259', protocol: 'gt06', remote_address: '10.0.0.1', attempts: 1 }])
    expect((await api.get('/devices/unknown', BOSS)).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await api.get('/devices/unknown', TECHNICIAN)).status).toBe(403)
  })

  it('leave the list when they are registered, by their IMEI or by what they call themselves', async () => {
    await tenants.pool.query(
      "INSERT INTO unknown_devices (imei, protocol, remote_address) VALUES ('352093081452267', 'gt06', '10.0.0.1'), ('GT-77', 'gt06', '10.0.0.1')",
    )
    const listed = async () => {
      const { body } = await api.get('/devices/unknown?orderBy=imei&sortedBy=asc', SUPER)
      return (body.data as { imei: string }[]).map(({ imei }) => imei)
    }
    expect(await listed()).toEqual(expect.arrayContaining(['352093081452267', 'GT-77']))
    await tenants.pool.query(
      `INSERT INTO devices (imei, tracker_id, business_id) SELECT '352093081452267', 'GT-77', id FROM businesses LIMIT 1`,
    )
    const left = await listed()
    expect(left).not.toContain('352093081452267')
    expect(left).not.toContain('GT-77')
  })
})
