const REFLECTED_POLYNOMIAL = 0x8408

const TABLE = new Uint16Array(256).map((_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ REFLECTED_POLYNOMIAL : register >>> 1
  return register
})

/**
 * Computes CRC-16/X-25, which Chinese documents call CRC-ITU: polynomial 0x1021 reflected, initial value 0xFFFF, final
 * exclusive or 0xFFFF. The bytes are those from `start` up to, but excluding, `end`.
 */
export const crc16X25 = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0xffff, bytes, start, end) ^ 0xffff

/** Computes CRC-16/Kermit: the same polynomial as CRC-16/X-25, but initial value 0 and no final exclusive or. */
export const crc16Kermit = (bytes: Uint8Array, start = 0, end = bytes.length): number => run(0, bytes, start, end)

function run(initial: number, bytes: Uint8Array, start: number, end: number): number {
  let register = initial
  for (let at = start; at < end; at++) register = (register >>> 8) ^ TABLE[(register ^ bytes[at]!) & 0xff]!
  return register
}
