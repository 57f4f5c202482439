/** Stops of the bottom sheet. A stop is a height at which the sheet rests. */
export type SheetStop = 'peek' | 'half' | 'full'

export const PEEK_PX = 120
const STOPS: readonly SheetStop[] = ['peek', 'half', 'full']
/** Speed in px/ms from which a flick moves the sheet to the next stop, even if the flick is short. */
const FLICK = 0.5

/** Returns the height in px of a stop. At the full stop the search field remains visible. */
export const sheetHeight = (stop: SheetStop, viewHeight: number): number =>
  stop === 'peek' ? PEEK_PX : stop === 'half' ? Math.round(viewHeight * 0.52) : viewHeight - 72

/** Returns the stop for a released sheet: the nearest, or the next in the direction of a flick (px/ms, up is positive). */
export function restingStop(height: number, velocity: number, viewHeight: number): SheetStop {
  const byDistance = (stop: SheetStop) => Math.abs(sheetHeight(stop, viewHeight) - height)
  if (velocity > FLICK) return STOPS.find((stop) => sheetHeight(stop, viewHeight) > height) ?? 'full'
  if (velocity < -FLICK) return STOPS.findLast((stop) => sheetHeight(stop, viewHeight) < height) ?? 'peek'
  return STOPS.reduce((nearest, stop) => (byDistance(stop) < byDistance(nearest) ? stop : nearest))
}

/** Returns the next stop up or down, for the keyboard. */
export const nextStop = (stop: SheetStop, direction: 1 | -1): SheetStop =>
  STOPS[Math.min(STOPS.length - 1, Math.max(0, STOPS.indexOf(stop) + direction))]!
