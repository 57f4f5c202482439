import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { LONGEST_FRAME, frame } from './frame.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/**
 * Suntech trackers over TCP and UDP: text of the series ST200 to ST900, and the universal format in text and binary. See
 * README.md.
 */
export const suntech = protocol(
  { name: 'suntech', ports: [5011], reportsVoltage: 'always', maxFrameBytes: LONGEST_FRAME },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
