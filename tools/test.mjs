// `npm test`: format, types, lint, dependency rules, then every suite: unit, portal, integration, chaos, end to end in a
// real browser. What computes runs beside what waits, so that no core is idle. A file that failed is run once
// more, alone, when all else is done: if it passes then, the run passes and says `UNSTABLE`. Says loudly what it has to leave out on this
// machine; under CI=true nothing may be left out. Ends with the slowest files, what failed and why, and the count of the tests of all suites.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
// Fixes zone and seed, for all that is started here.
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

/** Tests in the browser that `npm run proof` runs. */
const PROOF = String.raw`@(browser|kafka|keycloak)\b`
/** How many lines of what a failed test said are repeated at the end, where people look for them. */
const LINES_SAID = 15
/**
 * Unit and portal tests run in a zone with summer time, as its users do; the others run in UTC (`jest.config.mjs`). No test may hang on
 * the zone of the machine.
 */
const AWAY = { TZ: 'Europe/Amsterdam' }

const hasRoom = freemem() > 12 * 2 ** 30

/** The compiler and the linter spend a quarter of their time on collecting garbage, unless they may take three gigabytes. */
const CHECKS = hasRoom ? { GOGC: 'off', GOMEMLIMIT: '3GiB' } : {}

const files = []
const notes = []
const add = async (found) => void files.push(...(await found))

/** A check that either holds or not counts as one test. */
async function check(name, program, args) {
  const state = (await runProgram(name, program, args, CHECKS)) ? 'passed' : 'failed'
  files.push({ file: name, seconds: 0, tests: [{ name: 'holds', state, said: `see ${name} above` }] })
}

/** An optional part of the machine: without it a suite is left out, except in CI. */
function missing(part, consequence) {
  const text = `${part} is missing: ${consequence}`
  console.log(`\n!!! ${text}`)
  notes.push(ci ? `FAILED: ${text}` : `LEFT OUT: ${text}`)
  files.push({ file: part, seconds: 0, tests: [{ name: 'is there', state: ci ? 'failed' : 'skipped', said: text }] })
}

console.log(`Properties run with PROPERTY_SEED=${process.env.PROPERTY_SEED}`)
// What checks and unit tests need not wait for. One after the other: Debian's installer runs once at a time.
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

// More programs than cores take turns, and each finds the caches full of another's: an eighth of their time is lost to that. So what only
// computes has the cores first, with suites beside it that mostly wait; what does both comes after it, alone.
const waiting = (async () => {
  // A failed test may leave a product running: that must not keep the rest waiting.
  await add(jest('chaos', { args: [workers(0.5), '--forceExit'], env: await broker }))
  const env = await browser
  if (env) await add(playwright('end to end', { args: ['--grep-invert', PROOF, workers(0.5, '--workers')], env }))
})()
const computing = (async () => {
  await check('format', 'oxfmt', ['--check'])
  // First: it writes the types that lint reads.
  await check('types', 'npm', ['run', '--silent', 'types'])
  await check('lint', 'oxlint', ['--deny-warnings'])
  await check('dependency rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'migrations', 'tools'])
  await add(jest('unit', { args: [workers(1)], env: AWAY }))
  await add(jest('portal', { args: [workers(1)], env: AWAY }))
  await plain
  // A gigabyte each. Two a core leave a quarter of the cores idle: they wait for databases, brokers and processes.
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
