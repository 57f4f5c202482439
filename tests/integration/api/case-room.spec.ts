import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'
import { printedOn } from '../../support/pdf-text.js'
import { jpeg, jpegSegment, png } from '../../support/pictures.js'

const { api, tenants } = apiForTests({ PORTAL_URL: 'https://portal.example/' })
let shop: number
let product: number
let finder: number
const DEALER = 'dealer@x.example'
const FINDER = 'finder@x.example'
const OTHER = 'other@x.example'
const HOUR_MS = 3_600_000

const call = (method: string, path: string, body?: unknown, email = DEALER, headers?: Record<string, string>): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const room = async (id: number, email = DEALER) => (await call('GET', `/missing/${id}/room`, undefined, email)).body.data
const kinds = async (id: number) => (await room(id)).timeline.map(({ kind }: { kind: string }) => kind)
const ago = (ms: number) => new Date(Date.now() - ms)

/** Adds a vehicle with a tracker that was just reported missing. */
async function gone(name: string, more: Record<string, unknown> = {}) {
  const entity = await tenants.entity(shop, name, {
    frame_number: `F-${name}`,
    brand: 'Koga',
    model: 'E-Nova',
    color: 'Black',
    ...more,
  })
  await tenants.subscribe(entity, product)
  const { deviceId, imei } = await tenants.install(shop, entity)
  await tenants.state(deviceId, new Date(), 52.09, 5.12)
  const { id } = (await call('POST', `/entities/${entity}/missing`, { reason: 'stolen', note: 'Lock cut through' })).body.data
  return { entity, deviceId, imei, id: id as number }
}
const share = async (id: number, hours = 1) => (await call('POST', `/missing/${id}/shares`, { hours })).body.data
const secretOf = ({ link }: { link: string }) => link.split('#')[1] ?? ''
const open = (link: string, more: object = {}) => api.call('POST', '/api/v1/shared-case', { body: { link, ...more } })

beforeAll(async () => {
  shop = await tenants.business('Shop')
  await api.database.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [shop])
  product = await tenants.subscription(shop, 'Recovery plus')
  await tenants.user(DEALER, 'dealer', shop)
  finder = await tenants.user(FINDER, 'dealer', shop, { first_name: 'Finn', last_name: 'Der' })
  await tenants.user('technician@x.example', 'technician', shop, { first_name: 'Tech', last_name: 'Nician' })
  await tenants.user(OTHER, 'manager', await tenants.business('Somebody else'))
})

