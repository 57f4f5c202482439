import { TRIP_PARAMETERS } from './parameters.js'
import { MIN_SATELLITES } from './readings/point.js'
import { CONVINCING, READING_NOISE_M } from './readings/sieve.js'

/**
 * Version of the code. Increase it with every change of this library that gives other trips or another state for any track.
 */
const CODE = 8

/**
 * Identifies the rules of the segmentation, which are the code and its parameters. A stored state of another version must
 * not be continued. Instead, the trips must be segmented again from the last stable rest on.
 */
export const SEGMENTATION_VERSION = `${CODE}-${digest(JSON.stringify([TRIP_PARAMETERS, MIN_SATELLITES, CONVINCING, READING_NOISE_M]))}`

/** FNV-1a with 32 bits, which is enough to notice a change. http://www.isthe.com/chongo/tech/comp/fnv */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
