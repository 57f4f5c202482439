import { describe, expect, it, jest } from '@jest/globals'
import { Rounds, type RoundsOptions, type RoundsWork } from './rounds.js'

/** Lets pending promises settle. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('rounds', () => {
  let rounds: Rounds
  const notices = {
    isConnected: true,
    hear: (_payload: string) => undefined as unknown,
    add: (hear: (payload: string) => void) => {
      notices.hear = hear
      return () => undefined
    },
  }
  const begin = async (work: RoundsWork, options: Partial<RoundsOptions> = {}) => {
    rounds = new Rounds(work, {
      everyMs: 1_000,
      fallbackMs: 30_000,
      notices: notices as never,
      notice: 'mail',
      onError: () => undefined,
      ...options,
    })
    rounds.start()
    await settle()
  }
  const after = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms)
    await settle()
  }

  beforeEach(() => {
    jest.useFakeTimers()
    notices.isConnected = true
  })
  afterEach(async () => {
    const stopped = rounds.stop()
    await jest.runAllTimersAsync()
    await stopped
    jest.useRealTimers()
  })

  it('begin at once, and rest while nobody rings', async () => {
    const work = jest.fn(async () => undefined)
    await begin(work)
    expect(work).toHaveBeenCalledTimes(1)
    await after(29_000)
    expect(work).toHaveBeenCalledTimes(1)
    await after(1_001)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('come at once when somebody rings, and not for what others are rung for', async () => {
    const work = jest.fn(async () => undefined)
    await begin(work)
    await after(5_000)
    notices.hear('somethingElse')
    await after(1)
    expect(work).toHaveBeenCalledTimes(1)
    notices.hear('mail')
    await after(1)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('gather what is rung for often, and forget no ring that came during a round', async () => {
    const work = jest.fn(async () => undefined)
    await begin(work)
    for (let nth = 0; nth < 100; nth++) notices.hear('mail')
    await after(900)
    expect(work).toHaveBeenCalledTimes(1)
    await after(101)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('come when something is due of which nobody rings', async () => {
    const work = jest.fn<RoundsWork>().mockResolvedValueOnce(7_000).mockResolvedValue(null)
    await begin(work)
    await after(7_001)
    expect(work).toHaveBeenCalledTimes(2)
    await after(7_001)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('look often while nobody can ring, and after a failure, which is told', async () => {
    const told = jest.fn()
    const work = jest.fn<RoundsWork>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
    await begin(work, { onError: told })
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ message: 'away' }))
    await after(1_001)
    expect(work).toHaveBeenCalledTimes(2)
    notices.isConnected = false
    notices.hear('')
    await after(3_100)
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(4)
  })

  it('stop when the round that goes on is done', async () => {
    let end: () => void = () => undefined
    await begin(() => new Promise<void>((resolve) => (end = resolve)))
    let isStopped = false
    const stopped = rounds.stop().then(() => (isStopped = true))
    await after(60_000)
    expect(isStopped).toBe(false)
    end()
    await after(0)
    await stopped
    expect(isStopped).toBe(true)
  })
})
