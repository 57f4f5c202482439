import type { Protocol } from './protocol.js'
import * as spoken from './spoken.js'

export const PROTOCOLS: readonly Protocol[] = Object.values(spoken)

export function findProtocol(name: string): Protocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.name === name)
}
