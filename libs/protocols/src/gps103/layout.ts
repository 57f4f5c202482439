/** Markers and limits. The longest frames contain parts of photos. */
export const MAX_FRAME_BYTES = 4096
export const SEMICOLON = 0x3b
export const ASTERISK = 0x2a
export const IMEI_PREFIX = 'imei:'
export const LOGIN_PREFIX = '##,'
export const LONGEST_ID = 20

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Returns true for a byte that may end a frame: `;`, the `*` of one layout, or a line end. */
export const isEnd = (byte: number): boolean => byte === SEMICOLON || byte === ASTERISK || byte === 0x0d || byte === 0x0a

/** Returns true for a byte that may occur between frames: another end mark or a blank. */
export const isSeparator = (byte: number): boolean => isEnd(byte) || byte === 0x20 || byte === 0x09 || byte === 0
