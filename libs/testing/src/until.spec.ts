import { until, within } from './until.js'

const SOON = { withinMs: 60, everyMs: 5 }
const never = () => new Promise<never>(() => undefined)

describe('waiting in tests', () => {
  afterEach(() => jest.restoreAllMocks())

  it('gives back what it waited for', async () => {
    const rows = [undefined, null, false, 0, '', { id: 7 }]
    const row = await until('a row', () => rows.shift(), { everyMs: 1 })
    expect(row).toEqual({ id: 7 })
    expect(rows).toEqual([])
  })

  it('gives back the first value that fits, a zero too', async () => {
    let left = 4
    expect(await until('none is left', async () => --left, { everyMs: 1, fits: (count) => count === 0 })).toBe(0)
    const found = [undefined, ['one'], ['one', 'two']]
    const mails = await until('two mails', () => found.shift(), { everyMs: 1, fits: ({ length }) => length === 2 })
    expect(mails).toEqual(['one', 'two'])
  })

  it('gives up and says what did not come, how long it waited and what it saw last', async () => {
    const job = () => Promise.resolve({ state: 'running', attempts: 2n, file: Buffer.from('x'.repeat(50_000)) })
    const waiting = until('the job is done', job, { ...SOON, fits: ({ state }) => state === 'done' })
    const { message } = (await waiting.catch((error: Error) => error)) as Error
    expect(message).toMatch(/^not within 0\.06 s: the job is done; last: \{ state: 'running', attempts: 2n, file: /)
    expect(message.length).toBeLessThan(1_200)
    const row = await until('a row', () => undefined, SOON).catch((error: Error) => error)
    expect(row).toMatchObject({ message: 'not within 0.06 s: a row; last: undefined' })
    // The stack begins at the line of the test, and not at a line of the helper.
    expect(row.stack).toMatch(/^Error: .*\n +at .*until\.spec\.ts/)
  })

  it('lets an error of the check through at once', async () => {
    const check = jest.fn(() => {
      expect('seen').toBe('wanted')
      return true
    })
    await expect(until('it is as wanted', check)).rejects.toThrow('wanted')
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('waits through errors where it is asked to, and says the last one when it gives up', async () => {
    const answers = [new Error('not there'), new Error('starting'), 'ready']
    const answer = async () => {
      const [next] = answers.length > 1 ? answers.splice(0, 1) : answers
      if (next instanceof Error) throw next
      return next
    }
    expect(await until('it answers', answer, { everyMs: 1, outlastsErrors: true })).toBe('ready')
    const refused = new Error('refused')
    const giving = until('it answers', () => Promise.reject(refused), { ...SOON, outlastsErrors: true })
    await expect(giving).rejects.toMatchObject({ message: 'not within 0.06 s: it answers; last: Error: refused', cause: refused })
  })

  it('gives up on a check that hangs', async () => {
    await expect(until('an answer', never, { withinMs: 10 })).rejects.toThrow('an answer; last: its check hangs')
  })

  it('waits by a clock that nobody sets', async () => {
    let years = 0
    jest.spyOn(Date, 'now').mockImplementation(() => ++years * 31_557_600_000)
    let looks = 0
    await until('the tenth look', () => ++looks === 10, { everyMs: 1, withinMs: 30_000 })
    jest.spyOn(Date, 'now').mockReturnValue(0)
    await expect(until('a row', () => undefined, SOON)).rejects.toThrow('a row')
  })

  it('looks once more, before it gives up, when the machine stood still between two looks', async () => {
    let looks = 0
    const standStill = () => {
      for (const till = performance.now() + 2 * SOON.withinMs; performance.now() < till;);
    }
    const check = () => {
      if (looks++ === 0) setImmediate(standStill)
      return looks > 1
    }
    expect(await until('the second look', check, SOON)).toBe(true)
    expect(looks).toBe(2)
  })

  it('takes no longer over a promise than it may, and says what was said so far', async () => {
    expect(await within('a word', 60_000, Promise.resolve('word'))).toBe('word')
    await expect(within('a word', 10, never())).rejects.toThrow('not within 0.01 s: a word')
    const said = ['starting', 'nearly there']
    await expect(within('a word', 10, never(), () => said.join('\n'))).rejects.toThrow('a word; last: starting\nnearly there')
  })
})
