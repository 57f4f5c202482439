import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { frame, sniff } from './frame.js'
import { LARGEST_FRAME } from './layout.js'
import { tracker } from './tracker.js'

/** GT06 of Concox and Jimi, and of many clones. See README.md beside this file. */
export const gt06 = protocol(
  { name: 'gt06', ports: [5023], reportsVoltage: 'some', maxFrameBytes: LARGEST_FRAME, localTime: {} },
  { sniff, frame, decode, commands, tracker },
)
