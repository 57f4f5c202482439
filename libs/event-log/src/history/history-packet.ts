import type { Fix } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '../event-log.js'

/**
 * Number of fixes in one packet of a history. A larger number makes the log smaller and gives consumer processes less to do for
 * each fix.
 */
export const FIXES_A_PACKET = 50

/**
 * Returns the message with fixes of one tracker's history. Each fix keeps its own time of reception, so that consumer processes
 * treat it as if it had come separately.
 * @param protocol name of the format that the fixes come from
 * @param receptions milliseconds since 1970 UTC, one for each fix
 */
export function historyPacket(imei: string, protocol: string, fixes: Fix[], receptions: number[]): LogMessage {
  const receivedAt = receptions.reduce((newest, reception) => Math.max(newest, reception), -Infinity)
  const packet = { imei, protocol, receivedAt, gateway: 'import', quarantined: false, fixes }
  const isOne = receptions.every((reception) => reception === receivedAt)
  return { key: imei, value: encodePacket(isOne ? packet : { ...packet, receptions }) }
}
