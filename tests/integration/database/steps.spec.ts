import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { migrations } from '@roadbook/migrations/list'
import { LARGE_TABLES, longLocks } from '../../support/database/long-locks.js'

const SCHEMA = path.resolve(__dirname, '../../../docs/schema')
const LOCK = path.resolve(__dirname, '../../../migrations/steps.lock')

/**
 * Returns the line of a step in the lock file. It contains the name under which databases record the step, and a short hash
 * of its statements.
 */
const lineOf = (Step: (typeof migrations)[number]): string => {
  const { name, steps } = new Step()
  return `${name} ${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`
}

// Databases in the field have run these steps and never run them again, so a change of a step would never reach them.
it('the steps of the schema stay as they are: a new one is added at the end of migrations/steps.lock, with its hash', () => {
  const locked = readFileSync(LOCK, 'utf8').trimEnd().split('\n')
  expect(migrations.map(lineOf)).toEqual(locked)
})

describe('a large table', () => {
  /** Number of the last step from before this rule. */
  const RULE_SINCE = 190

  it('keeps nobody waiting for a new step', () => {
    const since = migrations.map((Step) => new Step()).filter(({ name }) => Number(name.slice(-4)) > RULE_SINCE)
    expect(since.flatMap(({ name, steps }) => longLocks(steps).map((sentence) => `${name}: ${sentence}`))).toEqual([])
  })

  it('is one of ours', () => {
    expect(LARGE_TABLES.filter((name) => !existsSync(path.join(SCHEMA, `${name}.sql`)))).toEqual([])
  })

  it.each([
    ['CREATE INDEX a ON trips (id)', 'trips: build the index by a step of ConcurrentIndexes'],
    ['create unique index a on only waypoints (id)', 'waypoints: build the index by a step of ConcurrentIndexes'],
    ['DO $$ BEGIN CREATE INDEX a ON alerts (id); END $$', 'alerts: build the index by a step of ConcurrentIndexes'],
    ['ALTER TABLE trips ADD CONSTRAINT a CHECK (id > 0)', 'trips: add it NOT VALID'],
    ['ALTER TABLE trips ADD FOREIGN KEY (id) REFERENCES devices', 'trips: add it NOT VALID'],
    ['ALTER TABLE trips ADD COLUMN a int REFERENCES devices', 'trips: add the plain column'],
    ['ALTER TABLE trips ADD COLUMN a int GENERATED ALWAYS AS (id + 1) STORED', 'trips: add the plain column'],
    ['ALTER TABLE trips ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'trips: add the column without a default'],
    ['ALTER TABLE trips ALTER COLUMN a SET NOT NULL', 'trips: add CHECK (… IS NOT NULL) NOT VALID'],
    ['ALTER TABLE trips ALTER a TYPE bigint', 'trips: add another column'],
    ['ALTER TABLE trips ADD COLUMN a int; UPDATE trips SET a = 1', 'trips: it is locked until the step ends'],
    [
      'ALTER TABLE trips ADD CHECK (id > 0) NOT VALID; ALTER TABLE trips VALIDATE CONSTRAINT a',
      'trips: it is locked until the step ends',
    ],
    ['CLUSTER trips USING a', 'trips: leave that to the operator'],
  ])('would wait for: %s', (statement, why) => {
    expect(longLocks([statement])).toEqual([expect.stringContaining(why)])
  })

  it.each([
    'ALTER TABLE trips ADD COLUMN a int DEFAULT 0, ADD COLUMN b timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE trips ADD CONSTRAINT a CHECK (id > 0) NOT VALID',
    'ALTER TABLE trips VALIDATE CONSTRAINT a',
    'UPDATE trips SET a = 1 WHERE a IS NULL',
    'CREATE TABLE trips (id int); CREATE INDEX a ON trips (id); ALTER TABLE trips ALTER a TYPE bigint',
    'CREATE INDEX a ON report_schedules (id)',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ CREATE INDEX a ON trips (id) $$',
    '-- CREATE INDEX a ON trips (id)',
  ])('does not wait for: %s', (statement) => expect(longLocks([statement])).toEqual([]))
})
