import type { Email } from 'postal-mime'
import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'

/** M2b, M8: the customer is notified of everything that makes their whereabouts visible, with a link that ends it. */
const MANAGER = 'manager@ours.example'
const HERE = { latitude: 52.0907, longitude: 5.1214 }
const THERE = { latitude: 52.2, longitude: 5.3 }

let api: ApiUnderTest
let mails: MailBench
let mailDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let tenants: Tenants
let ours: number
let product: number
let customers = 0

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({
    API_WORK: 'all',
    SMTP_URL: mails.smtpUrl,
    PORTAL_URL: 'https://portal.example/',
    SUPPORT_EMAIL: 'help@portal.example',
  })
  tenants = new Tenants(api.database.pool)
  ours = await tenants.business('Ours')
  await api.rows('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [ours])
  product = await tenants.subscription(ours, 'Recovery plus')
  await tenants.user(MANAGER, 'manager', ours)
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

const call = (method: string, path: string, body?: object) => api.call(method, `/api/v1${path}`, { email: MANAGER, body })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
/** Returns the data of a successful call. */
const done = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(`answered with ${status}`)
  return body.data
}
const linkIn = (text = '') => /https:\/\/portal\.example\/consent#(\S+)/.exec(text)?.[1] ?? ''
const behind = async (link: string) => (await api.call('POST', '/api/v1/consents/show', { body: { link } })).body.data
/**
 * Returns the link from a customer's mail about a disclosure of this kind that has not ended. Waits until this many mails
 * have come.
 */
async function linkTo(kind: string, email: string, count: number): Promise<{ link: string; mail: Email }> {
  for (const mail of (await mails.arrived(email, count)).reverse()) {
    const link = linkIn(mail.text)
    const { about, state } = await behind(link)
    if (about === kind && state === 'granted') return { link, mail }
  }
  throw new Error(`no mail of ${kind}`)
}
const answer = (link: string, word: string) => api.call('POST', '/api/v1/consents/answer', { body: { link, answer: word } })
const isHidden = async (entityId: number) => (await call('GET', `/entities/${entityId}/position`)).body.data.location_hidden

/** Adds a customer's bike with a tracker that has just reported. */
async function aBike(email: string | null = `customer-${++customers}@home.example`, locale = 'en') {
  const consumerId = await tenants.consumer(ours)
  await api.rows('UPDATE consumers SET email = $2, locale = $3 WHERE id = $1', [consumerId, email, locale])
  const entityId = await tenants.entity(ours, 'Lasta', { consumer_id: consumerId })
  await tenants.subscribe(entityId, product)
  const { deviceId } = await tenants.install(ours, entityId)
  await tenants.state(deviceId, new Date(), HERE.latitude, HERE.longitude)
  return { consumerId, entityId, deviceId, email: email ?? '' }
}

interface Shown {
  /** The vehicle that is visible. */
  seen: number
  email: string
  /** Number of mails that the customer should have received. */
  mails: number
  /** Returns true while the disclosure still shows the vehicle. */
  isSeen: () => Promise<boolean>
}

const KINDS: Record<string, (bike: Awaited<ReturnType<typeof aBike>>) => Promise<Shown>> = {
  'missing-case': async ({ entityId, email }) => {
    done(await call('POST', `/entities/${entityId}/missing`, { reason: 'stolen' }))
    return { seen: entityId, email, mails: 1, isSeen: async () => !(await isHidden(entityId)) }
  },
  'case-link': async ({ entityId, email }) => {
    const { id } = done(await call('POST', `/entities/${entityId}/missing`, { reason: 'stolen' }))
    const [, link] = done(await call('POST', `/missing/${id}/shares`, { hours: 8 })).link.split('#')
    const isSeen = async () => (await api.call('POST', '/api/v1/shared-case', { body: { link } })).status === 200
    return { seen: entityId, email, mails: 2, isSeen }
  },
  'shown-move': async ({ entityId, deviceId, email }) => {
    const dummy = await showMove(entityId, deviceId)
    return { seen: dummy, email, mails: 1, isSeen: async () => !(await isHidden(dummy)) }
  },
}
const kinds = Object.keys(KINDS)
/** For each kind of disclosure: the column in which it is recorded, and a query that finds what makes a tracker visible. */
const RECORDED: Record<string, [column: string, visible: string]> = {
  'missing-case': ['case_id', 'SELECT 1 FROM missing_cases m JOIN installations i USING (entity_id) WHERE i.device_id = $1'],
  'case-link': [
    'share_id',
    `SELECT 1 FROM missing_case_shares s JOIN missing_cases m ON m.id = s.case_id JOIN installations i USING (entity_id)
      WHERE i.device_id = $1`,
  ],
  'shown-move': ['installation_id', 'SELECT 1 FROM installations WHERE device_id = $1 AND moved_at IS NOT NULL'],
}

