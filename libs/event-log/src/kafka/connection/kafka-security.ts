import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigurationError, type EventLogConfiguration } from '@roadbook/platform/configuration'
import type { SASLOptions } from 'kafkajs'

/** Encryption and user of the connections to Kafka. */
export interface KafkaSecurity {
  /** Certificates and keys in PEM. Absent without TLS. */
  ssl?: { ca?: string; cert?: string; key?: string }
  /** Absent if Kafka requires no user. */
  sasl?: { mechanism: SASLOptions['mechanism'] & `${'plain' | 'scram'}${string}`; username: string; password: string }
}

type Variables = Pick<EventLogConfiguration, Extract<keyof EventLogConfiguration, `KAFKA_${string}`>>

/**
 * Returns the security of the connections to Kafka from the variables of a process.
 * @throws ConfigurationError if a file contains no certificate or key, or a damaged one
 */
export function kafkaSecurityOf(variables: Variables): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_SASL_MECHANISM, KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = variables
  return {
    ...(KAFKA_TLS && { ssl: tlsOf(variables) }),
    ...(KAFKA_SASL_MECHANISM && { sasl: { mechanism: mechanisms[KAFKA_SASL_MECHANISM], username, password } }),
  }
}

/** Names of the mechanisms in the client's types. */
const mechanisms = { PLAIN: 'plain', 'SCRAM-SHA-256': 'scram-sha-256', 'SCRAM-SHA-512': 'scram-sha-512' } as const

function tlsOf({ KAFKA_CA_FILE, KAFKA_CERT_FILE, KAFKA_KEY_FILE }: Variables) {
  const ca = KAFKA_CA_FILE && certificatesIn('KAFKA_CA_FILE', KAFKA_CA_FILE)
  const cert = KAFKA_CERT_FILE && certificatesIn('KAFKA_CERT_FILE', KAFKA_CERT_FILE)
  const key = KAFKA_KEY_FILE && privateKeyIn('KAFKA_KEY_FILE', KAFKA_KEY_FILE)
  if (cert && key) attempt('KAFKA_KEY_FILE: must be the key of KAFKA_CERT_FILE', () => createSecureContext({ cert, key }))
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
}

/**
 * Reads certificates. Every certificate must be complete. The runtime skips a damaged certificate of an authority without
 * an error, and connections would then fail.
 */
function certificatesIn(variable: string, file: string): string {
  const text = readFileSync(file, 'utf8')
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  if (!certificates) throw wrong(`${variable}: ${file} holds no certificate in PEM format`)
  for (const certificate of certificates)
    attempt(`${variable}: ${file} holds a damaged certificate`, () => new X509Certificate(certificate))
  return text
}

function privateKeyIn(variable: string, file: string): string {
  const text = readFileSync(file, 'utf8')
  if (!text.includes('PRIVATE KEY-----')) throw wrong(`${variable}: ${file} holds no private key in PEM format`)
  attempt(`${variable}: ${file} must hold a whole private key without a passphrase`, () => createPrivateKey(text))
  return text
}

function attempt(problem: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    throw wrong(`${problem} (${(error as Error).message})`)
  }
}

const wrong = (problem: string) => new ConfigurationError(`wrong configuration:\n  ${problem}`)
