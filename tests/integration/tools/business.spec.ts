import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { ArchiveFolder, linesOf } from '@roadbook/tools/business/archive/read-archive'
import type { Description } from '@roadbook/tools/business/archive/archive'
import { businessCommand, describe as describeTrial } from '@roadbook/tools/business/business-command'
import { readTables, unclassed } from '@roadbook/tools/business/catalogue'
import { exportBusiness } from '@roadbook/tools/business/export-business'
import { importBusiness, tryImport } from '@roadbook/tools/business/import-business'
import { markRows } from '@roadbook/tools/business/mark-rows'
import { isTaken } from '@roadbook/tools/business/parts/part'
import { PARTS } from '@roadbook/tools/business/parts/parts'
import { projectRoot } from '@roadbook/tools/project-root'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import type { TenantIds } from '../../support/api/api-walk.js'
import { populateForCatalogue } from '../../support/api/catalogue-rows.js'
import { createTestDatabase } from '../../support/database/test-database.js'
import { everythingAnswered } from '../../support/api/everything-seen.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'

const BOSS = 'boss@alpha.example'
const ALPHA_IMEI = '356307042441013'
const BETA_IMEI = '356307042441021'
const MOVED_IMEI = '356307042441039'
/** Text with line separators that are not line ends in NDJSON. */
const ODD_ENDS = 'one\u2028two\u2029three\rfour\u0085five'
const options = { mailSecret: 'the secret of waiting mails, 40 characters' }

let source: ApiUnderTest
let target: ApiUnderTest
let tenants: Tenants
let folder: string
let alpha: number
let beta: number
let own: TenantIds
let moved: number

const rowsOf = async <T extends object>(of: ApiUnderTest, text: string, values: unknown[] = []): Promise<T[]> =>
  (await of.database.pool.query<T>(text, values)).rows

beforeAll(async () => {
  ;[source, target] = await Promise.all([ApiUnderTest.start(), ApiUnderTest.start()])
  folder = mkdtempSync(path.join(tmpdir(), 'business-'))
  tenants = new Tenants(source)
  const others = [await populateForCatalogue(tenants, 'AlphaTwo'), await populateForCatalogue(tenants, 'BetaTwo')]
  await spreadIds(tenants)
  ;[alpha, own] = await tenantWithEverything('Alpha', ALPHA_IMEI, others[0]!)
  ;[beta] = await tenantWithEverything('Beta', BETA_IMEI, others[1]!)
  await tenants.user(BOSS, 'manager', alpha)
  moved = await trackerThatMoved()
  await trackerThatCame()
  await tenants.pool.query('UPDATE devices SET description = $1 WHERE id = $2', [ODD_ENDS, own.device])
  await rowsThatPass()
  // Signs in before, because the first sign-in changes the row of the user.
  expect((await source.call('GET', '/api/v1/auth/user', { email: BOSS })).status).toBe(200)
  await tenants.pool.query('UPDATE geofences SET created_by = $1 WHERE business_id = $2', [
    await tenants.user('operator@x.example', 'super-admin', null),
    own.business,
  ])
  const [shared] = await rowsOf<{ id: number }>(
    source,
    'SELECT id FROM tags WHERE business_id IS NULL AND parent_id IS NOT NULL ORDER BY id LIMIT 1',
  )
  await tenants.carry(Number(own.entity), shared!.id)
})
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Adds a business with two businesses below it. Each of these has one row of everything. */
async function tenantWithEverything(name: string, imei: string, other: number): Promise<[number, TenantIds]> {
  const group = await tenants.business(`${name} Group`)
  const ids = await populate(tenants, name, imei)
  await tenants.pool.query('UPDATE businesses SET parent_id = $1 WHERE id = ANY ($2)', [group, [ids.business, other]])
  return [group, ids]
}