async function fix(deviceId: number, seconds: number, { latitude, longitude } = HERE, external_battery_mv = 12_600) {
  await api.rows('SELECT make_waypoint_partition($1)', [ago(seconds)])
  await api.rows(
    `INSERT INTO waypoints (device_id, positioned_at, received_at, validity, latitude, longitude, satellites, hdop_hundredths,
       external_battery_mv) VALUES ($1, $2, $2, 0, $3, $4, 9, 90, $5)`,
    [deviceId, ago(seconds), Math.round(latitude * 1e7), Math.round(longitude * 1e7), external_battery_mv],
  )
}

/**
 * Installs the tracker on a dummy vehicle, switches its power off and on, and confirms the move on the spot.
 * @returns the id of the dummy vehicle
 */
async function showMove(entityId: number, deviceId: number): Promise<number> {
  await api.rows("UPDATE installations SET installed_at = now() - interval '3 hours' WHERE entity_id = $1", [entityId])
  await fix(deviceId, 6_000, THERE)
  await api.rows("UPDATE installations SET removed_at = now() - interval '90 minutes' WHERE device_id = $1", [deviceId])
  const dummy = await tenants.entity(ours, 'Dummy')
  await api.rows('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
    ...[deviceId, dummy, ours, ago(3_600)],
  ])
  for (const [seconds, voltage] of [
    [400, 12_600],
    [300, 0],
    [200, 12_600],
    [30, 12_600],
  ] as const)
    await fix(deviceId, seconds, HERE, voltage)
  await tenants.state(deviceId, ago(30), HERE.latitude, HERE.longitude)
  expect(done(await move(dummy))).toEqual({ moved: true })
  return dummy
}
const move = (entityId: number) => call('POST', `/install-devices/verification/${entityId}/moved`, { ...HERE, accuracy_m: 12 })

const disclosed = (kind: string, bike: Awaited<ReturnType<typeof aBike>>): Promise<Shown> => KINDS[kind]!(bike)

describe.each(kinds)('what makes a customer’s whereabouts visible: %s (M2b, M8)', (kind) => {
  it('tells the customer, with a link that says what it is and ends it', async () => {
    const { email, mails: count, isSeen, seen } = await disclosed(kind, await aBike())
    expect(await isSeen()).toBe(true)
    const { link, mail } = await linkTo(kind, email, count)
    expect(mail.subject).toBe('Ours can see where Lasta is')
    expect(mail.text).toContain('help@portal.example')
    expect(mail.text).not.toContain('Dummy')
    expect(await behind(link)).toMatchObject({ about: kind, state: 'granted', business_name: 'Ours', entity_name: 'Lasta' })

    expect((await answer(link, 'revoke')).body.data).toMatchObject({ about: kind, state: 'revoked', revoked_by: 'customer' })
    expect(await isSeen()).toBe(false)
    expect((await answer(link, 'revoke')).status).toBe(200)
    const audited = await api.rows("SELECT actor, after FROM audit_log WHERE action = 'disclosure.end' AND object_id = $1", [
      String(seen),
    ])
    expect(audited).toEqual([{ actor: expect.any(String), after: { about: kind } }])
  })

  it('cannot be agreed to or declined: nobody asked', async () => {
    const { email, mails: count, isSeen } = await disclosed(kind, await aBike())
    const { link } = await linkTo(kind, email, count)
    for (const word of ['approve', 'decline']) expect((await answer(link, word)).status).toBe(409)
    expect(await isSeen()).toBe(true)
  })

  it.each([null, 'no address'])('is written down where %s is the customer’s address, and happens all the same', async (email) => {
    const before = await api.rows('SELECT id FROM customer_disclosures')
    const { isSeen, mails: count } = await disclosed(kind, await aBike(email))
    expect(await isSeen()).toBe(true)
    expect(
      await api.rows('SELECT id FROM customer_disclosures WHERE link_hash IS NULL AND NOT id = ANY ($1)', [
        before.map(({ id }: { id?: unknown }) => id),
      ]),
    ).toHaveLength(count)
  })

  it('cannot happen without its record, whoever writes it', async () => {
    const [column, visible] = RECORDED[kind]!
    const bike = await aBike()
    await api.rows('CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$')
    await api.rows(`CREATE TRIGGER forget BEFORE INSERT ON customer_disclosures FOR EACH ROW
      WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION forget()`)
    try {
      await expect(disclosed(kind, bike)).rejects.toThrow('answered with 500')
    } finally {
      await api.rows('DROP FUNCTION forget CASCADE')
    }
    expect(await api.rows(visible, [bike.deviceId])).toEqual([])
  })
})

