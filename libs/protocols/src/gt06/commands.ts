import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide, ReportingCommands } from '../protocol.js'
import { writeFrame } from './frame.js'
import { MessageType } from './layout.js'

/** Maximum text. A short frame counts at most 255 bytes, and ten of them are not text. */
const LONGEST_TEXT = 245

/** Seconds between two positions, with the ignition on and off. */
const OFTEN_S = [10, 60] as const

/** `TIMER:10,60` in the settings, or one number for both; the same in the command. */
const TIMER = /\bTIMER[:=,] ?(\d{1,5})(?:,(\d{1,5}))?/i

const timer = (values: readonly (number | string)[]) => `TIMER,${values.join(',')}#`

/** `PARAM#` returns the settings. Where the reply lacks the timer, the usual interval is set again. */
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

/** The vendors' commands, as by SMS, for example `TIMER,10,60#`. `WHERE#` returns the position. */
export const commands: CommandSide = { locate: { text: 'WHERE#' }, reporting, encode }

/** Encodes 0x80: length 1 · server flag 4, which the device repeats · text. The flag is the serial of the command. */
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
