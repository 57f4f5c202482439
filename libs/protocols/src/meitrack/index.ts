import { sameFramesOverUdp } from '../datagrams.js'
import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { LONGEST_FRAME, frame } from './frame.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** Meitrack's GPRS protocol over TCP and UDP: text events, binary batches. See README.md beside this file. */
export const meitrack = protocol(
  { name: 'meitrack', ports: [5020], reportsVoltage: 'always', maxFrameBytes: LONGEST_FRAME },
  { sniff, frame, decode, commands, udp: sameFramesOverUdp({ sniff, frame, decode }), tracker },
)
