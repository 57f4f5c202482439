import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Seal } from '@roadbook/api/mail/seal'
import { createLogger } from '@roadbook/platform'
import { readColumns, unclassed } from '@roadbook/tools/person/catalogue'
import { erasePerson } from '@roadbook/tools/person/erase-person'
import { parseErased, readErased, stillHere } from '@roadbook/tools/person/erased-list'
import { exportPerson } from '@roadbook/tools/person/export-person'
import { PLACES } from '@roadbook/tools/person/places/places'
import { readable } from '@roadbook/tools/person/readable'
import { unzipSync } from 'fflate'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { endedJob } from '../../support/api/ended-job.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'

const MAIL_SECRET = 'the secret of waiting mails, 40 characters'
const ZELDA = 'zelda@quill.example'
const BOSS = 'boss@ours.example'
const NAME = 'Zelda Quillfeather'
const PHONE = '+31 6 5550 1234'
const ADDRESS = 'Kanaalpad 77'
const PLATE = 'QF-77-ZZ'
const WORDS = [ZELDA, 'Quillfeather', PHONE, ADDRESS, PLATE]

let database: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let folder: string
let customer: number
let user: number
let vehicle: number
let device: number
let others: { vehicle: number; device: number }
const lines: string[] = []

const call = (method: string, at: string, body?: unknown, email = ZELDA, headers = {}) =>
  api.call(method, `/api/v1${at}`, { email, body, headers })
const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query<T>(text, values)).rows
const options = { mailSecret: MAIL_SECRET }

