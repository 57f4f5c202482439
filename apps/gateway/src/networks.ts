import { BlockList, isIP } from 'node:net'

/**
 * A set of networks in CIDR notation, for example `10.0.0.0/8, fd00::/8`. A plain address counts as a network of one address.
 */
export class Networks {
  readonly #list = new BlockList()

  private constructor(readonly size: number) {}

  /** @returns undefined if a part of the text is not a network */
  static parse(text: string): Networks | undefined {
    const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
    const networks = new Networks(entries.length)
    return entries.every((entry) => networks.#add(entry)) ? networks : undefined
  }

  has(address: string): boolean {
    const plain = plainAddress(address)
    const family = isIP(plain)
    return family !== 0 && this.#list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }

  #add(entry: string): boolean {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const prefix = bits === undefined ? longest : Number(bits)
    if (family === 0 || !/^\d{0,3}$/.test(bits ?? '') || prefix > longest) return false
    this.#list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
    return true
  }
}

/**
 * Returns the network of one site around an address, in CIDR notation, for example 203.0.113.0/24 or 2001:db8:7::/48. Returns
 * other texts unchanged.
 */
export function networkAround(address: string): string {
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  if (family === 6) return `${firstGroups(plain, 3)}::/48`
  return plain
}

/**
 * Returns the network around an address that the internet gateways of one mobile carrier share, for example 203.0.0.0/16 or
 * 2001:db8::/32. Returns other texts unchanged.
 */
export function carrierAround(address: string): string {
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 4) return `${plain.split('.', 2).join('.')}.0.0/16`
  if (family === 6) return `${firstGroups(plain, 2)}::/32`
  return plain
}

/** Returns the first groups of an IPv6 address. Groups of zeros that the address abbreviates (`::`) are written out. */
function firstGroups(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail === undefined || groups.length >= count) return groups.slice(0, count).join(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0')
  return [...groups, ...zeros, ...last].slice(0, count).join(':')
}

/**
 * Returns an address in its usual form. A dual-stack socket reports an IPv4 address as IPv6 with a prefix, and this prefix is
 * removed.
 */
export const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