describe('the room of a case', () => {
  it('R-215 G-82 T-07 has the case, the vehicle, where it is, and what happened', async () => {
    const { id, entity, deviceId, imei } = await gone('Room')
    await api.database.pool.query("UPDATE missing_cases SET opened_at = now() - interval '2 hours' WHERE id = $1", [id])
    for (const [minutes, latitude] of [
      [150, 52.05],
      [100, 52.06],
      [50, 52.07],
      [5, 52.09],
    ] as const) {
      await tenants.waypoint(deviceId, ago(minutes * 60_000).toISOString(), latitude, 5.12)
    }
    const seen = await room(id)
    expect(seen).toMatchObject({
      entity_id: entity,
      case: { id, state: 'open', reason: 'stolen', reporter: 'Ada Byron', assignee: null },
      vehicle: { name: 'Room', brand: 'Koga', model: 'E-Nova', color: 'Black', frame_number: 'F-Room' },
      imei,
      position: { latitude: 52.09, longitude: 5.12, is_moving: true, doubt_m: expect.any(Number) },
      locate: { state: 'none' },
      shares: [],
      timeline: [{ kind: 'reported', by: 'Ada Byron', reason: 'stolen', note: 'Lock cut through' }],
    })
    expect(seen.trail.map(({ latitude }: { latitude: number }) => latitude)).toEqual([52.06, 52.07, 52.09])
  })

  it('R-215 keeps the trail within a thousand points, evenly, with the newest among them', async () => {
    const { id, deviceId } = await gone('Long way')
    await api.database.pool.query("UPDATE missing_cases SET opened_at = now() - interval '10 hours' WHERE id = $1", [id])
    await tenants.waypoint(deviceId, ago(9.9 * HOUR_MS).toISOString(), 52, 5)
    await api.database.pool.query(
      `INSERT INTO waypoints (device_id, positioned_at, received_at, latitude, longitude, validity)
       SELECT $1, at, at, 520000000 + n, 50000000, 0
       FROM generate_series(1, 6000) n, LATERAL (SELECT now() - interval '9 hours' + n * interval '5 seconds' AS at) times`,
      [deviceId],
    )
    const { trail } = await room(id)
    expect(trail.length).toBeGreaterThan(700)
    expect(trail.length).toBeLessThanOrEqual(1_000)
    expect(trail.at(-1).latitude).toBe(52.0006)
    expect([...trail].sort((one, other) => one.positioned_at.localeCompare(other.positioned_at))).toEqual(trail)
  })

  it('R-215 says where it stood most nights, and by when its tracker reports next', async () => {
    const { id, deviceId } = await gone('Homely')
    // All times are near noon, on whatever day the test runs, because a trip at night would interrupt a night at home.
    const today = new Date().toISOString().slice(0, 10)
    const noon = (days: number, hours = 0) =>
      new Date(Date.parse(`${today}T12:00Z`) - days * 24 * HOUR_MS + hours * HOUR_MS).toISOString()
    await tenants.trip(deviceId, noon(5), noon(5, 1))
    await tenants.trip(deviceId, noon(3), noon(3, 1))
    const last = Date.now()
    for (const minutes of [40, 30, 20, 10, 0])
      await tenants.waypoint(deviceId, new Date(last - minutes * 60_000).toISOString(), 49.41, 8.71)
    const { usual_places: places, next_report_expected_at: next } = await room(id)
    expect(places).toEqual([expect.objectContaining({ latitude: 49.41, longitude: 8.71, radius_m: 50 })])
    expect(places[0].nights).toBeGreaterThanOrEqual(4)
    expect(Date.parse(next) - last).toBe(10 * 60_000)
  })

  it('G-38 G-106 tells nothing of where a customer’s vehicle is once its case has ended, and each looker is written down', async () => {
    const { id, entity, deviceId } = await gone('Customer’s', { consumer_id: await tenants.consumer(shop) })
    await tenants.trip(deviceId, ago(50 * HOUR_MS).toISOString(), ago(49 * HOUR_MS).toISOString())
    await tenants.waypoint(deviceId, new Date().toISOString(), 52.09, 5.12)
    await api.database.pool.query(
      'INSERT INTO missing_case_movements (case_id, device_id, started_at, ended_at, is_late) VALUES ($1, $2, now(), now(), FALSE)',
      [id, deviceId],
    )
    expect(await room(id)).toMatchObject({ position: { latitude: 52.09 }, trail: [{ latitude: 52.09 }], usual_places: [{}] })
    expect(await kinds(id)).toContain('moved')
    await room(id, FINDER)
    const looks = await api.rows(
      "SELECT after->>'call' AS call FROM audit_log WHERE action = 'consumer.position.view' AND object_id = $1 AND after->>'call' LIKE '%room'",
      [String(entity)],
    )
    expect(looks).toHaveLength(1)
    await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-owner' })
    const after = await room(id)
    expect(after).toMatchObject({ position: null, trail: [], usual_places: [], next_report_expected_at: null })
    expect(await kinds(id)).not.toContain('moved')
    expect(JSON.stringify(after)).not.toContain('52.09')
  })

  it('R-239 opens to nobody else, and to who may not manage missing vehicles not at all', async () => {
    const { id } = await gone('Guarded')
    expect((await call('GET', `/missing/${id}/room`, undefined, OTHER)).status).toBe(404)
    expect((await call('GET', `/missing/${id}/room`, undefined, 'technician@x.example')).status).toBe(403)
  })
})

