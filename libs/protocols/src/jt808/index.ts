import { protocol } from '../protocol.js'
import { sameFramesOverUdp } from '../datagrams.js'
import { STANDARD_OFFSET_MINUTES } from './clock.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { LARGEST_FRAME, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

const stream = { sniff, frame, decode }

/**
 * JT/T 808, the Chinese national standard: editions 2011, 2013 and 2019, and vendors' additions. See README.md in this
 * folder.
 */
export const jt808 = protocol(
  {
    name: 'jt808',
    ports: [5015],
    reportsVoltage: 'some',
    maxFrameBytes: LARGEST_FRAME,
    localTime: { standardMinutes: STANDARD_OFFSET_MINUTES },
  },
  { ...stream, commands, udp: sameFramesOverUdp(stream), tracker },
)
