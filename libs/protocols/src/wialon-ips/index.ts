import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { LONGEST_FRAME, frame } from './frame.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** Wialon IPS 1.1 and 2.0 over TCP and UDP. See README.md beside this file. */
export const wialonIps = protocol(
  { name: 'wialon-ips', ports: [5039], reportsVoltage: 'some', maxFrameBytes: LONGEST_FRAME },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
