import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { LARGEST_FRAME, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Eelink, editions 1.8 and 2.x, over TCP and UDP. See README.md beside this file. */
export const eelink = protocol(
  { name: 'eelink', ports: [5064], reportsVoltage: 'never', maxFrameBytes: LARGEST_FRAME },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
