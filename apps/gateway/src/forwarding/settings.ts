import { ConfigurationError } from '@roadbook/platform'
import type { GatewayConfiguration } from '../limits.js'
import type { TlsSettings } from '../listeners/certificates.js'

/** Maximum number of connections from forwarding servers. Each of these servers keeps a few connections open. */
export const MOST_FORWARDING_CONNECTIONS = 200

/** Settings of the port for forwarding servers. */
export interface ForwardingSettings {
  port: number
  host: string
  secret: string
  tls: TlsSettings | undefined
}

/**
 * Returns the settings. Undefined if there is no secret; the port then stays closed.
 * @throws ConfigurationError that names the missing variable
 */
export function forwardingSettings(configuration: GatewayConfiguration): ForwardingSettings | undefined {
  const { FORWARDING_SECRET, FORWARDING_PORT, FORWARDING_TLS, GATEWAY_HOST, TLS_CERT_FILE, TLS_KEY_FILE } = configuration
  if (FORWARDING_SECRET === undefined) return undefined
  if (FORWARDING_TLS && (!TLS_CERT_FILE || !TLS_KEY_FILE))
    throw new ConfigurationError('wrong configuration:\n  FORWARDING_TLS needs TLS_CERT_FILE and TLS_KEY_FILE')
  const tls = FORWARDING_TLS && TLS_CERT_FILE && TLS_KEY_FILE ? { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE } : undefined
  return {
    port: FORWARDING_PORT,
    host: GATEWAY_HOST,
    secret: FORWARDING_SECRET,
    tls: tls && { ...tls, clientCaFile: undefined, clientCertificate: 'off' },
  }
}
