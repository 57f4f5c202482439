import { crc32, deflateSync } from 'node:zlib'

const NOTHING: Buffer = Buffer.alloc(0)

/** Returns a segment of a JPEG: FF, marker, length (of itself and the content), content. */
export function jpegSegment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

/** Returns a grey JPEG of the given size Its scan contains a stuffed FF and a restart marker. */
export function jpeg({ width = 8, height = 8, beside = NOTHING, behind = NOTHING } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const scan = Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    beside,
    jpegSegment(0xdb, Buffer.concat([Buffer.alloc(1), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.alloc(1), Buffer.from([1]), Buffer.alloc(16)])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd9]),
    behind,
  ])
}

/** Returns a chunk of a PNG: length, type, content, checksum. */
export function pngChunk(type: string, content: Buffer | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content as string, 'latin1')])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(named.length - 4, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Returns a black PNG, which may lack some of its pixels. */
export function png({ width = 1, height = 1, beside = NOTHING, behind = NOTHING } = {}): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    beside,
    pngChunk('IDAT', deflateSync(Buffer.alloc(2))),
    pngChunk('IEND', ''),
    behind,
  ])
}

/** Returns a chunk of a WebP: type, size, content, and a zero byte if the size is odd. */
export function webpChunk(type: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
}

export const webp = (...chunks: Buffer[]) => webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

/** Returns the content of `VP8 `: the header of a key frame. */
export function lossyPixels(width: number, height: number): Buffer {
  const bytes = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 0x77])
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** Returns the content of `VP8L`, for a lossless picture of this size. */
export function losslessPixels(width: number, height: number): Buffer {
  const bytes = Buffer.from([0x2f, 0, 0, 0, 0, 0x77])
  bytes.writeUInt32LE(width - 1 + (height - 1) * 0x4000, 1)
  return bytes
}
