import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testFiles } from '../proof/files-of.mjs'
import { root } from './run-program.mjs'
import { unsteadyOf } from './steady-tests.mjs'

const HERE = 'tools/test/steady-tests.spec.ts'

describe('a test', () => {
  it('hangs on no clock, no memory and no CPU, and does not sleep unless it says why (benchmarks and proofs may)', () => {
    const tests = testFiles().filter((file) => !file.endsWith('.proof.ts') && file !== HERE)
    const support = globSync('tests/support/**/*.{ts,mjs}', { cwd: root })
    const found = [...tests, ...support].flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      // The proof checks browser tests whose name promises a result within seconds.
      const mayTime = file.endsWith('.e2e.ts') && /within \d+ s\b/.test(text) && /'browser'|'@browser'/.test(text)
      return unsteadyOf(text, { mayTime, mayMeasure: support.includes(file) }).map((one) => `${file}:${one}`)
    })
    expect(found).toEqual([])
  })

  it.each([
    ['expect(performance.now() - began).toBeLessThan(5_000)', 'expects how long something takes'],
    ['expect(answer.at).toBeGreaterThan(\n  Math.max(Date.now() - 60_000, 0),\n)', 'expects how long something takes'],
    ['const tookMs = Date.now() - began\nexpect([tookMs]).toEqual([1])', 'expects how long something takes'],
    ['expect(gateway.rssBytes()).toBeLessThan(5)', 'looks at memory or CPU'],
    ["import { setTimeout as pause } from 'node:timers/promises'\nawait pause(100)", 'sleeps, and no'],
    ["import { setTimeout } from 'node:timers/promises'\n// Until it is there.\nawait setTimeout(100)", 'sleeps, and no'],
    ['await new Promise((resolve) => setTimeout(resolve, 100))', 'sleeps, and no'],
  ])('is found that says %j', (text, said) => {
    expect(unsteadyOf(text)).toEqual([expect.stringContaining(said)])
  })

  it.each([
    'const past = Date.now() - 60_000\nexpect(answer.at).toBeGreaterThan(past)',
    "import { setTimeout as pause } from 'node:timers/promises'\n// Sleep: so long the outage lasts.\nawait pause(DOWN_MS)",
    'tracker.socket.pause()',
    'const hard = setTimeout(() => child.kill(), 5_000)',
  ])('may say %j', (text) => {
    expect(unsteadyOf(text)).toEqual([])
  })
})
