import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Totem's AT07, AT09 and related models, and Tzone's AVL trackers before them. See README.md beside this file. */
export const totem = protocol(
  { name: 'totem', ports: [5007], reportsVoltage: 'some', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, tracker },
)