/** Adds a tracker that was first on a vehicle of Alpha and is now on one of Beta. It has a position from each vehicle. */
async function trackerThatMoved(): Promise<number> {
  const vehicle = await tenants.entity(alpha, 'Alpha van')
  const { deviceId } = await tenants.install(alpha, vehicle, MOVED_IMEI)
  await tenants.trip(deviceId, '2025-06-02T10:00Z', '2025-06-02T11:00Z')
  await tenants.waypoint(deviceId, '2025-06-02T10:30Z', 47.1, 9.5)
  await tenants.pool.query("UPDATE installations SET removed_at = '2025-06-03Z' WHERE device_id = $1", [deviceId])
  await tenants.pool.query("UPDATE devices SET business_id = $2, title = 'Beta tracker' WHERE id = $1", [deviceId, beta])
  await tenants.pool.query(
    "INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, '2025-06-03Z')",
    [deviceId, await tenants.entity(beta, 'Beta van'), beta],
  )
  await tenants.waypoint(deviceId, '2025-06-04T10:30Z', 46.999, 9.111)
  await tenants.state(deviceId, new Date(), 46.999, 9.111)
  return deviceId
}

/**
 * Adds a tracker that Beta had without a vehicle, and that Alpha claimed later. Its last position is from the time when
 * Beta had it.
 */
async function trackerThatCame(): Promise<void> {
  const { id, imei } = await tenants.device(beta)
  for (const [at, latitude] of [
    ['2025-06-07T10:00Z', 46.777],
    ['2025-06-11T10:00Z', 47.321],
  ] as const)
    await tenants.waypoint(id, at, latitude, 9.5)
  await tenants.state(id, new Date('2025-06-07T10:00Z'), 46.777, 9.5)
  await tenants.pool.query('UPDATE device_states SET business_id = $2 WHERE device_id = $1', [id, beta])
  await tenants.pool.query(
    "INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, '46.77', 'known', '2025-06-07Z', '2025-06-07Z')",
    [id],
  )
  await tenants.pool.query('UPDATE devices SET business_id = $2 WHERE id = $1', [id, alpha])
  await tenants.pool.query(
    `INSERT INTO device_claims (imei, business_id, state, device_id, decided_at) VALUES ($1, $2, 'registered', $3, '2025-06-10Z')`,
    [imei, alpha, id],
  )
}

/** Adds rows that only a consumer process, a sender of webhooks or a trigger writes. */
async function rowsThatPass(): Promise<void> {
  const { pool } = tenants
  await pool.query("UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE id = $1", [own.webhookDelivery])
  await pool.query(
    "INSERT INTO waypoints_aside (device_id, positioned_at, received_at, reason, fix) VALUES ($1, '2025-06-01T10:11Z', now(), 1, '{}')",
    [own.device],
  )
  await pool.query(
    'INSERT INTO odometer_readings (entity_id, read_at, metres, before_m, is_correction) VALUES ($1, now(), 9, 1, false)',
    [own.entity],
  )
  await pool.query(
    `INSERT INTO alert_states (installation_id, at, state) SELECT id, now(), '{"last": 9007199254740993}' FROM installations WHERE device_id = $1`,
    [own.device],
  )
}

/**
 * Adds two kinds of rows: rows of a user of the business about a vehicle that now belongs to another business, and rows of
 * an operator about the business.
 */
async function rowsWithTheSold(sold: number): Promise<void> {
  const { pool } = tenants
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM users WHERE business_id = $1 LIMIT 1', [own.business])
  const user = rows[0]!.id
  await pool.query('UPDATE bulk_changes SET changes = $2 WHERE id = $1', [
    await tenants.bulkChange(user),
    JSON.stringify([{ entity_id: sold }]),
  ])
  await pool.query('UPDATE report_requests SET entity_ids = $2 WHERE id = $1', [await tenants.reportRequest(user), [sold]])
  await pool.query('UPDATE report_files SET business_ids = $2 WHERE request_id = $1', [
    await tenants.reportRequest(user),
    [own.business, beta],
  ])
  await pool.query(
    `INSERT INTO audit_log (business_id, user_id, action, object_type, remote_address)
     SELECT $1, id, 'business.update', 'business', '203.0.113.77' FROM users WHERE email = 'operator@x.example'`,
    [own.business],
  )
}

/** Returns every file of a folder, as text. */
function filesIn(at: string, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const inner = path.join(at, entry.name)
    if (entry.isDirectory()) for (const [name, text] of filesIn(inner, `${prefix}${entry.name}/`)) found.set(name, text)
    else found.set(prefix + entry.name, readFileSync(inner, 'latin1'))
  }
  return found
}

