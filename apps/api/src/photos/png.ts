import { crc32 } from 'node:zlib'
import type { Pixels } from './pixels.js'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks that are kept. Transparency (tRNS) is the only ancillary chunk that belongs to the pixels. */
const KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Bytes of a chunk besides its content: length, type and checksum. */
const FRAMING_BYTES = 12
const HEADER_BYTES = 13

/**
 * Returns a PNG's header, palette, transparency and pixels. Returns undefined when the file is not a PNG, is damaged, or needs
 * an unknown chunk. Parts of a chunk with their length in bytes: length (4), type (4), content, CRC-32 of type and content
 * (4). If the first letter of the type is lower case, the chunk is not needed for drawing.
 * @source RFC 2083, sections 3 and 4
 */
export function pngPixels(bytes: Buffer): Pixels | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const kept: Buffer[] = [SIGNATURE]
  const types = new Set<string>()
  for (let at = SIGNATURE.length; at + FRAMING_BYTES <= bytes.length;) {
    const end = at + FRAMING_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const chunk = bytes.subarray(at, end)
    const type = chunk.toString('latin1', 4, 8)
    const isHeader = type === 'IHDR' && chunk.length === FRAMING_BYTES + HEADER_BYTES
    // The header is the first chunk and occurs only once.
    if (isHeader !== (types.size === 0) || crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) return undefined
    types.add(type)
    if (KEPT.has(type)) kept.push(chunk)
    else if (!/^[a-z][A-Za-z]{3}$/.test(type)) return undefined
    if (type === 'IEND') return types.has('IDAT') ? { ...sizeIn(bytes), content: Buffer.concat(kept) } : undefined
    at = end
  }
  return undefined
}

const sizeIn = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })
