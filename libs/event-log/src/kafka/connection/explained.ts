import type { KafkaSecurity } from './kafka-security.js'

/** Thrown if Kafka refuses a connection, or if this process refuses Kafka's certificate. The message says what to do. */
export class KafkaRefusedError extends Error {
  override name = 'KafkaRefusedError'
}

/** Codes of OpenSSL and Node for TLS errors about certificates that no known authority has signed. */
const UNKNOWN_AUTHORITY = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
])

/**
 * If a connection failed permanently, returns an error that says what to do. Causes are a wrong user, password or
 * certificate, a Kafka without TLS, or a missing right. Returns other errors unchanged. No message contains the password.
 */
export function explained(error: unknown, security: KafkaSecurity): Error {
  const reason = causesOf(error).reduce<string | undefined>((found, cause) => found ?? reasonOf(cause, security), undefined)
  return reason === undefined ? (error as Error) : new KafkaRefusedError(reason, { cause: error })
}

/**
 * Like {@link explained}, for the first connection of a process. If the broker closes this connection immediately, the
 * settings for TLS or the user do not match the broker's. A later connection may also be closed because the broker
 * restarts, so its end does not show wrong settings.
 */
export function explainedAtFirst(error: unknown, security: KafkaSecurity): Error {
  const known = explained(error, security)
  const closed = causesOf(error).find(
    ({ name, message }) => name === 'KafkaJSConnectionClosedError' || /disconnected before secure TLS connection/.test(message),
  )
  if (known instanceof KafkaRefusedError || !closed) return known
  const { ssl, sasl } = security
  const tls = ssl ? 'does it use TLS on this port' : 'does it need TLS (KAFKA_TLS=true)'
  const user = sasl ? '' : ', or need a user (KAFKA_SASL_MECHANISM)'
  return new KafkaRefusedError(`${closed.broker ?? 'a broker'} closes the connection: ${tls}${user}?`, { cause: error })
}

interface Failure {
  name?: string
  message: string
  code?: string | number
  type?: string
  broker?: string
  cause?: unknown
}

/** Returns an error and the errors that it wraps. kafkajs wraps some errors twice. */
function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = []
  for (let one = error as Failure | undefined; one && !causes.includes(one); one = one.cause as Failure | undefined)
    causes.push(one)
  return causes
}

function reasonOf({ name, message, code, type, broker = 'a broker' }: Failure, { sasl }: KafkaSecurity) {
  const user = sasl ? `the user "${sasl.username}" (${sasl.mechanism.toUpperCase()})` : 'a client without a user'
  if (name === 'KafkaJSSASLAuthenticationError') {
    return /not supported by the server/.test(message)
      ? `Kafka does not offer ${sasl?.mechanism.toUpperCase()}: set KAFKA_SASL_MECHANISM to a mechanism of its listener`
      : `Kafka refuses ${user}: check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM`
  }
  if (type?.endsWith('_AUTHORIZATION_FAILED'))
    return `Kafka does not allow this to ${user} (${type}): grant the rights that docs/operating/connect.md lists`
  return typeof code === 'string' ? tlsReasonOf(code, message, broker) : undefined
}

function tlsReasonOf(code: string, message: string, broker: string): string | undefined {
  if (UNKNOWN_AUTHORITY.has(code))
    return `no known authority has signed the certificate of ${broker} (${code}): put the certificate of its authority into KAFKA_CA_FILE`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `the certificate of ${broker} is not valid now (${code}): renew it, or set the clock`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${broker} is for another host: name the brokers in EVENT_LOG as their certificates do (${message})`
  if (/^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/.test(code))
    return `${broker} does not use TLS on this port: name its TLS port in EVENT_LOG, or leave KAFKA_TLS out`
  if (/^ERR_SSL_.*(CERTIFICATE|HANDSHAKE|UNKNOWN_CA)/.test(code))
    return `${broker} refuses the TLS connection (${code}): does it need KAFKA_CERT_FILE and KAFKA_KEY_FILE, signed by an authority that it trusts?`
  return undefined
}
