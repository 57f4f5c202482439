import { crc8Nrsc5 } from './crc8.js'

describe('CRC-8/NRSC-5', () => {
  it.each([
    [Buffer.from('123456789'), 0xf7],
    [Buffer.from('2b0123456789012345fe0106010201ff5db38c80', 'hex'), 0xfe],
    [Buffer.alloc(0), 0xff],
  ])('of %j is the published value', (bytes, crc) => {
    expect(crc8Nrsc5(bytes)).toBe(crc)
  })
})
