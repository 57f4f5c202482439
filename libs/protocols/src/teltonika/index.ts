import { protocol } from '../protocol.js'
import { decode } from './decode.js'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { frame } from './frame.js'
import { FRAME_OVERHEAD, LARGEST_MESSAGE_LENGTH } from './layout.js'
import { sniff } from './sniff.js'
import { tracker } from './tracker.js'

/**
 * Teltonika over TCP and UDP. Codecs 8, 8 Extended and 16 contain positions, and codecs 12 to 15 contain texts. See README.md
 * beside this file.
 */
export const teltonika = protocol(
  { name: 'teltonika', ports: [5027], reportsVoltage: 'always', maxFrameBytes: LARGEST_MESSAGE_LENGTH + FRAME_OVERHEAD },
  { sniff, frame, decode, commands, udp: datagrams, tracker },
)
