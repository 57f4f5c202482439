import { type DatagramSide, protocol } from '../protocol.js'
import { decode } from './decode.js'
import { LARGEST_FRAME, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** Each datagram contains exactly one message. */
const udp: DatagramSide = {
  sniff: (datagram) => sniff(datagram.subarray(0, 20)) === 'yes',
  split: (datagram) => [datagram],
  decode,
}

/** CalAmp's LM Direct, the protocol of the LMU trackers, over UDP. See README.md beside this file. */
export const calamp = protocol(
  { name: 'calamp', ports: [5082, 20500], reportsVoltage: 'never', maxFrameBytes: LARGEST_FRAME },
  { sniff, frame, decode, udp, tracker },
)
