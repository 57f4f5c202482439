/** Limits of a request in bytes. */
export const LARGEST_HEAD = 16_384
export const MOST_HEAD_LINES = 100
export const LARGEST_BODY = 65_536
/** Maximum number of chunks, and maximum number of bytes in the line before each chunk. */
export const MOST_CHUNKS = 64
export const LONGEST_CHUNK_LINE = 64
export const LARGEST_TRAILER = 1024
export const MAX_FRAME_BYTES = LARGEST_HEAD + LARGEST_BODY + MOST_CHUNKS * (LONGEST_CHUNK_LINE + 4) + LARGEST_TRAILER

export const MOST_PARAMETERS = 200
export const LONGEST_ID = 20

export const CR = 0x0d
export const LF = 0x0a
export const HEAD_END = '\r\n\r\n'

/**
 * Methods that can begin a connection of this protocol. A request with another method gets a reply only if it comes later
 * on the connection.
 */
export const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS'] as const

/** A refused request and the reason, which is meant for the developer of the client. */
export interface Trouble {
  status: 400 | 405 | 413 | 431 | 501 | 505
  reason: string
}

export const isTrouble = (value: object): value is Trouble => 'status' in value

export const TOO_LARGE_HEAD: Trouble = {
  status: 431,
  reason: `the head of a request may have ${LARGEST_HEAD} bytes in ${MOST_HEAD_LINES} lines`,
}
