import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeCertificate } from '../gateway/certificates.ts'

/** Listener of a broker that accepts only TLS connections of known clients. */
export interface SecureListener {
  /** Value for `EVENT_LOG`. */
  url: string
  /** Variables with which a process can connect, in addition to `EVENT_LOG`. */
  variables: Record<string, string>
}

const USER = 'roadbook'
const PASSWORD = 'cucumber-orbit-91'
const MECHANISMS = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
const MODULES = 'org.apache.kafka.common.security'

/**
 * Makes certificates, a user and the settings of two listeners: `secure` requires a user (PLAIN and SCRAM), and `mutual`
 * requires a certificate of the client.
 * @returns the listeners, their settings by name (without `listeners`), and the arguments for formatting the broker's
 *   storage
 */
export function secureListeners(folder: string, ports: { secure: number; mutual: number }) {
  const [broker, client] = [makeCertificate(folder, 'kafka'), makeCertificate(folder, 'client')]
  const keyStore = path.join(folder, 'kafka.pem')
  writeFileSync(keyStore, broker.key + broker.cert, { mode: 0o600 })
  const tls = { KAFKA_TLS: 'true', KAFKA_CA_FILE: broker.certFile }
  const secure: SecureListener = {
    url: `kafka://127.0.0.1:${ports.secure}`,
    variables: { ...tls, KAFKA_USERNAME: USER, KAFKA_PASSWORD: PASSWORD },
  }
  const mutual: SecureListener = {
    url: `kafka://127.0.0.1:${ports.mutual}`,
    variables: { ...tls, KAFKA_CERT_FILE: client.certFile, KAFKA_KEY_FILE: client.keyFile },
  }
  const scram = MECHANISMS.map((name) => [
    `${name.toLowerCase()}.sasl.jaas.config`,
    `${MODULES}.scram.ScramLoginModule required;`,
  ])
  const settings = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    ...ofListener('secure', {
      'sasl.enabled.mechanisms': ['PLAIN', ...MECHANISMS].join(),
      'plain.sasl.jaas.config': `${MODULES}.plain.PlainLoginModule required user_${USER}="${PASSWORD}";`,
      ...(Object.fromEntries(scram) as Record<string, string>),
    }),
    ...ofListener('mutual', {
      'ssl.client.auth': 'required',
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': client.certFile,
    }),
  }
  const formatting = MECHANISMS.flatMap((name) => ['--add-scram', `${name}=[name=${USER},password=${PASSWORD}]`])
  return { secure, mutual, settings, formatting }
}

const ofListener = (listener: string, settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`listener.name.${listener}.${name}`, value]))
