import { createPool, inTransaction, isConnectionLoss } from '@roadbook/platform'
import { copyIn } from '@roadbook/track-store/copy-in'
import { atomically } from '@roadbook/track-store/connection'
import type { Pool } from 'pg'
import { FaultProxy } from '../../support/chaos/fault-proxy.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

// Between a process and its database a network may swallow what passes and say nothing to either: no statement waits for ever.
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
    pool = createPool({ url: url.toString(), name: 'vanished', max: 1, statementTimeoutMs: 200 })
  })
  afterEach(() => proxy.speak())
  afterAll(async () => {
    await pool?.end()
    await proxy?.close()
    await database?.drop()
  })

  const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)
  const isBack = async () => (await pool.query<{ one: number }>('SELECT 1 AS one')).rows

  it('F8 a statement is given up, as one of a database that is away, and the next one has another connection', async () => {
    await isBack()
    proxy.fallSilent()
    const failure = await failureOf(pool.query('SELECT 2'))
    expect(isConnectionLoss(failure)).toBe(true)
    proxy.speak()
    expect(await isBack()).toEqual([{ one: 1 }])
  })

  it('F8 a transaction, with a part that is all or nothing, is given up with its first statement, not one after the other', async () => {
    await isBack()
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
    proxy.speak()
    expect(await isBack()).toEqual([{ one: 1 }])
  })

  it('F8 a COPY is given up once, though its connection ends after that, which would fail it again', async () => {
    await pool.query('CREATE TABLE copied (n int)')
    const failure = await failureOf(
      inTransaction(pool, async (client) => {
        proxy.fallSilent()
        await copyIn(client, 'COPY copied FROM STDIN', Buffer.from('1\n'))
      }),
    )
    expect(isConnectionLoss(failure)).toBe(true)
    proxy.speak()
    expect(await isBack()).toEqual([{ one: 1 }])
    expect((await pool.query('SELECT FROM copied')).rowCount).toBe(0)
  })
})
