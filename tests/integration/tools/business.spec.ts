import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ArchiveFolder } from '@roadbook/tools/business/archive/read-archive'
import type { Description } from '@roadbook/tools/business/archive/archive'
import { describe as describeTrial } from '@roadbook/tools/business/business-command'
import { readTables, unclassed } from '@roadbook/tools/business/catalogue'
import { exportBusiness } from '@roadbook/tools/business/export-business'
import { importBusiness, tryImport } from '@roadbook/tools/business/import-business'
import { markRows } from '@roadbook/tools/business/mark-rows'
import { PARTS } from '@roadbook/tools/business/parts/parts'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import type { TenantIds } from '../../support/api/api-walk.js'
import { populateForCatalogue } from '../../support/api/catalogue-rows.js'
import { everythingAnswered } from '../../support/api/everything-seen.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'

const BOSS = 'boss@alpha.example'
const ALPHA_IMEI = '356307042441013'
const BETA_IMEI = '356307042441021'
const MOVED_IMEI = '356307042441039'
const options = { mailSecret: 'the secret of waiting mails, 40 characters', makesAccounts: true }

let source: ApiUnderTest
let target: ApiUnderTest
let tenants: Tenants
let folder: string
let alpha: number
let beta: number
let own: TenantIds
let moved: number
let description: Description

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
  await tenants.pool.query('UPDATE geofences SET created_by = $1 WHERE business_id = $2', [
    await tenants.user('operator@x.example', 'super-admin', null),
    own.business,
  ])
  const [shared] = await rowsOf<{ id: number }>(
    source,
    "SELECT id FROM tags WHERE business_id IS NULL AND parent_id IS NOT NULL ORDER BY id LIMIT 1",
  )
  await tenants.carry(Number(own.entity), shared!.id)
})
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Adds a business with two below it, which have a row of everything. */
async function tenantWithEverything(name: string, imei: string, other: number): Promise<[number, TenantIds]> {
  const group = await tenants.business(`${name} Group`)
  const ids = await populate(tenants, name, imei)
  await tenants.pool.query('UPDATE businesses SET parent_id = $1 WHERE id = ANY ($2)', [group, [ids.business, other]])
  return [group, ids]
}

