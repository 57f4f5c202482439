import { FixValidity } from '@roadbook/contracts'
import type { WaypointRow } from './track-store.js'
import { Watermarks } from './watermarks.js'

const row = (deviceId: number, positionedAt: number): WaypointRow => ({
  deviceId,
  receivedAt: positionedAt,
  fix: { positionedAt, validity: FixValidity.valid },
})
const times = (rows: readonly WaypointRow[]) => rows.map(({ deviceId, fix }) => `${deviceId}@${fix.positionedAt}`)

describe('the watermarks', () => {
  it('call fresh only what is newer than all before it, in the table and in the batch', () => {
    const watermarks = new Watermarks()
    watermarks.advance(new Map([[1, 100]]))
    const { fresh, others } = watermarks.split([row(1, 100), row(1, 120), row(1, 110), row(1, 120), row(1, 130), row(2, 200)])
    expect(times(fresh)).toEqual(['1@120', '1@130'])
    expect(times(others)).toEqual(['1@100', '1@110', '1@120', '2@200'])
  })

  it('stand still until the rows are committed', () => {
    const watermarks = new Watermarks()
    watermarks.advance(new Map([[1, 100]]))
    const { reached } = watermarks.split([row(1, 120)])
    expect(times(watermarks.split([row(1, 110)]).fresh)).toEqual(['1@110'])
    watermarks.advance(reached)
    expect(times(watermarks.split([row(1, 110)]).fresh)).toEqual([])
  })
})
