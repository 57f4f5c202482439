import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importPositions } from '@roadbook/tools/import-traccar/positions'
import { notifiedBy } from '@roadbook/tools/import-traccar/history/notified-by'
import { nameOfSource } from '@roadbook/tools/import-traccar/source/open-source'
import { Ledger } from '@roadbook/tools/import-traccar/ledger'
import { EMPTY } from '@roadbook/tools/import-traccar/mapping'
import { TraccarDatabase } from '@roadbook/tools/import-traccar/source/read-database'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'

const root = path.resolve(import.meta.dirname, '../../..')
const DAY = 86_400_000
const MARCH = Date.UTC(2026, 2, 2, 8)
const FEBRUARY = Date.UTC(2026, 1, 2, 8)
const SERVICE = new Date('2026-02-20T12:00:00Z')

let bench: ConsumerBench
let ledger: Ledger
let tracker: Awaited<ReturnType<ConsumerBench['installDevice']>>
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await bench.database.pool.query(text, values)).rows as unknown as Row[]

const withoutPassword = () => Object.assign(new URL(bench.database.url), { password: '' }).toString()

beforeAll(async () => {
  bench = await ConsumerBench.open()
  // The columns of Traccar's table. It is in the same database as Roadbook's tables.
  await query(`CREATE TABLE tc_positions (id int, protocol text, deviceid int, servertime timestamp, devicetime timestamp, fixtime timestamp,
    valid bool, latitude float8, longitude float8, altitude float8, speed float8, course float8, accuracy float8, attributes text, network text)`)
  await query('CREATE TABLE tc_devices (id int, uniqueid text)')
  tracker = await bench.installDevice()
  ledger = await Ledger.open(bench.database.pool, 'traccar', { source: nameOfSource(withoutPassword()), into: 1 })
  const [stay] = await query<{ id: number }>("UPDATE installations SET installed_at = '2026-07-01' RETURNING id")
  await ledger.add({ kind: 'device', sourceId: 1, targetId: tracker.deviceId })
  await ledger.add({ kind: 'vehicle', sourceId: 1, targetId: tracker.entityId })
  await ledger.add({ kind: 'installation', sourceId: 1, targetId: stay!.id })
  await store(ride(FEBRUARY), ride(MARCH))
}, 120_000)
afterAll(() => bench.close())

interface Dated {
  fixTime: number
  serverTime: number
  latitude: number
  longitude: number
  kph: number
}
/** Positions of a ride of ten minutes, each received two seconds after its fix. */
const ride = (from: number): Dated[] =>
  new TrackBuilder(new Date(from).toISOString())
    .stand(5)
    .ride(10, 25)
    .stand(10)
    .fixes.map(({ positionedAt, latitude, longitude, speedKph }) => ({
      fixTime: positionedAt,
      serverTime: positionedAt + 2_000,
      kph: speedKph ?? 0,
      latitude: latitude!,
      longitude: longitude!,
    }))
let id = 0
async function store(...rides: readonly (readonly Dated[])[]): Promise<void> {
  const utc = (time: number) => new Date(time).toISOString().replace('Z', '')
  for (const { fixTime, serverTime, latitude, longitude, kph } of rides.flat())
    await query("INSERT INTO tc_positions VALUES ($1, 'gl200', 1, $2, $3, $3, true, $4, $5, 0, $6, 90, 0, '{}', NULL)", [
      ...[++id, utc(serverTime), utc(fixTime), latitude, longitude, kph / 1.852],
    ])
}

/**
 * Imports positions while no consumer process runs. Then starts consumer processes, which read the changed registry, and
 * waits until one has processed everything.
 */
async function take(from: string): Promise<number> {
  const source = new TraccarDatabase(bench.database.url, 'UTC')
  const target = { source, ledger, pool: bench.database.pool, log: bench.log as never, say: () => undefined, registryMs: 0 }
  const { positions } = await importPositions({ ...target, from })
  await source.close()
  await bench.startConsumer()
  await bench.quiet()
  await bench.stopConsumers()
  return positions
}
const vehiclesOfTrips = async () =>
  (await bench.trips(tracker.deviceId)).map((trip) => [trip.started_at.getTime(), trip.entity_id])
const near = (from: number) => expect.closeTo(from + 5 * 60_000, -6) as unknown
const installedAt = async () =>
  (await query<{ at: Date }>('SELECT installed_at AS at FROM installations WHERE removed_at IS NULL'))[0]!.at.toISOString()

it('history from before a tracker counted as installed belongs to its vehicle', async () => {
  expect(await take('2026-03-01')).toBe(ride(MARCH).length)
  expect(await installedAt()).toBe('2026-03-01T00:00:00.000Z')
  expect(await vehiclesOfTrips()).toEqual([[near(MARCH), tracker.entityId]])
}, 120_000)

it('a second run has nothing to do, and a later first day neither', async () => {
  expect(await take('2026-03-01')).toBe(0)
  expect(await take('2026-03-15')).toBe(0)
  expect(await installedAt()).toBe('2026-03-01T00:00:00.000Z')
}, 120_000)

it('an earlier first day takes the older history, though the newer was taken before', async () => {
  expect(await take('2026-02-01')).toBe(ride(FEBRUARY).length + ride(MARCH).length)
  expect(await vehiclesOfTrips()).toEqual([
    [near(FEBRUARY), tracker.entityId],
    [near(MARCH), tracker.entityId],
  ])
  expect(await bench.count('waypoints')).toBe(ride(FEBRUARY).length + ride(MARCH).length)
}, 120_000)

