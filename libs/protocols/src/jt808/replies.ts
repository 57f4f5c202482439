import { type Address, type Header, MessageId, identityOf, writeMessage } from './header.js'

/** Results of a general reply. */
export const Result = { ok: 0, failed: 1, notSupported: 3 } as const
const NO_SUCH_TERMINAL = 4

/**
 * Encodes 0x8001. Fields with their length in bytes: answered serial number 2 · answered message id 2 · result 1. The lock
 * family has a shorter form.
 */
export function generalReply(header: Header, serial: number, result: number = Result.ok): Buffer {
  const { id } = header
  if (id === MessageId.lockLocation || id === MessageId.storedLockLocation) return shortReply(header, result)
  const body = Buffer.from([header.serial >> 8, header.serial & 0xff, id >> 8, id & 0xff, result])
  return writeMessage(MessageId.platformReply, header, serial, body)
}

/**
 * Encodes 0x4401, whose serial number is one byte and always 1. Fields with their length in bytes: answered message id 2 ·
 * result 1.
 */
function shortReply({ id, phone, version, flag }: Header, result: number): Buffer {
  const address: Address = { phone, version, flag }
  return writeMessage(MessageId.shortReply, address, 1, Buffer.from([id >> 8, id & 0xff, result]), 1)
}

/**
 * Encodes 0x8100. Fields with their length in bytes: answered serial number 2 · result 1 · code. The server chooses the
 * code, and the terminal sends it when it connects again. Roadbook uses the terminal's number as the code. The code need
 * not be secret, because the gateway admits only terminals that are registered in Roadbook.
 */
export function registerReply(header: Header, serial: number): Buffer {
  const head = Buffer.from([header.serial >> 8, header.serial & 0xff, Result.ok])
  return writeMessage(MessageId.registerReply, header, serial, Buffer.concat([head, Buffer.from(identityOf(header.phone))]))
}

export function registerRefusal(header: Header, serial: number): Buffer {
  const body = Buffer.from([header.serial >> 8, header.serial & 0xff, NO_SUCH_TERMINAL])
  return writeMessage(MessageId.registerReply, header, serial, body)
}
