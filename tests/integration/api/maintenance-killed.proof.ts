import { ApiProcess } from '../../support/api/api-process.js'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { JobClock } from '../../support/api/job-clock.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

const VEHICLES = 40

inProof('kills', () => {
  describe('an API that is killed while it looks for what is due', () => {
    let database: TestDatabase
    let issuer: TestIssuer
    let clock: JobClock
    let apis: ApiProcess[]

    beforeAll(async () => {
      database = await createTestDatabase()
      issuer = await TestIssuer.start()
      apis = [1, 2].map(() => new ApiProcess(database, { OIDC_ISSUER: issuer.url }))
      const [api] = apis
      await api!.start()
      clock = await JobClock.open(database, 'maintenance-clock')
    })
    afterAll(async () => {
      await clock.stop()
      for (const api of apis) await api.kill()
      await issuer.stop()
      await database.drop()
    })

    const opened = async () =>
      (
        await database.pool.query<{ entity_id: number; count: number }>(
          'SELECT entity_id, count(*)::int AS count FROM maintenance_notifications GROUP BY 1',
        )
      ).rows

    it('T-09 G-77 opens each service once, whatever was killed meanwhile and however many look', async () => {
      const tenants = new Tenants(database.pool)
      const fleet = await tenants.business('Fleet')
      const plan = await tenants.maintenancePlan(fleet, 'Monthly')
      await database.pool.query("UPDATE maintenance_triggers SET value = 1, metric = 'months'")
      for (let at = 0; at < VEHICLES; at++) await tenants.maintain(plan, await tenants.entity(fleet, `Bike ${at}`))
      await database.pool.query("UPDATE maintenance_plan_entities SET counted_from = now() - interval '40 days'")
      // The lock prevents that due services are written, so the job stops in the middle of its work.
      const holder = await database.pool.connect()
      await holder.query('BEGIN; LOCK TABLE maintenance_notifications IN SHARE MODE')
      const broken = await clock.call('maintenance-clock')
      const written = await clock.call('maintenance-plan', { plan_id: plan })
      await until('both jobs wait', async () => {
        const waits = await database.pool.query(
          "SELECT 1 FROM pg_locks WHERE NOT granted AND (relation = 'maintenance_notifications'::regclass OR locktype = 'advisory')",
        )
        return (waits.rowCount ?? 0) > 1
      })
      for (const api of apis.slice(0, 1)) await api.kill()
      await holder.query('ROLLBACK')
      holder.release()
      expect(await opened()).toEqual([])
      for (const api of apis) await api.start()
      const [one, another] = [await clock.call('maintenance-clock'), await clock.call('maintenance-clock')]
      await clock.done('maintenance-plan', written)
      for (const id of [broken, one, another]) await clock.done('maintenance-clock', id)
      const rows = await opened()
      expect([rows.length, rows.every(({ count }) => count === 1)]).toEqual([VEHICLES, true])
    })
  })
})
