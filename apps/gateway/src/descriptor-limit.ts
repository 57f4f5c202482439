import { readFileSync } from 'node:fs'
import type { Logger } from '@roadbook/platform'
import type { Limits } from './limits.js'

/**
 * File descriptors reserved for everything except tracker connections: pools, the event log, listening sockets, health
 * sockets and files.
 */
const RESERVED = 96
/**
 * The maximum number of strangers (connections before login) is the maximum number of connections divided by this. So
 * strangers cannot take the connections of trackers.
 */
const STRANGERS_SHARE = 5

/**
 * Returns the maximum number of open files and sockets of this process. Returns Infinity if the system does not report it.
 */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    // The system is not Linux, so only the configured limit applies.
    return Infinity
  }
}

export interface DescriptorNeeds {
  /** Maximum number of open files and sockets of this process. */
  descriptors?: number
  /** Maximum number of connections that are not from trackers. */
  others?: number
}

/**
 * Reduces the limits to the available file descriptors. Otherwise connections could take the last descriptor, and the gateway
 * could not reconnect to a database. The system would also close new connections without notice.
 */
export function fitToDescriptors(
  limits: Limits,
  logger: Logger,
  { descriptors = descriptorLimit(), others = 0 }: DescriptorNeeds = {},
): Limits {
  const connections = Math.max(1, descriptors - RESERVED - others)
  if (limits.connections <= connections) return limits
  logger.warn(
    { descriptors, configured: limits.connections, connections },
    'fewer connections than configured: raise "ulimit -n"',
  )
  return { ...limits, connections, beforeLogin: Math.min(limits.beforeLogin, Math.ceil(connections / STRANGERS_SHARE)) }
}
