/** Markers and limits. */
export const OPEN = 0x28
export const CLOSE = 0x29
export const MAX_FRAME_BYTES = 2048

/** Length of the usual id. It is a phone number or the end of the IMEI, padded with zeros. */
export const ID_LENGTH = 12
const COMMAND_LENGTH = 4
const LONGEST_ID = 20

/** Start of a frame: the sender, the command, and the offset at which the body begins. */
export interface Head {
  id: string
  command: string
  /** Offset of the body in the text. In the comma dialect this is after the comma. */
  bodyAt: number
}

/** Known lengths of ids, the usual one first. */
const ID_LENGTHS = [ID_LENGTH, 15, 11, 10, 13, 14] as const

/**
 * Reads the start of a frame: `(` id command …, or in the comma dialect `(id,command,…`. The text must begin with the
 * bracket.
 */
export function headOf(text: string): Head | undefined {
  for (const length of ID_LENGTHS) {
    const at = 1 + length
    if (isCommand(text, at) && isAlphanumeric(text, 1, at)) {
      const bodyAt = at + COMMAND_LENGTH
      return { id: text.slice(1, at), command: text.slice(at, bodyAt), bodyAt: text[bodyAt] === ',' ? bodyAt + 1 : bodyAt }
    }
  }
  const comma = text.indexOf(',')
  if (comma < 2 || comma > LONGEST_ID + 1 || !isAlphanumeric(text, 1, comma) || !isCommand(text, comma + 1)) return undefined
  const bodyAt = comma + 1 + COMMAND_LENGTH
  return {
    id: text.slice(1, comma),
    command: text.slice(comma + 1, bodyAt),
    bodyAt: text[bodyAt] === ',' ? bodyAt + 1 : bodyAt,
  }
}

/** Returns true if a command may be at this index: two capital letters, then two digits or capital letters. */
function isCommand(text: string, at: number): boolean {
  return isUpper(text, at) && isUpper(text, at + 1) && isUpperOrDigit(text, at + 2) && isUpperOrDigit(text, at + 3)
}

export const isUpper = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0x41 && code <= 0x5a
}

const isUpperOrDigit = (text: string, at: number): boolean => isUpper(text, at) || isDigit(text.charCodeAt(at))

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

export function isAlphanumeric(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isLetterOrDigit(text.charCodeAt(at))) return false
  return true
}

export const isLetterOrDigit = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
