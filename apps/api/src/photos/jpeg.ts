import type { Pixels } from './pixels.js'

const SOI = Buffer.from([0xff, 0xd8])
const EOI = 0xd9
const SOS = 0xda
/** Markers of frames: baseline, extended and progressive. Browsers can draw only these kinds. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Markers of tables that are needed: Huffman tables, quantisation tables and the restart interval. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd])
/**
 * Maximum scans. A progressive picture has about ten. Without the limit, a picture with thousands of scans would keep a
 * browser busy for minutes.
 */
const MAX_SCANS = 100

/**
 * Returns whether a segment is not needed for the picture. Such segments are comments and application data: EXIF, XMP,
 * profiles, thumbnails.
 */
const isBeside = (marker: number) => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)

/**
 * Returns a JPEG's tables, frame and scans; undefined when browsers cannot draw it. Parts of a segment with their length in
 * bytes: FF (1), marker (1), length (2), content. The length includes its own two bytes. The header of a scan is followed by
 * the scan's bytes until the next marker.
 * @source ITU-T T.81, annex B; of the segments of JFIF and Adobe, only the colour information is used
 */
export function jpegPixels(bytes: Buffer): Pixels | undefined {
  if (!bytes.subarray(0, 2).equals(SOI)) return undefined
  const kept: Buffer[] = [SOI]
  let frame: { width: number; height: number } | undefined
  let scans = 0
  for (let at = 2; at + 4 <= bytes.length + 2 && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    // A marker may have any number of FF bytes before it.
    if (marker === 0xff) at++
    else if (marker === EOI) return frame && scans > 0 ? { ...frame, content: Buffer.concat([...kept, END]) } : undefined
    else {
      const segment = segmentAt(bytes, at)
      if (!segment) return undefined
      at += segment.length
      if (FRAMES.has(marker)) {
        if (frame || segment.length < 10) return undefined
        frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
      }
      if (isBeside(marker)) kept.push(coloursIn(segment))
      else if (FRAMES.has(marker) || TABLES.has(marker) || marker === SOS) kept.push(segment)
      else return undefined
      if (marker !== SOS) continue
      if (!frame || ++scans > MAX_SCANS) return undefined
      const end = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, end))
      at = end
    }
  }
  return undefined
}

const END = Buffer.from([0xff, EOI])

function segmentAt(bytes: Buffer, at: number): Buffer | undefined {
  if (at + 4 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at + 2)
  return length < 2 || at + 2 + length > bytes.length ? undefined : bytes.subarray(at, at + 2 + length)
}

/** Returns the end of a scan. Within a scan, FF is always followed by 00 or by a restart marker (D0 to D7). */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** Returns the colour information. Leaves out JFIF's thumbnail, which follows in the same segment. */
function coloursIn(segment: Buffer): Buffer {
  if (segment[1] === 0xe0 && segment.length >= 18 && segment.toString('latin1', 4, 9) === 'JFIF\0') {
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.alloc(2)])
  }
  if (segment[1] === 0xee && segment.length >= 16 && segment.toString('latin1', 4, 9) === 'Adobe') {
    return Buffer.concat([Buffer.from([0xff, 0xee, 0, 14]), segment.subarray(4, 16)])
  }
  return Buffer.alloc(0)
}
