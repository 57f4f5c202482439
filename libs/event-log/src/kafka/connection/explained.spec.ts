import { explained, KafkaRefusedError } from './explained.js'
import type { KafkaSecurity } from './kafka-security.js'

const security: KafkaSecurity = {
  ssl: {},
  sasl: { mechanism: 'scram-sha-256', username: 'roadbook', password: 'cucumber-orbit-91' },
}
/** Returns an error as the client throws it: wrapped by the error that counts attempts. */
const failure = (fields: object) =>
  Object.assign(new Error('gave up'), {
    cause: Object.assign(new Error('failed'), { broker: 'kafka.example:9094', ...fields }),
  })

describe('a connection that Kafka refuses', () => {
  it.each<[string, object, string]>([
    [
      'a wrong password',
      { name: 'KafkaJSSASLAuthenticationError' },
      'Kafka refuses the user "roadbook" (SCRAM-SHA-256): check KAFKA_USERNAME',
    ],
    [
      'a mechanism that the brokers do not have',
      { name: 'KafkaJSSASLAuthenticationError', message: 'SASL SCRAM-SHA-256 mechanism is not supported by the server' },
      'Kafka does not offer SCRAM-SHA-256: set KAFKA_SASL_MECHANISM',
    ],
    ['a missing right', { type: 'TOPIC_AUTHORIZATION_FAILED' }, 'Kafka does not allow this to the user "roadbook"'],
    [
      'an unknown authority',
      { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
      'certificate of kafka.example:9094 (UNABLE_TO_VERIFY_LEAF_SIGNATURE): put the certificate of its authority into KAFKA_CA_FILE',
    ],
    ['a certificate that has expired', { code: 'CERT_HAS_EXPIRED' }, 'is not valid now (CERT_HAS_EXPIRED)'],
    ['another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'name the brokers in EVENT_LOG as their certificates do'],
    ['a port without TLS', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'kafka.example:9094 does not use TLS on this port'],
    [
      'a certificate that the brokers want',
      { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
      'does it need KAFKA_CERT_FILE and KAFKA_KEY_FILE',
    ],
  ])('because of %s is named with what to do', (_, fields, advice) => {
    const error = explained(failure(fields), security)
    expect(error).toBeInstanceOf(KafkaRefusedError)
    expect(error.message).toContain(advice)
    expect(error.message).not.toContain('cucumber')
  })

  it('is left as it is where only the network or a restart is the reason', () => {
    for (const fields of [{ code: 'ECONNREFUSED' }, { name: 'KafkaJSConnectionClosedError' }, { type: 'LEADER_NOT_AVAILABLE' }]) {
      const error = failure(fields)
      expect(explained(error, security)).toBe(error)
    }
  })
})
