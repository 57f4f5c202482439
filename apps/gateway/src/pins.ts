import type { KeptAsideFor } from '@roadbook/contracts'
import type { Tracker } from './registry/device-directory.js'
import { Networks } from './networks.js'

/** The address and certificate of a connection. */
interface Arrival {
  readonly remoteAddress: string
  readonly clientCertificate?: string | undefined
}

const networks = new Map<string, Networks | undefined>()

/** Returns the pin that a sender does not match. A tracker may be pinned to one network, to one certificate, or to both. */
export function missingPin({ sourceNetwork, clientCertificate }: Tracker, arrival: Arrival): KeptAsideFor | undefined {
  if (clientCertificate !== undefined && clientCertificate !== arrival.clientCertificate) return 'certificate'
  const isInside = sourceNetwork === undefined || (networkOf(sourceNetwork)?.has(arrival.remoteAddress) ?? false)
  return isInside ? undefined : 'network'
}

/** Returns the parsed network. It is cached, because many trackers share few networks. */
function networkOf(cidr: string): Networks | undefined {
  if (!networks.has(cidr)) networks.set(cidr, Networks.parse(cidr))
  return networks.get(cidr)
}
