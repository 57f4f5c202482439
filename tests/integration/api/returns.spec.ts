import { apiForTests } from '../../support/api/api-for-tests.js'
import { jpeg, jpegSegment, png, pngChunk } from '../../support/pictures.js'

const { api, tenants } = apiForTests()
let vendor: number
let hidden: number
const MANAGER = 'manager@x.example'
const TECHNICIAN = 'technician@x.example'
const STRANGER = 'stranger@x.example'
const SHIP_FROM = { name: 'Fietsenmaker Jansen', address: 'Dorpsstraat 12', postcode: '3511 AB', city: 'Utrecht', country: 'NL' }
const JPEG = jpeg()

const call = (method: string, path: string, body?: unknown, email = TECHNICIAN, headers = {}) =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const sendBack = (imei: string, more: object = {}, email = TECHNICIAN, headers = {}) =>
  call('POST', '/returns', { imei, reason: 'defective', ship_from: SHIP_FROM, ...more }, email, headers)
const addPhoto = (id: number, bytes: Buffer, email = TECHNICIAN) =>
  call('POST', `/returns/${id}/photos`, { content: bytes.toString('base64') }, email)
const deviceNow = async (id: number) => (await call('GET', `/devices/${id}`, undefined, MANAGER)).body.data

const device = (business = vendor) => tenants.device(business)
/** Adds a tracker that is installed on a vehicle. */
async function carried(name: string) {
  const entityId = await tenants.entity(vendor, name)
  const { deviceId: id, imei } = await tenants.install(vendor, entityId)
  return { id, imei, entityId }
}

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  hidden = await tenants.business('Hidden')
  await api.database.pool.query(
    "UPDATE businesses SET address = 'Kade 1', postcode = '1011 AA', city = 'Amsterdam', country = 'NL' WHERE id = $1",
    [vendor],
  )
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(TECHNICIAN, 'technician', vendor)
  await tenants.user('reporter@x.example', 'reporter', vendor)
  await tenants.user(STRANGER, 'technician', hidden)
})

describe('a tracker that is sent back', () => {
  it('R-105 gets an RMA number whose check digit is right, and is returned from then on', async () => {
    const { id, imei } = await device()
    const { status, body } = await sendBack(imei, { note: 'No GPS', replacement_wanted: true })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      imei,
      device_id: id,
      state: 'open',
      reason: 'defective',
      note: 'No GPS',
      replacement_wanted: true,
      ship_from: SHIP_FROM,
      photos: [],
      business_name: 'Vendor',
      created_by: 'Ada Byron',
      ended_at: null,
    })
    const [, year, number, check] = /^RMA-(\d{4})-(\d{6,})-(\d)$/.exec(body.data.number) ?? []
    expect(Number(year)).toBe(new Date(body.data.created_at).getUTCFullYear())
    expect(luhn(`${year}${number}${check}`)).toBe(0)
    const now = await deviceNow(id)
    expect([now.state, now.returned_at === null]).toEqual(['returned', false])
    const [found] = (await call('GET', `/search/devices?query=${imei}`)).body.data.devices
    expect(found.blocked_message).toBe('This device was sent back')
  })

  it('R-105 is in the history of the device, without the address of the sender', async () => {
    const { id, imei } = await device()
    const { number, id: returnId } = (await sendBack(imei)).body.data
    await call('POST', `/returns/${returnId}/cancel`)
    const log = await api.rows<{ action: string; after: Record<string, unknown> }>(
      "SELECT action, after FROM audit_log WHERE object_type = 'device' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(log.map(({ action }) => action)).toEqual(['return.create', 'return.cancel'])
    expect(log[0]?.after).toMatchObject({ imei, number, reason: 'defective' })
    expect(JSON.stringify(log)).not.toContain('Dorpsstraat')
  })

  it.each([
    [{ imei: '' }, 'imei', 'IMEI number is required'],
    [{ imei: '3563070' }, 'imei', 'IMEI number must have 15 digits'],
    [{ imei: '356307040000009' }, 'imei', 'There is no device with this IMEI'],
    [{ reason: '' }, 'reason', 'Reason is required'],
    [{ reason: 'lost' }, 'reason', 'Must be one of: defective, wrong-order, end-of-contract, other'],
    [{ reason: 'other' }, 'note', 'Enter the reason'],
    [{ ship_from: undefined }, 'ship_from', 'Ship-from address is required'],
    [{ ship_from: { ...SHIP_FROM, city: ' ' } }, 'ship_from.city', 'City is required'],
    [{ ship_from: { ...SHIP_FROM, country: 'Nederland' } }, 'ship_from.country', 'Country is too long'],
  ])('R-105 is refused with %j', async (more, field, message) => {
    const { imei } = await device()
    const { status, body } = await sendBack(imei, more)
    expect([status, body.errors[field]]).toEqual([422, expect.arrayContaining([message])])
  })

  it('R-105 is sent back once, however often the button is pressed', async () => {
    const { imei } = await device()
    const headers = { 'idempotency-key': 'return-0001' }
    const [first, second] = await Promise.all([sendBack(imei, {}, TECHNICIAN, headers), sendBack(imei, {}, TECHNICIAN, headers)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.data.number).toBe(first.body.data.number)
    const again = await sendBack(imei)
    expect([again.status, again.body.detail]).toEqual([
      409,
      `This device is on its way back already, as ${first.body.data.number}`,
    ])
  })
})

