import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apiShape } from '@roadbook/api/configuration'
import { consumerShape } from '@roadbook/consumer/configuration'
import { commandShape } from '@roadbook/gateway/commands/command-office'
import { gatewayShape } from '@roadbook/gateway/limits'
import { identityShape } from '@roadbook/identity/configuration'
import { commonShape } from '@roadbook/platform'
import { planPorts } from '@roadbook/protocols/port-plan'
import { projectRoot } from '../project-root.js'

/** Processes that a deployment starts. */
export type Deployed = 'gateway' | 'consumer' | 'api'

/** Names of the variables that each process reads. They are the keys of the shapes with which the process reads them. */
export const VARIABLES: Readonly<Record<Deployed | 'identity', readonly string[]>> = {
  gateway: Object.keys({ ...commonShape, ...gatewayShape, ...commandShape }),
  consumer: Object.keys(consumerShape),
  api: Object.keys({ ...commonShape, ...apiShape }),
  identity: Object.keys(identityShape),
}

/**
 * Variables that a container never needs. A container has its own ports and addresses, and its host name distinguishes it
 * from other containers. The embedded identity provider has no image.
 */
export const OF_THE_CONTAINER: ReadonlySet<string> = new Set([
  ...['PORT', 'HOST', 'GATEWAY_PORT', 'TELTONIKA_PORT', 'PROTOCOL_PORTS', 'GATEWAY_HOST', 'FORWARDING_PORT'],
  ...['GATEWAY_HEALTH_PORT', 'CONSUMER_HEALTH_PORT', 'API_HEALTH_PORT', 'GATEWAY_ID', 'CONSUMER_ID', 'PORTAL_DIR'],
  ...['IDENTITY_ADMIN_URL', 'IDENTITY_ADMIN_SECRET'],
])

/** Health port of each process, from the default in its shape. */
export const HEALTH_PORTS: Readonly<Record<Deployed, number>> = {
  gateway: gatewayShape.GATEWAY_HEALTH_PORT.parse(undefined),
  consumer: consumerShape.CONSUMER_HEALTH_PORT.parse(undefined),
  api: apiShape.API_HEALTH_PORT.parse(undefined),
}

/** Port for positions that other systems forward. */
export const FORWARDING_PORT = gatewayShape.FORWARDING_PORT.parse(undefined)

/** Returns the ports at which a gateway listens by default, ascending. The result does not include TLS_PORT. */
export function trackerPorts(): { tcp: number[]; udp: number[] } {
  const shared = gatewayShape.GATEWAY_PORT.parse(undefined)
  const own = planPorts({ GATEWAY_PORT: shared, TELTONIKA_PORT: gatewayShape.TELTONIKA_PORT.parse(undefined) })
  if (typeof own === 'string') throw new Error(own)
  const datagrams = own.filter(({ protocols }) => protocols.some(({ udp }) => udp !== undefined))
  const ascending = (ports: number[]) => ports.sort((a, b) => a - b)
  return {
    tcp: ascending([shared, ...own.map(({ port }) => port)]),
    udp: ascending([shared, ...datagrams.map(({ port }) => port)]),
  }
}

/** Returns the text of a file of the repository. */
export const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')

/** Returns every name in capitals on the pages for operators. */
export const documented = (): ReadonlySet<string> =>
  new Set(
    globSync('docs/operating/*.md', { cwd: projectRoot })
      .map(read)
      .join('\n')
      .match(/\b[A-Z][A-Z0-9_]+\b/g),
  )
