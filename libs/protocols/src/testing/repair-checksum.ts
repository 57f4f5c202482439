import { crc16Ibm } from '@roadbook/bytes'

/**
 * Makes a changed frame's checksum right again, in place, so that the change reaches the decoder; the ordeal also asks it
 * whether a frame was intact. `undefined`: the protocol has no checksum.
 */
export const REPAIR_CHECKSUM: Readonly<Record<string, ((frame: Buffer) => void) | undefined>> = {
  h02: undefined,
  teltonika: (frame) => {
    if (frame.length > 12 && frame[0] === 0 && frame[1] === 0)
      frame.writeUInt32BE(crc16Ibm(frame, 8, frame.length - 4), frame.length - 4)
  },
}
