import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigurationError, type EventLogConfiguration } from '@roadbook/platform/configuration'
import type { SASLOptions } from 'kafkajs'

/** Encryption and user of the connections to Kafka. */
export interface KafkaSecurity {
  /** Certificates and keys in PEM. Absent without TLS. */
  ssl?: { ca?: string; cert?: string; key?: string }
  /** Absent where Kafka asks for no user. */
  sasl?: { mechanism: SASLOptions['mechanism'] & `${'plain' | 'scram'}${string}`; username: string; password: string }
}

type Variables = Pick<EventLogConfiguration, Extract<keyof EventLogConfiguration, `KAFKA_${string}`>>

/**
 * Returns the security of the connections to Kafka from the variables of a process.
 * @throws ConfigurationError for a file that holds no certificate or key
 */
export function kafkaSecurityOf(variables: Variables): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_SASL_MECHANISM, KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = variables
  return {
    ...(KAFKA_TLS && { ssl: tlsOf(variables) }),
    ...(KAFKA_SASL_MECHANISM && { sasl: { mechanism: mechanisms[KAFKA_SASL_MECHANISM], username, password } }),
  }
}

/** Mechanisms as the client's types spell them. */
const mechanisms = { PLAIN: 'plain', 'SCRAM-SHA-256': 'scram-sha-256', 'SCRAM-SHA-512': 'scram-sha-512' } as const

function tlsOf({ KAFKA_CA_FILE, KAFKA_CERT_FILE, KAFKA_KEY_FILE }: Variables) {
  const tls = {
    ...(KAFKA_CA_FILE && { ca: pemIn('KAFKA_CA_FILE', KAFKA_CA_FILE) }),
    ...(KAFKA_CERT_FILE && { cert: pemIn('KAFKA_CERT_FILE', KAFKA_CERT_FILE) }),
    ...(KAFKA_KEY_FILE && { key: pemIn('KAFKA_KEY_FILE', KAFKA_KEY_FILE) }),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    // The only part that is not seen to be PEM before: a key that is encrypted, or not the one of the certificate.
    throw new ConfigurationError(
      `wrong configuration:\n  KAFKA_KEY_FILE: must be the key of KAFKA_CERT_FILE, without a passphrase (${(error as Error).message})`,
    )
  }
  return tls
}

function pemIn(variable: string, file: string): string {
  const text = readFileSync(file, 'utf8')
  const kind = variable === 'KAFKA_KEY_FILE' ? 'PRIVATE KEY' : 'CERTIFICATE'
  if (text.includes(`${kind}-----`)) return text
  throw new ConfigurationError(`wrong configuration:\n  ${variable}: ${file} holds no ${kind.toLowerCase()} in PEM format`)
}
