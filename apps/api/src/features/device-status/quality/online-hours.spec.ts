import { onlineDay } from './online-hours.js'

describe('the online strip', () => {
  it('R-117 G-47 is the hours with a message among the last 24, and their share', () => {
    const { hours, percent } = onlineDay([0, 22, 23, 23])
    expect(hours.flatMap((isOnline, hour) => (isOnline ? hour : []))).toEqual([0, 22, 23])
    expect([hours.length, percent]).toEqual([24, 13])
  })

  it('R-117 is empty of a tracker that was not heard, and leaves out what lies outside the day', () => {
    expect(onlineDay([-1, 24])).toEqual({ hours: Array(24).fill(false), percent: 0 })
  })
})
