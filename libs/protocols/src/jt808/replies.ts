import { type Address, type Header, MessageId, identityOf, writeMessage } from './header.js'

/** Results of a general reply. */
export const Result = { ok: 0, failed: 1, notSupported: 3 } as const
const NO_SUCH_TERMINAL = 4

/** Encodes 0x8001: serial answered 2 · id answered 2 · result 1. The lock family has a shorter form. */
export function generalReply(header: Header, serial: number, result: number = Result.ok): Buffer {
  const { id } = header
  if (id === MessageId.lockLocation || id === MessageId.storedLockLocation) return shortReply(header, result)
  const body = Buffer.from([header.serial >> 8, header.serial & 0xff, id >> 8, id & 0xff, result])
  return writeMessage(MessageId.platformReply, header, serial, body)
}

/** Encodes 0x4401, with a serial of one byte that is always 1: id answered 2 · result 1. */
function shortReply({ id, phone, version, flag }: Header, result: number): Buffer {
  const address: Address = { phone, version, flag }
  return writeMessage(MessageId.shortReply, address, 1, Buffer.from([id >> 8, id & 0xff, result]), 1)
}

/**
 * Encodes 0x8100: serial answered 2 · result 1 · code. The platform chooses the code, which the terminal sends on each
 * connection. Roadbook uses the terminal's number, because a terminal is admitted by its registration here.
 */
export function registerReply(header: Header, serial: number): Buffer {
  const head = Buffer.from([header.serial >> 8, header.serial & 0xff, Result.ok])
  return writeMessage(MessageId.registerReply, header, serial, Buffer.concat([head, Buffer.from(identityOf(header.phone))]))
}

export function registerRefusal(header: Header, serial: number): Buffer {
  const body = Buffer.from([header.serial >> 8, header.serial & 0xff, NO_SUCH_TERMINAL])
  return writeMessage(MessageId.registerReply, header, serial, body)
}
