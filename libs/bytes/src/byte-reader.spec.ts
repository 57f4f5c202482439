import { ByteReader } from './byte-reader.js'
import { ByteWriter } from './byte-writer.js'

describe('the byte reader', () => {
  it('reads back what the writer wrote, in order', () => {
    const bytes = new ByteWriter(4)
      .u8(255)
      .u16(65_534)
      .u32(4_294_967_293)
      .u64(1_763_700_000_123)
      .u64(18_446_744_073_709_551_615n)
      .latin1('Aÿ')
      .append(Buffer.from([1, 2]))
      .toBuffer()
    const reader = new ByteReader(bytes)
    expect(reader.u8()).toBe(255)
    expect(reader.u16()).toBe(65_534)
    expect(reader.u32()).toBe(4_294_967_293)
    expect(reader.u64()).toBe(1_763_700_000_123)
    expect(reader.u64()).toBe(18_446_744_073_709_551_615n)
    expect(reader.slice(2).toString('latin1')).toBe('Aÿ')
    expect(reader.remaining).toBe(2)
    reader.skip(2)
    expect(reader.remaining).toBe(0)
    expect(reader.overrun).toBe(false)
  })

  it('keeps integers exact on both sides of 2^53', () => {
    const bytes = new ByteWriter().u64(9_007_199_254_740_991).u64(9_007_199_254_740_993n).toBuffer()
    const reader = new ByteReader(bytes)
    expect(reader.u64()).toBe(9_007_199_254_740_991)
    expect(reader.u64()).toBe(9_007_199_254_740_993n)
  })

  it('writes negative numbers as two’s complement', () => {
    expect(new ByteWriter().u8(-1).u16(-2).u32(-3).u64(-4n).toBuffer().toString('hex')).toBe('fffffefffffffdfffffffffffffffc')
  })

  it('reads signed numbers, and little-endian ones', () => {
    const bytes = Buffer.from('fffefffffffdfeff0201fdffffff04030201', 'hex')
    const reader = new ByteReader(bytes)
    const read = [reader.i16(), reader.i32(), reader.i16le(), reader.u16le(), reader.i32le(), reader.u32le()]
    expect(read).toEqual([-2, -3, -2, 0x0102, -3, 0x01020304])
    expect([reader.remaining, reader.overrun]).toEqual([0, false])
  })

  it.each(['u8', 'u16', 'i16', 'u32', 'i32', 'u64', 'u16le', 'i16le', 'u32le', 'i32le'] as const)(
    'marks an overrun instead of throwing when %s finds too few bytes',
    (read) => {
      const reader = new ByteReader(Buffer.alloc(0))
      expect(reader[read]()).toBe(0)
      expect(reader.overrun).toBe(true)
    },
  )

  it('does not look past its end although the buffer goes on', () => {
    const reader = new ByteReader(Buffer.from([1, 2, 3, 4]), 1, 3)
    expect(reader.u16()).toBe(0x0203)
    expect(reader.slice(1)).toHaveLength(0)
    expect(reader.overrun).toBe(true)
  })
})
