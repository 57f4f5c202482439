import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

let api: ApiUnderTest
let tenants: Tenants
let vendor: number
const MANAGER = 'manager@x.example'
const DEALER = 'dealer@x.example'
const STRANGER = 'manager@other.example'
const FINGERPRINT = 'AB:'.repeat(31) + 'CD'
let last = 356_307_080_000_000
const imei = () => String(++last)

const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const device = async (id: number) => (await call('GET', `/devices/${id}`)).body.data
const senders = async (id: number, email = MANAGER) =>
  (await call('GET', `/devices/${id}/doubted-senders`, undefined, email)).body.data
const decide = (id: number, sender: number, what: 'accept' | 'refuse', email = MANAGER) =>
  call('PUT', `/devices/${id}/doubted-senders/${sender}/${what}`, undefined, email)
const audited = async (id: number) =>
  (
    await api.database.pool.query(
      "SELECT action, before, after FROM audit_log WHERE object_type = 'device' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
  ).rows

beforeAll(async () => {
  api = await ApiUnderTest.start()
  tenants = new Tenants(api.database.pool)
  vendor = await tenants.business('Vendor')
  await tenants.deliver(vendor, '356307080000000', '356307080000999')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(DEALER, 'dealer', vendor)
  await tenants.user(STRANGER, 'manager', await tenants.business('Other'))
})
afterAll(() => api.stop())

describe('what alone a tracker may be (G-105)', () => {
  it('is set when it is registered and changed later, in the audit log as everything else', async () => {
    const pins = { bound_protocol: 'teltonika', source_network: '203.0.113.77/24', client_certificate: FINGERPRINT }
    const { body } = await call('POST', '/devices', { imei: imei(), ...pins })
    const kept = { bound_protocol: 'teltonika', source_network: '203.0.113.0/24', client_certificate: 'ab'.repeat(31) + 'cd' }
    expect(body.data).toMatchObject({ ...kept, doubted_senders: 0 })
    const { id, imei: number } = body.data
    await call('PUT', `/devices/${id}`, { imei: number, title: 'Spare' })
    expect(await device(id)).toMatchObject(kept)
    const none = { bound_protocol: null, source_network: null, client_certificate: null }
    await call('PUT', `/devices/${id}`, { imei: number, ...none })
    expect(await device(id)).toMatchObject(none)
    const written = (await audited(id)).at(-1)
    expect([written.before.source_network, written.after.source_network]).toEqual(['203.0.113.0/24', null])
  })

  it('may be a protocol that reached Roadbook through a Traccar server', async () => {
    const { body } = await call('POST', '/devices', { imei: imei(), bound_protocol: 'traccar/gps103' })
    expect(body.data).toMatchObject({ bound_protocol: 'traccar/gps103' })
  })

  it.each([
    [{ bound_protocol: 'morse' }, 'bound_protocol', expect.stringMatching(/^Must be one of: .*teltonika/)],
    [{ source_network: '203.0.113/24' }, 'source_network', 'Must be a network such as 203.0.113.0/24 or 2001:db8::/32'],
    [{ source_network: '203.0.113.0/33' }, 'source_network', 'Must be a network such as 203.0.113.0/24 or 2001:db8::/32'],
    [{ client_certificate: 'abc' }, 'client_certificate', 'Must be the SHA-256 of a certificate: 64 hexadecimal digits'],
  ])('is refused with what is allowed: %j', async (body, field, message) => {
    const { status, body: problem } = await call('POST', '/devices', { imei: imei(), ...body })
    expect([status, problem.errors]).toEqual([422, { [field]: [message] }])
  })

  it('comes in a sheet, too, and its bad lines are named', async () => {
    const [good, bad] = [imei(), imei()]
    const csv = `imei;bound_protocol;source_network;client_certificate\n${good};gt06;2001:db8::/32;${FINGERPRINT}\n${bad};;10.0/8;\n`
    const { body } = await call('POST', '/devices/imports', { csv })
    expect(body.data).toMatchObject({ created: 1, failed: [{ row: 3, field: 'source_network' }] })
    const [row] = (await call('GET', `/devices?search=${good}`)).body.data
    expect(row).toMatchObject({
      bound_protocol: 'gt06',
      source_network: '2001:db8::/32',
      client_certificate: 'ab'.repeat(31) + 'cd',
    })
  })

  it('is over when the tracker comes off its vehicle: where it goes next it is verified anew', async () => {
    const { deviceId } = await tenants.install(vendor, await tenants.entity(vendor, 'Bike'))
    await api.database.pool.query("UPDATE devices SET bound_protocol = 'gt06' WHERE id = $1", [deviceId])
    await call('POST', `/devices/${deviceId}/detach`, { reason: 'Refurbished' })
    expect((await device(deviceId)).bound_protocol).toBeNull()
  })
})

describe('who claims to be a tracker', () => {
  const aDevice = async (columns = {}) => {
    const { deviceId, imei: number } = await tenants.install(vendor, await tenants.entity(vendor, `Bike ${last++}`, columns))
    await api.database.pool.query("UPDATE devices SET bound_protocol = 'teltonika', protocol = 'teltonika' WHERE id = $1", [
      deviceId,
    ])
    return { id: deviceId, imei: number }
  }
  const place = {
    positioned_at: new Date(),
    latitude: 497_000_000,
    longitude: 87_000_000,
    packets: 10,
    packets_not_kept: 0,
    fixes: 12,
  }

  it('waits for review at the device, in the list of devices and nowhere else', async () => {
    const { id } = await aDevice()
    const sender = await tenants.doubtedSender(id, place)
    expect(await senders(id)).toEqual([
      {
        id: sender,
        reason: 'protocol',
        protocol: 'osmand',
        network: '203.0.113.0/24',
        certificate: null,
        packets: 10,
        packets_not_kept: 0,
        fixes: 12,
        latitude: 49.7,
        longitude: 8.7,
        standing: null,
        location_hidden: false,
        first_at: expect.any(String),
        last_at: expect.any(String),
        positioned_at: place.positioned_at.toISOString(),
      },
    ])
    expect(await device(id)).toMatchObject({ doubted_senders: 1, bound_protocol: 'teltonika' })
    const listed = (await call('GET', '/devices?searchFields=has_doubted_senders:=true')).body
    expect(listed).toMatchObject({ data: [{ id }] })
    await decide(id, sender, 'refuse')
  })

  it('is accepted with one press, which binds the device anew', async () => {
    const { id } = await aDevice()
    const sender = await tenants.doubtedSender(id, place)
    const { status, body } = await decide(id, sender, 'accept')
    expect([status, body.data]).toMatchObject([200, { bound_protocol: 'osmand', protocol: 'osmand', doubted_senders: 0 }])
    expect(await senders(id)).toEqual([])
    const { rows } = await api.database.pool.query('SELECT decision FROM doubted_senders WHERE id = $1', [sender])
    expect(rows).toEqual([{ decision: 'accepted' }])
    expect((await audited(id)).at(-1)).toMatchObject({ action: 'device.sender-accept' })
    expect((await decide(id, sender, 'refuse')).status).toBe(404)
  })

  it.each([
    ['network', { source_network: '203.0.113.0/24', client_certificate: 'ab'.repeat(32), bound_protocol: 'teltonika' }],
    ['certificate', { source_network: '10.0.0.0/8', client_certificate: null, bound_protocol: 'teltonika' }],
    ['place', { source_network: '10.0.0.0/8', client_certificate: 'ab'.repeat(32), bound_protocol: 'teltonika' }],
  ])('that lacks its %s is accepted with that alone', async (reason, bound) => {
    const { id, imei: number } = await aDevice()
    await call('PUT', `/devices/${id}`, { imei: number, source_network: '10.0.0.0/8', client_certificate: 'ab'.repeat(32) })
    const sender = await tenants.doubtedSender(id, { reason })
    expect((await decide(id, sender, 'accept')).body.data).toMatchObject(bound)
  })

  it('is refused with one press, which changes nothing of the device', async () => {
    const { id } = await aDevice()
    const before = await device(id)
    const { body } = await decide(id, await tenants.doubtedSender(id, place), 'refuse')
    expect(body.data).toEqual({ ...before, doubted_senders: 0 })
    expect((await audited(id)).at(-1)).toMatchObject({ action: 'device.sender-refuse' })
  })

  describe('from a network that never spoke for it (H1b)', () => {
    const NETWORK = '203.0.0.0/16'
    const standing = async (id: number) =>
      await api.rows<{ network: string; standing: string }>(
        'SELECT network, standing FROM tracker_networks WHERE device_id = $1',
        [id],
      )
    const open = async (id: number) =>
      (await api.rows('SELECT FROM tracker_disputes WHERE device_id = $1 AND ended_at IS NULL', [id])).length
    const disputed = async () => {
      const { id } = await aDevice()
      await api.rows(
        `INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, $2, 'disputed', now(), now())`,
        [id, NETWORK],
      )
      await api.rows(
        `INSERT INTO tracker_disputes (device_id, business_id, network, protocol, began_at, noticed_at, was_believed)
         VALUES ($1, $2, $3, 'teltonika', now(), now(), FALSE)`,
        [id, vendor, NETWORK],
      )
      return {
        id,
        sender: await tenants.doubtedSender(id, { reason: 'newcomer', newcomer_network: NETWORK, protocol: 'teltonika' }),
      }
    }

    it.each([
      ['accept', 'known'],
      ['refuse', 'refused'],
    ] as const)('is settled for good by %s, which ends the dispute', async (what, becomes) => {
      const { id, sender } = await disputed()
      // The newcomer has also sent through another gateway of its mobile carrier.
      await tenants.doubtedSender(id, { reason: 'newcomer', newcomer_network: NETWORK, network: '203.0.114.0/24' })
      expect(await senders(id)).toMatchObject([{ standing: 'disputed' }, { standing: 'disputed' }])
      expect((await decide(id, sender, what)).status).toBe(200)
      expect(await senders(id)).toEqual([])
      expect(await standing(id)).toEqual([{ network: NETWORK, standing: becomes }])
      expect(await open(id)).toBe(0)
      const { after } = (await audited(id)).at(-1)!
      expect(after.sender).toEqual({ reason: 'newcomer', protocol: 'teltonika', network: '203.0.113.0/24', certificate: null })
    })

    it('stays in dispute when somebody else tries to decide', async () => {
      const { id, sender } = await disputed()
      expect((await decide(id, sender, 'accept', DEALER)).status).toBe(403)
      expect((await decide(id, sender, 'accept', STRANGER)).status).toBe(404)
      expect(await standing(id)).toEqual([{ network: NETWORK, standing: 'disputed' }])
      expect(await open(id)).toBe(1)
    })
  })

  it('is nobody’s to decide but who manages devices, of the device’s business', async () => {
    const { id } = await aDevice()
    const other = await aDevice()
    const sender = await tenants.doubtedSender(id)
    expect((await decide(id, sender, 'accept', DEALER)).status).toBe(403)
    expect((await decide(id, sender, 'accept', STRANGER)).status).toBe(404)
    expect((await decide(other.id, sender, 'accept')).status).toBe(404)
    expect((await call('GET', `/devices/${id}/doubted-senders`, undefined, STRANGER)).status).toBe(404)
    expect(await senders(id)).toHaveLength(1)
  })

  it('D1 G-106 says of a customer’s vehicle who it is, and nothing that tells of a ride', async () => {
    const { id } = await aDevice({ consumer_id: await tenants.consumer(vendor) })
    const sender = await tenants.doubtedSender(id, place)
    const nothing = {
      packets: null,
      packets_not_kept: null,
      fixes: null,
      first_at: null,
      last_at: null,
      positioned_at: null,
      latitude: null,
      longitude: null,
      standing: null,
    }
    const who = { id: sender, reason: 'protocol', protocol: 'osmand', network: '203.0.113.0/24', certificate: null }
    expect(await senders(id)).toEqual([{ ...who, ...nothing, location_hidden: true }])
  })
})
