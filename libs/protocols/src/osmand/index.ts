import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { MAX_FRAME_BYTES } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** The protocol of OsmAnd, Traccar Client and home-made trackers over HTTP. See README.md beside this file. */
export const osmand = protocol(
  { name: 'osmand', ports: [5055], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, tracker },
)
