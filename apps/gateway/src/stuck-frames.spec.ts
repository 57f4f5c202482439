import { STUCK_AFTER, StuckFrames } from './stuck-frames.js'

const damaged = Buffer.from('deadbeef', 'hex')
const another = Buffer.from('deadbeee', 'hex')

describe('frames that come damaged again and again', () => {
  it('B5 are stuck when the same bytes came five times, and counted anew after that', () => {
    const frames = new StuckFrames()
    const answers = Array.from({ length: 2 * STUCK_AFTER }, () => frames.isStuck('1', damaged))
    expect(answers).toEqual([false, false, false, false, true, false, false, false, false, true])
  })

  it('B5 are not stuck when other bytes or another tracker’s came between', () => {
    const frames = new StuckFrames()
    for (let time = 1; time < STUCK_AFTER; time++) frames.isStuck('1', damaged)
    expect(frames.isStuck('2', damaged)).toBe(false)
    expect(frames.isStuck('1', another)).toBe(false)
    expect(frames.isStuck('1', damaged)).toBe(false)
  })

  it('B5 of a hundred thousand trackers take no more memory than those of ten thousand', () => {
    const frames = new StuckFrames()
    for (let time = 1; time < STUCK_AFTER; time++) frames.isStuck('first', damaged)
    for (let nth = 0; nth < 100_000; nth++) frames.isStuck(String(nth), damaged)
    expect(frames.isStuck('first', damaged)).toBe(false)
  })
})
