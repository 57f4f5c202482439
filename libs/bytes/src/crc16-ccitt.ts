/** Polynomial 0x1021, not reflected. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/** Computes CRC-16/CCITT-FALSE (initial 0xFFFF, no final exclusive or) of a part of the bytes. `123456789` gives 0x29B1. */
export const crc16CcittFalse = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0xffff, bytes, start, end)

/** Computes CRC-16/XMODEM, which differs from CRC-16/CCITT-FALSE only in its initial value of 0. `123456789` gives 0x31C3. */
export const crc16Xmodem = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0, bytes, start, end)

function run(initial: number, bytes: Uint8Array, start: number, end: number): number {
  let crc = initial
  for (let at = start; at < end; at++) crc = ((crc << 8) & 0xffff) ^ TABLE[(crc >>> 8) ^ bytes[at]!]!
  return crc
}
