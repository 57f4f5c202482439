import { ApiProcess } from '../../support/api/api-process.js'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { JobClock } from '../../support/api/job-clock.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

const VEHICLES = 20
const KIND = 'subscription-ends'

inProof('kills', () => {
  describe('an API that is killed while it looks at what ends', () => {
    let database: TestDatabase
    let issuer: TestIssuer
    let clock: JobClock
    let api: ApiProcess

    beforeAll(async () => {
      database = await createTestDatabase()
      issuer = await TestIssuer.start()
      api = new ApiProcess(database, {
        OIDC_ISSUER: issuer.url,
        SMTP_URL: 'smtp://127.0.0.1:9',
        PORTAL_URL: 'https://portal.example',
      })
      await api.start()
      clock = await JobClock.open(database, KIND)
    })
    afterAll(async () => {
      await clock.stop()
      await api.kill()
      await issuer.stop()
      await database.drop()
    })

    const count = async (what: string): Promise<number> =>
      (await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)).rows[0]?.count ?? 0
    /**
     * Kills the API when its job is about to write to a table. A lock on the table stops the job there.
     * @returns the id of the interrupted job
     */
    const killedAt = async (table: string): Promise<string | null> => {
      const holder = await database.pool.connect()
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
      const broken = await clock.call(KIND)
      await until(`the job waits at ${table}`, async () => {
        const waits = await database.pool.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table])
        return (waits.rowCount ?? 0) > 0
      })
      await api.kill()
      await holder.query('ROLLBACK')
      holder.release()
      return broken
    }

    it('T-18 renews each subscription once and tells of each end once, wherever it was killed', async () => {
      const tenants = new Tenants(database.pool)
      const fleet = await tenants.business('Fleet')
      await tenants.user('manager@fleet.example', 'manager', fleet)
      const product = await tenants.subscription(fleet)
      for (let at = 0; at < 2 * VEHICLES; at++) await tenants.subscribe(await tenants.entity(fleet, `Bike ${at}`), product)
      await database.pool.query(
        `UPDATE entity_subscriptions SET period = 'year', renews = id % 2 = 0,
         ends_at = now() + CASE WHEN id % 2 = 0 THEN interval '-1 day' ELSE interval '20 days' END`,
      )
      const renewed =
        "entity_subscriptions WHERE renews AND ends_at BETWEEN now() + interval '360 days' AND now() + interval '366 days'"
      const first = await killedAt('audit_log')
      expect(await count(renewed)).toBe(0)
      await api.start()
      const second = await killedAt('subscription_notices')
      expect(await count('subscription_notices')).toBe(0)
      await api.start()
      const third = await clock.call(KIND)
      for (const id of [first, second, third]) await clock.done(KIND, id)
      expect(await count(renewed)).toBe(VEHICLES)
      expect(await count("audit_log WHERE action = 'entity.subscription-renew'")).toBe(VEHICLES)
      expect(await count('subscription_notices')).toBe(VEHICLES)
      // A single mail lists all of them.
      expect(await count("outgoing_mails WHERE template = 'subscriptions-ending'")).toBe(1)
    })
  })
})
