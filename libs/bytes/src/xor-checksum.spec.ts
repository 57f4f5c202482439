import { xorChecksum } from './xor-checksum.js'

describe('the XOR checksum', () => {
  it.each([
    [Buffer.from('123456789'), 0x31],
    [Buffer.from('020000000139123443290001', 'hex'), 0x77],
    [Buffer.alloc(0), 0],
  ])('of %p is %i', (bytes, checksum) => {
    expect(xorChecksum(bytes)).toBe(checksum)
  })

  it('covers only the bytes between start and end', () => {
    expect(xorChecksum(Buffer.from('--123456789--'), 2, 11)).toBe(0x31)
  })
})
