import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { MAX_FRAME_BYTES } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** H02 over TCP and UDP: Sinotrack, HuaSunTek and compatible, text and binary. See README.md beside this file. */
export const h02 = protocol(
  { name: 'h02', ports: [5013], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES, localTime: {} },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
