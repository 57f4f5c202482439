import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { Topic } from '@roadbook/contracts'
import { databaseNow, recordBackup } from '@roadbook/tools/backup/record-backup'
import { canaryMetrics } from '@roadbook/tools/canary/canary-metrics'
import type { Finding, Patient } from '@roadbook/tools/doctor/check'
import { CHECKS } from '@roadbook/tools/doctor/checks/index'
import { databaseOf } from '@roadbook/tools/doctor/checks/operations/pooler'
import { examine } from '@roadbook/tools/doctor/examine'
import { OWNER, separateRoles } from '@roadbook/tools/start/database-roles'
import { createPool, startHealthServer } from '@roadbook/platform'
import type pg from 'pg'
import { until } from '@roadbook/testing/until'
import { freePort } from '../../support/free-port.mjs'
import { Tenants } from '../../support/api/api-tenants.js'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { settingsOfRoles } from '../../support/deploy/pooler.js'

describe('doctor, on a real installation', () => {
  let bench: ConsumerBench
  /** Database that is owned by a role without superuser rights, as in the embedded product. */
  let owner: { url: string; pool: pg.Pool }
  let identity: Server
  let issuer: string
  let smtp: NetServer
  let mailServer: string
  let greeting = '220 mail.example ESMTP'
  beforeAll(async () => {
    smtp = createNetServer((socket) => socket.on('error', () => undefined).end(`${greeting}\r\n`)).listen(0, '127.0.0.1')
    await once(smtp, 'listening')
    mailServer = `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`
    bench = await ConsumerBench.open()
    await separateRoles(bench.database.url, () => 'roadbook')
    const url = Object.assign(new URL(bench.database.url), { username: OWNER }).toString()
    owner = { url, pool: createPool({ url, name: 'roadbook-doctor', max: 2 }) }
    identity = createServer((request, response) => {
      const isKnown = request.url === '/.well-known/openid-configuration'
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer }))
    }).listen(0, '127.0.0.1')
    await once(identity, 'listening')
    issuer = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`
  })
  afterEach(() => bench.stopConsumers())
  afterAll(async () => {
    await new Promise((resolve) => identity.close(resolve))
    await new Promise((resolve) => smtp.close(resolve))
    await owner.pool.end()
    await bench.close()
  })

  const patient = (changes: Partial<Patient> = {}): Patient => ({
    environment: { OIDC_ISSUER: issuer, MAX_CONNECTIONS: '100', SMTP_URL: mailServer },
    now: Date.now,
    pool: owner.pool,
    databaseUrl: owner.url,
    log: bench.log,
    local: { processes: {}, health: {} },
    dataDirectory: tmpdir(),
    ...changes,
  })

  async function findings(check: string, changes?: Partial<Patient>): Promise<Omit<Finding, 'check'>[]> {
    const found: Finding[] = []
    const checks = CHECKS.filter(({ name }) => name === check)
    for await (const finding of examine(patient(changes), checks)) found.push(finding)
    expect(found.length).toBeGreaterThan(0)
    return found.map(({ check: _, ...rest }) => rest)
  }

  it('finds a healthy one well', async () => {
    const { port } = await bench.startConsumer()
    await until('the consumer reads', async () => (await bench.log.lag(Topic.packets, 'consumer')).size)
    await until('the consumer is ready', async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok)
    await recordBackup(owner.pool, { takenAt: await databaseNow(owner.pool), file: '/backup/Mon.zst', bytes: 1 })
    const all: Finding[] = []
    // Left out: ports and disk space depend on this machine and not on the installation.
    const checks = CHECKS.filter(({ name }) => !['ports', 'disk'].includes(name))
    for await (const finding of examine(patient({ local: { processes: {}, health: { consumer: port } } }), checks))
      all.push(finding)
    expect(all.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(all.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['schema', 'privileges', 'partitions', 'consumption', 'issuer']),
    )
  })

  it('tells whether mails can leave', async () => {
    const environment = (SMTP_URL?: string) => ({ environment: { OIDC_ISSUER: issuer, SMTP_URL } })
    const host = new URL(mailServer).host
    expect(await findings('mail')).toEqual([{ status: 'ok', text: `the mail server at ${host} takes mails` }])
    greeting = '554 go away'
    expect(await findings('mail')).toMatchObject([{ status: 'fail', text: `the mail server at ${host} answers 554 go away` }])
    greeting = '220 mail.example ESMTP'
    const nobody = `smtp://127.0.0.1:${await freePort()}`
    expect(await findings('mail', environment(nobody))).toMatchObject([
      { status: 'fail', remedy: expect.stringMatching('SMTP_URL') },
    ])
    expect(await findings('mail', { ...environment(), local: undefined })).toMatchObject([{ status: 'warn' }])
    expect(await findings('mail', environment())).toMatchObject([{ status: 'ok' }])
  })

  it('recognises the same database at the direct address, whatever the time zone of a session is', async () => {
    const client = await bench.database.pool.connect()
    try {
      const inZone = async (zone: string) => {
        await client.query(`SET LOCAL TimeZone = '${zone}'`)
        return databaseOf(client)
      }
      await client.query('BEGIN')
      expect(await inZone('Europe/Amsterdam')).toBe(await inZone('UTC'))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('is content with roles that have the settings of the page, of which some do not exist', async () => {
    const client = await bench.database.pool.connect()
    try {
      // Another name until the end of the transaction, which other suites do not see.
      await client.query('BEGIN; ALTER ROLE roadbook_identity RENAME TO roadbook_someone')
      await client.query(settingsOfRoles())
      const { rows } = await client.query(
        "SELECT rolname, rolconfig FROM pg_roles WHERE 'TimeZone=UTC' = ANY (rolconfig) ORDER BY 1",
      )
      const rolconfig = [
        'TimeZone=UTC',
        'jit=off',
        'statement_timeout=60s',
        'lock_timeout=10s',
        'idle_in_transaction_session_timeout=60s',
      ]
      expect(rows).toEqual(['roadbook_ingest', 'roadbook_web'].map((rolname) => ({ rolname, rolconfig })))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('reads the metrics of a canary', async () => {
    const { registry, write } = canaryMetrics()
    const health = await startHealthServer({ port: 0, host: '127.0.0.1', registry, ready: {} })
    const look = () => findings('canary', { environment: { CANARY_METRICS_URL: `http://127.0.0.1:${health.port}` } })
    expect(await findings('canary')).toMatchObject([{ status: 'ok', text: expect.stringContaining('no canary is known') }])
    write({ isSeen: true, acknowledgedMs: 20, seenMs: 400 })
    expect(await look()).toMatchObject([{ status: 'ok', text: expect.stringContaining('on the map after 0.4 s') }])
    write({ isSeen: false, brokenAt: 'gateway', reason: 'refused' })
    expect(await look()).toMatchObject([
      { status: 'fail', text: expect.stringContaining('broken at gateway'), remedy: expect.stringMatching('does a gateway run') },
    ])
    await health.close()
    expect(await look()).toMatchObject([{ status: 'fail', remedy: expect.stringContaining('CANARY_METRICS_URL') }])
  })

  it('tells whether the geocoder answers and keeps up', async () => {
    const environment = { GEOCODER: 'photon', GEOCODER_URL: 'http://photon:2322', GEOCODER_RATE: '0.01' }
    const look = () => findings('geocoder', { environment })
    expect(await findings('geocoder')).toMatchObject([{ status: 'ok', text: expect.stringContaining('part of the product') }])
    expect(await look()).toEqual([{ status: 'ok', text: 'the geocoder answers; 0 places wait for it' }])
    await bench.database.pool.query(
      "INSERT INTO geocoded_cells (latitude, longitude, locale) SELECT n, n, 'de' FROM generate_series(1, 360) n",
    )
    expect(await look()).toMatchObject([
      { status: 'warn', text: '360 places wait for the geocoder, which takes 10 hours for them' },
    ])
    await bench.database.pool.query("UPDATE geocoder_state SET failures = 7, open_until = '2099-01-01T12:34Z'")
    expect(await look()).toMatchObject([
      { status: 'warn', text: expect.stringContaining('failed 7 times in a row and is left alone until 12:34 UTC') },
    ])
    await bench.database.pool.query('UPDATE geocoder_state SET failures = 0, open_until = NULL')
    await bench.database.pool.query('DELETE FROM geocoded_cells')
  })

  it('knows the variables of mail and mailbox', async () => {
    const environment = { MAILBOX_PORT: '99999', MAILBOX_KEEP: '0', SMTP_URL: 'http://mail.example', MAIL_FROM: 'nobody' }
    const wrong = await findings('configuration', { environment })
    for (const name of Object.keys(environment)) expect(wrong.map(({ text }) => text).join()).toContain(name)
    expect(await findings('configuration', { environment: { MAIL_SECRET: 'x'.repeat(32) } })).toMatchObject([
      { status: 'fail', text: 'MAIL_SECRET repeats few characters' },
    ])
  })

  it('names every variable that is wrong, and passwords that everybody knows', async () => {
    const wrong = await findings('configuration', {
      environment: { GATEWAY_PORT: '70000', EVENT_LOG: 'rabbit', OIDC_ISSUER: issuer },
    })
    expect(wrong).toMatchObject([
      { status: 'fail', text: expect.stringMatching(/^(GATEWAY_PORT|EVENT_LOG)/) },
      { status: 'fail', text: expect.stringMatching(/^(GATEWAY_PORT|EVENT_LOG)/) },
    ])
    expect(await findings('configuration', { environment: { TLS_PORT: '5443' } })).toMatchObject([
      { status: 'fail', text: expect.stringContaining('TLS_CERT_FILE') },
    ])
    for (const word of ['change-me-directory', '${KEYCLOAK_CLIENT_SECRET}']) {
      expect(await findings('configuration', { environment: { KEYCLOAK_CLIENT_SECRET: word } })).toMatchObject([
        { status: 'fail', text: 'KEYCLOAK_CLIENT_SECRET: must not be a word that everybody knows' },
      ])
    }
    const environment = { DATABASE_URL: 'postgres://roadbook:roadbook@db.example/roadbook' }
    expect(await findings('configuration', { environment })).toMatchObject([
      { status: 'fail', text: expect.stringContaining('db.example') },
    ])
  })

  it('tells a database that is away from one that is not migrated, and looks at nothing behind it', async () => {
    const { default: pg } = await import('pg')
    const nowhere = 'postgres://roadbook:x@127.0.0.1:1/roadbook'
    const pool = new pg.Pool({ connectionString: nowhere, connectionTimeoutMillis: 1_000 })
    const found: Finding[] = []
    const checks = CHECKS.filter(({ name }) => ['database', 'schema', 'partitions'].includes(name))
    for await (const finding of examine(patient({ pool, databaseUrl: nowhere }), checks)) found.push(finding)
    await pool.end()
    expect(found).toMatchObject([
      { check: 'database', status: 'fail', text: expect.stringContaining('ECONNREFUSED') },
      { check: 'schema', status: 'warn', text: expect.stringContaining('not looked at') },
      { check: 'partitions', status: 'warn', text: expect.stringContaining('not looked at') },
    ])
    await bench.database.pool.query("DELETE FROM schema_migrations WHERE name LIKE 'ShopCodes%'")
    expect(await findings('schema')).toMatchObject([
      { status: 'fail', text: expect.stringContaining('ShopCodes'), remedy: expect.stringContaining('migrate') },
    ])
    await bench.database.pool.query(
      "INSERT INTO schema_migrations (timestamp, name) VALUES (1763700000007, 'ShopCodes1763700000007')",
    )
    expect(await findings('schema')).toMatchObject([{ status: 'ok' }])
  })

  it('finds days that are not the sum of their trips, and that they are again when its remedy was taken', async () => {
    const { pool } = bench.database
    const { deviceId } = await bench.installDevice()
    const began = new Date(Date.now() - 3_600_000)
    await new Tenants(pool).trip(deviceId, began.toISOString(), new Date().toISOString())
    expect(await findings('sums of days')).toMatchObject([{ status: 'ok' }])
    await pool.query('UPDATE trip_days SET trips = 7 WHERE device_id = $1', [deviceId])
    expect(await findings('sums of days')).toMatchObject([
      { status: 'fail', text: expect.stringMatching(/the sums of 1 days .*Europe\/Amsterdam.*7 summed, 1 there/) },
    ])
    await pool.query("SELECT keep_summary_zones('{}')")
    await pool.query("SELECT keep_summary_zones('{Europe/Amsterdam}')")
    expect(await findings('sums of days')).toMatchObject([{ status: 'ok' }])
  })

  it('finds row security that was switched off', async () => {
    await bench.database.pool.query('ALTER TABLE trips DISABLE ROW LEVEL SECURITY')
    expect(await findings('privileges')).toContainEqual({
      status: 'fail',
      text: 'row security is off on trips',
      remedy: 'ALTER TABLE trips ENABLE ROW LEVEL SECURITY',
    })
    await bench.database.pool.query('ALTER TABLE trips ENABLE ROW LEVEL SECURITY')
  })

  it('S28 finds a superuser behind DATABASE_URL and behind a process, and a process that owns what it uses', async () => {
    const mighty = { pool: bench.database.pool, databaseUrl: bench.database.url }
    expect(await findings('privileges', mighty)).toContainEqual(
      expect.objectContaining({
        status: 'fail',
        text: expect.stringMatching('^the role roadbook of DATABASE_URL is a superuser'),
      }),
    )
    const api = createPool({ url: bench.database.url, name: 'roadbook-api', max: 1 })
    const gateway = createPool({ url: owner.url, name: 'roadbook-gateway', max: 1 })
    await Promise.all([api.query('SELECT 1'), gateway.query('SELECT 1')])
    expect(await findings('privileges')).toMatchObject([
      { status: 'fail', text: 'api signs in as roadbook, to whom the database forbids nothing' },
      { status: 'warn', text: `gateway signs in as ${OWNER}, who owns the database` },
    ])
    await Promise.all([api.end(), gateway.end()])
    // The server ends a session a moment after the client has closed it.
    const sessions =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('roadbook-api', 'roadbook-gateway')"
    await until('both sessions have ended', async () => (await bench.database.pool.query(sessions)).rowCount === 0)
    expect(await findings('privileges')).toMatchObject([{ status: 'ok' }])
  })

  it('warns when next week has no partition', async () => {
    const { pool } = bench.database
    const { rows } = await pool.query("SELECT waypoint_partition_name(now() + interval '7 days') AS name")
    await pool.query(`DROP TABLE ${(rows[0] as { name: string }).name}`)
    expect(await findings('partitions')).toMatchObject([
      { status: 'warn', remedy: expect.stringContaining('make_waypoint_partitions') },
    ])
    await pool.query('SELECT make_waypoint_partitions(8)')
    expect(await findings('partitions')).toMatchObject([{ status: 'ok' }])
  })

  it('fails when packets wait and nobody reads them', async () => {
    await bench.startConsumer()
    await until('a consumer reads', async () => (await bench.log.stats(Topic.packets)).groups, {
      fits: (groups) => groups.some(({ members }) => members > 0),
    })
    await bench.stopConsumers()
    const { imei } = await bench.installDevice()
    await bench.log.publish(Topic.packets, [{ key: imei, value: Buffer.from('x') }])
    expect(await findings('consumption')).toContainEqual(
      expect.objectContaining({
        status: 'fail',
        text: expect.stringMatching(/^tracker\.packets: 1 messages wait.*no consumer reads$/),
      }),
    )
    await bench.startConsumer()
    await bench.quiet()
  })

  it('counts rejected frames of the last day by their reason', async () => {
    const frame = (imei: string, reason: string) => ({
      key: imei,
      value: Buffer.from(JSON.stringify({ imei, protocol: 'gt06', at: 1, reason, hex: '', rejectedBy: 'gateway' })),
    })
    const numbers = Array.from({ length: 7 }, (_, n) => frame(String(350_000_000_000_100 + n), `length ${n} is too short`))
    await bench.log.publish(Topic.rejected, [...numbers, frame('350000000000200', 'unknown message')])
    const found = await findings('rejected')
    expect(found).toContainEqual({ status: 'warn', text: '7 times: length # is too short (gt06, gateway)', remedy: '' })
    expect(found).toContainEqual({ status: 'warn', text: '1 times: unknown message (gt06, gateway)', remedy: '' })
  })

  it('lists strangers and trackers with a wrong clock', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const { pool } = bench.database
    await pool.query(
      "INSERT INTO unknown_devices (imei, protocol, remote_address, attempts) VALUES ('356307042441013', 'gt06', '10.0.0.1', 42)",
    )
    expect(await findings('unknown trackers')).toMatchObject([
      { status: 'warn', text: expect.stringContaining('356307042441013 (gt06, 42 times)') },
    ])
    await pool.query(
      `INSERT INTO device_states (device_id, imei, revision, last_received_at, last_positioned_at, moving)
       VALUES ($1, $2, 1, now(), now() + interval '7 minutes', false)`,
      [deviceId, imei],
    )
    await pool.query(
      "INSERT INTO waypoints_aside (positioned_at, received_at, device_id, reason, fix) VALUES ('2050-01-01', now(), $1, 6, '{}')",
      [deviceId],
    )
    expect(await findings('tracker clocks')).toMatchObject([
      { status: 'warn', text: `fixes dated ahead by 1 tracker: ${imei} by 420 s` },
      { status: 'warn', text: expect.stringContaining(`${imei} 1 times`) },
    ])
    await pool.query('UPDATE device_states SET last_positioned_at = NULL, clock_lag_s = 25203')
    await pool.query('DELETE FROM waypoints_aside')
    expect(await findings('tracker clocks')).toMatchObject([
      { status: 'warn', text: `constantly behind (below zero: ahead) 1 tracker: ${imei} by 420 min` },
    ])
  })

  it('fails an identity provider that is away or calls itself something else', async () => {
    const away = { environment: { OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` } }
    expect(await findings('issuer', away)).toMatchObject([{ status: 'fail', text: expect.stringContaining('ECONNREFUSED') }])
    const other = { environment: { OIDC_ISSUER: `http://localhost:${(identity.address() as AddressInfo).port}` } }
    expect(await findings('issuer', other)).toMatchObject([
      { status: 'fail', text: expect.stringContaining(`calls itself ${issuer}`) },
    ])
  })

  it('passes on why a process is not ready, and names one that does not answer', async () => {
    const sick = createServer((_, response) => {
      response.writeHead(503).end(JSON.stringify({ status: 'unavailable', parts: { database: 'ok', 'event log': 'refused' } }))
    }).listen(0, '127.0.0.1')
    await once(sick, 'listening')
    const { port } = sick.address() as AddressInfo
    const local = { processes: {}, health: { gateway: port, consumer: 1 } }
    expect(await findings('services', { local })).toMatchObject([
      { status: 'fail', text: 'gateway is not ready: event log: refused' },
      { status: 'fail', text: 'consumer: nobody answers on 127.0.0.1:1' },
    ])
    await new Promise((resolve) => sick.close(resolve))
  })

  it('names the ports on which the running product does not listen, and those that another holds before it starts', async () => {
    const { port } = identity.address() as AddressInfo
    const free = String(await freePort())
    const environment = { PORT: String(port), IDENTITY_PORT: String(port), GATEWAY_PORT: free, TELTONIKA_PORT: String(port) }
    expect(await findings('ports', { environment })).toMatchObject([
      { status: 'fail', text: `nobody listens on ${free} (GATEWAY_PORT)` },
    ])
    expect(await findings('ports', { environment, local: undefined })).toEqual([
      { status: 'ok', text: `in use here: ${port} (PORT), ${port} (IDENTITY_PORT), ${port} (TELTONIKA_PORT)` },
    ])
    const wrong = { environment: { ...environment, PROTOCOL_PORTS: 'morse:1234' } }
    expect(await findings('ports', wrong)).toMatchObject([{ status: 'fail', text: expect.stringContaining('morse') }])
  })

  it('says how much room there is', async () => {
    expect(await findings('disk')).toMatchObject([{ text: expect.stringMatching(/^\d+\.\d [MGT]B of \d+\.\d [GT]B free/) }])
  })
})
