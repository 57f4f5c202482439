import { apiForTests } from '../../support/api/api-for-tests.js'
import { JobClock } from '../../support/api/job-clock.js'

const TECHNICIAN = 'tech@ours.example'
const STRANGER = 'tech@theirs.example'
const READER = 'reader@ours.example'

const { api, tenants } = apiForTests({ API_WORK: 'all' })
let ours: number
let theirs: number
let installer: number

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  installer = await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(STRANGER, 'technician', theirs)
  await tenants.user(READER, 'reporter', ours)
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

/** Adds a vehicle on which a tracker was installed `seconds` ago. */
async function installed(seconds: number, more: Record<string, unknown> = {}, protocol = 'teltonika') {
  const entityId = await tenants.entity(ours, 'Cargo 042', { license_plate: 'AB-12-CD', frame_number: 'FR-0042', ...more })
  const { deviceId, imei } = await tenants.install(ours, entityId)
  await tenants.pool.query('UPDATE installations SET installed_at = $2, installed_by = $3 WHERE device_id = $1', [
    ...[deviceId, ago(seconds), installer],
  ])
  await tenants.pool.query('UPDATE devices SET protocol = $2 WHERE id = $1', [deviceId, protocol])
  return { entityId, deviceId, imei }
}
/** Writes a fix from `seconds` ago as the consumer process does. */
async function fix(deviceId: number, seconds: number, more: Record<string, unknown> = {}): Promise<void> {
  const columns = {
    device_id: deviceId,
    positioned_at: ago(seconds),
    received_at: ago(seconds),
    validity: 0,
    latitude: 520_907_000,
    longitude: 51_214_000,
    satellites: 9,
    hdop_hundredths: 90,
    external_battery_mv: 12_600,
    ...more,
  }
  const places = Object.keys(columns).map((_, at) => `$${at + 1}`)
  await tenants.pool.query('SELECT make_waypoint_partition($1)', [columns.positioned_at])
  await tenants.pool.query(
    `INSERT INTO waypoints (${Object.keys(columns).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(columns),
  )
}
const NO_FIX = { validity: 1, latitude: null, longitude: null, satellites: 0, hdop_hundredths: null }

const verification = async (entityId: number, email = TECHNICIAN) => {
  const { body } = await api.get(`/install-devices/verification/${entityId}`, email)
  return body.data
}
const statesOf = ({ checks }: { checks: { name: string; state: string; cause: string | null }[] }) =>
  Object.fromEntries(checks.map(({ name, state, cause }) => [name, cause ?? state]))
const kept = async (deviceId: number): Promise<Date | null> => {
  const { rows } = await tenants.pool.query('SELECT verified_at FROM installations WHERE device_id = $1', [deviceId])
  return rows[0].verified_at
}
const unverified = async (email = TECHNICIAN): Promise<{ entity_id: number; cause: string | null; imei: string }[]> =>
  (await api.get('/install-devices/unverified', email)).body.data

describe('the verification of an installation', () => {
  it('G-57 goes from waiting to verified with what the tracker sends, and keeps when that was', async () => {
    const { entityId, deviceId, imei } = await installed(40)
    expect(await verification(entityId)).toMatchObject({
      entity_id: entityId,
      entity_name: 'Cargo 042',
      license_plate: 'AB-12-CD',
      frame_number: 'FR-0042',
      imei,
      business_name: 'Ours',
      installed_by: 'Ada Byron',
      state: 'waiting',
      verified_at: null,
      cause: null,
    })
    await fix(deviceId, 25, NO_FIX)
    expect(statesOf(await verification(entityId))).toEqual({
      network: 'passed',
      gps: 'waiting',
      'external-battery': 'passed',
      position: 'waiting',
    })
    await fix(deviceId, 10)
    const { state, installed_at, verified_at, waited_s, checks } = await verification(entityId)
    expect(state).toBe('verified')
    expect(waited_s).toBe(Math.floor((Date.parse(verified_at) - Date.parse(installed_at)) / 1_000))
    const tenSecondsAgo = Date.now() - 10_000
    expect(Date.parse(verified_at)).toBeLessThanOrEqual(tenSecondsAgo)
    expect(checks.map(({ passed_at }: { passed_at: string }) => passed_at).sort()).toContain(verified_at)
    expect((await kept(deviceId))?.toISOString()).toBe(verified_at)
  })

  it('G-57 stays verified for good, even when what proved it is gone', async () => {
    const { entityId, deviceId } = await installed(600)
    await fix(deviceId, 590)
    const { verified_at } = await verification(entityId)
    await tenants.pool.query('DELETE FROM waypoints WHERE device_id = $1', [deviceId])
    await fix(deviceId, 5, NO_FIX)
    expect(await verification(entityId)).toMatchObject({ state: 'verified', verified_at })
  })

  it('G-57 is not verified by a replay of what was sent before the installation', async () => {
    const { entityId, deviceId } = await installed(30)
    await fix(deviceId, 3_600)
    await fix(deviceId, 600, { received_at: ago(5) })
    await tenants.state(deviceId, ago(5))
    expect(statesOf(await verification(entityId))).toEqual({
      network: 'passed',
      gps: 'waiting',
      'external-battery': 'waiting',
      position: 'waiting',
    })
    expect(await kept(deviceId)).toBeNull()
  })

  it('R-114 R-115 tells a silent tracker from one with a covered antenna and from one without power', async () => {
    const [silent, covered, unpowered] = await Promise.all([installed(200), installed(301), installed(301)])
    await fix(covered.deviceId, 290, NO_FIX)
    await fix(covered.deviceId, 20, NO_FIX)
    await fix(unpowered.deviceId, 290, { external_battery_mv: 120 })
    await fix(unpowered.deviceId, 20, { external_battery_mv: 120 })
    expect(await verification(silent.entityId)).toMatchObject({ state: 'suspect', cause: 'no-message', is_overdue: false })
    expect(await verification(covered.entityId)).toMatchObject({ state: 'suspect', cause: 'no-fix', is_overdue: true })
    expect(await verification(unpowered.entityId)).toMatchObject({ state: 'suspect', cause: 'low-voltage', is_overdue: true })
  })

  it('G-105 says to a technician that another sender speaks in its name: the SIM is new', async () => {
    const { entityId, deviceId } = await installed(20)
    const newcomer = { reason: 'newcomer', protocol: 'teltonika', newcomer_network: '203.0.0.0/16' }
    await tenants.doubtedSender(deviceId, { ...newcomer, last_at: ago(60) })
    expect(await verification(entityId)).toMatchObject({ state: 'waiting', cause: null })
    const sender = await tenants.doubtedSender(deviceId, { ...newcomer, network: '203.0.112.0/24', last_at: ago(5) })
    expect(await verification(entityId)).toMatchObject({ state: 'suspect', cause: 'doubted-sender', verified_at: null })
    await tenants.pool.query(
      "UPDATE doubted_senders SET decision = 'refused', decided_at = now(), decided_by = $2 WHERE id = $1",
      [...[sender, installer]],
    )
    expect(await verification(entityId)).toMatchObject({ state: 'waiting', cause: null })
  })

  it('G-106 keeps back that another sender speaks in the name of a hidden vehicle’s tracker', async () => {
    const { entityId, deviceId } = await installed(3_601, { consumer_id: await tenants.consumer(ours) })
    await tenants.doubtedSender(deviceId, { reason: 'protocol', last_at: ago(5) })
    expect(await verification(entityId)).toMatchObject({
      state: 'waiting',
      cause: null,
      is_overdue: false,
      location_hidden: true,
    })
  })

  it('R-114 hears a tracker that begins sessions and sends no fixes', async () => {
    const { entityId, deviceId } = await installed(301)
    await tenants.pool.query('UPDATE installations SET connected_at = $2 WHERE device_id = $1', [deviceId, ago(60)])
    expect(statesOf(await verification(entityId)).network).toBe('passed')
  })

  it('G-57 verifies the next tracker anew, and forgets nothing of the one before', async () => {
    const { entityId, deviceId } = await installed(3_600)
    await fix(deviceId, 3_590)
    await verification(entityId)
    await tenants.pool.query('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, ago(60)])
    expect((await api.get(`/install-devices/verification/${entityId}`, TECHNICIAN)).status).toBe(404)
    const next = await tenants.install(ours, entityId)
    await tenants.pool.query('UPDATE installations SET installed_at = $2 WHERE device_id = $1', [next.deviceId, ago(50)])
    expect(await verification(entityId)).toMatchObject({ state: 'waiting', imei: next.imei })
    expect(await kept(deviceId)).not.toBeNull()
    expect(await kept(next.deviceId)).toBeNull()
  })

  it('G-57 belongs to the life of the vehicle, and to the list of what was made last', async () => {
    const { entityId, deviceId, imei } = await installed(60)
    await fix(deviceId, 30)
    const { verified_at } = await verification(entityId)
    const { body } = await api.get(`/entities/${entityId}/timeline`, TECHNICIAN)
    expect(body.data[0]).toMatchObject({ kind: 'verified', at: verified_at, actor: null, tracker: { imei } })
    const latest = (await api.get('/install-devices/latest-entities', TECHNICIAN)).body.data
    expect(latest.find(({ id }: { id: number }) => id === entityId).verified_at).toBe(verified_at)
  })
})

describe('who sees the verification of an installation', () => {
  it('R-118 G-38 needs no consent for a customer’s vehicle, because it tells no place, and counts as no look', async () => {
    const { entityId, deviceId } = await installed(60, { consumer_id: await tenants.consumer(ours) })
    await fix(deviceId, 30)
    const { status, text, body } = await api.get(`/install-devices/verification/${entityId}`, TECHNICIAN)
    expect([status, body.data.state]).toEqual([200, 'verified'])
    expect(text).not.toMatch(/52\.09|5\.12|520907|51214|latitude|longitude|speed|heading|address/)
    const { rows } = await tenants.pool.query("SELECT 1 FROM audit_log WHERE object_id = $1 AND action LIKE 'consumer.%'", [
      String(entityId),
    ])
    expect(rows).toEqual([])
  })

  it('is nothing for others, nor for users who may not install', async () => {
    const { entityId } = await installed(400)
    expect((await api.get(`/install-devices/verification/${entityId}`, STRANGER)).status).toBe(404)
    expect(await unverified(STRANGER)).toEqual([])
    for (const path of [`verification/${entityId}`, 'unverified']) {
      const refused = await api.get(`/install-devices/${path}`, READER)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('create:entity')])
    }
  })
})

describe('installations that nobody has seen working', () => {
  it('G-57 are listed after 5 minutes for 30 days, newest first, with the likely cause', async () => {
    const others = await Promise.all([installed(200), installed(31 * 86_400), installed(450, { vehicle_type: 'unregistered' })])
    const [silent, covered, working] = await Promise.all([installed(320), installed(400), installed(500)])
    await fix(covered.deviceId, 380, NO_FIX)
    await fix(covered.deviceId, 10, NO_FIX)
    await fix(working.deviceId, 20)
    const listed = await unverified()
    const mine = [silent, covered, working, ...others].map(({ entityId }) => entityId)
    expect(listed.filter(({ entity_id }) => mine.includes(entity_id))).toMatchObject([
      { entity_id: silent.entityId, cause: 'no-message', imei: silent.imei },
      { entity_id: covered.entityId, cause: 'no-fix' },
    ])
  })

  it('G-57 are verified by a sweep when nobody looks', async () => {
    const [working, old, covered] = await Promise.all([installed(600), installed(40 * 86_400), installed(600)])
    for (const { deviceId } of [working, old]) {
      await fix(deviceId, 30)
      await tenants.state(deviceId, ago(30))
    }
    await fix(covered.deviceId, 30, NO_FIX)
    await tenants.state(covered.deviceId, ago(30))
    const clock = await JobClock.open(api.database, 'verify-installations')
    await clock.strike('verify-installations')
    await clock.stop()
    for (const { deviceId } of [working, old]) expect(await kept(deviceId)).not.toBeNull()
    const { rows } = await tenants.pool.query('SELECT network_passed_at, verified_at FROM installations WHERE device_id = $1', [
      covered.deviceId,
    ])
    expect(rows).toEqual([{ network_passed_at: expect.any(Date), verified_at: null }])
  })
})