describe('a tracker that is still on a vehicle', () => {
  it('R-105 is refused until it is said that it comes off', async () => {
    const { imei, id, entityId } = await carried('Gazelle 77')
    const refused = await sendBack(imei)
    expect([refused.status, refused.body.detail]).toEqual([409, 'This device is on Gazelle 77; replace it or take it off first'])
    expect((await deviceNow(id)).state).toBe('installed')
    const { status, body } = await sendBack(imei, { take_off: true, note: 'Water' })
    expect([status, body.data.entity_id, body.data.entity_name]).toEqual([200, entityId, 'Gazelle 77'])
    expect((await deviceNow(id)).state).toBe('returned')
    const [off] = await api.rows<{ removal_reason: string; open: boolean }>(
      'SELECT removal_reason, removed_at IS NULL AS open FROM installations WHERE device_id = $1',
      [id],
    )
    expect(off).toEqual({ removal_reason: 'defective: Water', open: false })
  })

  it('R-105 T-04 is returned after it was replaced, with its dates in the life of the vehicle', async () => {
    const { imei, id, entityId } = await carried('Gazelle 78')
    const next = await device()
    const replaced = await call('POST', `/entities/${entityId}/replace`, {
      imei: next.imei,
      reason: 'defective',
      note: 'No GPS',
      returned: true,
    })
    expect([replaced.status, replaced.body.data.old_device.state]).toEqual([200, 'returned'])
    const { status, body } = await sendBack(imei)
    expect([status, body.data.entity_id, body.data.entity_name]).toEqual([200, entityId, 'Gazelle 78'])
    const old = await deviceNow(id)
    expect([old.state, old.returned_at !== null]).toEqual(['returned', true])
    const { data } = (await call('GET', `/entities/${entityId}/timeline?sortedBy=asc`, undefined, MANAGER)).body
    const [came, went] = data.filter(({ tracker }: { tracker: unknown }) => tracker !== null)
    expect([came.kind, came.at, came.tracker.imei]).toEqual(['install', '2024-01-01T00:00:00.000Z', imei])
    expect([went.kind, went.tracker]).toEqual(['swap', { imei: next.imei, previous_imei: imei, reason: 'defective: No GPS' }])
  })
})

