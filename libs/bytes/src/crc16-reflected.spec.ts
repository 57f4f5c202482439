import { crc16Kermit, crc16X25 } from './crc16-reflected.js'

describe('CRC-16/X-25', () => {
  it('gives the published check value of "123456789"', () => {
    expect(crc16X25(Buffer.from('123456789'))).toBe(0x906e)
  })

  it('gives the checksum of a known answer to a login', () => {
    expect(crc16X25(Buffer.from('05010005', 'hex'))).toBe(0x9ff8)
  })

  it('covers only the bytes between start and end', () => {
    expect(crc16X25(Buffer.from('--123456789--'), 2, 11)).toBe(0x906e)
  })
})

describe('CRC-16/Kermit', () => {
  it('gives the published check value of "123456789"', () => {
    expect(crc16Kermit(Buffer.from('123456789'))).toBe(0x2189)
  })

  it('covers only the bytes between start and end', () => {
    expect(crc16Kermit(Buffer.from('--123456789--'), 2, 11)).toBe(0x2189)
  })
})
