import type { TraccarDevice } from '../source/model.js'
import { notRead } from './not-read.js'

const DAY = 86_400_000
const FROM = Date.UTC(2026, 0, 1)
const NOW = FROM + 100 * DAY
const tracker = (till?: number, uniqueId = 'a') => ({ device: 1, uniqueId, till })
const namesOf = (one: ReturnType<typeof tracker>, times: { fixTime?: number; serverTime?: number } = {}) => {
  const { fixTime = NOW - DAY, serverTime = fixTime } = times
  const devices = [{ id: 1, name: 'Van', uniqueId: 'a' } as TraccarDevice]
  return notRead([one], { devices, last: [{ deviceId: 1, fixTime, serverTime, attributes: {} }] }, { from: FROM, now: NOW })
}

describe('the history of a tracker', () => {
  it('is not there before positions has read it to its end', () => {
    expect(namesOf(tracker())).toEqual(['Van'])
    expect(namesOf(tracker(), { fixTime: FROM + 3_600_000 })).toEqual(['Van'])
    expect(namesOf(tracker(FROM + 50 * DAY))).toEqual(['Van'])
  })

  it('is there if only the positions of the last day are missing', () => {
    expect(namesOf(tracker(NOW - 2 * DAY))).toEqual([])
    expect(namesOf(tracker(NOW - DAY))).toEqual([])
  })

  it('is there if the tracker sent nothing since the history begins', () => {
    expect(namesOf(tracker(), { fixTime: FROM - 30 * DAY })).toEqual([])
  })

  it('is not awaited if it is never read: dated in the future, or of a replaced tracker', () => {
    expect(namesOf(tracker(), { fixTime: NOW + DAY, serverTime: NOW })).toEqual([])
    expect(namesOf(tracker(FROM, 'b'))).toEqual([])
  })
})