describe('work on a case', () => {
  it('G-82 R-240 notes, assigns and completes it; all of it stands in its course and in the audit log', async () => {
    const { id } = await gone('Worked on')
    await call('POST', `/missing/${id}/notes`, { text: 'Seen at the station' })
    const given = await call('PUT', `/missing/${id}/assignee`, { user_id: finder })
    expect(given.body.data).toMatchObject({ assignee_id: finder, assignee: 'Finn Der' })
    const facts = { police_report_number: 'PL0900-2026-1', reward: '250 euros', insurer: 'Insurers & Sons' }
    const changed = await call('PUT', `/missing/${id}`, facts)
    expect(changed.body.data).toMatchObject(facts)
    await call('PUT', `/missing/${id}/close`, { reason: 'handed-to-insurer', note: 'After a month' })
    await call('PUT', `/missing/${id}/reopen`, { reason: 'Heard again' })
    const { timeline } = await room(id)
    expect(timeline.map((one: Record<string, unknown>) => [one.kind, one.by, one.assignee, one.reason, one.note])).toEqual([
      ['reopened', 'Ada Byron', null, 'Heard again', null],
      ['closed', 'Ada Byron', null, 'handed-to-insurer', 'After a month'],
      ['changed', 'Ada Byron', null, null, null],
      ['assigned', 'Ada Byron', 'Finn Der', null, null],
      ['noted', 'Ada Byron', null, null, 'Seen at the station'],
      ['reported', 'Ada Byron', null, 'stolen', 'Lock cut through'],
    ])
    const audited = await api.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE object_type = 'missing-case' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(audited.map(({ action }) => action)).toEqual(
      ['report', 'note', 'assign', 'update', 'close', 'reopen'].map((action) => `missing.${action}`),
    )
  })

  it('G-82 is given only to who sees the vehicle and manages missing ones', async () => {
    const { id } = await gone('Given')
    const { data } = (await call('GET', `/missing/${id}/assignees`)).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Ada Byron', 'Finn Der'])
    const [technician] = await api.rows<{ id: number }>("SELECT id FROM users WHERE email = 'technician@x.example'")
    const [stranger] = await api.rows<{ id: number }>('SELECT id FROM users WHERE email = $1', [OTHER])
    for (const one of [technician, stranger]) {
      const refused = await call('PUT', `/missing/${id}/assignee`, { user_id: one?.id })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['user_id']])
    }
    await call('PUT', `/missing/${id}/assignee`, { user_id: finder })
    const found = await call('GET', `/entities/missing?searchFields=assignee_id:=${finder}`)
    expect(found.body.data).toContainEqual(expect.objectContaining({ id, assignee: 'Finn Der' }))
    expect((await call('PUT', `/missing/${id}/assignee`, { user_id: null })).body.data.assignee).toBeNull()
  })

  it('G-82 changes only the state that was read', async () => {
    const { id } = await gone('Read before')
    const insure = (insurer: string | null, headers?: Record<string, string>) =>
      call('PUT', `/missing/${id}`, { police_report_number: null, reward: null, insurer }, DEALER, headers)
    const tag = (await insure('One')).headers.get('etag') ?? ''
    expect((await insure('Two', { 'if-match': tag })).status).toBe(200)
    expect((await insure('Three', { 'if-match': tag })).status).toBe(412)
    expect((await insure('Two')).body.data.insurer).toBe('Two')
    expect(await kinds(id)).toEqual(['changed', 'changed', 'reported'])
    expect(Object.keys((await call('PUT', `/missing/${id}`, { reward: 'x'.repeat(101) })).body.errors)).toHaveLength(3)
  })

  it('R-277 the list of cases is a CSV in the words of who asks', async () => {
    const { id } = await gone('In a file')
    await call('PUT', `/missing/${id}/close`, { reason: 'no-signal' })
    const { text } = await api.get('/entities/missing?search=In a file&format=csv', DEALER, { accept: 'text/csv' })
    for (const word of ['In a file', 'Given up', 'Stolen', 'No signal', 'Ada Byron']) expect(text).toContain(word)
  })
})