beforeAll(async () => {
  database = await createTestDatabase()
  mails = await MailBench.start(database.url, database.pool)
  api = await ApiUnderTest.start(
    {
      DATABASE_URL: database.urlOf('web'),
      API_WORK: 'all',
      SMTP_URL: mails.smtpUrl,
      PORTAL_URL: 'https://portal.example',
      MAIL_SECRET,
    },
    { logger: createLogger('api', 'debug', { write: (line) => void lines.push(line) }) },
  )
  folder = mkdtempSync(path.join(tmpdir(), 'person-'))
  tenants = new Tenants(database.pool)
  await everywhere()
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Gives a person, who uses the portal and owns a vehicle, something in every place. Calls the API where that can be done. */
async function everywhere(): Promise<void> {
  const vendor = await tenants.business('Ours')
  await tenants.user(BOSS, 'manager', vendor, { first_name: 'Bo', last_name: 'Ss' })
  user = await tenants.user(ZELDA, 'manager', vendor, {
    first_name: 'Zelda',
    last_name: 'Quillfeather',
    phone: PHONE,
    address: ADDRESS,
  })
  const { imei, id } = await tenants.device(vendor)
  device = id
  const installed = await call('POST', '/install-devices/install', {
    imei,
    name: `Bike of ${NAME}`,
    license_plate: PLATE,
    frame_number: 'FR-0012',
    brand: 'Gazelle',
    color: 'Black',
    vehicle_type: 'eBike',
    allow_twin: true,
    user_target: 'customer',
    customer: { first_name: 'Zelda', last_name: 'Quillfeather', email: ZELDA, phone: PHONE, address: ADDRESS },
  })
  expect([installed.status, installed.body.errors]).toEqual([200, undefined])
  vehicle = installed.body.data.id
  customer = (await rows<{ id: number }>('SELECT id FROM consumers'))[0]!.id
  await database.pool.query("UPDATE installations SET installed_at = '2026-01-01Z' WHERE device_id = $1", [device])
  const other = await tenants.entity(vendor, 'Van 2')
  others = { vehicle: other, device: (await tenants.install(vendor, other)).deviceId }
  for (const one of [device, others.device]) {
    await tenants.state(one, new Date())
    await tenants.waypoint(one, '2026-10-05T10:00Z', 47.1, 9.5)
  }
  const hidden = await tenants.trip(device, '2026-10-05T10:00Z', '2026-10-05T11:00Z')
  await database.pool.query("INSERT INTO trip_purposes (trip_id, purpose, driver) VALUES ($1, 'private', $2)", [hidden, NAME])
  const trip = await tenants.trip(others.device, '2026-10-05T10:00Z', '2026-10-05T11:00Z')
  const said = await call('PUT', `/trips/${trip}/purpose`, { purpose: 'business', driver: NAME, note: `called ${PHONE}` }, BOSS)
  expect(said.status).toBe(200)
  expect((await call('POST', '/tokens', { name: `Token of ${NAME}`, scope: 'read' })).status).toBe(200)
  await database.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [vendor])
  const product = await tenants.subscription(vendor)
  await tenants.attach(vendor, product)
  await tenants.subscribe(vehicle, product)
  const missing = await call('POST', `/entities/${vehicle}/missing`, { reason: 'stolen', note: `${NAME} saw it` })
  expect([missing.status, missing.body.detail]).toEqual([200, undefined])
  const asked = await call('POST', '/entities/csv?columns=name')
  await endedJob(api, asked.body.data.job_id, ZELDA)
  await mails.arrived(ZELDA)

  await tenants.invoice(vendor, vehicle, product)
  await tenants.insuranceDocument(await tenants.insure(vehicle))
  await tenants.vehiclePhoto(vehicle)
  await tenants.vehicleShare(vehicle)
  await tenants.consent(vehicle)
  await database.pool.query('UPDATE consents SET consumer_id = $1', [customer])
  await tenants.told(await tenants.notification(vendor, 'News'), customer, 'a phone')
  await tenants.reportSchedule(user, vendor, `Month of ${NAME}`)
  await tenants.reportRequest(user)
  await tenants.exportedFile(user, `${NAME}.csv`)
  await tenants.installPreset(user, 'Mine')
  await tenants.calendarLink(user)
  await tenants.tag(`Bikes of ${NAME}`, 'general', vendor)
  await tenants.geofence(vendor, `Home of ${NAME}`)
  const rule = await tenants.alertRule(vendor, `Left ${ADDRESS}`)
  await tenants.alert(rule, vehicle, device)
  const alert = await tenants.alert(rule, others.vehicle, others.device)
  await database.pool.query('UPDATE alerts SET note = $2 WHERE id = $1', [alert, `zelda quillfeather called, ${ZELDA}`])
  await tenants.webhookDelivery(await tenants.webhook(vendor))
  await database.pool.query('UPDATE webhook_events SET body = $1', [
    { who: { first_name: 'Zelda', last_name: 'Quillfeather' }, [NAME]: [{ at: ADDRESS, numbers: [31, null] }] },
  ])
  const logged = await tenants.logTrip(await tenants.trip(others.device, '2026-09-05T10:00Z', '2026-09-05T11:00Z'))
  await database.pool.query('UPDATE logbook_entries SET driver = $2 WHERE id = $1', [logged, NAME])

  const account = (
    await rows<{ id: string }>(
      "INSERT INTO identity.accounts (email, name, password_hash) VALUES ($1, $2, 'hash') RETURNING id::text",
      [ZELDA, NAME],
    )
  )[0]!.id
  await database.pool.query(
    "INSERT INTO identity.sessions (uid, account_id, user_agent, address, signed_in_at, last_seen_at) VALUES ('s', $1, 'Firefox', '198.51.100.7', now(), now())",
    [account],
  )
  await database.pool.query(
    `INSERT INTO identity.payloads (model, id_hash, payload, expires_at)
     VALUES ('Interaction', sha256('x'), jsonb_build_object('login_hint', $1::text), now() + interval '1 hour')`,
    [ZELDA],
  )
  await database.pool.query(
    "INSERT INTO identity.sign_in_attempts (account_hash, address) VALUES (sha256(convert_to($1, 'UTF8')), '198.51.100.7')",
    [ZELDA],
  )
  await database.pool.query(
    "INSERT INTO push_registrations (user_id, kind, address, address_hash) VALUES ($1, 'fcm', '{}', sha256('phone'))",
    [user],
  )
  await database.pool.query("INSERT INTO mailbox.pushes (id, kind, address, title, body) VALUES (1, 'fcm', 'a', 'Hello', $1)", [
    NAME,
  ])
  await database.pool.query(
    "INSERT INTO idempotency_keys (user_id, key, fingerprint, answer) SELECT id, 'k', sha256('x'), $2 FROM users WHERE email = $1",
    [BOSS, { body: { data: { customer: NAME } } }],
  )
  for (const [to, text] of [
    [ZELDA, 'Hello'],
    [BOSS, `${NAME} called`],
  ]) {
    const mail = '00000000-0000-4000-8000-0000000000' + (to === ZELDA ? '01' : '02')
    const sealed = await new Seal(MAIL_SECRET).close(mail, { to, subject: 'x', text, html: text, attachments: [] })
    await database.pool.query("INSERT INTO outgoing_mails (id, template, locale, sealed) VALUES ($1, 'x', 'en', $2)", [
      mail,
      sealed,
    ])
  }
}

/**
 * Searches every row of every table, in every schema, for the words: as text, as the bytes of the text, and in whatever a mail, a
 * file or a sealed column contains. Uses nothing of the list of places.
 * @returns the tables in which each stands
 */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const tables = await rows<{ name: string; schema: string; packed: string[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, n.nspname AS schema,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.atttypid = 'bytea'::regtype AND a.attnum > 0) AS packed
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  )
  expect(tables.length).toBeGreaterThan(130)
  const patterns = words.flatMap((word) => [`%${word}%`, `%${Buffer.from(word).toString('hex')}%`])
  for (const { name, packed } of tables) {
    const short = name.replace(/^public\./, '')
    const [hit] = await rows(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [patterns])
    if (hit) found.add(short)
    for (const column of packed)
      for (const { id, bytes } of await rows<{ id: string; bytes: Buffer }>(
        `SELECT to_jsonb(t) ->> 'id' AS id, "${column}" AS bytes FROM ${name} t WHERE "${column}" IS NOT NULL`,
      )) {
        const opened = column === 'sealed' ? Buffer.from(JSON.stringify(await new Seal(MAIL_SECRET).open(id, bytes))) : bytes
        const texts = [...readable(opened)].join('\n').toLowerCase()
        if (words.some((word) => texts.includes(word.toLowerCase()))) found.add(short)
      }
  }
  return [...found].toSorted()
}

