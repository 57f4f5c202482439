import type { Fix, Packet } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '../event-log.js'

/**
 * Number of fixes in one packet of a history. With many fixes in a packet, the log is smaller and consumer processes need less
 * time per fix.
 */
export const FIXES_A_PACKET = 50

/** Value of `gateway` in packets that no gateway received. */
const IMPORT = 'import'
/** Begin of the protocol of packets from a file (decision 123). Other imports of history name their own protocols. */
const FILE = 'history/'

/** Returns the protocol of packets with positions of a file. */
export const fileProtocol = (format: string): string => `${FILE}${format}`

/** Returns true for a packet with positions of an imported file. Gateways write their own id into each packet. */
export const isOfFile = ({ gateway, protocol }: Pick<Packet, 'gateway' | 'protocol'>): boolean =>
  gateway === IMPORT && protocol.startsWith(FILE)

/**
 * Returns the message with fixes of one tracker's history. Each fix keeps its own time of reception, so that consumer processes
 * treat it as if it had come separately.
 * @param protocol name of the format that the fixes come from
 * @param receptions milliseconds since 1970 UTC, one for each fix
 */
export function historyPacket(imei: string, protocol: string, fixes: Fix[], receptions: number[]): LogMessage {
  const receivedAt = receptions.reduce((newest, reception) => Math.max(newest, reception), -Infinity)
  const packet = { imei, protocol, receivedAt, gateway: IMPORT, quarantined: false, fixes }
  const isOne = receptions.every((reception) => reception === receivedAt)
  return { key: imei, value: encodePacket(isOne ? packet : { ...packet, receptions }) }
}