describe('a business that moves out', () => {
  it('has no table that the list of parts does not class', async () => {
    const tables = await readTables(source.database.pool)
    expect(unclassed(tables, PARTS)).toEqual([])
    const [first] = tables
    expect(unclassed([...tables, { ...first!, table: 'notes' }], PARTS)).toEqual([
      'notes: the list of parts does not have this table',
    ])
    const { devices: _, ...fewer } = PARTS
    expect(unclassed(tables, fewer)).toContain('alerts.device_id: it must refer to devices, which stays')
  })

  it('gets an archive with a row of everything, and nothing of another business', async () => {
    const out = path.join(folder, 'alpha')
    const description = await exportBusiness(source.database.pool, { businessId: alpha, out, version: '1.2.3' })
    const taken = Object.entries(PARTS).filter(([, part]) => isTaken(part))
    expect(taken.filter(([name]) => !description.tables.some(({ table }) => table === name)).map(([name]) => name)).toEqual([])
    const texts = filesIn(out)
    const all = [...texts.values()].join('\n')
    for (const theirs of [/beta/i, BETA_IMEI, /46\.?9990000|91110000/, /46\.?7770000|46\.77/]) expect(all).not.toMatch(theirs)
    const ids = await rowsOf<{ id: string }>(
      source,
      ['entities', 'users', 'devices', 'trips', 'alerts', 'geofences', 'orders']
        .map(
          (name) => `SELECT id::text FROM ${name} WHERE business_id IN (SELECT id FROM businesses WHERE path @> ARRAY[$1::int])`,
        )
        .join(' UNION ALL '),
      [beta],
    )
    // Short ids are left out, because numbers of one or two digits may also be counts.
    const large = ids.map(({ id }) => id).filter((id) => id.length > 8 && id !== String(moved))
    expect(large.length).toBeGreaterThan(15)
    expect(large.filter((id) => all.includes(id))).toEqual([])
    expect(all).toContain(MOVED_IMEI)
    expect(all).toContain('473210000')
    expect(description.losses).toContainEqual({
      table: 'geofences',
      column: 'created_by',
      rows: 1,
      why: 'the row in users is of another business',
    })
    expect(all).not.toMatch(/password_hash|secret_hash|token_hash|link_hash|"secret":/)
    expect(texts.get(`gpx/vehicle-${own.entity}.gpx`)).toContain('<trkpt lat="49.4000000" lon="8.7000000">')
    expect(texts.get('README.txt')).toContain('personal data')
  })

  it('is in another installation as it was: every row, and every answer of the API to its manager', async () => {
    await ArchiveFolder.with(path.join(folder, 'alpha'), async (archive) => {
      const trial = await tryImport(target.database.pool, archive)
      expect([trial.refused, trial.rights]).toEqual([[], []])
      expect(describeTrial(trial).join('\n')).toContain('api_tokens: API tokens: make new ones')
      expect(await rowsOf(target, 'SELECT id FROM businesses')).toEqual([])
      await importBusiness(target.database.pool, archive, options)
    })
    const [before, after] = [await everyRow(source, true), await everyRow(target, false)]
    expect(before.size).toBeGreaterThan(75)
    for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows])
    expect(
      await rowsOf(target, 'SELECT id FROM devices WHERE id = $1 AND deleted_at IS NOT NULL AND title IS NULL', [moved]),
    ).toHaveLength(1)

    const inJson = { accepts: 'application/json' }
    const [then, now] = [await everythingAnswered(source, BOSS, own, inJson), await everythingAnswered(target, BOSS, own, inJson)]
    expect(then.size).toBeGreaterThan(150)
    const other = [...then.keys()].filter((name) => then.get(name) !== now.get(name))
    // Some answers depend on the clock. They differ within one installation, too, so they are not compared.
    const again = await everythingAnswered(source, BOSS, own, { only: other })
    const steady = other.filter((name) => again.get(name) === then.get(name))
    const unlike = steady.map((name) => name.split(' ')[1]!).filter((name) => !NOTE_SIGN_IN.includes(name))
    expect(unlike).toEqual(OTHER_ANSWERS)
  })

  it('is refused where something of it is already, and leaves nothing half done', async () => {
    await ArchiveFolder.with(path.join(folder, 'alpha'), async (archive) => {
      const { refused } = await tryImport(target.database.pool, archive)
      expect(refused.join('\n')).toMatch(/users: e-mail address .*alpha.*\.example/)
      expect(refused.join('\n')).toMatch(/devices: IMEI .*are here already/)
      await expect(importBusiness(target.database.pool, archive, options)).rejects.toThrow('nothing was changed. ')
    })
  })

  it('moves without the business above it by the commands of the document', async () => {
    // The business's vehicle has a tag of the business above.
    await tenants.carry(Number(own.entity), await tenants.tag('Of the group', 'general', alpha))
    // This vehicle now belongs to another business, and still has its tracker.
    const sold = await tenants.entity(Number(own.business), 'To be sold')
    const { deviceId } = await tenants.install(Number(own.business), sold)
    await tenants.trip(deviceId, '2025-06-05T10:00Z', '2025-06-05T11:00Z')
    await tenants.waypoint(deviceId, '2025-06-05T10:30Z', 46.888, 9.5)
    await tenants.pool.query("UPDATE installations SET removed_at = '2025-06-06Z' WHERE device_id = $1", [deviceId])
    await tenants.pool.query("UPDATE entities SET business_id = $2, name = 'Bought by Beta' WHERE id = $1", [sold, beta])
    await tenants.pool.query('UPDATE devices SET business_id = $2 WHERE id = $1', [deviceId, beta])
    await rowsWithTheSold(sold)
    const empty = await createTestDatabase()
    try {
      const commands = readFileSync(path.join(projectRoot, 'docs/operating/moving-out.md'), 'utf8').match(
        /^npx roadbook business .*$/gm,
      )!
      expect(commands).toHaveLength(4)
      const said: string[] = []
      for (const command of commands) {
        const words = command.replaceAll('business-12', path.join(folder, 'business-12')).split(' ').slice(3)
        const url = words[0] === 'export' ? source.database.url : empty.url
        said.push(
          await saidBy(
            words.map((word) => (word === '12' ? String(own.business) : word)),
            url,
          ),
        )
      }
      for (const table of ['entity_tags', 'bulk_changes', 'report_requests', 'report_files'])
        expect(said[0]).toMatch(new RegExp(`${table}: [12] are not in the archive`))
      expect(said[0]).toContain('trips: 1 are only in left/trips.ndjson')
      expect([...filesIn(path.join(folder, 'business-12')).values()].join('\n')).not.toMatch(/beta|46\.?8880000|203\.0\.113\.77/i)
      expect(said[2]).toContain('Nothing was changed')
      expect(said[3]).toContain('Invite the users again')
      const [root] = (await empty.pool.query('SELECT parent_id, path FROM businesses WHERE id = $1', [own.business])).rows
      expect(root).toEqual({ parent_id: null, path: [own.business] })
      const { rows: users } = await empty.pool.query(
        `SELECT u.issuer, a.email = lower(u.email) AS is_same FROM users u LEFT JOIN identity.accounts a ON a.id::text = u.subject`,
      )
      expect(users.length).toBeGreaterThan(1)
      expect(new Set(users.map((user) => JSON.stringify(user)))).toEqual(
        new Set(['{"issuer":"http://localhost:8081","is_same":true}']),
      )
    } finally {
      await empty.drop()
    }
    await ArchiveFolder.with(path.join(folder, 'business-12.zip'), (archive) => archive.verify())
  })

  it('goes on with a folder whose export was cut off, and is not taken while it is unfinished', async () => {
    const out = path.join(folder, 'cut')
    cpSync(path.join(folder, 'alpha'), out, { recursive: true })
    rmSync(path.join(out, 'schema.json'))
    await expect(ArchiveFolder.with(out, (archive) => archive.verify())).rejects.toThrow('its export has not ended')
    await expect(exportBusiness(source.database.pool, { businessId: alpha, out, version: '1.2.3' })).rejects.toThrow(
      'exists already',
    )
    const kept = { file: `data/waypoints/${own.device}.ndjson`, rows: 1, bytes: 1, sha256: 'as written before' }
    writeFileSync(path.join(out, 'unfinished.jsonl'), `{"subject":"business ${alpha}"}\n${JSON.stringify(kept)}\n{"file":"cut`)
    await expect(exportBusiness(source.database.pool, { businessId: beta, out, version: '1.2.3' })).rejects.toThrow(
      'something else',
    )
    const { files } = await exportBusiness(source.database.pool, { businessId: alpha, out, version: '1.2.3' })
    expect(files).toContainEqual(kept)
    expect(existsSync(path.join(out, 'unfinished.jsonl'))).toBe(false)
  })

  it('splits rows at line feeds alone, and refuses a line that no row has', async () => {
    async function* chunks(): AsyncGenerator<Buffer> {
      for (const byte of Buffer.from(`"${ODD_ENDS}"\n"ü"\n"end"`)) yield Buffer.from([byte])
    }
    const read = async (longest?: number) => {
      const lines: string[] = []
      for await (const line of linesOf(chunks(), 'a.ndjson', longest)) lines.push(line)
      return lines
    }
    expect(await read()).toEqual([`"${ODD_ENDS}"`, '"ü"', '"end"'])
    await expect(read(10)).rejects.toThrow('a.ndjson has a line of more than 10 bytes')
  })

  it('reads a ZIP file that another program packed, and no folder with symbolic links', async () => {
    const packed: Zippable = {}
    for (const [name, text] of filesIn(path.join(folder, 'business-12'))) {
      packed[`${path.posix.dirname(name)}/`.replace('./', '')] = new Uint8Array()
      packed[name] = Buffer.from(text, 'latin1')
    }
    delete packed['']
    writeFileSync(path.join(folder, 'packed.zip'), zipSync(packed))
    await ArchiveFolder.with(path.join(folder, 'packed.zip'), (archive) => archive.verify())
    const linked = path.join(folder, 'linked')
    cpSync(path.join(folder, 'business-12'), linked, { recursive: true })
    rmSync(path.join(linked, 'data'), { recursive: true })
    symlinkSync(path.join(folder, 'business-12', 'data'), path.join(linked, 'data'))
    await expect(ArchiveFolder.with(linked, (archive) => archive.verify())).rejects.toThrow('is a symbolic link')
  })

  it('brings no super admin and nothing into another business, whatever somebody writes into its archive', async () => {
    const empty = await createTestDatabase()
    try {
      const { rows } = await empty.pool.query<{ id: number }>(
        "INSERT INTO businesses (kind, name) VALUES ('vendor', 'Here already') RETURNING id",
      )
      const other = rows[0]!.id
      const kept = JSON.stringify(await countsOf(empty.pool))
      for (const [sentence, change] of forgeries(other)) {
        const out = path.join(folder, 'forged')
        rmSync(out, { recursive: true, force: true })
        cpSync(path.join(folder, 'business-12'), out, { recursive: true })
        forge(out, change)
        const coming = ArchiveFolder.with(out, (archive) => importBusiness(empty.pool, archive, options))
        await expect(coming).rejects.toThrow(sentence)
        await expect(coming).rejects.toThrow('nothing was changed')
      }
      expect(JSON.stringify(await countsOf(empty.pool))).toBe(kept)

      const out = path.join(folder, 'forged')
      cpSync(path.join(folder, 'business-12'), out, { recursive: true })
      forge(out, ({ rows: change }) => {
        change('data/users.ndjson', (all) =>
          all.map((row) => ({ ...row, issuer: 'https://evil.example', subject: String(row.id) })),
        )
        change('data/webhooks.ndjson', (all) => all.map((row) => ({ ...row, active: true })))
      })
      await ArchiveFolder.with(out, (archive) => importBusiness(empty.pool, archive, options))
      const { rows: taken } = await empty.pool.query(
        'SELECT (SELECT count(subject)::int FROM users) AS accounts, (SELECT bool_or(active) FROM webhooks) AS active',
      )
      expect(taken).toEqual([{ accounts: 0, active: false }])
    } finally {
      await empty.drop()
    }
  })

  it('names what all businesses would get, and brings it in only where none is', async () => {
    const empty = await createTestDatabase()
    try {
      await empty.pool.query('DELETE FROM tag_group_tags')
      await empty.pool.query('DELETE FROM tags WHERE business_id IS NULL')
      await ArchiveFolder.with(path.join(folder, 'alpha'), async (archive) => {
        expect(describeTrial(await tryImport(empty.pool, archive)).join('\n')).toMatch(
          /Added for all businesses \(\d\):\n {2}tags: /,
        )
        await empty.pool.query(
          "INSERT INTO businesses (id, kind, name) OVERRIDING SYSTEM VALUE VALUES (99, 'vendor', 'Here already')",
        )
        await expect(importBusiness(empty.pool, archive, options)).rejects.toThrow('all businesses would get')
      })
    } finally {
      await empty.drop()
    }
  })
})

