import { gunzipSync } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { say } from '../texts.js'
import { NotReadable } from './not-readable.js'

/** Maximum size of a file after unpacking, in bytes. */
const MOST_UNPACKED = 5_000_000
/** Bytes of a ZIP that are unpacked between two checks of the size. */
const STEP = 4_096

const PLACES = /\.(kml|kmz|gpx|geojson|json)$/i

/** Maximum depth of nested archives. The deepest useful case is a KMZ in a ZIP that the portal packed with gzip. */
const DEEPEST = 3
/** Maximum files in an archive. They are limited because unpacking takes time even for an empty file. */
const MOST_FILES = 500

/** Number of bytes and files unpacked so far, at any depth. */
interface Unpacked {
  bytes: number
  files: number
}

/**
 * Returns the texts in a file. The file may be plain, packed (KMZ, ZIP or gzip, also nested), or an archive of several files.
 * @throws NotReadable
 */
export const textsOf = (bytes: Uint8Array): string[] => textsIn(bytes, { bytes: 0, files: 0 }, 0)

function textsIn(bytes: Uint8Array, sum: Unpacked, depth: number): string[] {
  if (bytes.length === 0) throw new NotReadable(say('import-empty'))
  const unpack = begins(bytes, 0x50, 0x4b) ? unzipped : begins(bytes, 0x1f, 0x8b) ? gunzipped : undefined
  if (!unpack) return [decoded(bytes)]
  if (depth === DEEPEST) throw new NotReadable(say('import-nothing-packed'))
  // Subtracts the bytes of a nested archive, because its contents are counted instead.
  if (depth > 0) sum.bytes -= bytes.length
  return unpack(bytes, sum).flatMap((one) => textsIn(one, sum, depth + 1))
}

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

function gunzipped(bytes: Uint8Array, sum: Unpacked): Uint8Array[] {
  const left = MOST_UNPACKED - sum.bytes
  if (left <= 0) throw new NotReadable(tooMuch())
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: left })
    sum.bytes += unpacked.length
    return [unpacked]
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new NotReadable(isLarge ? tooMuch() : say('import-damaged'))
  }
}

const tooMuch = () => say('import-too-much', { max: MOST_UNPACKED / 1_000_000 })

/** Unpacks a ZIP in steps and stops at the limit, because the sizes that an archive states may be wrong. */
function unzipped(bytes: Uint8Array, sum: Unpacked): Uint8Array[] {
  const found: Uint8Array[] = []
  let problem: NotReadable | undefined
  const archive = new Unzip((file) => {
    if (problem || !PLACES.test(file.name) || /(^|\/)(__MACOSX|\._)/u.test(file.name)) return
    if (++sum.files > MOST_FILES) {
      problem = new NotReadable(say('import-too-many-files', { max: MOST_FILES }))
      return
    }
    const pieces: Uint8Array[] = []
    file.ondata = (error, piece, isLast) => {
      if (error) problem ??= new NotReadable(say('import-damaged'))
      else {
        sum.bytes += piece.length
        pieces.push(piece)
        if (isLast) found.push(Buffer.concat(pieces))
      }
    }
    file.start()
  })
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !problem && sum.bytes <= MOST_UNPACKED; at += STEP) {
      archive.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
    }
  } catch {
    problem ??= new NotReadable(say('import-damaged'))
  }
  if (sum.bytes > MOST_UNPACKED) throw new NotReadable(tooMuch())
  if (problem) throw problem
  if (found.length === 0) throw new NotReadable(say('import-nothing-packed'))
  return found
}

/**
 * Decodes a text. It is UTF-16 if the byte order mark or the first bytes show that. Otherwise these encodings are tried in
 * turn: the one that the XML declares, UTF-8, and the Windows encoding of older programs.
 */
function decoded(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1]
  for (const label of [declared, 'utf-8', 'windows-1252']) {
    try {
      // A declaration of UTF-16 is wrong here, because real UTF-16 was detected above.
      if (label && !/^utf-?16/i.test(label)) return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // Try the next encoding.
    }
  }
  throw new NotReadable(say('import-not-a-file'))
}

function utf16Of([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be'
  return undefined
}
