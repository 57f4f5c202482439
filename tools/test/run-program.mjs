import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

export const root = path.resolve(import.meta.dirname, '../..')
/** Folder of the reports and complete outputs of the last run. */
export const results = path.join(root, '.cache/test-results')

export const has = (program, argument = '--version') => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0
/** Runs a program while other programs run. @returns {Promise<boolean>} true if it succeeded */
export const prepare = (program, args) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
    child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0))
  })

/**
 * Shell command that runs its arguments and writes the CPU time of the program and its awaited children to the fourth stream.
 */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code'
/** Parses the line "1m2.3s 0m4.5s" about children in the output of `times`. @returns {number} seconds of CPU time */
function processorSeconds(times) {
  const [, children = ''] = times.trim().split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds), 0)
}

/**
 * Runs a program. Each line of its output gets the suite's name as a prefix, because several suites run at the same time.
 * The lines are also stored in a file with that name.
 * @returns {Promise<boolean>} true if it succeeded
 */
export async function runProgram(name, program, args, env = {}) {
  const began = performance.now()
  const say = (line) => console.log(`${name} | ${line}`)
  say('begins')
  mkdirSync(results, { recursive: true })
  const kept = createWriteStream(path.join(results, `${fileName(name)}.log`))
  const child = spawn('sh', ['-c', TIMED, 'sh', program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let times = ''
  child.stdio[3].setEncoding('utf8').on('data', (said) => (times += said))
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      say(line)
      kept.write(`${stripVTControlCharacters(line)}\n`)
    })
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', resolve)
  })
  kept.end()
  const [seconds, processors] = [(performance.now() - began) / 1_000, processorSeconds(times)].map(Math.round)
  say(`${code === 0 ? 'passed' : `FAILED (${code})`} after ${seconds} s, ${processors} s of processors`)
  return code === 0
}

/** Converts a name to a file name: `tests/a b.spec.ts` becomes `tests-a-b.spec.ts`. */
export const fileName = (name) => name.replaceAll(/[^\w.]+/g, '-')
