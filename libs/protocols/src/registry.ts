import { FORWARDED } from './forwarded.js'
import type { Protocol } from './protocol.js'
import * as spoken from './spoken.js'

/** Protocols of trackers, each with its ports. */
export const PROTOCOLS: readonly Protocol[] = Object.values(spoken)

/** All protocols whose stored frames can be decoded: those of trackers and the formats of forwarding servers. */
export const DECODERS: readonly Protocol[] = [...PROTOCOLS, ...FORWARDED]

/**
 * Returns the decoder of a packet's protocol. The name of a forwarded packet may contain the tracker's own protocol after a
 * slash: `traccar/gl200`.
 */
export function findProtocol(name: string, among: readonly Protocol[] = DECODERS): Protocol | undefined {
  const slash = name.indexOf('/')
  if (slash < 0) return among.find((protocol) => protocol.name === name)
  return among.find((protocol) => protocol.isForwarded === true && protocol.name === name.slice(0, slash))
}
