import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileName, results, root, runProgram } from './run-program.mjs'

/**
 * Result of a test, and results of one file in a suite.
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', said: string, isWhole?: boolean }} TestResult
 *   isWhole: true if it is the result of the whole file or suite
 * @typedef {{ file: string, seconds: number, tests: TestResult[], again?: () => Promise<FileResult[]> }} FileResult
 *   again: runs only this file once more; absent if a second run would give no new information
 */

/**
 * Runs a program that writes a report, and reads the report. If the exit code of the program is not 0, the suite has
 * failed, even without a failed test.
 */
async function suite({ name, program, args, env, report, read, again }) {
  const passed = await runProgram(name, program, args, env)
  if (!existsSync(report)) return [one(name, 'came to its end', again)]
  const files = read(JSON.parse(readFileSync(report, 'utf8')))
  const isExplained = files.some(({ tests }) => tests.some(({ state }) => state === 'failed'))
  return passed || isExplained ? files : [...files, one(name, 'ended well')]
}

const one = (file, name, again) => ({
  file,
  seconds: 0,
  tests: [{ name, state: 'failed', isWhole: true, said: `see ${path.relative(root, results)}/${fileName(file)}.log` }],
  ...(again && { again }),
})

/**
 * Runs a project of jest.
 * @returns {Promise<FileResult[]>}
 */
export function jest(project, { args = [], env = {} } = {}) {
  const run = (name, more) => {
    const report = path.join(results, `${fileName(name)}.json`)
    const all = ['--selectProjects', project, '--json', `--outputFile=${report}`, '--silent=false', ...more]
    const read = ({ testResults }) =>
      testResults.map((file) => ({
        ...ofJest(file),
        again: () => run(`${project} again: ${path.relative(root, file.name)}`, ['--forceExit', '--runTestsByPath', file.name]),
      }))
    return suite({ name, program: 'jest', args: all, env, report, read, again: () => run(`${project} again`, args) })
  }
  return run(project, args)
}

const STATES = { passed: 'passed', failed: 'failed', pending: 'skipped', todo: 'skipped', skipped: 'skipped' }

function ofJest({ name, startTime, endTime, status, message, assertionResults }) {
  const tests = assertionResults
    .filter((test) => test.status in STATES)
    .map((test) => ({ name: test.fullName, state: STATES[test.status], said: test.failureMessages.join('\n') }))
  // A file that failed without a failed test could not be loaded.
  if (status === 'failed' && tests.every(({ state }) => state !== 'failed'))
    tests.push({ name: 'loads', state: 'failed', isWhole: true, said: message })
  return { file: path.relative(root, name), seconds: (endTime - startTime) / 1_000, tests }
}

/**
 * Runs files in a real browser.
 * @returns {Promise<FileResult[]>}
 */
export function playwright(suiteName, { args = [], env = {} } = {}) {
  const run = (name, more) => {
    const report = path.join(results, `${fileName(name)}.json`)
    const all = [
      'test',
      '-c',
      'tests/e2e/playwright.config.ts',
      '--reporter=list,json',
      `--output=test-results/${fileName(name)}`,
    ]
    const read = ({ suites, errors }) => [
      ...suites.map((file) => ({
        ...ofPlaywright(file),
        again: () =>
          run(`${suiteName} again: ${file.file}`, [
            ...args,
            '--workers=1',
            '--trace=retain-on-failure',
            `tests/e2e/${file.file}`,
          ]),
      })),
      // A failure outside of all tests, for example while a product is stopped, belongs to no file.
      ...errors.map(({ message }) => ({
        file: suiteName,
        seconds: 0,
        tests: [{ name: 'has no error outside its tests', state: 'failed', said: message }],
      })),
    ]
    return suite({
      name,
      program: 'playwright',
      args: [...all, ...more],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      report,
      read,
      again: () => run(`${suiteName} again`, [...args, '--trace=retain-on-failure']),
    })
  }
  // The browser's actions are traced only in the second run of a failed file.
  return run(suiteName, [...args, '--trace=off'])
}

function ofPlaywright({ file, ...suite }) {
  const results = resultsIn(suite)
  return {
    file: `tests/e2e/${file}`,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    tests: results.map(({ seconds: _, ...test }) => test),
  }
}

function resultsIn({ specs = [], suites = [] }) {
  const own = specs.map(({ title, ok, tests }) => {
    const tries = tests.flatMap((test) => test.results)
    const isSkipped = tests.every(({ status }) => status === 'skipped')
    return {
      name: title,
      state: isSkipped ? 'skipped' : ok ? 'passed' : 'failed',
      said: tries.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    }
  })
  return [...own, ...suites.flatMap(resultsIn)]
}
