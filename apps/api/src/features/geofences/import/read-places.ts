import { trimmedOf } from '@roadbook/contracts/sheet-cell'
import { say } from '../texts.js'
import { textsOf } from './file-texts.js'
import type { Found } from './found-area.js'
import { NotReadable } from './not-readable.js'
import { readGeoJson } from './read-geojson.js'
import type { Reading } from './reading.js'
import { readXml } from './read-xml.js'

/**
 * Returns the places of a file. Recognises the format by the contents, not by the name.
 * @throws NotReadable
 */
export function readPlaces(file: string | Uint8Array, reading: Reading): Found[] {
  const texts = typeof file === 'string' ? [file] : textsOf(file)
  const found = texts.flatMap((text) => placesOf(text, reading))
  if (found.length === 0) throw new NotReadable(say('import-no-places'))
  return found
}

/** Blanks, zeros and marks that programs leave around a text. */
const EDGE = /[\s\p{Cc}\uFEFF]/u

function placesOf(text: string, reading: Reading): Found[] {
  const body = trimmedOf(text, EDGE)
  if (body === '') throw new NotReadable(say('import-empty'))
  if (body.startsWith('<')) return readXml(body, reading)
  if (/^[{[]/u.test(body)) return readGeoJson(body, reading)
  // If the bytes of a ZIP were read as text, the ZIP cannot be unpacked any more.
  throw new NotReadable(say(body.startsWith('PK') ? 'import-not-base64' : 'import-not-a-file'))
}
