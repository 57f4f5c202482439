import type { Item, Kind } from '../item.js'
import { keptAsMade } from './kept.js'

const item = (kind: Kind, sourceId: number): Item => ({ kind, sourceId, name: 'x', group: null, body: {} })

describe('alert rules and maintenance plans of an earlier run', () => {
  it('are counted by kind, because a further run does not change them', () => {
    const items = [item('rule', 1), item('rule', 2), item('rule', 3), item('maintenance', 1), item('vehicle', 1)]
    const ledger = { idOf: (_: Kind, sourceId: number | string) => (sourceId === 3 ? undefined : 9) }
    expect(keptAsMade(items, ledger).map((line) => line.split(':')[0])).toEqual([
      '2 alert rules stay as an earlier run made them',
      '1 maintenance plans stay as an earlier run made them',
    ])
    expect(keptAsMade(items, { idOf: () => undefined })).toEqual([])
    expect(keptAsMade(items, undefined)).toEqual([])
  })
})
