/** How far the bottom sheet is pulled up: a glance, half, everything. */
export type SheetStop = 'peek' | 'half' | 'full'

export const PEEK_PX = 120
const STOPS: readonly SheetStop[] = ['peek', 'half', 'full']
/** A flick of this many pixels a millisecond goes to the next stop, however short it was. */
const FLICK = 0.5

/** The height of a stop in a view of this height; the full sheet leaves the search field free. */
export const sheetHeight = (stop: SheetStop, viewHeight: number): number =>
  stop === 'peek' ? PEEK_PX : stop === 'half' ? Math.round(viewHeight * 0.52) : viewHeight - 72

/** Where the sheet comes to rest when it is let go: at the nearest stop, or the next one in the direction of a flick (px/ms, up positive). */
export function restingStop(height: number, velocity: number, viewHeight: number): SheetStop {
  const byDistance = (stop: SheetStop) => Math.abs(sheetHeight(stop, viewHeight) - height)
  if (velocity > FLICK) return STOPS.find((stop) => sheetHeight(stop, viewHeight) > height) ?? 'full'
  if (velocity < -FLICK) return STOPS.findLast((stop) => sheetHeight(stop, viewHeight) < height) ?? 'peek'
  return STOPS.reduce((nearest, stop) => (byDistance(stop) < byDistance(nearest) ? stop : nearest))
}

/** The stop one step further up or down, for the keyboard. */
export const nextStop = (stop: SheetStop, direction: 1 | -1): SheetStop =>
  STOPS[Math.min(STOPS.length - 1, Math.max(0, STOPS.indexOf(stop) + direction))]!
