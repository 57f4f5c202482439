import { crc16CcittFalse, crc8Nrsc5, crc16Ibm, crc16X25, xorChecksum } from '@roadbook/bytes'
import { unwrap } from '../jt808/frame.js'
import { checksumOf, printChecksum } from '../meitrack/frame.js'
import { isProHead } from '../queclink/pro/frame.js'
import { isBinaryHead } from '../queclink/sniff.js'

/**
 * Makes a changed frame's checksum right again, in place, so that the change reaches the decoder; the ordeal also asks it
 * whether a frame was intact. `undefined`: the protocol has no checksum.
 */
export const REPAIR_CHECKSUM: Readonly<Record<string, ((frame: Buffer) => void) | undefined>> = {
  // Only its datagrams have one.
  eelink: undefined,
  gps103: undefined,
  gt06: (frame) => {
    const end = frame.length - 4
    if (end >= 6 && (frame[0] === 0x78 || frame[0] === 0x79)) frame.writeUInt16BE(crc16X25(frame, 2, end), end)
  },
  h02: undefined,
  osmand: undefined,
  watch: undefined,
  tk103: undefined,
  jt808: (frame) => {
    const end = frame.length - 2
    const isPlain = end > 1 && frame[0] === 0x7e && frame[end + 1] === 0x7e && !frame.includes(0x7d)
    if (isPlain && unwrap(frame) === undefined) frame[end] = xorChecksum(frame, 1, end)
  },
  meitrack: (frame) => {
    const star = frame.length - 5
    if (star > 0 && frame[0] === 0x24 && frame[star] === 0x2a)
      frame.write(printChecksum(checksumOf(frame, star + 1)), star + 1, 'latin1')
  },
  // Only the binary reports have one: those of the second generation before their `$`, the others before CR LF.
  queclink: (frame) => {
    if (frame.length > 20 && isProHead(frame)) frame[frame.length - 2] = crc8Nrsc5(frame, 0, frame.length - 2)
    const end = frame.length - 4
    if (end > 4 && frame[end + 2] === 0x0d && isBinaryHead(frame.toString('latin1', 0, 5)))
      frame.writeUInt16BE(crc16CcittFalse(frame, 4, end), end)
  },
  teltonika: (frame) => {
    if (frame.length > 12 && frame[0] === 0 && frame[1] === 0)
      frame.writeUInt32BE(crc16Ibm(frame, 8, frame.length - 4), frame.length - 4)
  },
  suntech: undefined,
  // Its checksum is text of one to four digits: a changed line cannot be mended in place.
  'wialon-ips': undefined,
}
