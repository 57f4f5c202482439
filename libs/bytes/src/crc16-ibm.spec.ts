import { crc16Ibm, crc16Modbus } from './crc16-ibm.js'

describe('CRC-16/IBM', () => {
  it('gives the published check value of "123456789"', () => {
    expect(crc16Ibm(Buffer.from('123456789'))).toBe(0xbb3d)
  })

  it('gives the checksum of a known command frame', () => {
    expect(crc16Ibm(Buffer.from('0C010500000007676574696E666F01', 'hex'))).toBe(0x4312)
  })

  it('is 0 over nothing', () => {
    expect(crc16Ibm(Buffer.alloc(0))).toBe(0)
  })

  it('covers only the bytes between start and end', () => {
    expect(crc16Ibm(Buffer.from('--123456789--'), 2, 11)).toBe(0xbb3d)
  })
})

describe('CRC-16/MODBUS', () => {
  it('gives the published check value, of a part of the bytes, too', () => {
    expect(crc16Modbus(Buffer.from('123456789'))).toBe(0x4b37)
    expect(crc16Modbus(Buffer.from('--123456789--'), 2, 11)).toBe(0x4b37)
  })
})
