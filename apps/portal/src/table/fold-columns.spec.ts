import { foldingOrder, foldsFor } from './fold-columns.js'
import type { Column } from './table-definition.js'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  label: key,
  render: () => key,
  ...more,
})
const COLUMNS = [
  column('name'),
  column('type'),
  column('tags', { isMinor: true }),
  column('last_seen', { onCard: 'meta' }),
  column('imei'),
  column('state', { onCard: 'state' }),
]

describe('columns that a table has no room for', () => {
  it('go minor ones first, then from the right; what a card shows goes last, name and state never', () => {
    expect(foldingOrder(COLUMNS)).toEqual(['tags', 'imei', 'type', 'last_seen'])
  })

  it('are as many as the lacking pixels need, and no more', () => {
    const order = foldingOrder(COLUMNS)
    expect(foldsFor(order, 0, 150, () => 100)).toBe(2)
    expect(foldsFor(order, 1, 100, () => 100)).toBe(2)
    expect(foldsFor(order, 0, 9_999, () => 100)).toBe(4)
  })
})