describe('the photos of a case', () => {
  const add = (id: number, photo: Buffer) => call('POST', `/missing/${id}/photos`, { content: photo.toString('base64') })
  const behind = (link: string, photoId: number) =>
    api.call('POST', '/api/v1/shared-case/photo', { body: { link, photo_id: photoId } })
  const evidence = async (id: number) => {
    const headers = { authorization: `Bearer ${await api.issuer.tokenOf(DEALER)}` }
    const answer = await fetch(`${api.url}/api/v1/missing/${id}/evidence`, { method: 'POST', headers })
    return Buffer.from(await answer.arrayBuffer())
  }

  it('R-216 G-84 are seen by colleagues, behind a link and in the evidence, without where they were taken, until they are removed', async () => {
    const { id } = await gone('Pictured')
    const other = await gone('Not pictured')
    const photo = jpeg({ width: 640, height: 480, beside: jpegSegment(0xe1, 'Exif\0\0at 52.09 5.12') })
    const { body } = await add(id, photo)
    expect(body.data).toMatchObject({ place: 1, media_type: 'image/jpeg', bytes: jpeg({ width: 640, height: 480 }).length })
    expect((await add(id, photo)).body.data).toEqual(body.data)
    const { id: photoId } = body.data
    expect((await room(id)).photos).toEqual([body.data])

    const [own, others] = [secretOf(await share(id)), secretOf(await share(other.id))]
    expect((await open(own)).body.data.photos).toEqual([body.data])
    const seen = await behind(own, photoId)
    expect([seen.status, seen.headers.get('content-type'), seen.text.includes('52.09')]).toEqual([200, 'image/jpeg', false])
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await behind(others, photoId)).status).toBe(404)
    expect((await call('GET', `/missing/${other.id}/photos/${photoId}`)).status).toBe(404)
    expect((await call('GET', `/missing/${id}/photos/${photoId}`, undefined, OTHER)).status).toBe(404)

    const pdf = await evidence(id)
    expect(printedOn(pdf).text).toContain('Photos of the vehicle')
    expect(pdf.includes('/DCTDecode')).toBe(true)

    expect((await call('DELETE', `/missing/${id}/photos/${photoId}`, undefined, OTHER)).status).toBe(404)
    expect((await call('DELETE', `/missing/${id}/photos/${photoId}`)).status).toBe(204)
    expect((await behind(own, photoId)).status).toBe(404)
    expect((await evidence(id)).includes('/DCTDecode')).toBe(false)
    expect(await kinds(id)).toEqual(expect.arrayContaining(['photo-added', 'photo-removed']))
    const audited = await api.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE object_id = $1 AND action LIKE 'missing.photo%' ORDER BY action",
      [String(id)],
    )
    expect(audited.map(({ action }) => action)).toEqual(['missing.photo', 'missing.photo.remove'])
  })

  it('R-216 are five JPEG pictures at most, of an open case; one that ended shows what it showed then', async () => {
    const { id } = await gone('Often pictured')
    expect(Object.keys((await add(id, png())).body.errors)).toEqual(['content'])
    for (const width of [1, 2, 3, 4, 5]) expect((await add(id, jpeg({ width }))).status).toBe(200)
    expect((await add(id, jpeg({ width: 6 }))).status).toBe(409)
    const photos = (await room(id)).photos
    expect(photos.map(({ place }: { place: number }) => place)).toEqual([1, 2, 3, 4, 5])
    const link = secretOf(await share(id))
    await call('PUT', `/missing/${id}/close`, { reason: 'no-signal' })
    expect((await call('DELETE', `/missing/${id}/photos/${photos[0].id}`)).status).toBe(409)
    expect((await add(id, jpeg({ width: 7 }))).status).toBe(409)
    expect((await room(id)).photos).toEqual(photos)
    expect((await behind(link, photos[0].id)).status).toBe(404)
  })
})

