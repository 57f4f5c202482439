import { within } from './pause.js'

describe('work with a time limit', () => {
  const never = new Promise<string>(() => undefined)

  it('returns the result of the work, and keeps no timer', async () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done')
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')).toHaveLength(before)
  })

  it('returns nothing, or throws what it was given, when the work takes longer', async () => {
    await expect(within(1, never)).resolves.toBeUndefined()
    await expect(within(1, never, () => new Error('too late'))).rejects.toThrow('too late')
  })

  it('throws what the work throws', async () => {
    await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('ignores work that fails after its time', async () => {
    let fail!: (error: Error) => void
    const late = new Promise<string>((_, reject) => (fail = reject))
    await expect(within(1, late)).resolves.toBeUndefined()
    fail(new Error('nobody waits for this'))
    await new Promise(setImmediate)
  })
})
