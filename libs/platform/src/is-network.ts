import { isIP } from 'node:net'

/**
 * Returns true if a text is a network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. A single address counts
 * as a network.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  const longest = family === 6 ? 128 : 32
  return family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}
