import type { CommandError } from '../protocol.js'
import { refuse } from './errors.js'

const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e

/**
 * Returns the reason why a text cannot be sent as a command: it is empty, too long, or contains anything but printable ASCII.
 * @param forbidden printable characters that would end the frame
 */
export function refusalOf(text: string, longest: number, forbidden = ''): CommandError | undefined {
  if (text.length === 0 || text.length > longest) return refuse(`a command of 1 to ${longest} characters is allowed`)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= FIRST_PRINTABLE && code <= LAST_PRINTABLE && !forbidden.includes(text[at]!)) continue
    return refuse(`only printable ASCII ${forbidden && `without ${[...forbidden].join(' ')} `}is allowed in a command`)
  }
  return undefined
}