describe('the form of a return', () => {
  const form = async (imei: string, email = TECHNICIAN) => call('GET', `/returns/form?imei=${imei}`, undefined, email)

  it('R-105 begins with where the tracker is, and with the address of its business', async () => {
    const { imei, entityId } = await carried('Gazelle 79')
    await tenants.user('first@x.example', 'technician', vendor)
    expect((await form(imei, 'first@x.example')).body.data).toEqual({
      imei,
      device_model: null,
      state: 'installed',
      entity_id: entityId,
      entity_name: 'Gazelle 79',
      open_return: null,
      ship_from: { name: 'Vendor', address: 'Kade 1', postcode: '1011 AA', city: 'Amsterdam', country: 'NL' },
    })
  })

  it('R-105 remembers where the same person sent from last, and knows what is on its way already', async () => {
    const { imei } = await device()
    const { body } = await sendBack(imei)
    expect((await form(imei)).body.data).toMatchObject({ state: 'returned', open_return: body.data, ship_from: SHIP_FROM })
  })

  it('R-105 knows no tracker of others, and wants a whole IMEI', async () => {
    const { imei } = await device(hidden)
    expect((await form(imei)).status).toBe(404)
    expect((await form('356307')).status).toBe(422)
  })
})

describe('photos of a return', () => {
  const returned = async () => (await sendBack((await device()).imei)).body.data.id as number

  it('G-52 come back as they were sent, as nothing but the picture that they are', async () => {
    const id = await returned()
    const { status, body } = await addPhoto(id, JPEG)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ place: 1, media_type: 'image/jpeg', bytes: JPEG.length }),
    ])
    const { data } = (await call('GET', `/returns/${id}`)).body
    expect(data.photos).toEqual([body.data])
    const file = await api.call('GET', `/api/v1/returns/${id}/photos/${body.data.id}`, { email: MANAGER })
    expect(file.status).toBe(200)
    const header = (name: string) => file.headers.get(name)
    expect(header('content-type')).toBe('image/jpeg')
    expect(header('content-length')).toBe(String(JPEG.length))
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-disposition')).toBe(`attachment; filename="${data.number}-1.jpg"`)
    const [stored] = await api.rows<{ same: boolean }>(
      'SELECT sha256 = sha256(content) AND content = $2 AS same FROM device_return_photos WHERE id = $1',
      [body.data.id, JPEG],
    )
    expect(stored).toEqual({ same: true })
  })

  it('G-52 are there once when they are sent again, and five at most', async () => {
    const id = await returned()
    const photo = (at: number) => jpeg({ width: at })
    for (const at of [1, 2, 3, 4, 5]) expect((await addPhoto(id, photo(at))).status).toBe(200)
    expect((await addPhoto(id, photo(2))).body.data.place).toBe(2)
    const sixth = await addPhoto(id, photo(6))
    expect([sixth.status, sixth.body.detail]).toEqual([409, 'At most 5 photos are allowed'])
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Photo must be a JPEG, PNG or WebP picture'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Photo must be a JPEG, PNG or WebP picture'],
    ['nothing', Buffer.alloc(0), 'Photo is required'],
    ['of 400 megapixels in 74 bytes', png({ width: 20_000, height: 20_000 }), 'Photo may have at most 40 megapixels'],
    ['too large', Buffer.concat([JPEG, Buffer.alloc(700_000)]), 'Photo is too large'],
  ])('G-52 are refused when they are %s', async (_, bytes, message) => {
    const { status, body } = await addPhoto(await returned(), bytes)
    expect([status, body.errors.content]).toEqual([422, [message]])
  })

  it.each([
    ['a place in a JPEG', jpeg({ beside: jpegSegment(0xe1, 'Exif\0\x0049.4124 N 8.7100 E') }), jpeg()],
    ['a page behind a JPEG', jpeg({ behind: Buffer.from('<script>alert(1)</script>') }), jpeg()],
    ['a place in a PNG', png({ beside: pngChunk('eXIf', '49.4124 N 8.7100 E') }), png()],
    ['a page behind a PNG', png({ behind: Buffer.from('<script>alert(1)</script>') }), png()],
  ])('L5 G-52 are kept without what is no picture: %s', async (_, bytes, alone) => {
    const id = await returned()
    const { data } = (await addPhoto(id, bytes)).body
    const [stored] = await api.rows<{ content: Buffer }>('SELECT content FROM device_return_photos WHERE id = $1', [data.id])
    expect(stored?.content.equals(alone)).toBe(true)
    expect((await addPhoto(id, alone)).body.data).toEqual(data)
  })

  it('G-52 of more than a body may hold are refused before they are read', async () => {
    expect((await addPhoto(await returned(), Buffer.concat([JPEG, Buffer.alloc(1_000_000)]))).status).toBe(413)
  })

  it('G-52 are nobody else’s', async () => {
    const id = await returned()
    const { data } = (await addPhoto(id, JPEG)).body
    expect((await call('GET', `/returns/${id}/photos/${data.id}`, undefined, STRANGER)).status).toBe(404)
    expect((await addPhoto(id, JPEG, STRANGER)).status).toBe(404)
    expect((await call('GET', `/returns/${id}/photos/${data.id}`, undefined, 'reporter@x.example')).status).toBe(403)
    const other = await returned()
    expect((await call('GET', `/returns/${other}/photos/${data.id}`)).status).toBe(404)
  })
})

