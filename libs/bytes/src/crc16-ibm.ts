const REFLECTED_POLYNOMIAL = 0xa001

const TABLE = new Uint16Array(256).map((_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ REFLECTED_POLYNOMIAL : register >>> 1
  return register
})

/**
 * Computes CRC-16/IBM, also called CRC-16/ARC: polynomial 0x8005 reflected, initial value 0, no final exclusive or. The bytes
 * are those from `start` up to, but excluding, `end`.
 */
export const crc16Ibm = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0, bytes, start, end)

/** Computes CRC-16/MODBUS, which differs from CRC-16/IBM only in its initial value of 0xFFFF. `123456789` gives 0x4B37. */
export const crc16Modbus = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0xffff, bytes, start, end)

function run(initial: number, bytes: Uint8Array, start: number, end: number): number {
  let register = initial
  for (let at = start; at < end; at++) register = (register >>> 8) ^ TABLE[(register ^ bytes[at]!) & 0xff]!
  return register
}
