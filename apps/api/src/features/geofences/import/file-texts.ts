import { gunzipSync } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { say } from '../texts.js'
import { NotReadable } from './not-readable.js'

/** Bytes that a packed file may hold once it is unpacked. */
const MOST_UNPACKED = 5_000_000
/** Of a ZIP so much is unpacked between two looks at how much it has become. */
const STEP = 4_096

const PLACES = /\.(kml|gpx|geojson|json)$/i

/** The texts of a file of places: it is one, is packed (KMZ, ZIP, gzip), or holds several. @throws NotReadable */
export function textsOf(bytes: Uint8Array): string[] {
  if (bytes.length === 0) throw new NotReadable(say('import.empty'))
  if (begins(bytes, 0x50, 0x4b)) return unzipped(bytes).map(decoded)
  if (begins(bytes, 0x1f, 0x8b)) return [decoded(gunzipped(bytes))]
  return [decoded(bytes)]
}

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

function gunzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED })
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new NotReadable(isLarge ? tooMuch() : say('import.damaged'))
  }
}

const tooMuch = () => say('import.too-much', { max: MOST_UNPACKED / 1_000_000 })

/** Unpacked as it comes, whatever sizes the archive claims: what grows beyond the limit is let go in the middle. */
function unzipped(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  let total = 0
  let problem: NotReadable | undefined
  const archive = new Unzip((file) => {
    if (!PLACES.test(file.name) || /(^|\/)(__MACOSX|\._)/u.test(file.name)) return
    const pieces: Uint8Array[] = []
    file.ondata = (error, piece, isLast) => {
      if (error) problem ??= new NotReadable(say('import.damaged'))
      else {
        total += piece.length
        pieces.push(piece)
        if (isLast) found.push(Buffer.concat(pieces))
      }
    }
    file.start()
  })
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !problem && total <= MOST_UNPACKED; at += STEP) {
      archive.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
    }
  } catch {
    problem ??= new NotReadable(say('import.damaged'))
  }
  if (total > MOST_UNPACKED) throw new NotReadable(tooMuch())
  if (problem) throw problem
  if (found.length === 0) throw new NotReadable(say('import.nothing-packed'))
  return found
}

/** By its mark or its first bytes, by what its XML declares, as UTF-8, or as the encoding of Windows that older programs write. */
function decoded(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1]
  for (const label of [declared, 'utf-8', 'windows-1252']) {
    try {
      // Not what it is, as it would have been found above.
      if (label && !/^utf-?16/i.test(label)) return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // The next one, then.
    }
  }
  throw new NotReadable(say('import.not-a-file'))
}

function utf16Of([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be'
  return undefined
}