describe('a link to a case', () => {
  it('G-84 T-07 shows somebody without an account the vehicle and its way, and nothing about people', async () => {
    const { id, deviceId, imei } = await gone('Shared', { consumer_id: await tenants.consumer(shop) })
    await call('POST', `/missing/${id}/notes`, { text: 'Owner is at +31 6 000' })
    await tenants.waypoint(deviceId, new Date().toISOString(), 52.09, 5.12)
    const made = await share(id)
    expect(made.link).toMatch(/^https:\/\/portal\.example\/shared-case#[\w-]{43}$/)
    const seen = await open(secretOf(made))
    expect(seen.status).toBe(200)
    expect(seen.body.data).toMatchObject({
      vehicle: { name: 'Shared', brand: 'Koga', model: 'E-Nova', color: 'Black', frame_number: 'F-Shared' },
      position: { latitude: 52.09, longitude: 5.12 },
      trail: [{ latitude: 52.09, longitude: 5.12 }],
      expires_at: made.expires_at,
    })
    for (const secret of [imei, 'Con', 'Sumer', 'Ada', 'Owner is at', 'Lock cut', 'Shop']) expect(seen.text).not.toContain(secret)
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    expect(seen.headers.get('x-robots-tag')).toContain('noindex')
  })

  it('G-84 counts each opening, and answers a page that is open only what is new', async () => {
    const { id, deviceId } = await gone('Counted')
    await tenants.waypoint(deviceId, new Date().toISOString(), 52.09, 5.12)
    const made = await share(id, 24)
    const [point] = (await open(secretOf(made))).body.data.trail
    await open(secretOf(made))
    const polled = await open(secretOf(made), { since: point.positioned_at })
    expect(polled.body.data).toMatchObject({ trail: [], position: { latitude: 52.09 } })
    const { shares, timeline } = await room(id)
    expect(shares).toEqual([expect.objectContaining({ id: made.id, views: 2, is_live: true, created_by: 'Ada Byron' })])
    expect(timeline.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['share-opened', 'shared'])
    expect(Object.keys((await open(secretOf(made), { since: 'yesterday' })).body.errors)).toEqual(['since'])
  })

  it('G-84 keeps only the hash of its secret, which is shown once', async () => {
    const { id } = await gone('Secret')
    const headers = { 'idempotency-key': 'c0a7e1f2-0000-4000-8000-000000000007' }
    const twice = [1, 2].map(() => call('POST', `/missing/${id}/shares`, { hours: 8 }, DEALER, headers))
    const [one, again] = [(await twice[0]!).body.data, (await twice[1]!).body.data]
    expect([one, again].map(({ link }) => link === null).sort()).toEqual([false, true])
    expect(one.id).toBe(again.id)
    const secret = secretOf(one.link === null ? again : one)
    const { rows } = await api.database.pool.query(
      `SELECT (SELECT count(*) FROM idempotency_keys k WHERE k.answer::text LIKE '%' || $1 || '%')
         + (SELECT count(*) FROM missing_case_shares s WHERE s::text LIKE '%' || $1 || '%')
         + (SELECT count(*) FROM audit_log a WHERE a::text LIKE '%' || $1 || '%') AS kept`,
      [secret],
    )
    expect(Number(rows[0].kept)).toBe(0)
  })

  it.each<[string, (made: { id: number; entity: number; shareId: number }) => Promise<unknown>]>([
    [
      'has expired',
      ({ shareId }) =>
        api.rows(
          "UPDATE missing_case_shares SET created_at = created_at - interval '2 h', expires_at = expires_at - interval '2 h' WHERE id = $1",
          [shareId],
        ),
    ],
    ['was ended', ({ id, shareId }) => call('DELETE', `/missing/${id}/shares/${shareId}`)],
    ['is of a vehicle that was found', ({ id }) => call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-police' })],
    ['is of a vehicle that was given up', ({ id }) => call('PUT', `/missing/${id}/close`, { reason: 'no-signal' })],
    [
      'is of a case that ended, also when it goes on',
      async ({ id }) => {
        await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-police' })
        await call('PUT', `/missing/${id}/reopen`, { reason: 'Gone again' })
      },
    ],
    [
      'is of a vehicle that is somebody else’s by now',
      async ({ entity }) => {
        const elsewhere = await tenants.business('Elsewhere')
        return api.rows('UPDATE entities SET business_id = $2 WHERE id = $1', [entity, elsewhere])
      },
    ],
    [
      'is of a vehicle that was deleted',
      ({ entity }) => api.rows('UPDATE entities SET deleted_at = now() WHERE id = $1', [entity]),
    ],
  ])('G-84 T-07 opens nothing once it %s', async (name, kill) => {
    const { id, entity } = await gone(name)
    const made = await share(id)
    expect((await open(secretOf(made))).status).toBe(200)
    await kill({ id, entity, shareId: made.id })
    const dead = await open(secretOf(made))
    const unknown = await open('nobody’s')
    const told = ({ status, body }: Answer) => [status, body.type, body.detail, body.title]
    expect(told(dead)).toEqual(told(unknown))
    expect(dead.status).toBe(404)
  })

  it('G-84 is made for a week at most, of an open case alone, and by who manages it', async () => {
    const { id } = await gone('Limited')
    for (const hours of [0, 169, 1.5, null]) {
      const refused = await call('POST', `/missing/${id}/shares`, { hours })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['hours']])
    }
    expect((await share(id, 168)).is_live).toBe(true)
    expect((await call('POST', `/missing/${id}/shares`, { hours: 1 }, OTHER)).status).toBe(404)
    const { id: shareId } = await share(id)
    expect((await call('DELETE', `/missing/${id}/shares/${shareId}`, undefined, OTHER)).status).toBe(404)
    const another = await gone('Limited too')
    expect((await call('DELETE', `/missing/${another.id}/shares/${shareId}`)).status).toBe(404)
    await call('PUT', `/missing/${id}/resolve`, { reason: 'not-stolen' })
    expect((await call('POST', `/missing/${id}/shares`, { hours: 1 })).body.detail).toBe('This case has ended')
  })
})

