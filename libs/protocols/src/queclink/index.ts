import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { LONGEST_TEXT, frame } from './frame.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** Queclink's @Track protocol as text, and in the binary form that users can select in the device. See README.md. */
export const queclink = protocol(
  { name: 'queclink', ports: [5004], reportsVoltage: 'always', maxFrameBytes: LONGEST_TEXT, localTime: { isOfPositions: false } },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
