import { createPool, inTransaction, isConnectionLoss } from '@roadbook/platform'
import { copyIn } from '@roadbook/track-store/copy-in'
import { atomically } from '@roadbook/track-store/connection'
import { until } from '@roadbook/testing/until'
import type { Pool } from 'pg'
import { FaultProxy } from '../../support/chaos/fault-proxy.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

// A network may drop everything between a process and its database, without a notice to either. Even then, no statement may
// wait for ever.
describe('when answers of the database vanish on the way', () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let pool: Pool
  beforeAll(async () => {
    database = await createTestDatabase()
    const url = new URL(database.url)
    const target = { host: url.hostname, port: Number(url.port) }
    proxy = await FaultProxy.open({ target: () => target })
    url.host = `127.0.0.1:${proxy.port}`
    pool = createPool({ url: url.toString(), name: 'vanished', max: 1, statementTimeoutMs: 1_500 })
  })
  afterEach(() => proxy.resume())
  afterAll(async () => {
    await pool?.end()
    await proxy?.close()
    await database?.drop()
  })

  const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)
  /**
   * Waits until the pool gets an answer on a connection that was not silenced. On a slow machine this may need several
   * attempts.
   */
  const answers = () =>
    until('the database answers', () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    )

  it('F8 a statement is given up, as one of a database that is away, and the next one has another connection', async () => {
    await answers()
    proxy.fallSilent()
    const failure = await failureOf(pool.query('SELECT 2'))
    expect(isConnectionLoss(failure)).toBe(true)
    proxy.resume()
    await answers()
  })

  it('F8 a transaction, with a part that is all or nothing, is given up with its first statement, not one after the other', async () => {
    await answers()
    const asked: string[] = []
    const failure = await failureOf(
      inTransaction(pool, async (client) => {
        const query = client.query.bind(client) as (text: string) => Promise<unknown>
        Object.assign(client, { query: (text: string) => (asked.push(text), query(text)) })
        await atomically(client, true, async () => {
          proxy.fallSilent()
          await client.query('SELECT 2')
        })
      }),
    )
    expect(isConnectionLoss(failure)).toBe(true)
    expect(asked).toEqual(['SAVEPOINT track_store', 'SELECT 2'])
    proxy.resume()
    await answers()
  })

  it('F8 a COPY is given up once, though its connection ends after that, which would fail it again', async () => {
    await database.pool.query('CREATE TABLE copied (n int)')
    await answers()
    const failure = await failureOf(
      inTransaction(pool, async (client) => {
        proxy.fallSilent()
        await copyIn(client, 'COPY copied FROM STDIN', Buffer.from('1\n'))
      }),
    )
    expect(isConnectionLoss(failure)).toBe(true)
    proxy.resume()
    await answers()
    expect((await database.pool.query('SELECT FROM copied')).rowCount).toBe(0)
  })
})
