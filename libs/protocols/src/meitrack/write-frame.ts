import { checksumOf, printChecksum } from './frame.js'

/**
 * Characters around the body that the length includes: a comma on each side of the IMEI, then `*`, the checksum, CR and LF.
 */
const AROUND = 1 + 1 + 5

/** Builds a frame with its length and checksum. `@@` starts a frame from the server, `$$` one from the device. */
export function writeFrame(start: '@@' | '$$', flag: string, imei: string, body: string | Buffer): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  const length = AROUND + imei.length + content.length
  const signed = Buffer.concat([Buffer.from(`${start}${flag}${length},${imei},`, 'latin1'), content, Buffer.from('*')])
  return Buffer.concat([signed, Buffer.from(`${printChecksum(checksumOf(signed))}\r\n`, 'latin1')])
}
