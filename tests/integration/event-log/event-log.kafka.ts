import { Topic } from '@roadbook/contracts'
import { logOptionsOf, openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration, readiness } from '@roadbook/platform'
import { until, within } from '@roadbook/testing/until'
import { Inbox } from './event-log.inbox.js'
import { takeoverMs, type Rig } from './event-log.rig.js'

/**
 * Tests that apply only to Kafka: connections with TLS and a user, and refusals by brokers. TLS is tested only with a
 * broker from the jars, because only such a broker has listeners with TLS.
 */
export function kafkaAlone(rigOf: () => Rig): void {
  const logs: OpenEventLog[] = []
  afterAll(() => Promise.all(logs.map((log) => log.close())))

  /** Opens the log as a process with these variables would. */
  async function openWith(
    variables: Record<string, string | undefined>,
    listener: 'secure' | 'mutual' = 'secure',
  ): Promise<OpenEventLog> {
    const { [listener]: at } = rigOf()
    const configuration = readConfiguration(eventLogShape, { EVENT_LOG: at?.url, ...at?.variables, ...variables })
    const log = await openEventLog(configuration.EVENT_LOG, {
      ...logOptionsOf(configuration),
      clientId: 'secure',
      publishPatienceMs: 100,
    })
    logs.push(log)
    return log
  }

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])('carries messages over TLS for a user by %s', async (mechanism) => {
    if (!rigOf().secure) return
    const prefix = `secure-${mechanism}-`
    const inbox = new Inbox(prefix)
    const log = await openWith({ KAFKA_SASL_MECHANISM: mechanism })
    await log.prepare()
    const subscription = await log.subscribe({ topic: Topic.packets, group: prefix, from: 'latest', onBatch: inbox.onBatch })
    await log.publish(Topic.packets, [{ key: `${prefix}a`, value: Buffer.from(mechanism) }])
    await inbox.until('the message comes', () => inbox.values.includes(mechanism))
    await subscription.stop()
  })

  it('carries messages over TLS for a client with a certificate', async () => {
    if (!rigOf().mutual) return
    const log = await openWith({}, 'mutual')
    await log.prepare()
    await log.publish(Topic.packets, [{ key: 'mutual', value: Buffer.from('there') }])
  })

  it('refuses at the start a key that is not the one of the certificate', async () => {
    const { secure, mutual } = rigOf()
    if (!secure || !mutual) return
    const KAFKA_CERT_FILE = secure.variables.KAFKA_CA_FILE
    await expect(openWith({ KAFKA_CERT_FILE }, 'mutual')).rejects.toThrow('KAFKA_KEY_FILE: must be the key of KAFKA_CERT_FILE')
    const noCertificate = { KAFKA_CERT_FILE: mutual.variables.KAFKA_KEY_FILE }
    await expect(openWith(noCertificate, 'mutual')).rejects.toThrow(/KAFKA_CERT_FILE: .* holds no certificate in PEM format/)
  })

  it.each<[string, string, Record<string, string | undefined>, 'secure' | 'mutual']>([
    [
      'a wrong password',
      'Kafka refuses the user "roadbook" (SCRAM-SHA-512): check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM',
      { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_PASSWORD: 'marble-hinge-17' },
      'secure',
    ],
    [
      'an authority that this process does not know',
      'put the certificate of its authority into KAFKA_CA_FILE',
      { KAFKA_SASL_MECHANISM: 'PLAIN', KAFKA_CA_FILE: undefined },
      'secure',
    ],
    [
      'TLS without a user',
      'closes the connection: does it use TLS on this port, or need a user (KAFKA_SASL_MECHANISM)?',
      { KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined },
      'secure',
    ],
    [
      'TLS without a certificate',
      'does it need KAFKA_CERT_FILE and KAFKA_KEY_FILE',
      { KAFKA_CERT_FILE: undefined, KAFKA_KEY_FILE: undefined },
      'mutual',
    ],
    [
      'neither TLS nor a user',
      'closes the connection: does it need TLS (KAFKA_TLS=true), or need a user (KAFKA_SASL_MECHANISM)?',
      { KAFKA_TLS: undefined, KAFKA_CA_FILE: undefined, KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined },
      'secure',
    ],
  ])('says what to do about %s, in time for a readiness check', async (_, advice, variables, listener) => {
    if (!rigOf().secure) return
    const log = await openWith(variables, listener)
    const refusal = async (work: () => Promise<unknown>) =>
      within(
        'the log refuses',
        30_000,
        work().then(
          () => 'it answers',
          (error: Error) => error.message,
        ),
      )
    expect(await refusal(() => log.prepare())).toContain(advice)
    // The reason is reported immediately, even while the client is still trying.
    const { ready, parts } = await readiness({ 'event log': () => log.ping() })
    expect({ ready, reason: parts['event log'] }).toEqual({ ready: false, reason: expect.stringContaining(advice) })
    expect(JSON.stringify(await log.ping().catch((error: Error) => [error.message, error.stack]))).not.toMatch(
      /marble-hinge|cucumber-orbit/,
    )
  })

  it('F15 gives a process that is too busy for its heartbeats more time, instead of taking its partitions again and again', async () => {
    const prefix = 'busy-'
    const log = await rigOf().open()
    const failures: string[] = []
    let isCommitted = false
    const subscription = await log.subscribe({
      topic: Topic.packets,
      group: prefix,
      from: 'latest',
      onError: ({ message }) => failures.push(message),
      onBatch: async (batch) => {
        if (!batch.messages.some(({ key }) => key.startsWith(prefix))) return
        // Blocks the process. This happens on a machine where too many processes share a processor.
        for (const end = performance.now() + takeoverMs * 1.5; performance.now() < end;);
        await batch.commit()
        isCommitted = true
      },
    })
    await log.publish(Topic.packets, [{ key: `${prefix}a`, value: Buffer.from('a') }])
    await until('the batch is committed', () => isCommitted, { withinMs: 120_000 })
    expect(failures).toContainEqual(expect.stringContaining('too busy for heartbeats'))
    await subscription.stop()
  })

  it('takes over later, and says so, where the brokers allow no earlier takeover', async () => {
    const prefix = 'session-'
    const inbox = new Inbox(prefix)
    const said: string[] = []
    const log = await rigOf().open({ takeoverMs: 100 })
    const subscription = await log.subscribe({
      topic: Topic.packets,
      group: prefix,
      from: 'latest',
      onBatch: inbox.onBatch,
      onError: ({ message }) => said.push(message),
    })
    await log.publish(Topic.packets, [{ key: `${prefix}a`, value: Buffer.from('there') }])
    await inbox.until('the message comes', () => inbox.values.includes('there'))
    expect(said).toEqual([expect.stringMatching(/no takeover .* after 100 ms: trying 6000 ms.*group\.min\.session\.timeout\.ms/)])
    await subscription.stop()
  })
}
