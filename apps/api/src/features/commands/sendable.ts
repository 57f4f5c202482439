import { findProtocol } from '@roadbook/protocols'
import { invalid, Problem } from '../../http/problems.js'
import type { CommandDeviceRow } from './command.row.js'
import { say } from './texts.js'

/**
 * Refuses immediately a command that the gateway would refuse later. If the tracker never connected, its protocol is unknown,
 * and only the gateway can decide.
 * @throws Problem 409 when the tracker's protocol has no commands, 422 when the text would break the protocol's message format
 */
export function assertSendable({ protocol: name, imei }: CommandDeviceRow, text: string): void {
  const protocol = name === null ? undefined : findProtocol(name)
  if (!protocol) return
  if (!protocol.commands) throw new Problem('conflict', say('takes-no-commands', { protocol: protocol.name }))
  const bytes = protocol.commands.encode({ text, serial: 1 }, { now: Date.now(), ...(imei === null ? {} : { identity: imei }) })
  if ('kind' in bytes) throw invalid({ text: [say('protocol-refuses', { reason: bytes.reason })] })
}

/** @throws Problem 409 when the tracker's protocol has no command for locating */
export function assertLocatable({ protocol: name }: CommandDeviceRow): void {
  const protocol = name === null ? undefined : findProtocol(name)
  if (!protocol || protocol.commands?.locate) return
  throw new Problem('conflict', say('cannot-be-located', { protocol: protocol.name }))
}
