import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Castel's IDD trackers for the OBD socket, and its portable ones. See README.md beside this file. */
export const castel = protocol(
  { name: 'castel', ports: [5086], reportsVoltage: 'some', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, tracker },
)
