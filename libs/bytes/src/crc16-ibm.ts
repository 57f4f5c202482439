const REFLECTED_POLYNOMIAL = 0xa001

const TABLE = new Uint16Array(256).map((_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ REFLECTED_POLYNOMIAL : register >>> 1
  return register
})

/**
 * CRC-16/IBM, also called CRC-16/ARC: polynomial 0x8005 reflected, initial value 0, no final XOR.
 * Covers `bytes` from `start` up to, not including, `end`.
 */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let register = 0
  for (let at = start; at < end; at++) register = (register >>> 8) ^ TABLE[(register ^ bytes[at]!) & 0xff]!
  return register
}
