import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { kafkaSecurityOf } from './kafka-security.js'

describe('the files of a connection to Kafka', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-kafka-files-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const file = (name: string, text: string | Buffer) => {
    const at = path.join(folder, name)
    writeFileSync(at, text)
    return at
  }
  const use = (variables: { KAFKA_CA_FILE?: string; KAFKA_CERT_FILE?: string; KAFKA_KEY_FILE?: string }) =>
    kafkaSecurityOf({ KAFKA_TLS: true, EVENT_LOG: 'kafka://kafka.example:9094', ...variables } as never)

  const damaged = file('damaged.crt', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const passphrase = { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'violet' } as const

  it.each([
    ['a damaged authority', { KAFKA_CA_FILE: damaged }, 'KAFKA_CA_FILE: .* holds a damaged certificate'],
    ['a damaged certificate', { KAFKA_CERT_FILE: damaged }, 'KAFKA_CERT_FILE: .* holds a damaged certificate'],
    ['a key for a certificate', { KAFKA_CERT_FILE: file('a.key', key) }, 'KAFKA_CERT_FILE: .* holds no certificate in PEM'],
    ['a certificate for a key', { KAFKA_KEY_FILE: damaged }, 'KAFKA_KEY_FILE: .* holds no private key in PEM'],
    [
      'a key with a passphrase',
      { KAFKA_KEY_FILE: file('b.key', privateKey.export(passphrase)) },
      'KAFKA_KEY_FILE: .* must hold a whole private key without a passphrase',
    ],
  ])('are refused by the name of their variable: %s', (_, variables, problem) => {
    expect(() => use(variables)).toThrow(new RegExp(problem))
  })

  it('are taken as they are when they are whole', () => {
    expect(use({ KAFKA_KEY_FILE: file('c.key', key) }).ssl).toEqual({ key })
  })
})
