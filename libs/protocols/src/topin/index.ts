import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Topin's and ZhongXun's locators, as 365GPS hears them. See README.md beside this file. */
export const topin = protocol(
  { name: 'topin', ports: [5199], tellsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, tracker },
)
