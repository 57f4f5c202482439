import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { TrustedProxies } from './trusted-proxies.js'

/**
 * Returns the address by which attempts are counted. It is the client's address as trusted proxies report it, or without
 * such a report the address of the socket's peer. An IPv6 address counts as its /64 network, because an internet provider
 * gives a single customer a network of this size.
 */
export function clientAddress(request: IncomingMessage, proxies: TrustedProxies): string {
  const address = proxies.clientOf(request.socket.remoteAddress, request.headers['x-forwarded-for'])
  return isIPv6(address) ? networkOf(address) : address
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const last = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