type Row = Record<string, unknown>

/** An archive in which somebody changes rows and description. */
interface Forged {
  described: Description
  /** Changes the rows of a file. */
  rows: (file: string, change: (rows: Row[]) => Row[]) => void
  table: (name: string) => Description['tables'][number]
}

/** Changes an archive, and corrects the numbers of rows and the check sums in its schema.json. */
function forge(out: string, change: (forged: Forged) => void): void {
  const file = path.join(out, 'schema.json')
  const described = JSON.parse(readFileSync(file, 'utf8')) as Description
  const table = (name: string) => described.tables.find((one) => one.table === name)!
  const rows: Forged['rows'] = (name, changeRows) => {
    const at = path.join(out, name)
    const before = existsSync(at) ? readFileSync(at, 'utf8').split('\n').slice(0, -1) : []
    const after = changeRows(before.map((line) => JSON.parse(line) as Row))
    writeFileSync(at, after.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const entry = {
      file: name,
      rows: after.length,
      bytes: 1,
      sha256: createHash('sha256').update(readFileSync(at)).digest('hex'),
    }
    described.files = [...described.files.filter((one) => one.file !== name), entry]
    const owner = table(name.split('/')[1]!.split('.')[0]!)
    if (!owner.files.includes(name)) owner.files.push(name)
    owner.rows += after.length - before.length
  }
  change({ described, rows, table })
  writeFileSync(file, JSON.stringify(described))
}

/** Ways in which somebody could change an archive to get more than the business. For each, the expected error message. */
function forgeries(other: number): [string | RegExp, (forged: Forged) => void][] {
  const admin = (row: Row) => ({ ...row, id: 5, email: 'me@evil.example', business_id: null, role_id: 1 })
  const positions = `data/waypoints/${own.device}.ndjson`
  return [
    [/of \d+ rows of users in the archive/, ({ rows }) => rows('data/users.ndjson', (all) => [...all, admin(all[0]!)])],
    [
      'the files of users have another number of rows',
      ({ rows, table }) => {
        rows('data/users.ndjson', (all) => [...all, admin(all[0]!)])
        table('users').rows -= 1
      },
    ],
    ['lists users twice', ({ described, table }) => void described.tables.push(table('users'))],
    ['lists data/users.ndjson twice', ({ table }) => void table('users').files.push('data/users.ndjson')],
    [
      /of \d+ rows of audit_log in the archive/,
      ({ rows }) => rows('data/audit_log.ndjson', ([first, ...more]) => [{ ...first!, business_id: other }, ...more]),
    ],
    [
      `data/waypoints/${moved}.ndjson is not of a tracker of the archive`,
      ({ rows }) => rows(`data/waypoints/${moved}.ndjson`, () => [{ device_id: moved, positioned_at: '2025-06-01T10:00:00Z' }]),
    ],
    [
      `${positions} has a position of another tracker`,
      ({ rows }) => rows(positions, (all) => [...all, { ...all[0]!, device_id: moved }]),
    ],
    [
      /of \d+ rows of waypoints in the archive/,
      ({ rows, described }) => {
        described.weeks.push('2023-12-25T00:00:00.000Z')
        rows(positions, (all) => [...all, { ...all[0]!, positioned_at: '2023-12-27T00:00:00Z' }])
      },
    ],
    [
      `the business ${own.business} is below another one`,
      ({ rows }) =>
        rows('data/businesses.ndjson', ([root, ...more]) => [
          { ...root!, parent_id: other, path: [other, Number(own.business)] },
          ...more,
        ]),
    ],
    [
      /users has the id -5/,
      ({ rows }) => rows('data/users.ndjson', (all) => [...all, { ...all[0]!, id: -5, email: 'minus@alpha.example' }]),
    ],
    [
      'users has the id 2147483647',
      ({ rows }) => rows('data/users.ndjson', (all) => [...all, { ...all[0]!, id: 2_147_483_647, email: 'max@alpha.example' }]),
    ],
    [
      'the archive does not fit (',
      ({ rows }) => rows('data/users.ndjson', (all) => all.map((row) => ({ ...row, created_at: 'yesterday or so' }))),
    ],
    ['schema.json is not that of such an archive (tables)', ({ described }) => void (described.tables = [{} as never])],
  ]
}

/** Counts the rows that a forgery would have added. */
const countsOf = async (pool: ApiUnderTest['database']['pool']) =>
  (
    await pool.query(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM businesses) AS businesses, (SELECT count(*) FROM waypoints) AS waypoints',
    )
  ).rows

