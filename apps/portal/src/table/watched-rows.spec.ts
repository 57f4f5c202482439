import { blockOf, watchedRows } from './watched-rows.js'

const row = (id: number, seen: number) => ({ id, seen })
const idOf = ({ id }: { id: number }) => id

describe('a live list somebody works in', () => {
  it('keeps its rows where they stood, each with its newest values, and counts the places that are others by now', () => {
    const before = [row(1, 10), row(2, 9), row(3, 8)]
    const now = [row(2, 12), row(1, 10), row(3, 11)]
    expect(watchedRows(before, now, idOf)).toEqual({ rows: [row(1, 10), row(2, 12), row(3, 11)], changes: 2 })
  })

  it('keeps a row that has left, and counts one that came', () => {
    expect(watchedRows([row(1, 1), row(2, 1)], [row(1, 1)], idOf)).toEqual({ rows: [row(1, 1), row(2, 1)], changes: 1 })
    expect(watchedRows([row(1, 1)], [row(1, 1), row(4, 1)], idOf).changes).toBe(1)
  })

  it('is read in blocks of whole pages while its order moves, so that no vehicle is on two of them', () => {
    expect(blockOf({ page: 1, limit: 15 }, true)).toEqual({ page: 1, limit: 195, from: 0, till: 15 })
    expect(blockOf({ page: 13, limit: 15 }, true)).toEqual({ page: 1, limit: 195, from: 180, till: 195 })
    expect(blockOf({ page: 14, limit: 15 }, true)).toEqual({ page: 2, limit: 195, from: 0, till: 15 })
    expect(blockOf({ page: 3, limit: 15 }, false)).toEqual({ page: 3, limit: 15, from: 0, till: 15 })
  })
})
