import { createPool } from '@roadbook/platform'
import { type Counted, SharedCounts } from '@roadbook/platform/rates/shared-counts'
import fc from '@roadbook/testing/property'
import { until } from '@roadbook/testing/until'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

/** Length of a window in milliseconds. It is longer than any run of these tests. */
const WINDOW_MS = 3_600_000
let database: TestDatabase
let pools: pg.Pool[]
const errors: unknown[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  pools = ['web', 'web', 'identity'].map((role, at) =>
    createPool({ url: database.urlOf(role as 'web'), name: `process ${at}`, max: 4 }),
  )
})
beforeEach(() => errors.splice(0))
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

/** Returns counts as of several processes, which count together. They use a clock that the test sets. */
const processes = (number: number, clock = { ms: 0 }) =>
  pools.slice(0, number).map((pool) => new SharedCounts(pool, { onError: (error) => errors.push(error), now: () => clock.ms }))
const passed = (counted: Counted[]) => counted.filter(({ isOver }) => !isOver).length
const written = async () => (await database.pool.query('SELECT hits FROM request_counts')).rows as { hits: number }[]
let keys = 0
const newKey = () => `key ${++keys}`
const portionOf = (limit: number) => Math.max(1, Math.floor(limit / 20))

describe('one process', () => {
  it('allows exactly the limit, in turn and at once', async () => {
    const [alone] = processes(1)
    const [inTurn, atOnce] = [newKey(), newKey()]
    const answers: Counted[] = []
    for (let request = 0; request < 150; request++) answers.push(await alone!.add(inTurn, 100, WINDOW_MS))
    expect(answers.map(({ total }) => total)).toEqual([
      ...Array.from({ length: 100 }, (_, at) => at + 1),
      ...Array<number>(50).fill(101),
    ])
    expect(passed(await Promise.all(Array.from({ length: 150 }, () => alone!.add(atOnce, 100, WINDOW_MS))))).toBe(100)
  })

  it('writes nothing for a key with fewer requests than a twentieth of its limit', async () => {
    await database.pool.query('TRUNCATE request_counts')
    const [alone] = processes(1)
    const key = newKey()
    for (let request = 0; request < 59; request++) await alone!.add(key, 1_200, WINDOW_MS)
    expect(await written()).toEqual([])
    await alone!.add(key, 1_200, WINDOW_MS)
    expect(await written()).toEqual([{ hits: 60 }])
  })

  it('counts anew when the window has ended, and says when that is', async () => {
    const clock = { ms: 0 }
    const [alone] = processes(1, clock)
    const [few, many] = [newKey(), newKey()]
    for (let request = 0; request < 3; request++) await alone!.add(few, 100, WINDOW_MS)
    for (let request = 0; request < 3; request++) await alone!.add(many, 2, WINDOW_MS)
    expect(await alone!.add(many, 2, WINDOW_MS)).toMatchObject({ isOver: true })
    expect((await alone!.add(many, 2, WINDOW_MS)).endsInMs).toBeGreaterThan(WINDOW_MS / 2)
    clock.ms += 2 * WINDOW_MS
    await database.pool.query("UPDATE request_counts SET ends_at = now() - interval '1 s'")
    expect(await alone!.add(few, 100, WINDOW_MS)).toMatchObject({ total: 1, isOver: false })
    expect(await alone!.add(many, 2, WINDOW_MS)).toMatchObject({ total: 1, isOver: false })
  })

  it('removes the counts of windows that have ended', async () => {
    await database.pool.query('TRUNCATE request_counts')
    const clock = { ms: 0 }
    const [alone] = processes(1, clock)
    await alone!.add(newKey(), 1, WINDOW_MS)
    await database.pool.query("UPDATE request_counts SET ends_at = now() - interval '1 s'")
    clock.ms += 2 * WINDOW_MS
    await alone!.add(newKey(), 1_000, WINDOW_MS)
    await until('the count is gone', async () => (await written()).length === 0)
  })

  it('limits by its own count while the database is away, and asks it again only with the next portion', async () => {
    const away = createPool({ url: 'postgres://nobody@127.0.0.1:1/none', name: 'away', max: 1 })
    const alone = new SharedCounts(away, { onError: (error) => errors.push(error) })
    const key = newKey()
    const answers: Counted[] = []
    for (let request = 0; request < 150; request++) answers.push(await alone.add(key, 100, WINDOW_MS))
    expect(passed(answers)).toBe(100)
    expect(errors).toHaveLength(20)
    await away.end()
  })
})

describe('several processes', () => {
  it('allow the limit together, and at most a twentieth more for each', async () => {
    const two = processes(2)
    const key = newKey()
    const answers: Counted[] = []
    for (let request = 0; request < 3_000; request++) answers.push(await two[request % 2]!.add(key, 1_200, WINDOW_MS))
    expect(passed(answers)).toBeGreaterThanOrEqual(1_200)
    expect(passed(answers)).toBeLessThanOrEqual(1_200 + 2 * 59)
    expect(errors).toEqual([])
  })

  it('are exact with a limit below 40, however their requests meet', async () => {
    const three = processes(3)
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 120 }, (_, request) => three[request % 3]!.add(key, 39, WINDOW_MS)))
    expect(passed(answers)).toBe(39)
  })

  it('keep their bounds with every limit and every order of requests', async () => {
    const order = fc.array(fc.record({ by: fc.nat(2), waits: fc.boolean() }), { minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), order, async (limit, requests) => {
        const three = processes(3)
        const key = newKey()
        const asked: Promise<Counted>[] = []
        for (const { by, waits } of requests) {
          const answer = three[by]!.add(key, limit, WINDOW_MS)
          asked.push(answer)
          if (waits) await answer
        }
        const number = passed(await Promise.all(asked))
        expect(number).toBeLessThanOrEqual(limit + 3 * (portionOf(limit) - 1))
        expect(number).toBeGreaterThanOrEqual(Math.min(limit, requests.length))
      }),
      { numRuns: 20 },
    )
  })

  it('learn of the others after a restart', async () => {
    const [first] = processes(1)
    const key = newKey()
    for (let request = 0; request < 39; request++) await first!.add(key, 39, WINDOW_MS)
    expect(await processes(1)[0]!.add(key, 39, WINDOW_MS)).toMatchObject({ isOver: true })
  })
})
