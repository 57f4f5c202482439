// `npm test`: checks format, types, lint and dependency rules, then runs every suite: unit, portal, integration, chaos, end
// to end in a real browser. Suites that compute run at the same time as suites that wait, so that no core is idle. A failed
// file is run once more, alone, after all others. If it passes then, the run passes and prints `UNSTABLE`. Parts that this
// machine cannot run are reported. Under CI=true nothing may be left out. Ends with the slowest files, the failures with
// their reasons, and the count of tests in all suites.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
// Sets the time zone and the random seed for everything that is started here.
import '../jest.config.mjs'
import { tempInMemory } from './test/memory-folder.mjs'
import { findChromium, findPostgres, prepareKafka } from './test/parts.mjs'
import { fileName, results, root, runProgram } from './test/run-program.mjs'
import { jest, playwright } from './test/suites.mjs'
import { countOf, settle } from './test/verdict.mjs'

tempInMemory()
const ci = process.env.CI === 'true'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** Browser tests that only `npm run proof` runs. */
const PROOF = String.raw`@(browser|kafka|keycloak)\b`
/** Maximum number of lines of a failed test's output that are repeated at the end of the run. */
const LINES_SAID = 15
/**
 * Unit and portal tests run in a time zone with summer time, like the zones of users. The other tests run in UTC
 * (`jest.config.mjs`). No test may depend on the time zone of the machine.
 */
const AWAY = { TZ: 'Europe/Amsterdam' }

const hasRoom = freemem() > 12 * 2 ** 30

/**
 * Lets the compiler and the linter use up to three gigabytes without garbage collection. Garbage collection would take a
 * quarter of their time.
 */
const CHECKS = hasRoom ? { GOGC: 'off', GOMEMLIMIT: '3GiB' } : {}

const files = []
const notes = []
const add = async (found) => void files.push(...(await found))

/** Runs a check that either succeeds or fails, and counts it as one test. */
async function check(name, program, args) {
  const state = (await runProgram(name, program, args, CHECKS)) ? 'passed' : 'failed'
  files.push({ file: name, seconds: 0, tests: [{ name: 'holds', state, said: `see ${name} above` }] })
}

/** Reports that the machine lacks an optional part. The suite that needs the part is left out, or fails in CI. */
function missing(part, consequence) {
  const text = `${part} is missing: ${consequence}`
  console.log(`\n!!! ${text}`)
  notes.push(ci ? `FAILED: ${text}` : `LEFT OUT: ${text}`)
  files.push({ file: part, seconds: 0, tests: [{ name: 'is there', state: ci ? 'failed' : 'skipped', said: text }] })
}

console.log(`Properties run with PROPERTY_SEED=${process.env.PROPERTY_SEED}`)
// Checks and unit tests do not wait for these preparations. The preparations run one after the other, because only one of
// Debian's installers can run at a time.
const broker = prepareKafka().then((isThere) => {
  if (!isThere) missing('Kafka (Java with Maven, Docker, or KAFKA_BROKERS)', 'the suites on a real broker do not run')
  return isThere ? {} : { ROADBOOK_WITHOUT_KAFKA: 'true' }
})
const browser = broker.then(async (env) => {
  const chromium = await findChromium()
  if (!chromium) missing('Chromium', 'the end-to-end suite does not run (set CHROMIUM to its path)')
  return chromium && { ...env, CHROMIUM: chromium }
})
const plain = browser.then(async () => {
  if (!(await findPostgres())) missing("Debian's PostgreSQL", 'lists, services and jobs do not run over it')
})
const cores = availableParallelism()
const workers = (share, option = '--maxWorkers') => `${option}=${Math.max(1, Math.round(cores * share))}`

// If there are more running programs than cores, an eighth of their time is lost because each program finds the caches
// filled by another program. Therefore suites that only compute run first, at the same time as suites that mostly wait.
// Suites that do both run after them, separately.
const waiting = (async () => {
  // A failed test may leave a product running, which must not delay the other suites.
  await add(jest('chaos', { args: [workers(0.5), '--forceExit'], env: await broker }))
  const env = await browser
  if (env) await add(playwright('end to end', { args: ['--grep-invert', PROOF, workers(0.5, '--workers')], env }))
})()
const computing = (async () => {
  await check('format', 'oxfmt', ['--check'])
  // The types come before lint, because lint reads the files that are written here.
  await check('types', 'npm', ['run', '--silent', 'types'])
  await check('lint', 'oxlint', ['--deny-warnings'])
  await check('dependency rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'migrations', 'tools'])
  await add(jest('unit', { args: [workers(1)], env: AWAY }))
  await add(jest('portal', { args: [workers(1)], env: AWAY }))
  await plain
  // Three workers per core if there is enough memory, because each worker needs a gigabyte. With two workers per core,
  // a quarter of the cores' time would be idle, because the suites often wait for databases, brokers and processes.
  await add(jest('integration', { args: [workers(hasRoom ? 3 : 2)], env: await broker }))
})()
await Promise.all([waiting, computing])
const settled = await settle(files)
const { passed, failures, skipped } = countOf(settled.files)

const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15)
console.log('\nThe slowest files:')
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
for (const { file, test } of skipped) notes.push(`LEFT OUT: ${file}: ${test}`)
for (const { file, test, said } of failures) console.log(`\nFAILED: ${file}: ${test}\n${shortened(said)}`)
for (const { file, test, said } of settled.unstable) {
  const kept = path.join(results, 'unstable', `${fileName(`${file} ${test}`).slice(0, 200)}.txt`)
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, stripVTControlCharacters(said))
  console.log(
    `\nUNSTABLE: ${file}: ${test}\nIt passed alone; the first time it said (${path.relative(root, kept)}):\n${shortened(said)}`,
  )
}
if (notes.length > 0) console.log(`\n${notes.join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped`)
process.exit(failures.length > 0 ? 1 : 0)

function shortened(said) {
  return stripVTControlCharacters(said).split('\n').slice(0, LINES_SAID).join('\n')
}
