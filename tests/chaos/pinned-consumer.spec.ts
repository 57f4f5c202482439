import { seededRandom } from '@roadbook/testing'
import type pg from 'pg'
import { Fleet } from '../support/chaos/fleet.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { rides } from '../support/chaos/rides.js'
import { Stage } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'

const LOCK = 77_001
const FIXES = 360

/**
 * Moments at which the consumer process's transaction is stopped. A trigger makes it wait for a lock that the test has, so
 * the product's code need not be changed for this.
 */
const moments = {
  'before it writes waypoints': 'CREATE TRIGGER pin BEFORE INSERT ON waypoints FOR EACH ROW EXECUTE FUNCTION pin()',
  'before it commits waypoints':
    'CREATE CONSTRAINT TRIGGER pin AFTER INSERT ON waypoints DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pin()',
  'before it commits a checkpoint':
    'CREATE CONSTRAINT TRIGGER pin AFTER INSERT OR UPDATE ON device_states DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pin()',
  'after the checkpoint, before the offset moves':
    'CREATE TRIGGER pin BEFORE UPDATE ON event_log_leases FOR EACH ROW WHEN (NEW.committed > OLD.committed) EXECUTE FUNCTION pin()',
  'before it publishes live positions': `CREATE TRIGGER pin BEFORE INSERT ON event_log FOR EACH ROW WHEN (NEW.topic = 'live.positions') EXECUTE FUNCTION pin()`,
}
const tables: Record<keyof typeof moments, string> = {
  'before it writes waypoints': 'waypoints',
  'before it commits waypoints': 'waypoints',
  'before it commits a checkpoint': 'device_states',
  'after the checkpoint, before the offset moves': 'event_log_leases',
  'before it publishes live positions': 'event_log',
}

describe('a consumer that dies in the middle of a transaction', () => {
  let stage: Stage
  let consumer: ManagedProcess
  let fleet: Fleet
  let guard: pg.PoolClient

  beforeAll(async () => {
    stage = await Stage.open()
    await stage.pool.query(
      `CREATE FUNCTION pin() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`,
    )
    const gateway = await stage.startGateway()
    consumer = await stage.startConsumer({ env: { CHECKPOINT_MS: '200' } })
    fleet = new Fleet({ journal: stage.journal, port: gateway.port, recordsPerPacket: 12, random: seededRandom(2) })
    guard = await stage.pool.connect()
  }, 300_000)
  afterAll(async () => {
    fleet?.stop()
    guard?.release()
    await stage?.close()
  })

  const waiter = async () => {
    const { rows } = await stage.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted",
      [LOCK],
    )
    return rows[0]?.pid
  }

  const cases = Object.keys(moments).map((moment, index) => ({
    moment: moment as keyof typeof moments,
    fate: index % 2 === 0 ? 'is rolled back' : 'is committed late, beside the successor',
  }))
  // `npm test` runs only one case: the transaction is committed while the successor already works.
  it.each(sized('chaos', cases.slice(1, 2), cases))(
    'F2 redelivery changes nothing when it is killed $moment and its transaction $fate',
    async ({ moment, fate }) => {
      const { imei } = await stage.addVehicle()
      fleet.add(imei)
      const fixes = rides(FIXES, { startAt: Date.now() - 12 * 3_600_000, seed: 100 })
      fleet.report(imei, fixes.slice(0, FIXES / 2))
      await fleet.flush()
      await stage.check(fleet.sent)
      await guard.query('SELECT pg_advisory_lock($1)', [LOCK])
      await stage.pool.query(moments[moment])
      fleet.report(imei, fixes.slice(FIXES / 2))
      const held = await until(`it waits ${moment}`, waiter, { everyMs: 20 })
      const starts = consumer.starts
      await consumer.kill()
      if (fate === 'is rolled back') await stage.pool.query('SELECT pg_terminate_backend($1)', [held])
      else await until('a successor runs', async () => consumer.starts > starts && (await consumer.isReady()))
      await guard.query('SELECT pg_advisory_unlock($1)', [LOCK])
      await fleet.flush()
      expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
      await stage.pool.query(`DROP TRIGGER pin ON ${tables[moment]}`)
      expect(consumer.crashes).toEqual([])
    },
    90_000,
  )
})
