import type { Pixels } from './pixels.js'

const HEADER_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const HAS_ALPHA = 0x10

interface Size {
  width: number
  height: number
}

/**
 * Returns a still WebP's pixels and their transparency; undefined when the file is not a still WebP. The file begins with
 * `RIFF`, size (4 bytes) and `WEBP`. Chunks follow. Parts of a chunk with their length in bytes: type (4), size (4), content.
 * If the size is odd, a zero byte follows. Numbers are little-endian.
 * @source RFC 9649, section 2
 */
export function webpPixels(bytes: Buffer): Pixels | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, HEADER_BYTES) !== 'WEBP') return undefined
  const end = CHUNK_HEAD_BYTES + bytes.readUInt32LE(4)
  const chunks = end <= bytes.length ? chunksOf(bytes.subarray(HEADER_BYTES, end)) : undefined
  const lossless = chunks?.get('VP8L')
  if (lossless) return file(losslessSize(lossless), [chunk('VP8L', lossless)])
  const lossy = chunks?.get('VP8 ')
  const size = lossy && lossySize(lossy)
  if (!lossy || !size) return undefined
  const alpha = chunks?.get('ALPH')
  const pixels = chunk('VP8 ', lossy)
  return file(size, alpha ? [chunk('VP8X', extendedHead(size)), chunk('ALPH', alpha), pixels] : [pixels])
}

/**
 * Returns the first chunk of each type. Returns undefined when a chunk does not fit into the file, or the picture is animated.
 */
function chunksOf(bytes: Buffer): Map<string, Buffer> | undefined {
  const chunks = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length;) {
    if (at + CHUNK_HEAD_BYTES > bytes.length) return undefined
    const type = bytes.toString('latin1', at, at + 4)
    const from = at + CHUNK_HEAD_BYTES
    const to = from + bytes.readUInt32LE(at + 4)
    if (to > bytes.length || type === 'ANMF') return undefined
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(from, to))
    at = to + ((to - from) % 2)
  }
  return chunks
}

/**
 * Reads the size of a lossless picture. Its header has the signature 2F, then width minus one (14 bits) and height minus one
 * (14 bits).
 */
function losslessSize(content: Buffer): Size | undefined {
  if (content.length < 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/**
 * Reads the size of a key frame (RFC 6386, 9.1). Its header has three bytes with the first bit 0, the start code 9D 01 2A,
 * then width and height. Each of these two is in the lower 14 bits of 2 bytes.
 */
function lossySize(content: Buffer): Size | undefined {
  if (content.length < 10 || ((content[0] ?? 1) & 1) === 1 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

/**
 * Writes an extended header. Fields with their length in bytes: flags (1), reserved (3), canvas width minus one (3), canvas
 * height minus one (3).
 */
function extendedHead({ width, height }: Size): Buffer {
  const head = Buffer.alloc(10)
  head[0] = HAS_ALPHA
  head.writeUIntLE(Math.max(0, width - 1), 4, 3)
  head.writeUIntLE(Math.max(0, height - 1), 7, 3)
  return head
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function file(size: Size | undefined, chunks: readonly Buffer[]): Pixels | undefined {
  return size && { ...size, content: chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks])) }
}
