import { countOf, settle } from './verdict.mjs'

const LEFT_OUT = 'left out'

/**
 * Returns a file with one test, for the first run and the repeat. The test failed with these words, passed (no words) or
 * was skipped.
 */
const file = (name: string, said: string, ...again: string[]) => {
  const stateOf = (words: string): 'passed' | 'failed' | 'skipped' =>
    words === '' ? 'passed' : words === LEFT_OUT ? 'skipped' : 'failed'
  const result = (words: string) => ({
    file: name,
    seconds: 1,
    tests: [
      { name: 'holds', state: stateOf(words), said: words },
      { name: 'is left out', state: 'skipped' as const, said: '' },
    ],
  })
  const tries = again.map(result)
  return { ...result(said), again: jest.fn(() => Promise.resolve(tries.splice(0, 1))) }
}

describe('a run of all tests', () => {
  it('passes with a file that failed and passes alone, and names it with what it said', async () => {
    const good = file('good', '')
    const { files, unstable } = await settle([good, file('shaky', 'a port was taken', '')])
    expect(countOf(files)).toMatchObject({ passed: 2, failures: [], skipped: [{ file: 'good' }, { file: 'shaky' }] })
    expect(unstable).toEqual([{ file: 'shaky', test: 'holds', said: 'a port was taken' }])
    expect(good.again).not.toHaveBeenCalled()
  })

  it('fails with a file that fails alone, too, and says what it said then', async () => {
    const { files, unstable } = await settle([file('good', ''), file('broken', 'once', 'twice')])
    expect(countOf(files)).toMatchObject({ passed: 1, failures: [{ file: 'broken', test: 'holds', said: 'twice' }] })
    expect(unstable).toEqual([])
  })

  it('fails with a file whose failed test was left out the second time, or that had none then', async () => {
    const { files, unstable } = await settle([file('no broker', 'broken', LEFT_OUT), file('gone', 'broken')])
    expect(countOf(files).failures.map((failure: { file: string }) => failure.file)).toEqual(['no broker', 'gone'])
    expect(unstable).toEqual([])
  })

  it('passes with a file that did not load the first time, and whose tests pass alone', async () => {
    const shaky = file('shaky', '', '')
    const unloaded = { ...shaky, tests: [{ name: 'loads', state: 'failed' as const, isWhole: true, said: 'out of memory' }] }
    const { files, unstable } = await settle([unloaded])
    expect([countOf(files).failures, unstable]).toEqual([[], [{ file: 'shaky', test: 'loads', said: 'out of memory' }]])
  })

  it('fails with what cannot be run alone', async () => {
    const { again: _, ...check } = file('format', 'is off')
    expect(countOf((await settle([check])).files)).toMatchObject({ passed: 0, failures: [{ file: 'format', said: 'is off' }] })
  })

  it('fails at once where so many files fail that no blip can be the reason', async () => {
    const many = Array.from({ length: 9 }, (_, at) => file(`f${at}`, 'down', ''))
    const { files, unstable } = await settle(many)
    expect([countOf(files).failures.length, unstable]).toEqual([9, []])
    for (const { again } of many) expect(again).not.toHaveBeenCalled()
  })
})
