import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { LARGEST_FRAME, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Ruptela's FM protocol, generations 3 to 5, over TCP. See README.md beside this file. */
export const ruptela = protocol(
  { name: 'ruptela', ports: [5046], reportsVoltage: 'some', maxFrameBytes: LARGEST_FRAME },
  { sniff, frame, decode, commands, tracker },
)
