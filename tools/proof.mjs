// `npm run proof [name…]`: runs the tests that take too long for `npm test`, all or by name. A proof runs all files that
// contain its name. PROOF is set, so that the tests use the proof's numbers (`libs/testing/src/proof.ts`). Writes the
// results into docs/assurance.md. `npm run proof page` only writes the page. `npm run proof walks generated-requests` runs
// the files of a proof whose path contains that word. CHAOS_SEED and PROPERTY_SEED repeat a run; CHAOS_KILLS, CHAOS_RECORDS
// and ORDEAL_MUTANTS change its size.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PAGE, mergeRows, pageOf, readRows } from './proof/assurance.mjs'
import { walkTheCalendar } from './proof/calendar.mjs'
import { PROOFS } from './proof/catalogue.mjs'
import { takeOutDoors } from './proof/doors.mjs'
import { tablesOf } from './proof/figures.mjs'
import { filesOfProofs, projectOf } from './proof/files-of.mjs'
import { findChromium, prepareKafka, prepareKeycloak } from './test/parts.mjs'
import { fileName, results } from './test/run-program.mjs'
import { jest, playwright } from './test/suites.mjs'
import { countOf } from './test/verdict.mjs'

const seed = process.env.CHAOS_SEED ?? process.env.PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
Object.assign(process.env, { TZ: process.env.TZ ?? 'UTC', PROPERTY_SEED: process.env.PROPERTY_SEED ?? seed })

/** Proofs whose rows are not test files, each with the function that runs it. */
const WALKS = { doors: takeOutDoors, calendar: walkTheCalendar }

const isPageAlone = process.argv[2] === 'page'
const order = Object.keys(PROOFS)
const all = filesOfProofs().toSorted((one, other) => order.indexOf(one.proof) - order.indexOf(other.proof))
const words = isPageAlone ? [] : process.argv.slice(2)
const asked = words.filter((word) => word in PROOFS)
const parts = words.filter((word) => !(word in PROOFS))
const isPartOf = ({ proof, file }) => asked.includes(proof) && parts.some((part) => file.includes(part))
const unknown = parts.filter((part) => !all.some(({ proof, file }) => asked.includes(proof) && file.includes(part)))
if (unknown.length > 0) {
  const known = Object.entries(PROOFS).map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`)
  console.error(
    `There is no proof ${unknown.join(', ')}, nor a file of that name in one that is named before. Choose of these, or none for all:\n${known.join('\n')}`,
  )
  process.exit(1)
}
const chosen = isPageAlone ? [] : Object.keys(PROOFS).filter((name) => asked.length === 0 || asked.includes(name))

const needed = new Set(chosen.flatMap((name) => PROOFS[name].needs ?? []))
const chromium = needed.has('chromium') && (await findChromium())
const has = {
  chromium: Boolean(chromium),
  kafka: needed.has('kafka') && Boolean(await prepareKafka()),
  keycloak: needed.has('keycloak') && (await prepareKeycloak()),
}

rmSync(results, { recursive: true, force: true })
const today = new Date().toISOString().slice(0, 10)
const found = []
const outcomes = []
for (const name of chosen) {
  const { about, needs = [] } = PROOFS[name]
  console.log(`\n=== ${name}: ${about} (seed ${seed})`)
  const missing = needs.filter((part) => !has[part])
  if (missing.length > 0) {
    console.log(`!!! left out: ${missing.join(' and ')} cannot be had on this machine`)
    outcomes.push({ name, text: `LEFT OUT: needs ${missing.join(' and ')}`, isProven: false })
    continue
  }
  const began = performance.now()
  const files = await (WALKS[name]?.() ?? run(name))
  const { passed, failures, skipped } = countOf(files)
  for (const { file, test, said } of failures)
    console.log(`\nFAILED: ${file}: ${test}\n${said.split('\n').slice(0, 15).join('\n')}`)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const text = `${passed} passed, ${failures.length} failed, ${skipped.length} skipped, ${minutes} min`
  outcomes.push({ name, text, isProven: failures.length === 0 && passed > 0 })
  for (const file of files) {
    const tables = tablesOf(reportedBy(file.file))
    found.push({ proof: name, file: file.file, figure: figureOf(file), date: today, ...(tables && { tables }) })
  }
}

const before = existsSync(PAGE) ? readRows(readFileSync(PAGE, 'utf8')) : []
const walked = [...before, ...found].filter(({ proof }) => proof in WALKS).map(({ proof, file }) => ({ proof, file }))
const walks = [...new Map(walked.map((one) => [one.file, one])).values()]
writeFileSync(PAGE, pageOf(mergeRows([...all, ...walks], before, found)))
console.log('\nwritten to docs/assurance.md')
for (const { name, text } of outcomes) console.log(`${name.padEnd(9)} ${text}`)
process.exit(outcomes.every(({ isProven }) => isProven) ? 0 : 1)

/** Runs the files of a proof, each with its program. */
async function run(name) {
  const files = all.filter((one) => one.proof === name && (parts.length === 0 || isPartOf(one))).map(({ file }) => file)
  const env = { PROOF: name, CHAOS_SEED: seed, ORDEAL_SEED: seed, ...(!has.kafka && { ROADBOOK_WITHOUT_KAFKA: 'true' }) }
  const reports = []
  for (const [project, own] of Object.entries(
    Object.groupBy(
      files.filter((file) => !file.endsWith('.e2e.ts')),
      projectOf,
    ),
  ))
    reports.push(...(await jest(project, { args: ['--runInBand', '--forceExit', '--runTestsByPath', ...own], env })))
  const journeys = files.filter((file) => file.endsWith('.e2e.ts'))
  if (journeys.length > 0) {
    // One file at a time, because some journeys promise times in seconds.
    reports.push(...(await playwright(name, { args: ['--workers=1', ...journeys], env: { ...env, CHROMIUM: chromium } })))
  }
  return reports
}

/** Returns the number of a file's tests and the time that they took. */
function figureOf({ seconds, tests }) {
  const count = (wanted) => tests.filter(({ state }) => state === wanted).length
  const failed = count('failed')
  return `${count('passed')} passed${failed > 0 ? `, **${failed} failed**` : ''}, ${Math.round(seconds)} s`
}

/** Returns the figures that the tests of a file report with `reportFigures` of `tests/support/chaos/campaign.ts`. */
function reportedBy(file) {
  const log = path.join(results, `${fileName(projectOf(file))}.log`)
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"figuresOf":'))
    .map((line) => JSON.parse(line))
    .filter(({ figuresOf }) => figuresOf === file)
    .map(({ figuresOf: _, ...figures }) => figures)
}
