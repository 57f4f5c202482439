// Runs the product through a real PgBouncer in transaction mode, as docs/operating/connect.md describes it.
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@roadbook/migrations'
import { seededRandom } from '@roadbook/testing'
import { inProof } from '@roadbook/testing/proof'
import { until, within } from '@roadbook/testing/until'
import { pooler as poolerCheck } from '@roadbook/tools/doctor/checks/operations/pooler'
import type { WithDatabase } from '@roadbook/tools/doctor/check'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { Callers } from '../../support/chaos/callers.js'
import { reportFigures } from '../../support/chaos/campaign.js'
import { Fleet } from '../../support/chaos/fleet.js'
import { LiveWatch } from '../../support/chaos/live-watch.js'
import { CLEAN } from '../../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../../support/chaos/managed-process.js'
import { rides } from '../../support/chaos/rides.js'
import { Stage } from '../../support/chaos/stage.js'
import { addUser } from '../../support/database/tenant-fixture.js'
import { Pooler, settingsOfRoles } from '../../support/deploy/pooler.js'

const MINUTES = 60_000
const TRACKERS = 40
const READINGS = 40
const DAY_MS = 86_400_000
const VIEWER = 'viewer@pool.example'
/** Roles of the processes. */
const ROLES = ['roadbook_ingest', 'roadbook_web', 'roadbook_owner'] as const
const withPooler = Pooler.isInstalled ? describe : describe.skip