/** Runs a command on a database, and returns its output. */
async function saidBy(words: readonly string[], url: string): Promise<string> {
  const lines: string[] = []
  const before = { ...process.env }
  Object.assign(process.env, { DATABASE_URL: url, MAIL_SECRET: options.mailSecret })
  try {
    await businessCommand((line) => void lines.push(line)).parseAsync(words, { from: 'user' })
  } finally {
    process.env = before
  }
  return lines.join('\n')
}

/** Answers that contain the time when their reader signed in. */
const NOTE_SIGN_IN = ['/api/v1/users', '/api/v1/audit-log']

/**
 * Answers that differ on purpose: secrets are not exported, and webhooks are switched off and have lost the deliveries that
 * waited.
 */
const OTHER_ANSWERS = [
  '/api/v1/missing/{id}/room',
  '/api/v1/missing/{id}/shares',
  '/api/v1/tokens',
  '/api/v1/tokens/{id}/history',
  '/api/v1/webhook-deliveries',
  '/api/v1/webhooks',
  '/api/v1/webhooks/{id}',
]

/**
 * Columns that differ on purpose. They contain accounts, switched off webhooks, links of mails, an operator, or ids of
 * transactions.
 */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  users: ['issuer', 'subject', 'updated_at', 'last_seen_at'],
  audit_log: ['remote_address'],
  webhooks: ['active', 'off_reason', 'secret', 'previous_secret', 'previous_until', 'lease', 'leased_until'],
  consents: ['link_hash', 'link_expires_at'],
  entities: ['moved_in', 'edited_in'],
  geofences: ['created_by'],
  customer_disclosures: ['link_hash'],
  app_notification_recipients: ['registration_id'],
}

