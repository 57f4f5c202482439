import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** MiniFinder Pico and Atto, the EV07 of Eview and related models: `!kind,…;`. See README.md beside this file. */
export const minifinder = protocol(
  { name: 'minifinder', ports: [5062], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES, localTime: {} },
  { sniff, frame, decode, tracker },
)
