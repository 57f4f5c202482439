import type { Command, CommandError, CommandSide } from '../protocol.js'
import { PackageId, writePackage } from './frame.js'

const LONGEST_TEXT = 1000
const KIND_COMMAND = 1

/** The maker's commands, as by SMS: `RELAY,1#`, `TIMER,30#`. `WHERE#` answers with the position. */
export const commands: CommandSide = { locate: { text: 'WHERE#' }, encode }

/** 0x80: kind 1 · number 4, which the device repeats · text. */
function encode({ text, serial }: Command): Buffer | CommandError {
  if (text.length === 0 || text.length > LONGEST_TEXT) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  if (!/^[\x20-\x7e]*$/.test(text)) return refuse('only printable ASCII is allowed in a command')
  return writePackage(PackageId.instruction, serial, numbered(text, serial))
}

/** What both a command and its answer consist of. */
export function numbered(text: string, number: number): Buffer {
  const content = Buffer.alloc(5 + text.length, KIND_COMMAND)
  content.writeUInt32BE(number, 1)
  content.write(text, 5, 'latin1')
  return content
}

const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })
