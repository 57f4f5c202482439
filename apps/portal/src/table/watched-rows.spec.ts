import { blockOf, watchedRows } from './watched-rows.js'

const row = (id: number, seen: number) => ({ id, seen })
const idOf = ({ id }: { id: number }) => id

describe('a live list somebody works in', () => {
  it('keeps its rows where they stood, each with its newest values, and counts those that stand elsewhere by now', () => {
    const before = [row(1, 10), row(2, 9), row(3, 8)]
    const now = [row(2, 12), row(1, 10), row(3, 11)]
    expect(watchedRows(before, now, idOf)).toEqual({ rows: [row(1, 10), row(2, 12), row(3, 11)], changes: 1 })
  })

  it('keeps a row that has left, and counts one that came', () => {
    expect(watchedRows([row(1, 1), row(2, 1)], [row(1, 1)], idOf)).toEqual({ rows: [row(1, 1), row(2, 1)], changes: 1 })
    expect(watchedRows([row(1, 1)], [row(1, 1), row(4, 1)], idOf).changes).toBe(1)
  })

  it('counts one that comes first as one, though each of the others stands a place further down', () => {
    const [before, now] = [
      [row(3, 1), row(2, 1), row(1, 1)],
      [row(4, 1), row(3, 1), row(2, 1)],
    ]
    expect(watchedRows(before, now, idOf)).toEqual({ rows: before, changes: 1 })
  })

  it.each([
    { now: [4, 1, 2, 3], changes: 1 },
    { now: [2, 3, 4, 1], changes: 1 },
    { now: [2, 1, 4, 3], changes: 2 },
    { now: [4, 3, 2, 1], changes: 3 },
    { now: [1, 2, 3, 4], changes: 0 },
  ])('counts those that moved, not those that they passed: $now', ({ now, changes }) => {
    const [before, after] = [[1, 2, 3, 4], now].map((ids) => ids.map((id) => row(id, 1)))
    expect(watchedRows(before!, after!, idOf).changes).toBe(changes)
  })

  it('is read in blocks of whole pages while its order moves, so that no vehicle is on two of them', () => {
    expect(blockOf({ page: 1, limit: 15 }, true)).toEqual({ page: 1, limit: 195, from: 0, till: 15 })
    expect(blockOf({ page: 13, limit: 15 }, true)).toEqual({ page: 1, limit: 195, from: 180, till: 195 })
    expect(blockOf({ page: 14, limit: 15 }, true)).toEqual({ page: 2, limit: 195, from: 0, till: 15 })
    expect(blockOf({ page: 3, limit: 15 }, false)).toEqual({ page: 3, limit: 15, from: 0, till: 15 })
  })
})
