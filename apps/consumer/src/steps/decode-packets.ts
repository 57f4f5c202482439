import type { Packet } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { ReceivedMessage } from '@roadbook/event-log'
import type { Context } from '../context.js'
import type { Unusable } from '../quarantine.js'
import type { Work } from '../work.js'

/** Decodes packets. Messages that are not packets are rejected for operators. */
export async function decodePackets(work: Work, { quarantine, logger }: Context): Promise<void> {
  const unusable: Unusable[] = []
  const packets: Work['packets'] = []
  for (const message of work.messages) {
    try {
      packets.push({ message, packet: decodeOwn(message) })
    } catch (error) {
      unusable.push({ message, reason: `undecodable: ${(error as Error).message}` })
    }
  }
  await quarantine.reject(unusable)
  if (unusable.length > 0) logger.warn({ messages: unusable.length, reason: unusable[0]!.reason }, 'rejected packets')
  work.packets = packets
}

/** @throws Error if the message's key is not the packet's IMEI, because the key determines the order of messages */
function decodeOwn(message: ReceivedMessage): Packet {
  const packet = decodePacket(message.value)
  if (packet.imei !== message.key) throw new Error(`the packet of ${packet.imei} has the key ${JSON.stringify(message.key)}`)
  return packet
}
