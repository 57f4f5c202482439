import type { Column } from './table-definition.js'

/**
 * Columns in the order in which they leave the head when room is short: minor ones first, then the others from the right, those that
 * a card of a phone shows last. The name and the state never go.
 */
export function foldingOrder<Row>(columns: readonly Column<Row>[]): readonly string[] {
  const rank = ({ isMinor, onCard }: Column<Row>) => (isMinor ? 0 : onCard === 'meta' ? 2 : 1)
  return columns
    .slice(1)
    .filter(({ onCard }) => onCard !== 'state')
    .map((column, at) => ({ column, at }))
    .sort((one, other) => rank(one.column) - rank(other.column) || other.at - one.at)
    .map(({ column }) => column.key)
}

/** How many more columns must go so that `lackingPx` are won, by the widths of those that are still shown. */
export function foldsFor(order: readonly string[], folded: number, lackingPx: number, widthOf: (key: string) => number): number {
  let next = folded
  for (let won = 0; won < lackingPx && next < order.length; next += 1) won += widthOf(order[next] ?? '')
  return next
}
