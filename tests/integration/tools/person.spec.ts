import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Seal } from '@roadbook/api/mail/seal'
import { createLogger } from '@roadbook/platform'
import { readColumns, unclassed } from '@roadbook/tools/person/catalogue'
import { erasePerson } from '@roadbook/tools/person/erase-person'
import { parseErased, readErased, stillHere } from '@roadbook/tools/person/erased-list'
import { exportPerson } from '@roadbook/tools/person/export-person'
import { AUDITED_KINDS } from '@roadbook/tools/person/places/audited'
import { columnsOf } from '@roadbook/tools/person/places/place'
import { PLACES } from '@roadbook/tools/person/places/places'
import { readable } from '@roadbook/tools/person/readable'
import { foundLines, sharedLines } from '@roadbook/tools/person/report-erased'
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

/** Adds data of one person in every place. The person uses the portal and owns a vehicle. Calls the API where possible. */
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
 * Searches for the words in every row of every table, in every schema. Searches texts, bytes, and the contents of mails,
 * files and encrypted columns. Does not use the product's list of places.
 * @returns the tables in which a word was found
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

/** Tables that must be kept by law, and that still contain parts of vehicles' names. */
const KEPT = ['invoices', 'logbook_entries']

describe('a person', () => {
  it('stands in no table and column that the list of places does not class', async () => {
    const columns = await readColumns(database.pool)
    expect(unclassed(columns, PLACES)).toEqual([])
    const added = {
      table: 'notes',
      name: 'written_for',
      type: 'text',
      refersTo: 'users',
      isOwned: true,
      isUnique: false,
    } as const
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
    await exportPerson(database.pool, { ...options, who: [ZELDA.toUpperCase()], out })
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
      files['mails.csv']?.includes(`"${table}"`) ||
      PLACES[table]?.unexported
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
    await expect(exportPerson(database.pool, { ...options, who: ['nobody@quill.example'], out: `${out}2` })).rejects.toThrow(
      'there is no user, customer or account nobody@quill.example',
    )
  })

  it('is not erased by a trial, which counts what an erasure then does', async () => {
    const before = await tablesWith(WORDS)
    const trial = await erasePerson(database.pool, { ...options, who: [ZELDA], isTrial: true })
    expect(await tablesWith(WORDS)).toEqual(before)
    expect(trial.blanked).toMatchObject({ users: 1, consumers: 1, entities: 1, trips: 1, api_tokens: 1 })
    expect(trial.deleted).toMatchObject({ waypoints: 1, 'identity.accounts': 1, outgoing_mails: 1 })
    expect(trial.trackers).toHaveLength(1)
    // The account of this user is at another provider, where the API removes it.
    expect(trial.outsideAccounts).toHaveLength(1)
    await expect(erasePerson(database.pool, { who: [ZELDA], mailSecret: 'wrong', isTrial: true })).rejects.toThrow('MAIL_SECRET')
  })

  it('G-101 is erased from every table, mail, file and log, but for what the law keeps', async () => {
    await expect(erasePerson(database.pool, { ...options, who: [ZELDA], isTrial: false })).rejects.toThrow('is reported missing')
    await database.pool.query("UPDATE missing_cases SET state = 'resolved', ended_at = now()")
    await database.pool.query('UPDATE users SET subject = (SELECT id::text FROM identity.accounts) WHERE id = $1', [user])
    const [before] = await rows<{ revision: number }>('SELECT revision FROM device_states WHERE device_id = $1', [device])
    const { left, kept, outsideAccounts, mailsToOthers } = await erasePerson(database.pool, {
      ...options,
      who: [ZELDA],
      isTrial: false,
      masksTexts: true,
    })
    expect(outsideAccounts).toEqual([])
    // A mail to somebody else is still sent. If it cannot be sent, it is deleted after 30 days.
    expect(mailsToOthers.map(({ id }) => id)).toEqual(['00000000-0000-4000-8000-000000000002'])
    expect(await tablesWith(WORDS)).toEqual([...KEPT, 'outgoing_mails'])
    expect([...new Set(left.map(({ table }) => table))].toSorted()).toEqual(KEPT)
    expect(kept.find(({ table }) => table === 'invoices')?.because).toContain('bookkeeping')
    for (const word of WORDS) expect(lines.join('').toLowerCase()).not.toContain(word.toLowerCase())
    // The places of the trips are gone, but their distance is not.
    expect(
      await rows('SELECT start_latitude, stop_longitude, distance_m > 0 AS rode FROM trips WHERE entity_id = $1', [vehicle]),
    ).toEqual([{ start_latitude: 0, stop_longitude: 0, rode: true }])
    // The revision has changed, so a consumer process reads the state again and forgets the old one.
    expect(await rows('SELECT latitude, revision FROM device_states WHERE device_id = $1', [device])).toEqual([
      { latitude: null, revision: before!.revision + 1 },
    ])
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
    // The vehicle is deleted, but data of its tracker stay hidden. Otherwise the business would see them, because the
    // vehicle has no customer any more.
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
    const again = await erasePerson(database.pool, { ...options, who: [`customer:${customer}`], isTrial: false })
    expect(again.deleted).toMatchObject({ waypoints: 1 })
    expect(Object.values(again.blanked).filter((count) => count > 0)).toEqual([])
    const list = parseErased((await readErased(database.pool)).map((entry) => JSON.stringify(entry)).join('\n'))
    expect(await stillHere(database.pool, list)).toEqual(expect.arrayContaining([`user:${user}`, `customer:${customer}`]))
    // After a restore, the id may have been assigned again. It then belongs to another person.
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
    await exportPerson(database.pool, { ...options, who: [`customer:${owners[1]}`], out })
    const files = Object.entries(unzipSync(readFileSync(out))).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')])
    const positions = files.flatMap(([name = '', text = '']) =>
      name.startsWith('positions/') ? text.split('\n').slice(1, -1) : [],
    )
    expect(positions.map((line) => line.slice(0, 7))).toEqual(['2026-04'])
    await erasePerson(database.pool, { ...options, who: [`customer:${owners[1]}`], isTrial: false })
    expect(await months()).toEqual(['01', '07'])
    await erasePerson(database.pool, { ...options, who: [`customer:${owners[0]}`], isTrial: false })
    expect(await months()).toEqual(['07'])
    // The vehicle now belongs to another customer, with its tracker.
    expect(await rows('SELECT removed_at FROM installations WHERE entity_id = $1', [bike])).toEqual([{ removed_at: null }])
    expect(await rows('SELECT name, deleted_at FROM entities WHERE id = $1', [bike])).toEqual([
      { name: 'Second hand', deleted_at: null },
    ])
  })

  it('may stand in texts alone', async () => {
    await tenants.tag('Former bikes of Otto Straggler', 'general', await tenants.business('Texts'))
    const asked = { ...options, who: ['otto@nowhere.example'], isTrial: false, masksTexts: true }
    await expect(erasePerson(database.pool, asked)).rejects.toThrow('add --also')
    await expect(erasePerson(database.pool, { ...asked, also: ['Otto'] })).rejects.toThrow('too short')
    expect((await erasePerson(database.pool, { ...asked, also: ['otto straggler'] })).masked).toMatchObject([{ table: 'tags' }])
    expect(await rows("SELECT name FROM tags WHERE name LIKE 'Former%'")).toEqual([
      { name: expect.stringMatching(/^Former bikes of \*\*\* \d+$/) },
    ])
  })
})

