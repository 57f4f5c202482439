import { protocol } from '../protocol.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { MAX_FRAME_BYTES } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/** Coban's protocol (TK103A/B, GPS103, GPS303) over TCP and UDP. See README.md beside this file. */
export const gps103 = protocol(
  { name: 'gps103', ports: [5001], reportsVoltage: 'some', maxFrameBytes: MAX_FRAME_BYTES, localTime: {} },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
