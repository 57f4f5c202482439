import type { KeptAsideFor } from '@roadbook/contracts'
import type { Tracker } from './device-directory.js'
import { Networks } from './networks.js'

/** Where a connection comes from and what it showed. */
interface Arrival {
  readonly remoteAddress: string
  readonly clientCertificate?: string | undefined
}

const networks = new Map<string, Networks | undefined>()

/** Which pin a sender lacks, of a tracker that may speak only from one network, or only with one certificate. */
export function missingPin({ sourceNetwork, clientCertificate }: Tracker, arrival: Arrival): KeptAsideFor | undefined {
  if (clientCertificate !== undefined && clientCertificate !== arrival.clientCertificate) return 'certificate'
  const isInside = sourceNetwork === undefined || (networkOf(sourceNetwork)?.has(arrival.remoteAddress) ?? false)
  return isInside ? undefined : 'network'
}

/** Few networks hold many trackers. */
function networkOf(cidr: string): Networks | undefined {
  if (!networks.has(cidr)) networks.set(cidr, Networks.parse(cidr))
  return networks.get(cidr)
}
