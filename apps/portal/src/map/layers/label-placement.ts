/** Label to place beside its marker or under its circle, in pixels of the map. */
export interface LabelWish {
  /** ID of the vehicle, or of the first vehicle of a circle. */
  entityId: number
  x: number
  y: number
  width: number
  /** Time of the vehicle's last message. If two labels overlap, the one of the older message is hidden. */
  lastActivity: number
  /** Distance in pixels from the middle of a circle to the names below it. */
  below?: number
}

/** Side of the marker on which a label is drawn. */
export type LabelSide = 'right' | 'left' | 'below'

export const LABEL_HEIGHT = 22
/** Distance in pixels from the middle of the marker to the nearer edge of its label. */
export const LABEL_OFFSET = 20
/** Half the width in pixels of a glyph, which a label must not cover. */
const GLYPH_HALF = 12
const CELL = 128

interface Rectangle {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Decides which labels fit and on which side. The labels of the newest messages are placed first: right of the marker if
 * possible, otherwise left, and never over another label or marker. With a grid, each label is compared only with its
 * neighbours.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  obstacles: readonly { x: number; y: number; radius: number }[],
): Map<number, LabelSide> {
  const grid = new Map<string, Rectangle[]>()
  const cellsOf = function* ({ left, right, top, bottom }: Rectangle) {
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1)
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1) yield `${column}:${row}`
  }
  const occupy = (rectangle: Rectangle) => {
    for (const cell of cellsOf(rectangle)) {
      const taken = grid.get(cell)
      if (taken) taken.push(rectangle)
      else grid.set(cell, [rectangle])
    }
  }
  const isFree = (rectangle: Rectangle) => {
    for (const cell of cellsOf(rectangle)) if (grid.get(cell)?.some((taken) => overlaps(taken, rectangle))) return false
    return true
  }

  for (const { x, y, radius } of obstacles) occupy({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })
  for (const { x, y, below } of wishes)
    if (below === undefined) occupy({ left: x - GLYPH_HALF, right: x + GLYPH_HALF, top: y - GLYPH_HALF, bottom: y + GLYPH_HALF })
  const placed = new Map<number, LabelSide>()
  for (const wish of [...wishes].sort((a, b) => b.lastActivity - a.lastActivity || a.entityId - b.entityId)) {
    const side = sidesOf(wish).find((candidate) => isFree(labelRectangle(wish, candidate)))
    if (!side) continue
    occupy(labelRectangle(wish, side))
    placed.set(wish.entityId, side)
  }
  return placed
}

const sidesOf = ({ below }: LabelWish): readonly LabelSide[] => (below === undefined ? ['right', 'left'] : ['below'])

/** Returns where a label is drawn. */
export function labelRectangle(
  { x, y, width, below = 0 }: Pick<LabelWish, 'x' | 'y' | 'width' | 'below'>,
  side: LabelSide,
): Rectangle {
  if (side === 'below') return { left: x - width / 2, right: x + width / 2, top: y + below, bottom: y + below + LABEL_HEIGHT }
  const left = side === 'right' ? x + LABEL_OFFSET : x - LABEL_OFFSET - width
  return { left, right: left + width, top: y - LABEL_HEIGHT / 2, bottom: y + LABEL_HEIGHT / 2 }
}

const overlaps = (a: Rectangle, b: Rectangle) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
