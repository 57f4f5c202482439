import { ConfigurationError } from '@roadbook/platform'
import type { GatewayConfiguration } from '../limits.js'
import type { TlsSettings } from './certificates.js'
import { Networks } from '../networks.js'
import { planPorts, type PlannedPort } from '@roadbook/protocols/port-plan'

/** Listening settings that result from the variables. */
export interface ListenSettings {
  own: PlannedPort[]
  tls: (TlsSettings & { port: number }) | undefined
  balancers: Networks | undefined
}

/** @throws ConfigurationError that names the wrong or missing variable */
export function listenSettings(configuration: GatewayConfiguration): ListenSettings {
  const own = planPorts(configuration)
  if (typeof own === 'string') throw new ConfigurationError(`wrong configuration:\n  ${own}`)
  return { own, tls: tlsOf(configuration), balancers: balancersOf(configuration) }
}

function tlsOf(configuration: GatewayConfiguration): ListenSettings['tls'] {
  const { TLS_PORT, TLS_CERT_FILE, TLS_KEY_FILE, TLS_CLIENT_CA_FILE, TLS_CLIENT_CERT } = configuration
  if (TLS_PORT === undefined) return undefined
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) throw wrong('TLS_PORT needs TLS_CERT_FILE and TLS_KEY_FILE')
  if (TLS_CLIENT_CERT !== 'off' && !TLS_CLIENT_CA_FILE) throw wrong(`TLS_CLIENT_CERT=${TLS_CLIENT_CERT} needs TLS_CLIENT_CA_FILE`)
  return {
    port: TLS_PORT,
    certFile: TLS_CERT_FILE,
    keyFile: TLS_KEY_FILE,
    clientCaFile: TLS_CLIENT_CA_FILE,
    clientCertificate: TLS_CLIENT_CERT,
  }
}

function balancersOf({ PROXY_PROTOCOL, PROXY_TRUSTED }: GatewayConfiguration): Networks | undefined {
  if (PROXY_PROTOCOL === 'off') return undefined
  const networks = Networks.parse(PROXY_TRUSTED ?? '')
  if (!networks || networks.size === 0)
    throw wrong('PROXY_PROTOCOL=required needs PROXY_TRUSTED, the networks of the balancers, such as "10.0.0.0/8,fd00::/8"')
  return networks
}

const wrong = (sentence: string): ConfigurationError => new ConfigurationError(`wrong configuration:\n  ${sentence}`)
