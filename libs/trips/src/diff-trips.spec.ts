import { diffTrips } from './diff-trips.js'

const trip = (startedAt: number, endedAt: number, id?: number) => ({ startedAt, endedAt, ...(id === undefined ? {} : { id }) })

describe('which trip is which after segmenting again', () => {
  it('gives the id to the trip with the greatest overlap', () => {
    const diff = diffTrips([trip(0, 100, 1), trip(110, 200, 2)], [trip(50, 200)])
    expect(diff.kept).toEqual([{ stored: trip(110, 200, 2), fresh: trip(50, 200) }])
    expect(diff.removed).toEqual([trip(0, 100, 1)])
    expect(diff.added).toEqual([])
  })

  it('splits a trip: the longer part keeps the id, the other is new', () => {
    const diff = diffTrips([trip(0, 100, 1)], [trip(0, 30), trip(40, 100)])
    expect(diff.kept).toEqual([{ stored: trip(0, 100, 1), fresh: trip(40, 100) }])
    expect(diff.added).toEqual([trip(0, 30)])
  })

  it('never gives one id twice, nor an id to a trip of another time', () => {
    const diff = diffTrips([trip(0, 10, 1), trip(500, 600, 2)], [trip(0, 4), trip(5, 10), trip(700, 800)])
    expect(diff.kept).toEqual([{ stored: trip(0, 10, 1), fresh: trip(5, 10) }])
    expect(diff.added).toEqual([trip(0, 4), trip(700, 800)])
    expect(diff.removed).toEqual([trip(500, 600, 2)])
  })
})