describe('evidence for the police', () => {
  const evidence = async (id: number, tz = 'Europe/Amsterdam', email = DEALER) => {
    const headers = { authorization: `Bearer ${await api.issuer.tokenOf(email)}` }
    const answer = await fetch(`${api.url}/api/v1/missing/${id}/evidence?tz=${tz}`, { method: 'POST', headers })
    return { answer, ...printedOn(Buffer.from(await answer.arrayBuffer())) }
  }

  it('G-82 T-07 holds frame number, IMEI, plate, the last ten positions with their times and zone, a map, and what happened', async () => {
    const { id, deviceId, imei } = await gone('Evident', { license_plate: 'AB-12-CD', brand: 'Ποδήλατα Жук', model: 'דרור' })
    await api.database.pool.query("UPDATE missing_cases SET opened_at = now() - interval '2 hours' WHERE id = $1", [id])
    await call('POST', `/missing/${id}/notes`, { text: 'Seen at the station' })
    for (const nth of Array(12).keys()) {
      await tenants.waypoint(deviceId, ago((12 - nth) * 60_000).toISOString(), 52.01 + nth / 100, 5)
    }
    const { answer, text, drawings } = await evidence(id)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="Evidence-M-\d{5}\.pdf"/)
    for (const words of [
      'F-Evident',
      imei,
      'AB-12-CD',
      'Ποδήλατα Жук',
      'רורד',
      'Seen at the station',
      'Reported missing',
      'Lock cut through',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toMatch(/Made by Ada Byron on \d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
    expect(text).toContain('Time (Europe/Amsterdam)')
    expect(text.match(/\n5\.000000/g)).toHaveLength(10)
    expect([text.includes('52.120000'), text.includes('52.030000'), text.includes('52.020000')]).toEqual([true, true, false])
    expect(drawings).toMatch(/ l\nS/)
    for (const label of ['Frame number', 'License plate', 'IMEI of the tracker', 'Evidence of a missing vehicle'])
      expect(text).toContain(label)
    expect(text).toContain('Page 1 of 1')
    expect((await kinds(id))[0]).toBe('evidence')
    const audited = await api.rows("SELECT 1 FROM audit_log WHERE action = 'missing.evidence' AND object_id = $1", [String(id)])
    expect(audited).toHaveLength(1)
  })

  it('T-07 is in the language of who makes it, with times of a clock that changed', async () => {
    const { id, deviceId } = await gone('Sprachig')
    await tenants.user('german@x.example', 'dealer', shop, { locale: 'de', first_name: 'Gerd', last_name: 'Mann' })
    // On 26 October clocks in Amsterdam go back, so 02:30 occurs twice.
    for (const [nth, at] of ['2025-10-26T00:30:15Z', '2025-10-26T01:30:15Z'].entries()) {
      await tenants.waypoint(deviceId, at, 52 + nth, 5)
    }
    await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-police' })
    await api.rows("UPDATE missing_cases SET opened_at = '2025-10-25Z', ended_at = '2025-10-27Z' WHERE id = $1", [id])
    const { text } = await evidence(id, 'Europe/Amsterdam', 'german@x.example')
    for (const words of ['Beweismittel', 'Rahmennummer', 'Vermisst gemeldet', 'Erstellt von Gerd Mann'])
      expect(text).toContain(words)
    // Each of the two times is in the table, and at one end of the track on the map.
    expect(text.match(/26-10-2025 02:30:15/g)).toHaveLength(4)
  })

  it('G-38 tells of a customer’s vehicle nothing of where it was once its case has ended', async () => {
    const { id, deviceId } = await gone('Hidden again', { consumer_id: await tenants.consumer(shop) })
    await tenants.waypoint(deviceId, new Date().toISOString(), 52.123456, 5)
    expect((await evidence(id)).text).toContain('52.123456')
    await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-police' })
    const { text } = await evidence(id)
    expect(text).not.toContain('52.123456')
    expect(text).toContain('because its case has ended')
  })
})
