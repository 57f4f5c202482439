import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.mjs'

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm
/**
 * Statements whose effect stays with a session of the database after their transaction. A pooler in transaction mode gives the
 * session to another client then (decision 124).
 */
const OF_SESSION: Readonly<Record<string, RegExp>> = {
  'a lock of a session': /pg_(try_)?advisory_(un)?lock(_shared|_all)?\b/,
  notifications: /\bLISTEN\b/,
  'a setting of a session':
    /(['"`;]\s*)SET (?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)[A-Za-z_.]+\s*(=|TO\b)|set_config\([^)]*,\s*false\)/,
  'a role of a session': /(['"`;]\s*)(SET ROLE|SET SESSION|RESET)\b/,
  'a temporary table': /CREATE TEMP(ORARY)?\b(?![^;`'"]*ON COMMIT DROP)/,
  'a cursor after the transaction': /\bWITH HOLD\b/,
  'a statement prepared by text': /(['"`;]\s*)(PREPARE|DEALLOCATE) \w/,
}

/** Files that use a connection to PostgreSQL itself (`directUrl`), by what they need it for. */
const DIRECT = {
  'a lock of a session': ['apps/consumer/src/housekeeping.ts'],
  notifications: ['libs/platform/src/notices.ts'],
}

describe('the processes', () => {
  it('use nothing that a pooler in transaction mode takes from them, but on direct connections', () => {
    const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => !/^apps\/portal\/|^libs\/testing\/|\.(spec|proof)\.ts$/.test(file))
    expect(sources.length).toBeGreaterThan(500)
    const found: Record<string, string[]> = {}
    for (const file of sources.toSorted()) {
      const text = readFileSync(path.join(root, file), 'utf8').replace(COMMENT, '')
      for (const [what, pattern] of Object.entries(OF_SESSION)) if (pattern.test(text)) (found[what] ??= []).push(file)
    }
    expect(found).toEqual(DIRECT)
  })

  it.each([
    ['a lock of a session', "'SELECT pg_try_advisory_lock($1) AS mine'"],
    ['notifications', '`LISTEN ${channel}`'],
    ['a setting of a session', "'SET statement_timeout = 0'"],
    ['a setting of a session', '`SELECT 1; SET work_mem TO 1`'],
    ['a setting of a session', `"SELECT set_config('lock_timeout', '0', false)"`],
    ['a role of a session', "'SET ROLE roadbook_api'"],
    ['a role of a session', "'RESET ALL'"],
    ['a temporary table', "'CREATE TEMP TABLE t (id int)'"],
    ['a cursor after the transaction', "'DECLARE c CURSOR WITH HOLD FOR SELECT 1'"],
    ['a statement prepared by text', "'PREPARE s AS SELECT 1'"],
  ])('would be found with %s in %s', (what, statement) => {
    expect(statement).toMatch(OF_SESSION[what]!)
  })

  it.each([
    "'SELECT pg_advisory_xact_lock($1)'",
    '`SET LOCAL statement_timeout = 5`',
    '`SET TRANSACTION READ ONLY; SET LOCAL ROLE roadbook_api`',
    "'UPDATE t SET a = 1'",
    "'CREATE TEMP TABLE t ON COMMIT DROP AS SELECT 1'",
    `"SELECT set_config('synchronous_commit', 'off', true)"`,
  ])('may use %s', (statement) => {
    for (const pattern of Object.values(OF_SESSION)) expect(statement).not.toMatch(pattern)
  })
})
