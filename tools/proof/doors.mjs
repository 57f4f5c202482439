import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, runProgram } from '../test/run-program.mjs'
import { jest } from '../test/suites.mjs'

/**
 * Doors: checks of docs/security.md that all requests or messages of a type must pass. The proof removes each check from
 * the built product by replacing one text. The suites that test the check must then fail.
 */
const DOORS = [
  {
    door: 'whose word counts for a tracker',
    file: 'apps/gateway/dist/beliefs.js',
    text: "return this.#isSilent(now) ? 'believed' : 'trial'",
    mutant: "return 'known'",
    suites: ['tests/integration/security/impostors.spec.ts'],
  },
  {
    door: "whether a tracker's words of a moment may be sent",
    file: 'migrations/dist/0178-what-trackers-said.js',
    text: 'SELECT CASE\n    WHEN period.installed_at IS NOT NULL',
    mutant: 'SELECT TRUE OR CASE\n    WHEN period.installed_at IS NOT NULL',
    suites: ['tests/integration/security/customers-movement.spec.ts', 'tests/integration/api/commands.spec.ts'],
  },
  {
    door: 'the same for many moments at once',
    file: 'apps/api/dist/features/device-status/periods/device-periods.js',
    text: 'return period.is_own && !period.is_hidden && at >= period.shown_from;',
    mutant: 'return true;',
    suites: ['tests/integration/security/customers-movement.spec.ts'],
  },
  {
    door: 'what becomes visible notifies the customer',
    file: 'migrations/dist/0177-customers-know.js',
    text: "IF current_user <> 'roadbook_api' THEN RETURN NULL; END IF;",
    mutant: 'RETURN NULL;',
    suites: ['tests/integration/api/customer-disclosures.spec.ts'],
  },
  {
    door: 'what is sold covers by its seller or a payment',
    file: 'migrations/dist/0170-sold-coverage.js',
    text: 'SELECT scope_is_given() AND NOT scope_is_all() AND',
    mutant: 'SELECT FALSE AND',
    suites: ['tests/integration/security/sold.spec.ts'],
  },
  {
    door: 'who gets something is judged when it is handed out',
    file: 'migrations/dist/0176-links-end-with-their-maker.js',
    text: 'SELECT EXISTS (\n    SELECT FROM users u JOIN roles r',
    mutant: 'SELECT TRUE OR EXISTS (\n    SELECT FROM users u JOIN roles r',
    suites: ['tests/integration/security/made-for-others.spec.ts'],
  },
  {
    door: 'nobody gets more than a share of what is shared',
    file: 'apps/api/dist/database/fair-shares.js',
    text: 'if (holder.held < this.most)',
    mutant: 'if (holder.held < Infinity)',
    suites: ['tests/integration/api/fair-requests.spec.ts'],
  },
]

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Removes each door in turn.
 * @returns {Promise<import('../test/suites.mjs').FileResult[]>} one per door
 */
export async function takeOutDoors() {
  if (!(await runProgram('build', 'tsc', ['-b', 'tsconfig.build.json']))) throw new Error('the product cannot be built')
  const walked = []
  for (const { door, file, text, mutant, suites } of DOORS) {
    console.log(`\n--- without: ${door}`)
    const began = performance.now()
    const failed = await without(path.join(root, file), text, mutant, () => failedOf(suites))
    const tests = suites.map((suite) => ({
      name: `is missed by ${suite}`,
      state: failed.has(suite) ? 'passed' : 'failed',
      said: failed.has(suite) ? '' : `${suite} passes, although ${file} holds the door open`,
    }))
    walked.push({ file: door, seconds: (performance.now() - began) / 1_000, tests })
  }
  return walked
}

/**
 * Runs `work` while one text in a built file is replaced, then restores the file, even if interrupted. A build would not
 * notice the change.
 */
async function without(file, text, mutant, work) {
  const whole = readFileSync(file, 'utf8')
  const parts = whole.split(text)
  if (parts.length !== 2)
    throw new Error(`${file} holds ${JSON.stringify(text)} ${parts.length - 1} times: say where the door is`)
  const putBack = () => writeFileSync(file, whole)
  const leave = () => process.exit(1)
  process.once('exit', putBack)
  for (const signal of SIGNALS) process.once(signal, leave)
  writeFileSync(file, parts.join(mutant))
  try {
    return await work()
  } finally {
    putBack()
    process.removeListener('exit', putBack)
    for (const signal of SIGNALS) process.removeListener(signal, leave)
  }
}

/** Returns the suites in which a test failed. A suite that could not run proves nothing. */
async function failedOf(suites) {
  const files = await jest('integration', { args: ['--runInBand', '--forceExit', '--runTestsByPath', ...suites] })
  const isNoticed = ({ tests }) => tests.some(({ state, isWhole }) => state === 'failed' && !isWhole)
  return new Set(files.filter(isNoticed).map(({ file }) => file))
}