/** Tables that the law keeps, and the parts of vehicles' names in them. */
const KEPT = ['invoices', 'logbook_entries']

describe('a person', () => {
  it('stands in no table and column that the list of places does not class', async () => {
    const columns = await readColumns(database.pool)
    expect(unclassed(columns, PLACES)).toEqual([])
    const added = { table: 'notes', name: 'written_for', type: 'text', refersTo: 'users', isOwned: true } as const
    expect(unclassed([...columns, added], PLACES)).toEqual(['notes: the list of places does not have this table'])
    expect(unclassed([...columns, { ...added, table: 'alerts' }], { ...PLACES, alerts: { holds: 'alerts' } })).toEqual(
      expect.arrayContaining([
        'alerts.note (text): no kind is named',
        'alerts.latitude (double precision): no kind is named',
        'alerts.written_for: rows of a person go with it, but the list does not say which',
      ]),
    )
  })

  it('gets an archive with every table that holds something of them, and with nothing secret', async () => {
    const before = await tablesWith(WORDS)
    expect(before).toEqual(
      expect.arrayContaining(['alerts', 'audit_log', 'identity.payloads', 'mailbox.mails', 'outgoing_mails']),
    )
    expect(before.length).toBeGreaterThan(20)
    const out = path.join(folder, 'zelda.zip')
    await exportPerson(database.pool, { ...options, who: ZELDA.toUpperCase(), out })
    const files = Object.fromEntries(
      Object.entries(unzipSync(readFileSync(out))).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
    )
    const page = files['index.html'] ?? ''
    for (const name of Object.keys(files)) if (name !== 'index.html') expect(page).toContain(`href="${name}"`)
    const all = Object.values(files).join('\n')
    for (const word of WORDS) expect(all).toContain(word)
    const named = (table: string) =>
      `data/${table}.json` in files ||
      files['mentions.csv']?.includes(`"${table}"`) ||
      (table === 'outgoing_mails' && 'mails/waiting-00000000-0000-4000-8000-000000000001.json' in files) ||
      (table === 'mailbox.mails' && Object.keys(files).some((name) => name.startsWith('mails/mailbox-')))
    expect(before.filter((table) => !named(table))).toEqual([])
    expect(JSON.parse(files['data/trips.json'] ?? '')).toMatchObject([{ entity_id: vehicle }])
    const positions = Object.entries(files).filter(([name]) => name.startsWith('positions/'))
    expect(positions.map(([, text]) => text.split('\n')[1])).toEqual(['2026-10-05T10:00:00.000Z,47.1000000,9.5000000,,,'])
    expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/entity_photos-\d+\.jpg/),
        expect.stringMatching(/insurance_documents-\d+\.pdf/),
      ]),
    )
    expect(all).not.toMatch(/password_hash|secret_hash|token_hash|link_hash|"sealed"/)
    await expect(exportPerson(database.pool, { ...options, who: 'nobody@quill.example', out: `${out}2` })).rejects.toThrow(
      'there is no user, customer or account nobody@quill.example',
    )
  })

  it('is not erased by a trial, which counts what an erasure then does', async () => {
    const before = await tablesWith(WORDS)
    const trial = await erasePerson(database.pool, { ...options, who: ZELDA, isTrial: true })
    expect(await tablesWith(WORDS)).toEqual(before)
    expect(trial.blanked).toMatchObject({ users: 1, consumers: 1, entities: 1, trips: 1 })
    expect(trial.deleted).toMatchObject({ waypoints: 1, api_tokens: 1, 'identity.accounts': 1, outgoing_mails: 2 })
    expect(trial.trackers).toHaveLength(1)
    // The account of this user is at another provider, where the API removes it.
    expect(trial.outsideAccounts).toHaveLength(1)
    await expect(erasePerson(database.pool, { who: ZELDA, mailSecret: 'wrong', isTrial: true })).rejects.toThrow('MAIL_SECRET')
  })

  it('G-101 is erased from every table, mail, file and log, but for what the law keeps', async () => {
    await database.pool.query('UPDATE users SET subject = (SELECT id::text FROM identity.accounts) WHERE id = $1', [user])
    const { left, kept, outsideAccounts } = await erasePerson(database.pool, { ...options, who: ZELDA, isTrial: false })
    expect(outsideAccounts).toEqual([])
    expect(await tablesWith(WORDS)).toEqual(KEPT)
    expect([...new Set(left.map(({ table }) => table))].toSorted()).toEqual(KEPT)
    expect(kept.find(({ table }) => table === 'invoices')?.because).toContain('bookkeeping')
    for (const word of WORDS) expect(lines.join('').toLowerCase()).not.toContain(word.toLowerCase())
    // Their places are gone, and the distance is not.
    expect(
      await rows('SELECT start_latitude, stop_longitude, distance_m > 0 AS rode FROM trips WHERE entity_id = $1', [vehicle]),
    ).toEqual([{ start_latitude: 0, stop_longitude: 0, rode: true }])
    expect(await rows('SELECT latitude FROM device_states WHERE device_id = $1', [device])).toEqual([{ latitude: null }])
    expect(await rows('SELECT 1 FROM waypoints WHERE device_id = $1', [device])).toEqual([])
  })

  it('signs in no more, and is an id without a name in the audit log', async () => {
    expect((await call('GET', '/auth/user')).status).toBe(401)
    const audited = await rows<{ actor: string }>('SELECT DISTINCT actor FROM audit_log WHERE user_id = $1', [user])
    expect(audited).toEqual([{ actor: `Erased user ${user}` }])
    expect(await rows("SELECT object_type, object_id FROM audit_log WHERE action = 'person.erase' ORDER BY id")).toEqual([
      { object_type: 'user', object_id: String(user) },
      { object_type: 'customer', object_id: String(customer) },
    ])
  })

  it('leaves others as they were', async () => {
    expect(await rows('SELECT latitude FROM waypoints WHERE device_id = $1', [others.device])).toEqual([{ latitude: 471000000 }])
    expect(await rows('SELECT note FROM alerts WHERE entity_id = $1', [others.vehicle])).toEqual([{ note: '*** called, ***' }])
    expect(await rows('SELECT body FROM webhook_events')).toEqual([
      { body: { who: { first_name: '***', last_name: '***' }, '***': [{ at: '***', numbers: [31, null] }] } },
    ])
    expect((await call('GET', `/entities/${others.vehicle}`, undefined, BOSS)).body.data.name).toBe('Van 2')
    // The vehicle is gone, and what its tracker did stays hidden: without a customer, it would be shown to the business.
    expect((await call('GET', `/entities/${vehicle}`, undefined, BOSS)).status).toBe(404)
    const { body } = await call('GET', '/devices?limit=50', undefined, BOSS)
    const seen = body.data.map((one: { id: number; last_seen: string | null }) => [one.id, one.last_seen !== null])
    expect(seen).toEqual(
      expect.arrayContaining([
        [device, false],
        [others.device, true],
      ]),
    )
  })

  it('can be erased again: after a minute, or by the list of ids when a backup was restored', async () => {
    await tenants.waypoint(device, '2026-10-06T10:00Z', 47.1, 9.5)
    const again = await erasePerson(database.pool, { ...options, who: `customer:${customer}`, isTrial: false })
    expect(again.deleted).toMatchObject({ waypoints: 1 })
    expect(Object.values(again.blanked).filter((count) => count > 0)).toEqual([])
    const list = parseErased((await readErased(database.pool)).map((entry) => JSON.stringify(entry)).join('\n'))
    expect(await stillHere(database.pool, list)).toEqual(expect.arrayContaining([`user:${user}`, `customer:${customer}`]))
    // An id that was given anew after a restore belongs to somebody else.
    await database.pool.query("UPDATE users SET created_at = now() + interval '1 second' WHERE id = $1", [user])
    expect(await stillHere(database.pool, list)).toEqual([`customer:${customer}`])
    expect(() => parseErased('{"kind":"user"}')).toThrow('line 1 is no entry')
  })

  it('gets nothing of who had the vehicle before or after them', async () => {
    const shop = await tenants.business('Shop')
    const owners: number[] = []
    for (const month of ['01', '04', '07']) {
      owners.push(await tenants.consumer(shop))
      await database.pool.query('UPDATE consumers SET created_at = $2 WHERE id = $1', [owners.at(-1), `2026-${month}-01Z`])
    }
    const bike = await tenants.entity(shop, 'Second hand', { consumer_id: owners[2] })
    const { deviceId } = await tenants.install(shop, bike)
    for (const owner of owners)
      await database.pool.query('UPDATE consents SET consumer_id = $2 WHERE id = $1', [await tenants.consent(bike), owner])
    for (const month of ['01', '04', '07']) await tenants.waypoint(deviceId, `2026-${month}-10T10:00Z`, 47.1, 9.5)
    const months = async () =>
      (
        await rows<{ month: string }>(
          "SELECT to_char(positioned_at, 'MM') AS month FROM waypoints WHERE device_id = $1 ORDER BY positioned_at",
          [deviceId],
        )
      ).map(({ month }) => month)
    const out = path.join(folder, 'second.zip')
    await exportPerson(database.pool, { ...options, who: `customer:${owners[1]}`, out })
    const files = Object.entries(unzipSync(readFileSync(out))).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')])
    const positions = files.flatMap(([name = '', text = '']) =>
      name.startsWith('positions/') ? text.split('\n').slice(1, -1) : [],
    )
    expect(positions.map((line) => line.slice(0, 7))).toEqual(['2026-04'])
    await erasePerson(database.pool, { ...options, who: `customer:${owners[1]}`, isTrial: false })
    expect(await months()).toEqual(['01', '07'])
    await erasePerson(database.pool, { ...options, who: `customer:${owners[0]}`, isTrial: false })
    expect(await months()).toEqual(['07'])
    // It is another one's by now, with its tracker.
    expect(await rows('SELECT removed_at FROM installations WHERE entity_id = $1', [bike])).toEqual([{ removed_at: null }])
    expect(await rows('SELECT name, deleted_at FROM entities WHERE id = $1', [bike])).toEqual([
      { name: 'Second hand', deleted_at: null },
    ])
  })

  it('may stand in texts alone', async () => {
    await tenants.tag('Former bikes of Otto Straggler', 'general', await tenants.business('Texts'))
    const asked = { ...options, who: 'otto@nowhere.example', isTrial: false }
    await expect(erasePerson(database.pool, asked)).rejects.toThrow('add --also')
    await expect(erasePerson(database.pool, { ...asked, also: ['Otto'] })).rejects.toThrow('too short')
    expect((await erasePerson(database.pool, { ...asked, also: ['otto straggler'] })).masked).toEqual({ tags: 1 })
    expect(await rows("SELECT name FROM tags WHERE name LIKE 'Former%'")).toEqual([{ name: 'Former bikes of ***' }])
  })
})
