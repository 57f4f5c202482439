import { Topic } from '@roadbook/contracts'
import type { LogMessage } from '@roadbook/event-log'
import { gatewayFixture } from './testing/gateway-fixture.js'

const MIB = 1024 * 1024
/** Bytes of the largest record batch that Kafka takes (topic-setup.ts of the event log). */
const LARGEST_BATCH = 16 * MIB

const sizeOf = ({ value, headers }: LogMessage) => value.length + (headers?.raw?.length ?? 0)

describe('what waits for the event log', () => {
  it('is appended in parts that the log takes, in order, however much came at once', async () => {
    const { publisher, log } = gatewayFixture()
    const appended: LogMessage[][] = []
    const publish = log.publish.bind(log)
    log.publish = async (topic, messages) => {
      appended.push([...messages])
      return publish(topic, messages)
    }
    const sent = Array.from({ length: 30 }, (_, serial) => ({
      key: `tracker-${serial % 3}`,
      value: Buffer.alloc(MIB, serial),
      headers: { raw: Buffer.alloc(MIB / 2) },
    }))
    let durable = 0
    for (const message of sent) publisher.add(Topic.packets, message, { durable: () => durable++ })
    await publisher.flush()
    for (const messages of appended) expect(messages.reduce((sum, one) => sum + sizeOf(one), 0)).toBeLessThan(LARGEST_BATCH)
    expect(log.messagesOf(Topic.packets).map(({ value }) => value[0])).toEqual(sent.map((_, serial) => serial))
    expect(durable).toBe(30)
  })
})
