// `npm test`: format, types, lint, dependency rules, then every suite: unit, portal, integration, chaos, end to end in a
// real browser. What computes runs beside what waits, so that no core is idle; the browser comes at the end, and tests that hold
// promises of seconds have the machine for themselves. Says loudly what it has to leave out on this machine; under CI=true
// nothing may be left out. Ends with the slowest files, what failed and why, and the count of the tests of all suites.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const ci = process.env.CI === 'true'
const results = path.join(root, '.cache/test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const notes = []
/** What the name of a test in the browser says when it holds a time. */
const PROMISE = String.raw`within \d+ s`
/** Test files with their seconds. */
const files = []
/** What failed: the file, the test's name, and what it said. */
const failures = []
/** How many lines of what a failed test said are told again at the end, where they are looked for. */
const LINES_SAID = 15
const has = (program, argument = '--version') => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0
const prepare = (program, args) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0

/** Runs a program, each of its lines under the name of its suite because several run at once; resolves to whether it succeeded. */
async function run(name, program, args, env = {}) {
  const began = Date.now()
  const say = (line) => console.log(`${name} | ${line}`)
  say('begins')
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', say)
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', resolve)
  })
  say(`${code === 0 ? 'passed' : `FAILED (${code})`} after ${Math.round((Date.now() - began) / 1_000)} s`)
  if (code !== 0) notes.push(`FAILED: ${name}`)
  return code === 0
}

/** A check that either holds or not counts as one test. */
async function check(name, program, args) {
  total[(await run(name, program, args)) ? 'passed' : 'failed']++
}

/** An optional part of the machine: without it a suite is left out, except in CI. */
function missing(part, consequence) {
  const text = `${part} is missing: ${consequence}`
  notes.push(ci ? `FAILED: ${text}` : `LEFT OUT: ${text}`)
  console.log(`\n!!! ${text}`)
  total[ci ? 'failed' : 'skipped']++
}

function findChromium() {
  const find = () =>
    [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      (file) => file && existsSync(file),
    )
  if (find()) return find()
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.log('installing Chromium')
    prepare('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation > /dev/null',
    ])
  }
  return find()
}

/** What the broker and Keycloak run on, and what fetches them. */
function prepareJava() {
  if (process.getuid?.() === 0 && has('apt-get') && (!has('java') || !has('mvn'))) {
    console.log('installing Java and Maven')
    prepare('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless maven > /dev/null',
    ])
  }
  return has('java') && has('mvn')
}

function prepareKafka() {
  if (process.env.KAFKA_BROKERS) return true
  return java ? prepare(process.execPath, ['tools/kafka/resolve.mjs']) : has('docker', 'info')
}

/** Runs a suite and counts what it reports. One that ends badly has failed, also without a failed test. */
async function suite(name, program, args, { env, report, count }) {
  const passed = await run(name, program, args, env)
  const { failed } = total
  if (existsSync(report)) count(JSON.parse(readFileSync(report, 'utf8')))
  else notes.push(`FAILED: ${name} did not run`)
  if ((!passed || !existsSync(report)) && total.failed === failed) total.failed++
}

async function jest(name, args) {
  const report = path.join(results, `${name}.json`)
  const env = kafka ? {} : { ROADBOOK_WITHOUT_KAFKA: 'true' }
  const all = ['--selectProjects', name, '--json', `--outputFile=${report}`, '--silent=false', ...args]
  await suite(name, 'jest', all, { env, report, count: ({ testResults }) => testResults.forEach(countFile) })
}

function countFile({ name, startTime, endTime, status, message, assertionResults }) {
  const file = path.relative(root, name)
  const count = (...states) => assertionResults.filter((one) => states.includes(one.status)).length
  total.passed += count('passed')
  total.failed += count('failed')
  total.skipped += count('pending', 'todo', 'skipped')
  for (const { status: state, fullName, failureMessages } of assertionResults) {
    if (state === 'pending' || state === 'todo') notes.push(`LEFT OUT: ${file}: ${fullName}`)
    if (state === 'failed') failures.push({ file, test: fullName, said: failureMessages.join('\n') })
  }
  // A file that could not be loaded has no tests.
  if (status === 'failed' && count('failed') === 0) {
    total.failed++
    failures.push({ file, test: 'did not load', said: message })
  }
  files.push({ file, seconds: (endTime - startTime) / 1_000 })
}

async function playwright(name, args) {
  const file = name.replaceAll(' ', '-')
  const report = path.join(results, `${file}.json`)
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const all = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json', `--output=test-results/${file}`, ...args]
  const durationMs = ({ specs = [], suites = [] }) =>
    specs.flatMap(({ tests }) => tests.flatMap((test) => test.results)).reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, one) => sum + durationMs(one), 0)
  const failed = ({ specs = [], suites = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .flatMap(({ title, file: of, tests }) => ({ file: `tests/e2e/${of}`, test: title, said: saidBy(tests) })),
    ...suites.flatMap(failed),
  ]
  const saidBy = (tests) =>
    tests.flatMap((test) => test.results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n')
  const count = ({ stats, suites }) => {
    failures.push(...suites.flatMap(failed))
    total.passed += stats.expected
    total.failed += stats.unexpected + stats.flaky
    total.skipped += stats.skipped
    for (const one of suites) files.push({ file: `tests/e2e/${one.file}`, seconds: durationMs(one) / 1_000 })
  }
  await suite(name, 'playwright', all, { env, report, count })
}

const java = prepareJava()
const keycloak = java && prepare(process.execPath, ['tools/keycloak/resolve.mjs'])
if (!keycloak) missing('Keycloak (Java with Maven)', 'nobody signs in at a real one')
const kafka = prepareKafka()
if (!kafka) missing('Kafka (Java with Maven, Docker, or KAFKA_BROKERS)', 'the suites on a real broker do not run')
const chromium = findChromium()
if (!chromium) missing('Chromium', 'the end-to-end suite does not run (set CHROMIUM to its path)')

const cores = availableParallelism()
const oneForTwoCores = `--maxWorkers=${Math.max(1, Math.floor(cores / 2))}`
const lanes = [
  async () => {
    await check('format', 'prettier', ['--check', '--log-level', 'warn', '.'])
    // First: it writes the types that lint reads.
    await check('types', 'npm', ['run', '--silent', 'types'])
    await check('lint', 'oxlint', ['--deny-warnings'])
    await check('dependency rules', 'npm', ['run', '--silent', 'deps'])
    await jest('unit', [oneForTwoCores])
  },
  // The longest, which waits half of its time for databases and brokers.
  () => jest('integration', [`--maxWorkers=${Math.max(2, cores)}`]),
  // A failed test may leave a product running: that must not keep the rest waiting.
  () => jest('chaos', [oneForTwoCores, '--forceExit']),
]
await Promise.all(lanes.map((lane) => lane()))
// It computes and waits for nothing: all cores are its own.
await jest('portal', [`--maxWorkers=${cores}`])
if (chromium) {
  // Whoever starts a product or waits for its answer leaves a core idle. What is promised within so many seconds runs alone.
  await playwright('end to end', ['--grep-invert', PROMISE, `--workers=${cores}`])
  await playwright('end to end promises', ['--grep', PROMISE, '--workers=1'])
}

console.log('\nThe slowest files:')
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 15))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
for (const { file, test, said } of failures) {
  const lines = stripVTControlCharacters(said).split('\n')
  console.log(`\nFAILED: ${file}: ${test}\n${lines.slice(0, LINES_SAID).join('\n')}`)
}
if (notes.length > 0) console.log(`\n${notes.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)
