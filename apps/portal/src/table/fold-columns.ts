import type { Column } from './table-definition.js'

/**
 * Returns the columns in the order in which they fold if there is not enough room. To fold means to move to the second line
 * of each row. Minor columns fold first, then the other columns from right to left, and last the columns that a phone's card
 * shows as details. The name and the state never fold.
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

/**
 * Returns how many columns must be folded in total to gain `lackingPx` more pixels, computed from the widths of the columns
 * that are still shown.
 */
export function foldsFor(order: readonly string[], folded: number, lackingPx: number, widthOf: (key: string) => number): number {
  let next = folded
  for (let won = 0; won < lackingPx && next < order.length; next += 1) won += widthOf(order[next] ?? '')
  return next
}
