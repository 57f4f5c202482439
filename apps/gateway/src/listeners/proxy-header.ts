import { isIP } from 'node:net'

/** A balancer's header before the first byte of a connection. It contains the real client's address. */
export interface ProxyHeader {
  /** Absent for the balancer's own connection (its health check), and if the balancer does not know the address. */
  address: string | undefined
  /** Length of the header in bytes. */
  length: number
}

/** The HAProxy PROXY protocol, version 2 (binary) and 1 (text): https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt */
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const HEAD_BYTES = 16
const LOCAL = 0
const PROXY = 1
const ADDRESS_BYTES: Record<number, number> = { 1: 4, 2: 16 }
/**
 * Maximum length of a version 2 header in bytes. Addresses take at most 216 bytes. The rest is for additional fields, which
 * are not read.
 */
const LONGEST_V2 = 4_096
const LONGEST_V1 = 107
const V1 = Buffer.from('PROXY ')

/**
 * Reads the header at the start of a connection. Returns `more` if the header is incomplete, and `none` if the connection
 * begins with other bytes.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'more' | 'none' {
  if (startsLike(bytes, SIGNATURE)) return readVersion2(bytes)
  if (startsLike(bytes, V1)) return readVersion1(bytes)
  return 'none'
}

/** Returns true if the bytes received so far are equal to the beginning of `start`. */
const startsLike = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length)
  return length > 0 && bytes.compare(start, 0, length, 0, length) === 0
}

function readVersion2(bytes: Buffer): ProxyHeader | 'more' | 'none' {
  if (bytes.length < HEAD_BYTES) return 'more'
  const [version, command] = [bytes[12]! >> 4, bytes[12]! & 0xf]
  const family = bytes[13]! >> 4
  const length = HEAD_BYTES + bytes.readUInt16BE(14)
  if (version !== 2 || command > PROXY || length > LONGEST_V2) return 'none'
  if (bytes.length < length) return 'more'
  if (command === LOCAL) return { address: undefined, length }
  const size = ADDRESS_BYTES[family]
  if (size === undefined) return { address: undefined, length }
  if (length < HEAD_BYTES + 2 * size + 4) return 'none'
  return { address: textOf(bytes.subarray(HEAD_BYTES, HEAD_BYTES + size)), length }
}

function readVersion1(bytes: Buffer): ProxyHeader | 'more' | 'none' {
  const end = bytes.indexOf('\r\n')
  if (end < 0) return bytes.length >= LONGEST_V1 ? 'none' : 'more'
  if (end + 2 > LONGEST_V1) return 'none'
  const [, family, address = ''] = bytes.toString('latin1', 0, end).split(' ')
  const length = end + 2
  if (family === 'UNKNOWN') return { address: undefined, length }
  const isRight = (family === 'TCP4' && isIP(address) === 4) || (family === 'TCP6' && isIP(address) === 6)
  return isRight ? { address, length } : 'none'
}

function textOf(address: Buffer): string {
  if (address.length === 4) return address.join('.')
  const groups = Array.from({ length: 8 }, (_, nth) => address.readUInt16BE(2 * nth).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
