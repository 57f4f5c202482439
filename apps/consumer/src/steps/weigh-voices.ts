import { PacketHeader, VoiceKind, type Packet } from '@roadbook/contracts'
import type { ReceivedMessage } from '@roadbook/event-log'
import type { Context } from '../context.js'
import type { KnownDevice } from '../registry/known-device.js'
import { type Voice, weigh } from '../voices.js'
import type { Work } from '../work.js'

/**
 * Records the networks from which trackers send. Sets aside packets from networks that are no longer trusted. Only packets of
 * trackers with a new network, or with two networks, have the voice header that this step reads.
 */
export async function weighVoices(work: Work, { directory, pool, logger }: Context): Promise<void> {
  const heard = work.packets.flatMap(({ message, packet }) => {
    const voice = message.headers[PacketHeader.voice]?.toString()
    return voice === undefined ? [] : [{ message, packet, voice }]
  })
  if (heard.length === 0) return
  const devices = await directory.resolve(heard.map(({ packet }) => packet.imei))
  for (const { message, packet, voice } of heard) {
    const device = devices.get(packet.imei)
    if (!device) continue
    const { isHeard, dispute } = await weigh(pool, toVoice(device, voice, packet))
    if (!isHeard) putAside(message, packet)
    if (dispute) logger.warn({ imei: packet.imei, network: dispute }, 'two senders speak for one tracker')
  }
}

function toVoice({ deviceId }: KnownDevice, header: string, packet: Packet): Voice {
  const [kind, network = ''] = header.split(' ')
  const known = Object.values(VoiceKind).find((one) => one === kind)
  return { deviceId, kind: known ?? VoiceKind.trial, network, packet }
}

/** Sets a packet aside. When the gateway published the packet, it did not know yet that the sender is no longer trusted. */
function putAside(message: ReceivedMessage, packet: Packet): void {
  packet.quarantined = true
  message.headers[PacketHeader.keptAsideFor] = Buffer.from('newcomer')
}
