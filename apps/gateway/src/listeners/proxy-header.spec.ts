import { readProxyHeader } from './proxy-header.js'

const SIGNATURE = '0d0a0d0a000d0a515549540a'
const v2 = (command: number, family: number, body: Buffer): Buffer => {
  const head = Buffer.from(`${SIGNATURE}0000`, 'hex')
  head[12] = 0x20 | command
  head[13] = family
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length)
  return Buffer.concat([head, length, body])
}
const TCP4 = v2(1, 0x11, Buffer.from('cb00710ac0a80001d43113a3', 'hex'))
const TCP6 = v2(1, 0x21, Buffer.from('20010db8000000000000000000000007'.padEnd(64, '0') + 'd43113a3', 'hex'))

describe('the header of a balancer', () => {
  it.each([
    ['version 2 over IPv4', TCP4, '203.0.113.10'],
    ['version 2 over IPv6', TCP6, '2001:db8::7'],
    [
      'version 2 with additional fields',
      v2(1, 0x11, Buffer.from('cb00710ac0a80001d43113a304000400000000', 'hex')),
      '203.0.113.10',
    ],
    ['version 2 of the balancer’s own health check', v2(0, 0, Buffer.alloc(0)), undefined],
    ['version 1', Buffer.from('PROXY TCP4 203.0.113.10 192.168.0.1 54321 5027\r\n'), '203.0.113.10'],
    ['version 1 over IPv6', Buffer.from('PROXY TCP6 2001:db8::7 ::1 54321 5027\r\n'), '2001:db8::7'],
    ['version 1 that does not know', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  ])('tells who calls: %s', (_name, header, address) => {
    const bytes = Buffer.concat([header, Buffer.from('000f', 'hex')])
    expect(readProxyHeader(bytes)).toEqual({ address, length: header.length })
    for (let length = 1; length < header.length; length++) expect(readProxyHeader(bytes.subarray(0, length))).toBe('more')
  })

  it.each([
    ['a tracker without a balancer', Buffer.from('000f333536', 'hex')],
    ['HTTP', Buffer.from('POST / HTTP/1.1\r\n')],
    ['an address that is none', Buffer.from('PROXY TCP4 300.1.1.1 192.168.0.1 1 2\r\n')],
    ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(100)}`)],
    ['another version', Buffer.from(`${SIGNATURE}31110000`, 'hex')],
    ['fewer bytes than its addresses take', v2(1, 0x11, Buffer.alloc(4))],
    ['64 KB of additional fields', v2(1, 0x11, Buffer.alloc(65_000))],
  ])('is none: %s', (_name, bytes) => {
    expect(readProxyHeader(bytes)).toBe('none')
  })
})