describe('somebody else', () => {
  let shop: number
  const customerNamed = async (first: string, last: string, more: { email?: string; phone?: string; address?: string } = {}) => {
    const id = await tenants.consumer(shop)
    await database.pool.query(
      'UPDATE consumers SET first_name = $2, last_name = $3, email = $4, phone = $5, address = $6 WHERE id = $1',
      [id, first, last, more.email ?? null, more.phone ?? null, more.address ?? null],
    )
    return id
  }
  const erase = (who: string[], more = {}) =>
    erasePerson(database.pool, { ...options, who, isTrial: false, masksTexts: true, ...more })
  /** Returns all rows that represent a person, except these. */
  const people = (...but: string[]) =>
    rows(
      `SELECT x.who, x.was FROM (
         SELECT 'user:' || id AS who, to_jsonb(u) AS was FROM users u UNION ALL SELECT 'customer:' || id, to_jsonb(k) FROM consumers k
         UNION ALL SELECT 'business:' || id, to_jsonb(b) FROM businesses b
       ) x WHERE x.who <> ALL ($1) ORDER BY 1`,
      [but],
    )
  const tagsOf = async (pattern: string) =>
    (await rows<{ name: string }>('SELECT name FROM tags WHERE business_id = $1 AND name ~ $2 ORDER BY id', [shop, pattern])).map(
      ({ name }) => name,
    )
  beforeAll(async () => {
    shop = await tenants.business('Near')
  })

  it('keeps a name, a number and an e-mail address that contain those of the person', async () => {
    const anna = await customerNamed('Anna', 'Berg', { email: 'anna@berg.example', phone: '06 1000 2000', address: 'Berglaan 1' })
    await customerNamed('Joanna', 'Berg', { email: 'joanna@berg.example', phone: '06 1000 20001', address: 'Berglaan 12' })
    await customerNamed('Anna', 'Berg-Stroom', { email: 'anna@berg.example.org', phone: '106 1000 2000' })
    await tenants.user('jo.anna@berg.example', 'technician', shop, { first_name: 'Anna', last_name: 'Bergmann' })
    await tenants.business('Anna Berg Bikes')
    const kept = [
      '1 Anna Bergmann',
      '1 Joanna Berg',
      '1 mail joanna@berg.example',
      '1 mail jo.anna@berg.example',
      '1 at Berglaan 12',
    ]
    for (const name of kept) await tenants.tag(name, 'general', shop)
    const named = await tenants.tag('1 call anna berg, or anna@BERG.example.', 'general', shop)
    const before = await people(`customer:${anna}`)
    const all = await tagsOf('^1 ')
    // Texts of others are changed only if the operator wants this. Otherwise they are only listed.
    const listed = await erase([`customer:${anna}`], { isTrial: true, masksTexts: false })
    expect(listed.masked).toEqual([])
    expect(listed.left.map(({ table, row, column }) => [table, row, column])).toEqual(
      expect.arrayContaining([['tags', String(named), 'name']]),
    )
    expect(listed.left.filter(({ table }) => !['tags', 'businesses'].includes(table))).toEqual([])
    expect(await tagsOf('^1 ')).toEqual(all)
    const { masked, left } = await erase(['anna@berg.example'])
    expect(masked).toMatchObject([{ table: 'tags', before: '1 call anna berg, or anna@BERG.example.' }])
    expect(await tagsOf('^1 ')).toEqual([...kept, `1 call *** ${named}, or *** ${named}.`])
    expect(left).toMatchObject([{ table: 'businesses', column: 'name', text: 'Anna Berg Bikes' }])
    expect(await people(`customer:${anna}`)).toEqual(before)
  })

  it('keeps what they share with the person: an e-mail address, a name, an address', async () => {
    const family = { email: 'family@dune.example', address: 'Duinweg 12 A' }
    const bert = await customerNamed('Bert', 'Dune', family)
    const carla = await customerNamed('Carla', 'Dune', { ...family, phone: '06 3000 4000' })
    const bertUser = await tenants.user(family.email, 'technician', shop, { first_name: 'Bert', last_name: 'Dune' })
    await tenants.tag('2 ask family@dune.example at Duinweg 12 A', 'general', shop)
    await expect(erase([family.email])).rejects.toThrow('finds people of different names')
    await expect(
      exportPerson(database.pool, { ...options, who: [family.email], out: path.join(folder, 'x.zip') }),
    ).rejects.toThrow('finds people of different names')
    const trial = await erase([family.email], { isTrial: true })
    expect(foundLines(trial, true)).toEqual([
      `user:${bertUser}, Bert Dune, Near`,
      `customer:${bert}, Bert Dune, Near`,
      `customer:${carla}, Carla Dune, Near`,
    ])
    expect(foundLines(trial, false)).toEqual([`user:${bertUser}`, `customer:${bert}`, `customer:${carla}`])
    const others = [`user:${bertUser}`, `customer:${bert}`]
    const before = await people(...others)
    // Erases a person by one of the person's two ids. The row with the other id is not changed.
    const first = await erase([`user:${bertUser}`])
    expect(sharedLines(first, true)).toContain(`"Bert Dune" in texts and mails: kept, because customer:${bert} has it too`)
    expect(await rows('SELECT first_name, email FROM consumers WHERE id = $1', [bert])).toEqual([
      { first_name: 'Bert', email: family.email },
    ])
    const second = await erase([`customer:${bert}`])
    expect(sharedLines(second, true)).toContain(`"Duinweg 12 A" in texts and mails: kept, because customer:${carla} has it too`)
    expect(sharedLines(second, false).join()).not.toContain('Duinweg')
    expect(await people(...others)).toEqual(before)
    expect(await tagsOf('^2 ')).toEqual(['2 ask family@dune.example at Duinweg 12 A'])
  })

  it('with a similar name can be erased after the person: texts that must be unique stay unique', async () => {
    const unique = await rows<{ table: string; column: string }>(
      `SELECT c.relname::text AS "table", a.attname::text AS "column" FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')
       GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    const masked = unique.filter(({ table, column }) => PLACES[table] && columnsOf(PLACES[table], 'text').includes(column))
    expect(masked.map(({ table, column }) => `${table}.${column}`)).toEqual([
      'install_presets.name',
      'maintenance_triggers.name',
      'tag_groups.name',
      'tags.name',
    ])
    const ids = [await customerNamed('Petra', 'Peters'), await customerNamed('Paula', 'Peters')]
    const keeper = await tenants.user('keeper@near.example', 'manager', shop)
    const plan = (
      await rows<{ id: number }>(
        "INSERT INTO maintenance_plans (business_id, title, time_zone) VALUES ($1, 'Plan', 'UTC') RETURNING id",
        [shop],
      )
    )[0]!.id
    for (const name of ['Petra Peters', 'Paula Peters']) {
      await tenants.tag(name, 'general', shop)
      await tenants.tagGroup(name, shop, [])
      await tenants.installPreset(keeper, name)
      await database.pool.query("INSERT INTO maintenance_triggers (plan_id, name, value, metric) VALUES ($1, $2, 1, 'months')", [
        plan,
        name,
      ])
    }
    for (const id of ids)
      expect((await erase([`customer:${id}`])).masked.map(({ table }) => table).toSorted()).toEqual(
        masked.map(({ table }) => table),
      )
    expect(new Set(await tagsOf(String.raw`^\*\*\* \d+$`)).size).toBe(2)
  })

  it('stands in no archive of the person, and keeps their mails and credentials', async () => {
    const dora = await tenants.user('dora@dial.example', 'manager', shop, { first_name: 'Dora', last_name: 'Dial' })
    const eve = await tenants.user('eve@dial.example', 'manager', shop, { first_name: 'Eve', last_name: 'Ning' })
    const send = async (last: number, template: string, to: string, text: string) => {
      const id = `00000000-0000-4000-8000-0000000001${last}`
      const sealed = await new Seal(MAIL_SECRET).close(id, { to, subject: 'x', text, html: text, attachments: [] })
      await database.pool.query("INSERT INTO outgoing_mails (id, template, locale, sealed) VALUES ($1, $2, 'en', $3)", [
        id,
        template,
        sealed,
      ])
      return id
    }
    const reset = await send(11, 'password-reset', 'dora@dial.example', 'https://portal.example/reset/LETMEIN')
    const asked = await send(12, 'consent-request', 'dora@dial.example', 'May we? https://portal.example/consent/LETMEIN')
    const hers = await send(13, 'temporary-password', 'eve@dial.example', 'Dora Dial invited you: LETMEIN')
    await database.pool.query(
      `INSERT INTO mailbox.mails (message_id, envelope_from, envelope_to, subject, raw)
       VALUES ('m13', 'roadbook@ours.example', '{eve@dial.example}', 'Hello Eve', 'Subject: x\r\n\r\nDora Dial invited you: LETMEIN')`,
    )
    await database.pool.query(
      `INSERT INTO audit_log (user_id, actor, business_id, action, object_type, object_id, before, after, remote_address)
       VALUES ($1, 'Eve Ning', $2, 'user.update', 'user', $3, '{}', '{"city": "Vaduz"}', '203.0.113.9')`,
      [eve, shop, dora],
    )
    await database.pool.query(
      "INSERT INTO idempotency_keys (user_id, key, fingerprint, answer) VALUES ($1, 'Dora Dial', sha256('x'), $2)",
      [eve, { customers: ['Dora Dial', 'Otto Other'] }],
    )
    await tenants.tag(`3 ${'Otto Other, '.repeat(5)}to tell Dora Dial, ${'Otto Other, '.repeat(5)}`, 'general', shop)
    const out = path.join(folder, 'dora.zip')
    await exportPerson(database.pool, { ...options, who: [`user:${dora}`], out })
    const files = Object.fromEntries(
      Object.entries(unzipSync(readFileSync(out))).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
    )
    const all = Object.values(files).join('\n')
    expect(all).not.toMatch(/LETMEIN|Eve Ning|eve@dial|203\.0\.113\.9|Otto Other, Otto Other/)
    expect(files['data/audit_log.json']).toContain('Vaduz')
    expect(Object.keys(files).filter((name) => name.startsWith('mails/'))).toEqual([`mails/waiting-${asked}.txt`])
    expect(files['mails.csv']).toMatch(new RegExp(`"${hers}".*"a mail to somebody else names you"`))
    expect(files['mails.csv']).toMatch(new RegExp(`"${reset}".*"a mail to you"`))
    const excerpts = (files['mentions.csv'] ?? '').split('\n').slice(1, -1)
    expect(excerpts).toEqual([expect.stringMatching(/"tags","\d+","name","","(?=[^"]*Dora Dial)[^"]{1,80}"$/)])
    await erase([`user:${dora}`])
    expect(await rows('SELECT id::text FROM outgoing_mails WHERE id = ANY ($1::uuid[])', [[reset, asked, hers]])).toEqual([
      { id: hers },
    ])
    expect(await rows('SELECT key FROM idempotency_keys WHERE user_id = $1', [eve])).toEqual([{ key: 'Dora Dial' }])
    expect(await rows('SELECT actor, remote_address FROM audit_log WHERE user_id = $1', [eve])).toEqual([
      { actor: 'Eve Ning', remote_address: '203.0.113.9' },
    ])
  })

  it('keeps their entries in the audit log, in which a customer signs without an account', async () => {
    const kinds = JSON.parse(
      readFileSync(path.join(__dirname, '../../../apps/portal/src/i18n/locales/en/audit.json'), 'utf8'),
    ) as { kinds: Record<string, string> }
    expect(Object.keys(AUDITED_KINDS).toSorted()).toEqual(Object.keys(kinds.kinds).toSorted())
    const finn = await customerNamed('Finn', 'Ford')
    const bike = await tenants.entity(shop, 'Bike of a customer', { consumer_id: finn })
    const other = await tenants.entity(shop, 'Bike of nobody')
    const [{ id: missing } = { id: 0 }] = await rows<{ id: number }>(
      "INSERT INTO missing_cases (entity_id, state, ended_at) VALUES ($1, 'resolved', now()) RETURNING id",
      [bike],
    )
    const entry = (actor: string, action: string, type: string, id: number) =>
      database.pool.query(
        `INSERT INTO audit_log (actor, business_id, action, object_type, object_id, before, after, remote_address)
         VALUES ($1, $2, $3, $4, $5, '{}', '{"note": "text"}', '198.51.100.9')`,
        [actor, shop, action, type, id],
      )
    await entry('Finn Ford', 'consent.grant', 'entity', bike)
    await entry('Former Colleague', 'consent.revoke', 'entity', bike)
    await entry('Finn Ford', 'consent.grant', 'entity', other)
    await entry('Former Colleague', 'missing.note', 'missing-case', missing)
    await erase([`customer:${finn}`], { masksTexts: false })
    expect(
      await rows(
        "SELECT actor, remote_address, after FROM audit_log WHERE object_id = ANY ($1) AND action ~ '^(consent|missing)' ORDER BY id",
        [[bike, other, missing].map(String)],
      ),
    ).toEqual([
      { actor: 'Erased customer', remote_address: null, after: null },
      { actor: 'Former Colleague', remote_address: '198.51.100.9', after: null },
      { actor: 'Finn Ford', remote_address: '198.51.100.9', after: { note: 'text' } },
      { actor: 'Former Colleague', remote_address: '198.51.100.9', after: null },
    ])
  })

  it('does not wait for a trial, which gives up at a lock; an erasure deletes the positions before it takes one', async () => {
    const gina = await customerNamed('Gina', 'Gold')
    const bike = await tenants.entity(shop, 'Bike of weeks', { consumer_id: gina })
    const { deviceId } = await tenants.install(shop, bike)
    await database.pool.query("UPDATE installations SET installed_at = '2026-01-01Z' WHERE device_id = $1", [deviceId])
    for (const day of ['05-01', '05-08', '05-09', '06-20']) await tenants.waypoint(deviceId, `2026-${day}T10:00Z`, 47.1, 9.5)
    const writer = await database.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('SELECT FROM consumers WHERE id = $1 FOR UPDATE', [gina])
      await expect(erase([`customer:${gina}`], { isTrial: true })).rejects.toThrow('lock timeout')
      const erasure = erase([`customer:${gina}`])
      const positions = () => rows('SELECT FROM waypoints WHERE device_id = $1', [deviceId])
      // Sleep: the erasure now waits for the writer, and nothing reports this.
      while ((await positions()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      await writer.query('COMMIT')
      expect((await erasure).deleted.waypoints).toBe(4)
    } finally {
      writer.release()
    }
  })
})
