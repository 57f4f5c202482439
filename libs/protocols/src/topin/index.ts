import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Locators of Topin and ZhongXun, with the messages that the 365GPS platform receives. See README.md beside this file. */
export const topin = protocol(
  { name: 'topin', ports: [5199], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, tracker },
)
