import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide, ReportingCommands } from '../protocol.js'
import { writeFrame } from './frame.js'
import { MessageType } from './layout.js'

/**
 * Maximum number of characters of a command. A short frame has at most 255 bytes after the length, and ten of them are not
 * text.
 */
const LONGEST_TEXT = 245

/** Seconds between two positions for frequent reports: with the ignition on, and with the ignition off. */
const OFTEN_S = [10, 60] as const

/**
 * `TIMER:10,60` in the reply to `PARAM#`, or a single number for both states of the ignition. The command has the same
 * form.
 */
const TIMER = /\bTIMER[:=,] ?(\d{1,5})(?:,(\d{1,5}))?/i

const timer = (values: readonly (number | string)[]) => `TIMER,${values.join(',')}#`

/**
 * `PARAM#` requests the settings. If the reply does not contain the timer, the operator's usual interval is set afterwards.
 */
const reporting: ReportingCommands = {
  reading: {
    read: 'PARAM#',
    restore: (answer) => {
      const [, ...values] = TIMER.exec(answer) ?? []
      const told = values.filter((value) => value !== undefined)
      return told.length > 0 ? timer(told) : undefined
    },
  },
  usual: (intervalS) => timer([intervalS, intervalS]),
  often: (restore) => {
    const [, ...values] = TIMER.exec(restore) ?? []
    return timer(
      OFTEN_S.slice(0, values[1] === undefined ? 1 : 2).map((often, nth) => Math.min(often, Number(values[nth]) || often)),
    )
  },
}

/** The vendors' commands, in the same form as in an SMS, for example `TIMER,10,60#`. `WHERE#` returns the position. */
export const commands: CommandSide = { locate: { text: 'WHERE#' }, reporting, encode }

/**
 * Encodes 0x80. Fields with their length in bytes: length 1 · server flag 4 (the device repeats it) · text. The flag is the
 * serial number of the command.
 */
function encode({ text, serial }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeFrame(MessageType.command, flagged(text, serial), serial)
}

function flagged(text: string, flag: number): Buffer {
  const content = Buffer.alloc(5 + text.length)
  content[0] = 4 + text.length
  content.writeUInt32BE(flag, 1)
  content.write(text, 5, 'latin1')
  return content
}
