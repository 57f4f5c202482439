import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Whom sign-in attempts are counted for. Behind our own proxy that is the last `X-Forwarded-For` entry, the only one the
 * proxy wrote itself; elsewhere the header is anybody's invention and the socket decides. An IPv6 address counts as its
 * /64, which is what one subscriber gets.
 */
export function clientAddress(request: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = [request.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim()
  const address = (trustsProxy && forwarded) || request.socket.remoteAddress || 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
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
