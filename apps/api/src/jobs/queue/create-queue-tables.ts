import { forOurSessions } from '@roadbook/platform'
import { PgBoss } from 'pg-boss'
import { QUEUE_SCHEMA } from './queue-schema.js'

/**
 * Creates the tables of the job queue, as the queue's library does when an API starts. Call it before rows are loaded into
 * these tables.
 * @returns the version of the tables
 */
export async function createQueueTables(databaseUrl: string): Promise<number | null> {
  const boss = new PgBoss({
    connectionString: forOurSessions(databaseUrl),
    application_name: 'roadbook-cli jobs',
    max: 1,
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    return await boss.schemaVersion()
  } finally {
    await boss.stop({ graceful: false })
  }
}
