import type { Fix } from '@roadbook/contracts'
import { FIXES_A_PACKET, historyPacket, type LogMessage } from '@roadbook/event-log'
import { FORWARDED, forwardedName } from '@roadbook/protocols'
import type { TraccarPosition } from '../source/model.js'

/** Format in which a Traccar server forwards positions. The history is decoded as if the server had forwarded it. */
const traccar = FORWARDED.find(({ name }) => name === 'traccar')!

/**
 * Maximum number of characters of JSON in one packet. The packet itself is shorter. A single longer position is a packet of its
 * own.
 */
const TEXT_A_PACKET = 64_000

/** Packets of some positions of one tracker, for the event log. */
export interface Packed {
  messages: LogMessage[]
  /** Number of fixes in the packets. A position may give two fixes. */
  fixes: number
  /** For each position that can never be stored, the reason. */
  refused: string[]
}

/**
 * Decodes positions and combines their fixes into packets, in order. A packet has only fixes of one protocol. Each fix keeps
 * its own time of reception, so that consumer processes treat it as if it had come separately.
 */
export function packetsOf({ imei, uniqueId }: { imei: string; uniqueId: string }, page: readonly TraccarPosition[]): Packed {
  const packed: Packed = { messages: [], fixes: 0, refused: [] }
  let protocol = ''
  let text = 0
  let fixes: Fix[] = []
  let receptions: number[] = []
  const flush = () => {
    if (fixes.length === 0) return
    packed.messages.push(historyPacket(imei, protocol, fixes, receptions))
    packed.fixes += fixes.length
    text = 0
    fixes = []
    receptions = []
  }
  const device = JSON.stringify({ uniqueId })
  for (const { json, serverTime } of page) {
    const decoded = traccar.decode(Buffer.from(`{"device":${device},"position":${json}}`), { now: serverTime })
    if (decoded.kind === 'decodeError') {
      packed.refused.push(decoded.reason)
      continue
    }
    const name = forwardedName(traccar, decoded.kind === 'packet' ? decoded.spoken : undefined)
    if (name !== protocol || fixes.length >= FIXES_A_PACKET || text + json.length > TEXT_A_PACKET) flush()
    protocol = name
    text += json.length
    for (const fix of decoded.fixes ?? []) {
      fixes.push(fix)
      receptions.push(serverTime)
    }
  }
  flush()
  return packed
}
