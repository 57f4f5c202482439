/** Markers and limits. */
export const OPEN = 0x5b
export const CLOSE = 0x5d
export const STAR = 0x2a
export const COMMA = 0x2c

/** Maximum size of a frame: `[3G*id*index*FFFF*`, the longest content and the closing bracket. */
export const MAX_FRAME_BYTES = 65_535 + 64
/** Maximum size of a text frame. Only voice messages and pictures are longer. */
export const LONGEST_TEXT_FRAME = 8192
export const LONGEST_ID = 20

export const USUAL_MAKER = '3G'

/** First characters of contents with binary data, which are voice messages and pictures. */
const BINARY: readonly Buffer[] = ['TK,', 'TK2,', 'JXTK,', 'img,'].map((word) => Buffer.from(word))

/** The fields before the content. Offsets count from the start of the buffer. */
export interface Head {
  maker: string
  id: string
  /** A counter of four hexadecimal digits, which some vendors send. They expect it in the reply. */
  index: string | undefined
  contentAt: number
  /** The length that the device declares. Some devices do not count correctly. */
  length: number
}

/**
 * Reads the fields before the content: two letters or digits, an id, on some models an index, and a length. Undefined if the
 * bytes have another form.
 */
export function readHead(buffer: Buffer, start: number): Head | 'more' | undefined {
  const idEnd = partEnd(buffer, start + 4, LONGEST_ID)
  if (!startsHead(buffer, start)) return buffer.length < start + 4 && couldStartHead(buffer, start) ? 'more' : undefined
  if (idEnd === undefined || idEnd === 'more') return idEnd
  const end = partEnd(buffer, idEnd + 1, 8)
  if (end === undefined || end === 'more') return end
  const maker = buffer.toString('latin1', start + 1, start + 3)
  const id = buffer.toString('latin1', start + 4, idEnd)
  const first = buffer.toString('latin1', idEnd + 1, end)
  const isShort = buffer.length < end + 6
  if (isShort && !buffer.subarray(end).includes(CLOSE)) return 'more'
  const second = buffer.toString('latin1', end + 1, end + 5)
  const isIndexed = buffer[end + 5] === STAR && isHex(second)
  const size = isIndexed ? second : first
  if (size.length > 4 || !isHex(size)) return undefined
  const contentAt = isIndexed ? end + 6 : end + 1
  return { maker, id, index: isIndexed ? first : undefined, contentAt, length: Number.parseInt(size, 16) }
}

/** Returns true if `[`, two letters or digits and `*` are at this index. */
export const startsHead = (buffer: Buffer, at: number): boolean =>
  buffer[at] === OPEN && isAlphanumeric(buffer[at + 1]) && isAlphanumeric(buffer[at + 2]) && buffer[at + 3] === STAR

const couldStartHead = (buffer: Buffer, at: number): boolean =>
  buffer[at] === OPEN && buffer.subarray(at + 1, at + 3).every(isAlphanumeric)

/** Returns the index of the next asterisk. There must be 1 to `longest` letters or digits between `from` and the asterisk. */
function partEnd(buffer: Buffer, from: number, longest: number): number | 'more' | undefined {
  for (let at = from; at <= from + longest; at++) {
    const byte = buffer[at]
    if (byte === undefined) return 'more'
    if (byte === STAR) return at > from ? at : undefined
    if (!isAlphanumeric(byte)) return undefined
  }
  return undefined
}

export const isBinary = (buffer: Buffer, contentAt: number): boolean =>
  BINARY.some(
    (word) => buffer.length >= contentAt + word.length && word.compare(buffer, contentAt, contentAt + word.length) === 0,
  )

export function isAlphanumeric(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)
}

function isHex(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 0x20
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false
  }
  return text.length > 0
}
