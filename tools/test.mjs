// `npm test`: format, types, lint, dependency rules, then every suite: unit, portal, integration, chaos, end to end in a
// real browser. Says loudly what it has to leave out on this machine; under CI=true nothing may be left out.
// The last line counts the tests of all suites.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const ci = process.env.CI === 'true'
const results = path.join(root, '.cache/test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const notes = []
const run = (program, args, options = {}) => spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options }).status ?? 1
const has = (program, argument = '--version') => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0
const heading = (text) => console.log(`\n=== ${text}`)

/** A check that either holds or not counts as one test. */
function check(name, program, args) {
  heading(name)
  const passed = run(program, args) === 0
  total[passed ? 'passed' : 'failed']++
  if (!passed) notes.push(`FAILED: ${name}`)
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
    heading('installing Chromium')
    run('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation > /dev/null',
    ])
  }
  return find()
}

function prepareKafka() {
  if (process.env.KAFKA_BROKERS) return true
  if (process.getuid?.() === 0 && has('apt-get') && (!has('java') || !has('mvn'))) {
    heading('installing Java and Maven')
    run('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless maven > /dev/null',
    ])
  }
  if (has('java') && has('mvn')) return run(process.execPath, ['tools/kafka/resolve.mjs']) === 0
  return has('docker', 'info')
}

/** Files that may fail for want of a quiet machine, and are tried once more; more than these, and something is broken. */
const MOST_SECOND_TRIES = 4

function jest(name, args, env = {}) {
  heading(name)
  const first = runJest(name, args, env)
  if (!first) {
    total.failed++
    notes.push(`FAILED: ${name} did not run`)
    return
  }
  const failed = first.testResults.filter(({ status }) => status === 'failed').map((file) => file.name)
  const second = failed.length > 0 && failed.length <= MOST_SECOND_TRIES && secondTry(name, failed, args, env)
  const rest = { ...first, testResults: first.testResults.filter((file) => !second || file.status !== 'failed') }
  for (const { testResults } of second ? [rest, second] : [rest])
    for (const { status, assertionResults } of testResults) {
      const count = (...states) => assertionResults.filter((one) => states.includes(one.status)).length
      total.passed += count('passed')
      total.failed += count('failed')
      total.skipped += count('pending', 'todo', 'skipped')
      // A file that could not be loaded has no tests.
      if (status === 'failed' && count('failed') === 0) total.failed++
    }
  if (!(second || first).success) notes.push(`FAILED: ${name}`)
}

/** The failed files alone, from their beginning. What passes only then is said loudly: it depends on the machine, and wants a cure. */
function secondTry(name, files, args, env) {
  heading(`${name}, once more: ${files.map((file) => path.relative(root, file)).join(', ')}`)
  const report = runJest(
    `${name} again`,
    [...args.filter((one) => !one.startsWith('--maxWorkers')), '--runInBand', '--runTestsByPath', ...files],
    env,
  )
  for (const file of report?.testResults ?? [])
    if (file.status !== 'failed') notes.push(`PASSED ONLY AT THE SECOND TRY: ${path.relative(root, file.name)}`)
  return report
}

function runJest(name, args, env) {
  const file = path.join(results, `${name.replaceAll(/\W+/g, '-')}.json`)
  run('jest', [...args, '--json', `--outputFile=${file}`, '--silent=false'], {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function playwright(chromium) {
  heading('end to end in a browser')
  const file = path.join(results, 'end-to-end.json')
  const status = run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], {
    env: { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  if (!existsSync(file)) {
    total.failed++
    notes.push('FAILED: end to end did not run')
    return
  }
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  total.passed += stats.expected + stats.flaky
  if (stats.flaky > 0) notes.push(`PASSED ONLY AT THE SECOND TRY: ${stats.flaky} end to end`)
  total.failed += stats.unexpected
  total.skipped += stats.skipped
  if (status !== 0) notes.push('FAILED: end to end')
}

check('format', 'prettier', ['--check', '--log-level', 'warn', '.'])
// First: it writes the types that lint reads.
check('types', 'npm', ['run', '--silent', 'types'])
check('lint', 'eslint', ['--cache', '--cache-location', '.cache/eslint', '--max-warnings', '0', '.'])
check('dependency rules', 'npm', ['run', '--silent', 'deps'])

const kafka = prepareKafka()
if (!kafka) missing('Kafka (Java with Maven, Docker, or KAFKA_BROKERS)', 'the suites on a real broker do not run')
const env = kafka ? {} : { ROADBOOK_WITHOUT_KAFKA: 'true' }

jest('unit and portal', ['--selectProjects', 'unit', 'portal', '--maxWorkers=2'], env)
jest('integration', ['--selectProjects', 'integration', '--maxWorkers=2'], env)
// A failed test may leave a product running: that must not keep the rest waiting.
jest('chaos', ['--selectProjects', 'chaos', '--maxWorkers=2', '--forceExit'], env)

const chromium = findChromium()
if (chromium) playwright(chromium)
else missing('Chromium', 'the end-to-end suite does not run (set CHROMIUM to its path)')

console.log(notes.length > 0 ? `\n${notes.join('\n')}\n` : '')
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)