it('positions dated in the future, or after their reception, do not end the history of a tracker', async () => {
  const [stray] = ride(MARCH)
  // The date of the stray position has passed by now. So this run reads the position.
  const next = MARCH + DAY + 10 * 3_600_000
  await store([
    { ...stray!, fixTime: Date.UTC(2999, 0, 1) },
    { ...stray!, fixTime: MARCH + DAY + 20 * 3_600_000, serverTime: MARCH + DAY },
  ])
  expect(await take('2026-02-01')).toBe(1)
  await store(ride(next))
  expect(await take('2026-02-01')).toBe(ride(next).length + 1)
  const found = await vehiclesOfTrips()
  expect(found.at(-1)).toEqual([near(next), tracker.entityId])
  expect(await bench.count('waypoints_aside')).toBe(1)
}, 120_000)

it('an earlier stay of the tracker keeps its time', async () => {
  const [other] = await query<{ id: number }>(
    "INSERT INTO entities (business_id, name, vehicle_type) VALUES ($1, 'Before', 'eBike') RETURNING id",
    [bench.businessId],
  )
  await query("UPDATE installations SET installed_at = '2026-07-01'")
  await query(
    'INSERT INTO installations (device_id, entity_id, business_id, installed_at, removed_at) VALUES ($1, $2, $3, $4, $5)',
    [...[tracker.deviceId, other!.id, bench.businessId, '2026-01-01', SERVICE]],
  )
  await take('2026-01-15')
  expect(await installedAt()).toBe(SERVICE.toISOString())
  // All positions were imported again, with the stray one in the middle of a packet.
  expect(await bench.count('waypoints')).toBe(3 * ride(MARCH).length)
  expect(await bench.count('waypoints_aside')).toBe(1)
}, 120_000)

it('names whom the history would notify: webhooks of trips, and alert rules older than a day', async () => {
  const [below, other] = await query<{ id: number }>(
    "INSERT INTO businesses (kind, parent_id, name) VALUES ('company', $1, 'Below'), ('company', $1, 'Other') RETURNING id",
    [bench.businessId],
  )
  const webhook = (business: number, name: string, kinds: string, more = 'true, true') =>
    query(
      `INSERT INTO webhooks (business_id, name, url, kinds, secret, includes_below, active)
      VALUES ($1, $2, 'https://x.example', $3, '\\x00', ${more})`,
      [business, name, kinds],
    )
  await webhook(bench.businessId, 'trips', '{trip.ended}')
  await webhook(bench.businessId, 'alerts only', '{alert.raised}')
  await webhook(bench.businessId, 'paused', '{trip.removed}', 'true, false')
  await webhook(other!.id, 'beside', '{trip.ended}')
  const rule = (business: number, name: string, since: string) =>
    query(
      `INSERT INTO alert_rules (business_id, name, kind, time_zone, effective_from)
      VALUES ($1, $2, 'powerCut', 'UTC', now() - $3::interval)`,
      [business, name, since],
    )
  await rule(bench.businessId, 'old', '2 days')
  await rule(bench.businessId, 'of today', '2 hours')
  await rule(other!.id, 'beside', '2 days')
  const names = async () =>
    Object.values(await notifiedBy(bench.database.pool, 'traccar')).map((found: string[]) =>
      found.map((one) => one.replace(/ \d+/, '')),
    )
  expect(await names()).toEqual([['webhook "trips" of business "Fietsen BV"'], ['alert rule "old" of business "Fietsen BV"']])
  // The webhook now covers the vehicle's business only if it includes the businesses below.
  await query('UPDATE entities SET business_id = $1 WHERE id = $2', [below!.id, tracker.entityId])
  await query('UPDATE installations SET business_id = $1 WHERE device_id = $2', [below!.id, tracker.deviceId])
  expect((await names())[0]).toEqual(['webhook "trips" of business "Fietsen BV"'])
  await query('UPDATE webhooks SET includes_below = false')
  expect(await names()).toEqual([[], ['alert rule "old" of business "Fietsen BV"']])
})

describe('the command', () => {
  const run = (history_from: string, ...options: string[]) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-history-'))
    writeFileSync(path.join(folder, 'traccar-mapping.json'), JSON.stringify({ ...EMPTY, history_from }))
    const args = ['import', 'traccar', 'positions', '--from', withoutPassword(), ...options]
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'tools/dist/cli.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        TRACCAR_DATABASE_PASSWORD: new URL(bench.database.url).password,
        DATABASE_URL: bench.database.url,
        EVENT_LOG: 'postgres',
        RETENTION_MONTHS: '1200',
      },
    })
    rmSync(folder, { recursive: true })
    return { status, stdout, stderr }
  }

  it('takes nothing while somebody would be notified of it, and names the ways out', () => {
    const { status, stderr } = run('2026-02-15')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/alert rule \d+ "old" of business "Fietsen BV"\nPause .* --notify/) as string,
    })
    expect(run('2026-02-15', '--notify')).toMatchObject({ status: 0, stdout: expect.stringContaining('published ') as string })
  }, 60_000)

  it('takes nothing that is too old to be stored', () => {
    expect(run('2001-01-01', '--beyond-retention').stderr).toContain('positions older than ten years are not stored')
  }, 60_000)
})