/** Adds a tracker that was on a vehicle of Alpha, and is on one of Beta since. It has a position on each. */
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
    expect(unclassed([...tables, { ...first!, table: 'notes' }], PARTS)).toEqual(['notes: the list of parts does not have this table'])
    const { devices: _, ...fewer } = PARTS
    expect(unclassed(tables, fewer)).toContain('alerts.device_id: it must refer to devices, which stays')
  })

  it('gets an archive with a row of everything, and nothing of another business', async () => {
    const out = path.join(folder, 'alpha')
    description = await exportBusiness(source.database.pool, { businessId: alpha, out, version: '1.2.3' })
    const empty = Object.entries(PARTS)
      .filter(([table, part]) => ('of' in part || 'rows' in part) && !description.tables.some((one) => one.table === table))
      .map(([table]) => table)
    expect(empty).toEqual([])
    const texts = filesIn(out)
    const all = [...texts.values()].join('\n')
    expect(all).not.toMatch(/beta/i)
    expect(all).not.toContain(BETA_IMEI)
    const theirs = await rowsOf<{ id: string }>(
      source,
      `WITH b AS (SELECT id FROM businesses WHERE path @> ARRAY[$1::int]), e AS (SELECT id FROM entities WHERE business_id IN (SELECT id FROM b))
       SELECT id::text FROM b UNION ALL SELECT id::text FROM e UNION ALL SELECT id::text FROM users WHERE business_id IN (SELECT id FROM b)
       UNION ALL SELECT id::text FROM devices WHERE business_id IN (SELECT id FROM b) AND id <> $2
       UNION ALL SELECT id::text FROM trips WHERE business_id IN (SELECT id FROM b)
       UNION ALL SELECT id::text FROM alerts WHERE business_id IN (SELECT id FROM b)`,
      [beta, moved],
    )
    expect(theirs.length).toBeGreaterThan(20)
    expect(theirs.filter(({ id }) => id.length > 8 && new RegExp(`\\b${id}\\b`).test(all))).toEqual([])
    expect(all).not.toMatch(/46\.?9990000|91110000/)
    expect(description.losses).toContainEqual({
      table: 'geofences',
      column: 'created_by',
      rows: 1,
      why: 'the row in users is of another business',
    })
    expect(Object.keys(JSON.parse(texts.get('data/webhooks.ndjson')!.split('\n')[0]!))).not.toContain('secret')
    expect(all).not.toMatch(/password_hash|secret_hash|token_hash|link_hash/)
    expect(texts.get(`gpx/vehicle-${own.entity}.gpx`)).toContain('<trkpt lat="49.4000000" lon="8.7000000">')
    expect(texts.get('README.txt')).toContain('personal data')
    expect(existsSync(path.join(out, 'unfinished.jsonl'))).toBe(false)
  })

  it('is tried first, which changes nothing', async () => {
    const trial = await ArchiveFolder.with(path.join(folder, 'alpha'), (archive) => tryImport(target.database.pool, archive))
    expect(trial.refused).toEqual([])
    expect(describeTrial(trial).join('\n')).toContain('api_tokens: API tokens: make new ones')
    expect(await rowsOf(target, 'SELECT id FROM businesses')).toEqual([])
  })

  it('is in another installation as it was: every row, and every answer of the API to its manager', async () => {
    await ArchiveFolder.with(path.join(folder, 'alpha'), (archive) => importBusiness(target.database.pool, archive, options))
    const [before, after] = await Promise.all([everyRow(source, true), everyRow(target, false)])
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows])
    const [seen, now] = [await everythingAnswered(source, BOSS, own), await everythingAnswered(target, BOSS, own)]
    expect(seen.size).toBeGreaterThan(100)
    const other = [...seen].filter(([name, text]) => now.get(name) !== text).map(([name]) => name)
    expect(other).toEqual([])
  })

  it('is refused where something of it is already, and leaves nothing half done', async () => {
    await ArchiveFolder.with(path.join(folder, 'alpha'), async (archive) => {
      const { refused } = await tryImport(target.database.pool, archive)
      expect(refused.join('\n')).toMatch(/users: e-mail address .*boss@alpha\.example/)
      expect(refused.join('\n')).toContain(ALPHA_IMEI)
      await expect(importBusiness(target.database.pool, archive, options)).rejects.toThrow('nothing was changed. ')
    })
  })
})

/** Columns that differ on purpose: accounts, switched off webhooks, links of mails, and ids of transactions. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  users: ['issuer', 'subject', 'account_managed'],
  webhooks: ['active', 'off_reason', 'secret', 'previous_secret', 'previous_until', 'lease', 'leased_until'],
  consents: ['link_hash', 'link_expires_at'],
  entities: ['moved_in', 'edited_in'],
  geofences: ['created_by'],
  customer_disclosures: ['link_hash'],
  app_notification_recipients: ['registration_id'],
  trip_days: ['zone_id'],
  devices: [],
}

/**
 * Returns every row of every taken table, with computed columns, as JSON.
 * @param isScoped only rows of Alpha; otherwise all of the installation
 */
async function everyRow(of: ApiUnderTest, isScoped: boolean): Promise<Map<string, string[]>> {
  const client = await of.database.pool.connect()
  try {
    await client.query('BEGIN')
    const found = new Map<string, string[]>()
    for (const { table, part, whole } of await markRows(client, alpha)) {
      const without = [...(OTHERWISE[table] ?? []), ...(table === 'devices' && moved ? [] : [])]
      const isOurs = isScoped || part.catalogue || table === 'tag_group_tags' ? `(${whole})` : 'TRUE'
      const known = table === 'devices' ? ` AND id <> ${moved}` : ''
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM ${table} t WHERE ${isOurs}${known} ORDER BY 1`,
        [without],
      )
      found.set(
        table,
        rows.map(({ row }) => row),
      )
    }
    const { rows } = await client.query<{ row: string }>(
      `SELECT (to_jsonb(t) - 'zone_id' || jsonb_build_object('zone', z.name))::text AS row FROM trip_days t JOIN summary_zones z ON z.id = t.zone_id
       WHERE t.business_id IN (SELECT id FROM businesses WHERE path @> ARRAY[$1::int]) ORDER BY 1`,
      [alpha],
    )
    found.set(
      'trip_days',
      rows.map(({ row }) => row),
    )
    return found
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
void writeFileSync
