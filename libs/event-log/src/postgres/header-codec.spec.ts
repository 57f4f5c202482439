import { packHeaders, unpackHeaders } from './header-codec.js'

describe('packed headers', () => {
  it('come back as they went in, whatever bytes they hold', () => {
    const headers = {
      raw: Buffer.from([0, 255, 92, 120, 10]),
      protocol: Buffer.from('teltonika'),
      '': Buffer.alloc(0),
      é: Buffer.alloc(70_000, 7),
    }
    expect(unpackHeaders(packHeaders(headers))).toEqual(headers)
  })

  it('are null when there are none', () => {
    expect(packHeaders(undefined)).toBeNull()
    expect(packHeaders({})).toBeNull()
    expect(unpackHeaders(null)).toEqual({})
  })

  it('refuse a name that does not fit its length byte', () => {
    expect(() => packHeaders({ ['n'.repeat(256)]: Buffer.alloc(1) })).toThrow(RangeError)
  })
})
