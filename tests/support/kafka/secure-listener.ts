import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeCertificate } from '../gateway/certificates.ts'

/** Listener of a broker that takes only TLS and a user. */
export interface SecureListener {
  /** Value for `EVENT_LOG`. */
  url: string
  /** Variables of a process that may connect, beside `EVENT_LOG`. */
  variables: { KAFKA_TLS: string; KAFKA_CA_FILE: string; KAFKA_USERNAME: string; KAFKA_PASSWORD: string }
}

const USER = 'roadbook'
const PASSWORD = 'cucumber-orbit-91'
const MECHANISMS = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
const MODULES = 'org.apache.kafka.common.security'

/**
 * Makes the certificate, the user and the settings of a listener with TLS and SASL (PLAIN and SCRAM).
 * @returns the listener, its settings by name (without `listeners`), and the arguments for formatting the broker's storage
 */
export function secureListener(folder: string, port: number) {
  const { certFile, cert, key } = makeCertificate(folder, 'kafka')
  const keyStore = path.join(folder, 'kafka.pem')
  writeFileSync(keyStore, key + cert, { mode: 0o600 })
  const listener: SecureListener = {
    url: `kafka://127.0.0.1:${port}`,
    variables: { KAFKA_TLS: 'true', KAFKA_CA_FILE: certFile, KAFKA_USERNAME: USER, KAFKA_PASSWORD: PASSWORD },
  }
  const ours = (name: string) => `listener.name.secure.${name}`
  const settings = {
    [ours('ssl.keystore.type')]: 'PEM',
    [ours('ssl.keystore.location')]: keyStore,
    [ours('sasl.enabled.mechanisms')]: ['PLAIN', ...MECHANISMS].join(),
    [ours('plain.sasl.jaas.config')]: `${MODULES}.plain.PlainLoginModule required user_${USER}="${PASSWORD}";`,
    ...Object.fromEntries(
      MECHANISMS.map((name) => [ours(`${name.toLowerCase()}.sasl.jaas.config`), `${MODULES}.scram.ScramLoginModule required;`]),
    ),
  }
  const formatting = MECHANISMS.flatMap((name) => ['--add-scram', `${name}=[name=${USER},password=${PASSWORD}]`])
  return { listener, settings, formatting }
}
