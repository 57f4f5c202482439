import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createDataSource } from '@roadbook/migrations'
import { migrations } from '@roadbook/migrations/list'
import { Migration } from '@roadbook/migrations/migration'
import { rulesOf, subjects } from '@roadbook/migrations/rules'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const LOCK = path.resolve(__dirname, '../../../migrations/rules.lock')
/**
 * Functions that stay in the step that makes them. They are those of the event log, and those for weeks of waypoints, which
 * are stored in one of two ways.
 */
const OF_STORES = /^event_log_|waypoint_partition|waypoint_week|_waypoints$/

const made = (text: string) =>
  [...text.matchAll(/\bCREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(?:\w+\.)?(\w+)/gi)].map(([, name]) => name!)
/** Removes the comments outside of function bodies, which the database does not store. Every second part between `$$` is a body. */
const statements = (text: string) =>
  text
    .split('$$')
    .map((part, at) => (at % 2 === 0 ? part.replace(/^--.*\n/gm, '') : part))
    .join('$$')
const hash = (text: string) => createHash('sha256').update(statements(text)).digest('hex').slice(0, 16)
/** Returns the SQL of a step. */
const saidBy = (Step: (typeof migrations)[number]) =>
  new Step().steps.map((step) => (typeof step === 'string' ? step : 'rules' in step ? '' : step[0])).join('\n')

describe('functions of the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const rowsOf = async <T>(statement: string) => (await database.pool.query(statement)).rows as T[]
  /**
   * Returns all functions in the database. For each: its text, whether it has the rights of its owner or of its caller, and
   * its grants.
   */
  const stored = () =>
    rowsOf<{ name: string; text: string; called_by: string | null }>(
      `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS text, p.proacl::text AS called_by
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
       ORDER BY p.oid::regprocedure::text`,
    )

  it('stand in one file each, and all of them do', async () => {
    const inFiles = subjects().flatMap((subject) => made(rulesOf(subject)))
    expect(inFiles.filter((name, index) => inFiles.indexOf(name) < index)).toEqual([])
    const names = new Set((await stored()).map(({ name }) => name))
    expect([...names].filter((name) => !OF_STORES.test(name)).sort()).toEqual(inFiles.sort())
  })

  it('are what their files say: to read those once more changes nothing', async () => {
    const before = await stored()
    const client = await database.pool.connect()
    try {
      // Here the server checks the functions' bodies. In the steps it cannot do this.
      for (const subject of subjects()) await client.query(rulesOf(subject))
    } finally {
      client.release()
    }
    expect(await stored()).toEqual(before)
  })

  it('are changed in their file, and no step makes one any more', () => {
    const steps = migrations.filter(({ name }) => Number(name.slice(-13)) >= 1_763_700_000_188)
    expect(steps.flatMap((Step) => made(saidBy(Step))).filter((name) => !OF_STORES.test(name))).toEqual([])
  })

  // A changed statement reaches databases by a new step that names its subject: add a line for it, and keep the older ones. A comment
  // above a function may change without a step.
  it('are changed with a step that names their subject, and a line at the end of migrations/rules.lock with the hash of its statements', () => {
    const locked = readFileSync(LOCK, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '))
    const taken = migrations.flatMap((Step) =>
      new Step().steps.flatMap((step) => (typeof step === 'object' && 'rules' in step ? [[Step.name, step.rules]] : [])),
    )
    expect(locked.map(([step, subject]) => [step, subject])).toEqual(taken)
    const newest = Object.fromEntries(locked.map(([, subject, text]) => [subject, text]))
    expect(newest).toEqual(Object.fromEntries(subjects().map((subject) => [subject, hash(rulesOf(subject))])))
  })

  it('are replaced by such a step, in its transaction', async () => {
    const text = async () => (await stored()).find(({ name }) => name === 'start_of_day')!.text
    const now = await text()
    await database.pool.query(
      "CREATE OR REPLACE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
    )
    const source = await createDataSource(database.url).initialize()
    const runner = source.createQueryRunner()
    const step = new (class extends Migration {
      override readonly name = 'Days'
      readonly steps = [{ rules: 'days' }]
    })()
    try {
      await runner.startTransaction()
      await step.up(runner)
      await runner.rollbackTransaction()
      expect(await text()).toContain('SELECT now()')
      await runner.startTransaction()
      await step.up(runner)
      await runner.commitTransaction()
    } finally {
      await source.destroy()
    }
    expect(await text()).toBe(now)
  })
})
