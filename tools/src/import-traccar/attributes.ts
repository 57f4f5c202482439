import type { Attributes } from './source/model.js'

/**
 * Kilometres per hour in a knot. Traccar stores speeds in knots, including the speed limits of geofences
 * (`Event.KEY_SPEED_LIMIT`, `OverspeedEventHandler`).
 */
export const KPH_PER_KNOT = 1.852

/** Returns an attribute as a number, or undefined if it is none. */
export const numberIn = (attributes: Attributes, name: string): number | undefined => {
  const value = Number(attributes[name] ?? NaN)
  return Number.isFinite(value) ? value : undefined
}

/** Returns a value for a message, as JSON of at most 40 characters. */
export const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
