import { crc16CcittFalse, crc16Xmodem } from './crc16-ccitt.js'

describe('CRC-16/CCITT-FALSE', () => {
  it.each([
    ['123456789', 0x29b1],
    ['', 0xffff],
    ['A', 0xb915],
  ])('of %j is the published value', (text, crc) => {
    expect(crc16CcittFalse(Buffer.from(text))).toBe(crc)
  })

  it('covers only the part that it is asked for', () => {
    expect(crc16CcittFalse(Buffer.from('xx123456789yy'), 2, 11)).toBe(0x29b1)
  })
})

describe('CRC-16/XMODEM', () => {
  it('of the check text is the published value', () => {
    expect(crc16Xmodem(Buffer.from('123456789'))).toBe(0x31c3)
    expect(crc16Xmodem(Buffer.from('xx123456789yy'), 2, 11)).toBe(0x31c3)
  })
})