inProof('deploy', () => {
  withPooler('two gateways, two consumers and two APIs behind PgBouncer in transaction mode', () => {
    let stage: Stage
    let issuer: TestIssuer
    let pooler: Pooler
    let direct: string
    const url = (role: (typeof ROLES)[number]) => stage.database.urlAs(role)

    beforeAll(async () => {
      issuer = await TestIssuer.start()
      stage = await Stage.open()
      await stage.pool.query(settingsOfRoles())
      // A role without the settings, as before the operator has run the statement.
      await stage.pool.query("ALTER ROLE roadbook_owner SET TimeZone = 'Europe/Amsterdam'")
      pooler = await Pooler.start(ROLES.map(url))
      direct = `postgres://${new URL(stage.database.url).host}`
    }, 5 * MINUTES)
    afterAll(async () => {
      await stage?.close()
      await pooler?.stop()
      await issuer?.stop()
    }, 2 * MINUTES)

    /** Sends readings of a fleet through six processes, and reports how late a viewer of each API saw them. */
    async function drive(event: string, through: (url: string) => string, env: Record<string, string>) {
      const ingest = { databaseUrl: through(url('roadbook_ingest')), env }
      const web = { databaseUrl: through(url('roadbook_web')), env: { ...env, API_WORK: 'all' } }
      const gateways = [await stage.startGateway(ingest), await stage.startGateway(ingest)]
      const consumers = [await stage.startConsumer(ingest), await stage.startConsumer(ingest)]
      const apis = [await stage.startApi(issuer.url, web), await stage.startApi(issuer.url, web)]
      const processes: ManagedProcess[] = [...gateways, ...consumers, ...apis]
      const token = () => issuer.tokenOf(VIEWER)
      const watches = apis.map((api) => new LiveWatch(api.url, token))
      const callers = apis.map((api) => new Callers(api.url, '/api/v1/map/markers', token, 2))
      let turn = 0
      const fleet = new Fleet({
        journal: stage.journal,
        port: () => gateways[turn++ % 2]!.port,
        recordsPerPacket: 5,
        random: seededRandom(41),
      })
      const startAt = Math.floor((Date.now() - 30 * DAY_MS) / 1_000) * 1_000
      const tracks = []
      for (let at = 0; at < TRACKERS; at++) {
        const { imei, entityId } = await stage.addVehicle()
        tracks.push({ imei, entityId, fixes: rides(READINGS, { startAt, seed: at + 1, isOnceASecond: true }) })
        fleet.add(imei)
      }
      for (let reading = 0; reading < READINGS; reading++) {
        for (const { imei, entityId, fixes } of tracks) {
          const fix = fixes[reading]
          if (!fix) continue
          fleet.report(imei, [fix])
          for (const { lateness } of watches) lateness.reported(entityId, fix.positionedAt)
        }
        // Sleep: trackers send at a steady rate, and no order depends on the pause.
        await pause(500)
      }
      await within('everything is acknowledged', 3 * MINUTES, fleet.flush())
      const verdict = await stage.check(fleet.sent, 3 * MINUTES)
      await until('both viewers see everything', () => watches.every(({ lateness }) => lateness.waiting === 0), {
        withinMs: 3 * MINUTES,
      })
      const seen = watches.map(({ lateness }) => lateness.take())
      const { rows } = await stage.pool.query<{ count: number; pids: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND usename IN ('roadbook_ingest', 'roadbook_web')`,
      )
      await Promise.all(callers.map((caller) => caller.stop()))
      for (const watch of watches) watch.stop()
      fleet.stop()
      const logs = processes.map((one) => one.log()).join('\n')
      reportFigures({
        event,
        connections: rows[0]!.count,
        seenLateMs: seen.map(({ p50, p99, worst }) => `${p50}/${p99}/${worst}`).join(' '),
        calls: callers.reduce((sum, { calls }) => sum + calls, 0),
        failedCalls: callers.flatMap(({ failures }) => failures).length,
      })
      await Promise.all(processes.map((one) => one.stop()))
      return {
        verdict,
        connections: rows[0]!.count,
        failures: callers.flatMap(({ failures }) => failures),
        logs,
        crashes: processes.flatMap(({ crashes }) => crashes),
      }
    }

    it(
      'everything arrives, is seen and is answered as without it, with fewer connections to the database',
      async () => {
        await addUser(stage.pool, { email: VIEWER, role: 'reporter', businessId: stage.businessId })
        await stage.pool.query(
          "INSERT INTO user_permissions SELECT id, unnest(ARRAY['read:map', 'read:entities']) FROM users WHERE email = $1 ON CONFLICT DO NOTHING",
          [VIEWER],
        )
        const without = await drive('without a pooler', (one) => one, {})
        const behind = await drive('through PgBouncer', (one) => pooler.through(one), { DATABASE_DIRECT_URL: direct })
        for (const { verdict, failures, crashes, logs } of [without, behind]) {
          expect(verdict).toMatchObject(CLEAN)
          expect([failures.slice(0, 3), crashes]).toEqual([[], []])
          expect(logs.split('\n').filter((line) => /prepared statement|"level":(50|60)|pooler/.test(line))).toEqual([])
        }
        expect(behind.connections).toBeLessThan(without.connections)
      },
      15 * MINUTES,
    )

    const look = (databaseUrl: string, directUrl?: string) =>
      poolerCheck.look({
        databaseUrl,
        environment: { DATABASE_DIRECT_URL: directUrl },
        pool: stage.pool,
      } as unknown as WithDatabase as never)

    it('doctor says when the direct address is missing, wrong, or a pooler too, and when settings are missing', async () => {
      const through = pooler.through(url('roadbook_ingest'))
      expect(await look(url('roadbook_ingest'))).toMatchObject([
        { status: 'ok', text: 'DATABASE_URL leads to PostgreSQL itself' },
      ])
      expect(await look(through)).toMatchObject([
        {
          status: 'fail',
          text: expect.stringContaining('a pooler that shares sessions'),
          remedy: expect.stringContaining('DATABASE_DIRECT_URL'),
        },
      ])
      expect(await look(through, direct)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
      expect(await look(through, through)).toMatchObject([
        { status: 'fail', text: expect.stringContaining('a pooler, too') },
        { status: 'ok' },
      ])
      expect(await look(through, 'postgres://127.0.0.1:1')).toMatchObject([
        { status: 'fail', text: expect.stringContaining('ECONNREFUSED') },
        {},
      ])
      expect(await look(through, `${direct}/template1`)).toMatchObject([
        { status: 'fail', text: expect.stringContaining('another database') },
        {},
      ])
      expect(await look(pooler.through(url('roadbook_owner')), direct)).toMatchObject([
        { status: 'ok', text: expect.stringContaining('reach PostgreSQL itself') },
        { status: 'fail', text: expect.stringContaining('in Europe/Amsterdam') },
        { status: 'warn', text: expect.stringContaining('no statement_timeout and lock_timeout') },
      ])
    })

    it('migrations refuse it', async () => {
      await expect(migrate(pooler.through(url('roadbook_owner')))).rejects.toThrow('set DATABASE_DIRECT_URL')
    })

    it('a process warns of a pooler that it does not know of', async () => {
      const gateway = await stage.startGateway({ databaseUrl: pooler.through(url('roadbook_ingest')) })
      await until('it warns', () => gateway.log().includes('leads through a pooler'))
      await gateway.stop()
    })
  })
})
