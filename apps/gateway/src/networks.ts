import { BlockList, isIP } from 'node:net'

/** A set of networks in CIDR notation, `10.0.0.0/8, fd00::/8`; a plain address is a network of one. */
export class Networks {
  readonly #list = new BlockList()

  private constructor(readonly size: number) {}

  /** @returns undefined when one of them is no network */
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

/** An IPv4 address as it is written everywhere else, also when it came through a socket of both families. */
export const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
