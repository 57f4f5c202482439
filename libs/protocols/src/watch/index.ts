import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { MAX_FRAME_BYTES } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** Watches and pendants of the Setracker/Beesure family: `[3G*id*length*content]`. See README.md beside this file. */
export const watch = protocol(
  { name: 'watch', ports: [5093], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES, localTime: {} },
  { sniff, frame, decode, commands, tracker },
)
