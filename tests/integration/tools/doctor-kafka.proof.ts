import { execFile } from 'node:child_process'
import { inProof } from '@roadbook/testing/proof'
import { NODE } from '../../support/chaos/managed-process.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { hasKafkaBroker, type KafkaBroker, startKafkaBroker } from '../../support/kafka/kafka-broker.js'

const withBroker = hasKafkaBroker() ? describe : describe.skip

inProof('kafka', () => {
  withBroker('roadbook doctor, on Kafka', () => {
    let broker: KafkaBroker
    let database: TestDatabase
    beforeAll(async () => {
      ;[broker, database] = await Promise.all([startKafkaBroker(), createTestDatabase()])
    })
    afterAll(async () => {
      await broker?.stop()
      await database?.drop()
    })

    /** Runs the command until it ends by itself, and returns its findings. */
    const doctor = (variables = {}): Promise<{ check: string; status: string; text: string; remedy?: string }[]> =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, DATABASE_URL: database.url, EVENT_LOG: broker.url, ...variables }
        execFile(NODE, ['tools/dist/cli.js', 'doctor', '--json'], { env }, (error, said, complaint) =>
          said ? resolve(JSON.parse(said).findings) : reject(error ?? new Error(complaint)),
        )
      })

    it('ends with its findings before anybody has made a topic, and says so', async () => {
      const found = await doctor()
      expect(found.find(({ check }) => check === 'event log')).toMatchObject({
        status: 'warn',
        text: expect.stringContaining('nobody has made its topics yet'),
      })
      expect(found.filter(({ check }) => check === 'consumption').map(({ text }) => text)).toEqual([
        expect.stringContaining('no consumer has ever read it'),
        expect.stringContaining('no consumer has ever read it'),
      ])
      expect(found.filter(({ text }) => /could not look|no answer/.test(text))).toEqual([])
    })
    it('connects over TLS with a user, and names a wrong password', async () => {
      const { secure } = broker
      if (!secure) return
      const variables = { ...secure.variables, EVENT_LOG: secure.url, KAFKA_SASL_MECHANISM: 'SCRAM-SHA-256' }
      const seen = async (more = {}) => (await doctor({ ...variables, ...more })).find(({ check }) => check === 'event log')
      expect(await seen()).toMatchObject({ text: expect.stringContaining('nobody has made its topics yet') })
      expect(await seen({ KAFKA_PASSWORD: 'marble-hinge-17' })).toMatchObject({
        status: 'fail',
        text: expect.stringContaining('Kafka refuses the user "roadbook" (SCRAM-SHA-256)'),
        remedy: 'correct the variable that the message names, for every process',
      })
    })
    it('ends with its findings while the broker is away', async () => {
      await broker.kill?.()
      const found = await doctor()
      expect(found.find(({ check }) => check === 'event log')).toMatchObject({ status: 'fail' })
    })
  })
})
