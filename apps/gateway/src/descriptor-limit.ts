import { readFileSync } from 'node:fs'
import type { Logger } from '@roadbook/platform'
import type { Limits } from './limits.js'

/** For what is no tracker's connection: pools, the event log, listening and health sockets, files. */
const RESERVED = 96
/** A fifth of the capacity: strangers must not lock out trackers. */
const STRANGERS_SHARE = 5

/** How many files and sockets this process may have open; as good as unlimited where the system does not say. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    // Not Linux: the configured limit stands alone.
    return Infinity
  }
}

/**
 * The same limits, with no more connections than there are descriptors for. Otherwise strangers could take the last one, and
 * with it the gateway's way back to a database that went away; and the system would close connections without a word.
 */
export function fitToDescriptors(limits: Limits, logger: Logger, descriptors = descriptorLimit()): Limits {
  const connections = Math.max(1, descriptors - RESERVED)
  if (limits.connections <= connections) return limits
  logger.warn(
    { descriptors, configured: limits.connections, connections },
    'fewer connections than configured: raise "ulimit -n"',
  )
  return { ...limits, connections, beforeLogin: Math.min(limits.beforeLogin, Math.ceil(connections / STRANGERS_SHARE)) }
}
