import { readConfiguration } from './configuration.js'
import { TrustedProxies, trustedProxies, warnOfUntrustedProxy } from './trusted-proxies.js'

describe('M4 whom a request came from', () => {
  const ours = new TrustedProxies(['loopback', '10.0.0.0/8', '2001:db8::5'])

  it.each([
    ['nobody trusted: the socket', new TrustedProxies(), '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a stranger who forges the header: the stranger', ours, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['our proxy: the entry that it wrote, not what came before', ours, '10.1.2.3', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['two proxies of ours', ours, '127.0.0.1', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['our proxy over IPv6, mapped', ours, '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a single IPv6 proxy', ours, '2001:db8::5', '2001:db8:1::9', '2001:db8:1::9'],
    ['its neighbour, which is none', ours, '2001:db8::6', '2001:db8:1::9', '2001:db8::6'],
    ['our proxy without the header', ours, '10.1.2.3', undefined, '10.1.2.3'],
    ['our proxy with nonsense in it', ours, '10.1.2.3', '198.51.100.1, <script>', '10.1.2.3'],
    ['entries with ports', ours, '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['several headers', ours, '10.1.2.3', ['1.2.3.4', '198.51.100.1'], '198.51.100.1'],
  ])('M4 %s', (_, proxies, peer, header, client) => {
    expect(proxies.clientOf(peer, header)).toBe(client)
  })

  it.each(['true', '10.0.0.0/33', '10.0.0/8', '10.0.0.1/8/8', '::1/129', '10.0.0.1/', 'example.org'])(
    'M4 a start with TRUSTED_PROXIES=%s fails and names what is allowed',
    (text) => {
      expect(() => readConfiguration({ TRUSTED_PROXIES: trustedProxies }, { TRUSTED_PROXIES: text })).toThrow(
        /TRUSTED_PROXIES: ".*" is no address, no network such as 10\.0\.0\.0\/8, and none of: loopback, private/,
      )
    },
  )

  it('M4 the operator is told once that an address forwards requests which nobody trusts', () => {
    const told: object[] = []
    const warn = warnOfUntrustedProxy(ours, { warn: (fields) => told.push(fields) })
    warn('203.0.113.7', undefined)
    warn('10.0.0.1', '198.51.100.1')
    expect(told).toEqual([])
    warn('203.0.113.7', '198.51.100.1')
    warn('203.0.113.7', '198.51.100.1')
    expect(told).toEqual([{ peer: '203.0.113.7' }])
  })
})
