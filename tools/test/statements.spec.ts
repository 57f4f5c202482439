import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.mjs'

/** Files that may contain SQL: repositories, lists with their rows, and pieces of SQL that several of them share. */
const HOLD_SQL = /(?:\.(?:repository|row)|-(?:lists?|rows|sql))\.ts$/
const TESTS = /\.(?:spec|proof)\.ts$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm
const STATEMENT = /\b(?:SELECT|INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO)\b|\bUPDATE\s+\S+(?:\s+(?:AS\s+)?\w+)?\s+SET\b/

/**
 * Files that contained statements when the rule was introduced. Remove a file from this list when its statements move into a
 * repository.
 */
const OTHERS: readonly string[] = [
  'apps/api/src/features/alerts/inbox/alerts.service.ts',
  'apps/api/src/features/alerts/telling/bell.ts',
  'apps/api/src/features/invoices/invoices.service.ts',
  'apps/api/src/features/payments/order-periods.ts',
  'apps/api/src/features/reports/kinds/activity.ts',
  'apps/api/src/features/reports/kinds/all.ts',
  'apps/api/src/features/reports/kinds/report-kind.ts',
  'apps/api/src/features/reports/kinds/speeding.ts',
  'apps/api/src/features/reports/kinds/stops.ts',
  'apps/api/src/features/reports/kinds/summary.ts',
  'apps/api/src/features/reports/kinds/utilisation.ts',
  'apps/api/src/health/readiness.ts',
  'apps/api/src/jobs/queue/queue-schema.ts',
  'apps/api/src/lists/list-page.ts',
]

describe('the SQL of the API', () => {
  it('stands in repositories, lists and pieces, where one finds what reads and writes a table', () => {
    const found = globSync('apps/api/src/**/*.ts', { cwd: root })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => !HOLD_SQL.test(file) && !TESTS.test(file))
      .filter((file) => STATEMENT.test(readFileSync(path.join(root, file), 'utf8').replace(COMMENT, '')))
    expect(found.sort()).toEqual(OTHERS)
  })
})
