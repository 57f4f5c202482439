import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { MAX_FRAME_BYTES } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** TK103 of the Xexun/KX family: `(` … `)`. Coban's TK103 is another protocol. See README.md beside this file. */
export const tk103 = protocol(
  { name: 'tk103', ports: [5002], reportsVoltage: 'some', maxFrameBytes: MAX_FRAME_BYTES, localTime: {} },
  { sniff, frame, decode, commands, tracker },
)
