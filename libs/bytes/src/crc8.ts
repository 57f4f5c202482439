/** Polynomial 0x31, not reflected. */
const TABLE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x31 : crc << 1
  return crc
})

/**
 * Computes CRC-8/NRSC-5 (polynomial 0x31, initial 0xFF, no final exclusive or) of a part of the bytes. `123456789` gives 0xF7.
 */
export function crc8Nrsc5(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xff
  for (let at = start; at < end; at++) crc = TABLE[crc ^ bytes[at]!]!
  return crc
}
