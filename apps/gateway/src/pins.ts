import type { Tracker } from './device-directory.js'
import { Networks } from './networks.js'

/** Where a connection comes from and what it showed. */
interface Arrival {
  readonly remoteAddress: string
  readonly clientCertificate?: string | undefined
}

const networks = new Map<string, Networks | undefined>()

/** Whether a tracker that may speak only from one network, or only with one certificate, does so. */
export function mayComeThisWay({ sourceNetwork, clientCertificate }: Tracker, arrival: Arrival): boolean {
  if (clientCertificate !== undefined && clientCertificate !== arrival.clientCertificate) return false
  return sourceNetwork === undefined || (networkOf(sourceNetwork)?.has(arrival.remoteAddress) ?? false)
}

/** Few networks hold many trackers. */
function networkOf(cidr: string): Networks | undefined {
  if (!networks.has(cidr)) networks.set(cidr, Networks.parse(cidr))
  return networks.get(cidr)
}