describe('returns', () => {
  it('R-105 are cancelled, and the tracker is free again', async () => {
    const { id, imei } = await device()
    const { data } = (await sendBack(imei)).body
    const { status, body } = await call('POST', `/returns/${data.id}/cancel`)
    expect([status, body.data.state, body.data.ended_at === null]).toEqual([200, 'cancelled', false])
    expect((await deviceNow(id)).state).toBe('free')
    const again = await call('POST', `/returns/${data.id}/cancel`)
    expect([again.status, again.body.detail]).toEqual([409, 'This return is cancelled already'])
    expect((await addPhoto(data.id, JPEG)).status).toBe(409)
    const next = await sendBack(imei)
    expect([next.status, next.body.data.number === data.number]).toEqual([200, false])
  })

  it('R-105 end when somebody takes the tracker into use again', async () => {
    const { id, imei } = await device()
    const { data } = (await sendBack(imei)).body
    expect((await call('PUT', `/devices/${id}`, { imei, returned: false }, MANAGER)).status).toBe(200)
    expect((await call('GET', `/returns/${data.id}`)).body.data.state).toBe('closed')
  })

  it('R-105 are listed for those who make them and those who manage devices, each their own', async () => {
    const { id, imei } = await device()
    const { data: mine } = (await sendBack(imei, { reason: 'end-of-contract' })).body
    for (const email of [TECHNICIAN, MANAGER]) {
      const { body } = await call('GET', `/returns?searchFields=device_id:=${id}`, undefined, email)
      expect(body.data).toEqual([mine])
    }
    const byNumber = await call('GET', `/returns?search=${mine.number}`)
    expect(byNumber.body.data.map((one: { number: string }) => one.number)).toEqual([mine.number])
    expect((await call('GET', '/returns', undefined, STRANGER)).body.data).toEqual([])
    expect((await call('GET', `/returns/${mine.id}`, undefined, STRANGER)).status).toBe(404)
    expect((await call('POST', `/returns/${mine.id}/cancel`, undefined, STRANGER)).status).toBe(404)
    expect((await sendBack(imei, {}, STRANGER)).status).toBe(422)
    expect((await call('GET', '/returns', undefined, 'reporter@x.example')).status).toBe(403)
  })

  it('R-105 stay with who sent them when the tracker goes to another business', async () => {
    const { id, imei } = await device()
    const { data } = (await sendBack(imei)).body
    await api.database.pool.query('UPDATE devices SET business_id = $2 WHERE id = $1', [id, hidden])
    const kept = (await call('GET', `/returns/${data.id}`)).body.data
    expect([kept.imei, kept.number, kept.device_id]).toEqual([imei, data.number, null])
    const { status, body } = await call('POST', `/returns/${data.id}/cancel`)
    expect([status, body.detail]).toEqual([409, 'The device now belongs to another business'])
    const taken = await sendBack(imei, {}, STRANGER)
    expect([taken.status, taken.text.includes(data.number)]).toEqual([409, false])
  })
})

/**
 * Returns the Luhn sum modulo ten, in which every second digit from the right is doubled. The result is 0 if the check
 * digit is right.
 */
const luhn = (digits: string): number =>
  [...digits]
    .reverse()
    .map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10