/**
 * Returns every row of every exported table as JSON, with computed columns, and the sums of days. Leaves out the tracker
 * that moved.
 * @param isScoped true for the rows of Alpha only, false for all rows of the installation
 */
async function everyRow(of: ApiUnderTest, isScoped: boolean): Promise<Map<string, string[]>> {
  const client = await of.database.pool.connect()
  try {
    await client.query('BEGIN')
    const found = new Map<string, string[]>()
    const add = async (table: string, query: string, values: unknown[]) => {
      const { rows } = await client.query<{ row: string }>(`${query} ORDER BY 1`, values)
      found.set(
        table,
        rows.map(({ row }) => row),
      )
    }
    for (const { table, part, whole } of await markRows(client, alpha)) {
      const isOurs = isScoped || part.catalogue || table === 'tag_group_tags' ? `(${whole})` : 'TRUE'
      const without = table === 'devices' ? ` AND id <> ${moved}` : ''
      await add(table, `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM ${table} t WHERE ${isOurs}${without}`, [
        OTHERWISE[table] ?? [],
      ])
    }
    await add(
      'trip_days',
      `SELECT (to_jsonb(t) - 'zone_id' || jsonb_build_object('zone', z.name))::text AS row FROM trip_days t JOIN summary_zones z ON z.id = t.zone_id
       WHERE t.business_id IN (SELECT id FROM businesses WHERE path @> ARRAY[$1::int])`,
      [alpha],
    )
    return found
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