describe('a missing case that its customer ended (M8)', () => {
  it('says so in its room, takes its links with it, and tells them again when it is taken up', async () => {
    const bike = await aBike()
    const { id } = (await call('POST', `/entities/${bike.entityId}/missing`, { reason: 'stolen' })).body.data
    const { link: shared } = (await call('POST', `/missing/${id}/shares`, { hours: 8 })).body.data
    const first = await linkTo('missing-case', bike.email, 2)
    await answer(first.link, 'revoke')
    const room = (await call('GET', `/missing/${id}/room`)).body.data
    expect(room.case).toMatchObject({ state: 'closed', end_reason: 'owner-withdrew', ended_by: null })
    expect(
      room.timeline
        .slice(0, 2)
        .map(({ kind, by }: { kind: string; by: unknown }) => [kind, by])
        .sort(),
    ).toEqual([
      ['closed', null],
      ['share-revoked', null],
    ])
    const [, secret] = shared.split('#')
    expect((await api.call('POST', '/api/v1/shared-case', { body: { link: secret } })).status).toBe(404)

    done(await call('PUT', `/missing/${id}/reopen`, { reason: 'They called' }))
    expect((await linkTo('missing-case', bike.email, 3)).link).not.toBe(first.link)
    // The first link does not show that its disclosure has ended, so it can be used to end the case once more.
    expect(await behind(first.link)).toMatchObject({ state: 'granted' })
    expect((await answer(first.link, 'revoke')).body.data).toMatchObject({ state: 'revoked' })
  })

  it('ends by itself where the business ends it: the link says that it is over', async () => {
    const bike = await aBike()
    const { id } = (await call('POST', `/entities/${bike.entityId}/missing`, { reason: 'lost' })).body.data
    const { link } = await linkTo('missing-case', bike.email, 1)
    done(await call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-us' }))
    expect(await behind(link)).toMatchObject({ state: 'expired' })
    expect((await answer(link, 'revoke')).status).toBe(409)
  })

  it('is told of to no customer where the vehicle is nobody’s but the business’s', async () => {
    const own = await tenants.entity(ours, 'Van')
    await tenants.subscribe(own, product)
    done(await call('POST', `/entities/${own}/missing`, { reason: 'stolen' }))
    expect(
      await api.rows('SELECT 1 FROM customer_disclosures d JOIN missing_cases m ON m.id = d.case_id WHERE m.entity_id = $1', [
        own,
      ]),
    ).toEqual([])
  })
})

describe('a tracker that its customer says is still on their vehicle (M2b)', () => {
  it('shows nothing any more, and cannot be shown to have moved as long as it is said to be there', async () => {
    const { seen, email, isSeen } = await disclosed('shown-move', await aBike())
    await answer((await linkTo('shown-move', email, 1)).link, 'revoke')
    const refused = await move(seen)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The customer says that the tracker is still on their vehicle. Ask them, or take it off here',
    ])
    expect(await isSeen()).toBe(false)
  })
})
