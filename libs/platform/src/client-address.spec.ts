import type { IncomingMessage } from 'node:http'
import { clientAddress } from './client-address.js'
import { TrustedProxies } from './trusted-proxies.js'

describe('the address that attempts are counted for', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as unknown as IncomingMessage
  const nobody = new TrustedProxies()
  const ours = new TrustedProxies(['10.0.0.0/8'])

  it('is the socket’s, whatever a client claims', () => {
    expect(clientAddress(request('203.0.113.7', '198.51.100.1'), nobody)).toBe('203.0.113.7')
  })
  it('is the last entry that our own proxy wrote', () => {
    expect(clientAddress(request('10.0.0.2', '198.51.100.1, 203.0.113.7'), ours)).toBe('203.0.113.7')
    expect(clientAddress(request('10.0.0.2'), ours)).toBe('10.0.0.2')
  })
  it('is the network of an IPv6 subscriber, however it is written', () => {
    expect(clientAddress(request('2001:db8:0:12::9'), nobody)).toBe('2001:db8:0:12::/64')
    expect(clientAddress(request('2001:0db8::12:1:2:3:4'), nobody)).toBe('2001:db8:0:12::/64')
    expect(clientAddress(request('10.0.0.2', '2001:db8:0:12::9'), ours)).toBe('2001:db8:0:12::/64')
    expect(clientAddress(request('::1'), nobody)).toBe('0:0:0:0::/64')
  })
  it('is the IPv4 address of a mapped one', () => {
    expect(clientAddress(request('::ffff:203.0.113.7'), nobody)).toBe('203.0.113.7')
  })
})
