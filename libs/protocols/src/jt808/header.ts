import type { SessionMemory, SessionState } from '../protocol.js'
import { FLAG, OTHER_FLAG, wrap } from './frame.js'

/** Message ids, with the names of the standard. */
export const MessageId = {
  terminalReply: 0x0001,
  heartbeat: 0x0002,
  register: 0x0100,
  authenticate: 0x0102,
  attributes: 0x0107,
  time: 0x0109,
  location: 0x0200,
  locationAnswer: 0x0201,
  batch2: 0x0210,
  batch: 0x0704,
  forwarded: 0x0701,
  driver: 0x0702,
  transparent: 0x0900,
  textReply: 0x1300,
  textReport: 0x6006,
  lockLocation: 0x5501,
  storedLockLocation: 0x5502,
  platformReply: 0x8001,
  registerReply: 0x8100,
  timeReply: 0x8109,
  text: 0x8300,
  shortReply: 0x4401,
} as const

const IS_2019 = 0x4000
const IS_PART = 0x2000
const ENCRYPTION = 0x1c00

/** Address of a terminal. Each message of the terminal contains it. */
export interface Address {
  /** The phone number as in the header: 6 bytes of BCD, 10 in the edition of 2019, 7 with the flag E7. */
  phone: Buffer
  /** Present only in the edition of 2019. */
  version: number | undefined
  flag: number
}

export interface Header extends Address {
  id: number
  serial: number
  isEncrypted: boolean
  /** True if a terminal of the lock family expects a reply. Such a message has a serial number of one byte. */
  wantsReply: boolean
  part: { count: number; index: number } | undefined
  bodyStart: number
}

/** Reads the header of an unescaped message. `undefined` if the message is too short. */
export function readHeader(bytes: Buffer, flag: number): Header | undefined {
  if (bytes.length < 5) return undefined
  const id = bytes.readUInt16BE(0)
  const properties = bytes.readUInt16BE(2)
  const is2019 = (properties & IS_2019) !== 0
  const isShort = id === MessageId.lockLocation || id === MessageId.storedLockLocation
  const phoneStart = is2019 ? 5 : 4
  const phoneEnd = phoneStart + (is2019 ? 10 : flag === OTHER_FLAG ? 7 : 6)
  const isPart = (properties & IS_PART) !== 0 && !isShort
  const bodyStart = phoneEnd + (isShort ? 1 : 2) + (isPart ? 4 : 0)
  if (bytes.length < bodyStart + 1) return undefined
  return {
    id,
    flag,
    version: is2019 ? bytes[4] : undefined,
    phone: bytes.subarray(phoneStart, phoneEnd),
    serial: isShort ? bytes[phoneEnd]! : bytes.readUInt16BE(phoneEnd),
    isEncrypted: (properties & ENCRYPTION) !== 0 && !isShort,
    wantsReply: (properties & 0x8000) !== 0,
    part: isPart ? { count: bytes.readUInt16BE(bodyStart - 4), index: bytes.readUInt16BE(bodyStart - 2) } : undefined,
    bodyStart,
  }
}

/**
 * Returns the phone number without leading zeros. Camera vendors send in its place the first 14 digits of an IMEI as a
 * binary number. In that case the IMEI is returned, with its check digit added.
 */
export function identityOf(phone: Buffer): string {
  const digits = phone.toString('hex')
  if (/^\d+$/.test(digits)) return digits.replace(/^0+(?=.)/, '')
  if (phone.length !== 6) return digits.replace(/^0+(?=.)/, '')
  const imei = String(phone.readUIntBE(0, 6))
  return imei + luhnDigit(imei)
}

function luhnDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** Encodes a message of the server in the edition that the terminal uses. */
export function writeMessage(
  id: number,
  { phone, version, flag }: Address,
  serial: number,
  body: Uint8Array,
  serialBytes: 1 | 2 = 2,
): Buffer {
  const phoneAt = version === undefined ? 4 : 5
  const bodyAt = phoneAt + phone.length + serialBytes
  const bytes = Buffer.allocUnsafe(bodyAt + body.length)
  bytes.writeUInt16BE(id, 0)
  bytes.writeUInt16BE(body.length | (version === undefined ? 0 : IS_2019), 2)
  if (version !== undefined) bytes[4] = version
  bytes.set(phone, phoneAt)
  if (serialBytes === 2) bytes[bodyAt - 2] = (serial >> 8) & 0xff
  bytes[bodyAt - 1] = serial & 0xff
  bytes.set(body, bodyAt)
  return wrap(bytes, flag)
}

/** Returns the memory that {@link addressIn} needs. Undefined if the session already has it. */
export function rememberAddress({ phone, version, flag }: Address, session: SessionState): SessionMemory | undefined {
  const digits = phone.toString('hex')
  const { memory } = session
  if (memory?.phone === digits && memory.version === (version ?? -1) && memory.flag === flag) return undefined
  return { phone: digits, version: version ?? -1, flag }
}

/**
 * Returns the address of a session's terminal. Before the terminal's first message the address has the form of the 2013
 * edition.
 */
export function addressIn({ memory, identity = '' }: SessionState): Address {
  if (typeof memory?.phone !== 'string')
    return { phone: Buffer.from(identity.replace(/\D/g, '').slice(-12).padStart(12, '0'), 'hex'), version: undefined, flag: FLAG }
  const version = Number(memory.version)
  return { phone: Buffer.from(memory.phone, 'hex'), version: version < 0 ? undefined : version, flag: Number(memory.flag) }
}
