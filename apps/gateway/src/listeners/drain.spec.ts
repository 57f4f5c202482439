import type { Publisher } from '../publisher.js'
import type { Session } from '../session.js'
import { sendAway } from './drain.js'

afterEach(() => jest.useRealTimers())

describe('a gateway that ends', () => {
  it('F18 sends its trackers away evenly over the time it has, each once what it handed in is durable', async () => {
    jest.useFakeTimers()
    const done: string[] = []
    const sessions = Array.from({ length: 90 }, (_, nth) => ({
      stopReading: () => void done.push(`stop ${nth}`),
      close: () => void done.push(`close ${nth}`),
    }))
    const publisher = { settled: async () => void done.push('durable') }
    const ended = sendAway(sessions as unknown as Session[], publisher as unknown as Publisher, 300)
    const closed: number[] = []
    for (let step = 0; step < 3; step++) {
      await jest.advanceTimersByTimeAsync(step === 0 ? 0 : 100)
      closed.push(done.filter((one) => one.startsWith('close')).length)
    }
    await ended
    expect(closed).toEqual([30, 60, 90])
    const ofThem = (word: string, from: number) => Array.from({ length: 30 }, (_, nth) => `${word} ${from + nth}`)
    expect(done).toEqual([0, 30, 60].flatMap((from) => [...ofThem('stop', from), 'durable', ...ofThem('close', from)]))
  })
})
