import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventLogShape, readConfiguration } from '../configuration.js'

const PASSWORD = 'cucumber-orbit-91'

describe('the variables of the connection to Kafka', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-kafka-variables-'))
  const file = path.join(folder, 'some.pem')
  beforeAll(() => writeFileSync(file, 'PEM'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const read = (variables: Record<string, string>) =>
    readConfiguration(eventLogShape, { EVENT_LOG: 'kafka://kafka.example:9094', ...variables })
  const sasl = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_USERNAME: 'roadbook', KAFKA_PASSWORD: PASSWORD }

  it('may all be left out, for brokers in a network of their own', () => {
    expect(read({})).toMatchObject({ KAFKA_TLS: false, EVENT_LOG_PARTITIONS: 12, EVENT_LOG_TAKEOVER_MS: 4_000 })
  })

  it.each<[string, Record<string, string>]>([
    ['TLS alone', { KAFKA_TLS: 'true' }],
    ['a user in a network of its own', sasl],
    ['PLAIN over TLS', { ...sasl, KAFKA_SASL_MECHANISM: 'PLAIN', KAFKA_TLS: 'yes' }],
    ['a certificate of its own', { KAFKA_TLS: 'true', KAFKA_CA_FILE: file, KAFKA_CERT_FILE: file, KAFKA_KEY_FILE: file }],
    ['no TLS, beside PostgreSQL', { EVENT_LOG: 'postgres', KAFKA_TLS: 'false' }],
  ])('may say %s', (_, variables) => {
    expect(() => read(variables)).not.toThrow()
  })

  it.each<[string, Record<string, string>, string[]]>([
    [
      'a password without a mechanism',
      { KAFKA_PASSWORD: PASSWORD },
      ['KAFKA_PASSWORD: needs KAFKA_SASL_MECHANISM: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512'],
    ],
    [
      'a mechanism without a user',
      { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-256' },
      ['KAFKA_USERNAME: is needed with KAFKA_SASL_MECHANISM', 'KAFKA_PASSWORD: is needed with KAFKA_SASL_MECHANISM'],
    ],
    ['PLAIN without TLS', { ...sasl, KAFKA_SASL_MECHANISM: 'PLAIN' }, ['KAFKA_SASL_MECHANISM: PLAIN needs KAFKA_TLS=true']],
    ['another mechanism', { ...sasl, KAFKA_SASL_MECHANISM: 'GSSAPI' }, ['KAFKA_SASL_MECHANISM: Invalid option']],
    ['a known word', { ...sasl, KAFKA_PASSWORD: 'changeme' }, ['KAFKA_PASSWORD: must not be a word that everybody knows']],
    [
      'a certificate without its key',
      { KAFKA_TLS: 'true', KAFKA_CERT_FILE: file },
      ['KAFKA_CERT_FILE: needs KAFKA_KEY_FILE, its private key'],
    ],
    [
      'a key without its certificate',
      { KAFKA_TLS: 'true', KAFKA_KEY_FILE: file },
      ['KAFKA_KEY_FILE: needs KAFKA_CERT_FILE, its certificate'],
    ],
    ['an authority without TLS', { KAFKA_CA_FILE: file }, ['KAFKA_CA_FILE: needs KAFKA_TLS=true']],
    [
      'a file that is not there',
      { KAFKA_TLS: 'true', KAFKA_CA_FILE: `${file}.absent` },
      ['KAFKA_CA_FILE: must be the path of a file that this process may read'],
    ],
    [
      'Kafka beside PostgreSQL',
      { ...sasl, EVENT_LOG: 'postgres', KAFKA_TLS: 'true' },
      ['KAFKA_TLS: is only for EVENT_LOG=kafka://', 'KAFKA_PASSWORD: is only for EVENT_LOG=kafka://'],
    ],
    ['no partitions', { EVENT_LOG_PARTITIONS: '0' }, ['EVENT_LOG_PARTITIONS: ']],
    ['a takeover at once', { EVENT_LOG_TAKEOVER_MS: '100' }, ['EVENT_LOG_TAKEOVER_MS: ']],
  ])('are refused with what to do, and without the password, when they say %s', (_, variables, reasons) => {
    const refusal = messageOf(() => read(variables))
    for (const reason of reasons) expect(refusal).toContain(`  ${reason}`)
    expect(refusal).not.toContain(PASSWORD)
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}
