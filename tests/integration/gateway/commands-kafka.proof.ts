import { MessageReader } from '@roadbook/api/features/raw-messages/message-reader'
import { inProof } from '@roadbook/testing/proof'
import { Topic } from '@roadbook/contracts'
import { openEventLog } from '@roadbook/event-log'
import { CommandBench } from '../../support/gateway/command-bench.js'
import { CommandTracker } from '../../support/gateway/command-tracker.js'
import { hasKafkaBroker, startKafkaBroker, type KafkaBroker } from '../../support/kafka/kafka-broker.js'

const withBroker = hasKafkaBroker() ? describe : describe.skip

inProof('kafka', () => {
  withBroker('commands to trackers, on the Kafka log', () => {
    let broker: KafkaBroker
    let bench: CommandBench
    beforeAll(async () => {
      broker = await startKafkaBroker()
      bench = await CommandBench.open(broker.url)
    })
    afterAll(async () => {
      await bench?.close()
      await broker?.stop()
    })

    it('reach trackers of two gateways, wait for one that is away, and have their answers noted', async () => {
      const gateways = [await bench.startGateway(), await bench.startGateway()]
      const devices = [bench.addDevice(), bench.addDevice()]
      const answer = (text: string) => `${text} done`
      const trackers = await Promise.all(devices.map(({ imei }, at) => CommandTracker.logIn(gateways[at]!.port, imei, answer)))
      const ids = await Promise.all(devices.map((device) => bench.ask(device, 'getver')))
      for (const id of ids) expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ reply: 'getver done' })
      trackers[0]!.hangUp()
      await gateways[0]!.kill()
      const waiting = await bench.ask(devices[0]!, 'getinfo')
      const back = await CommandTracker.logIn(gateways[1]!.port, devices[0]!.imei, answer)
      await bench.reaches(waiting, 'acknowledged')
      expect([...trackers, back].map(({ commands }) => commands)).toEqual([['getver'], ['getver'], ['getinfo']])
      trackers[1]!.hangUp()
      back.hangUp()
    })
    it('and what a tracker sent is read newest first, page by page', async () => {
      const imei = '356307042440001'
      const log = await openEventLog(broker.url, { clientId: 'reader' })
      try {
        for (const remoteAddress of ['one', 'two', 'three']) {
          const event = { imei, protocol: 'teltonika', at: Date.now(), gateway: 'g', type: 'connected', remoteAddress }
          await log.publish(Topic.events, [{ key: imei, value: Buffer.from(JSON.stringify(event)) }])
        }
        const reader = new MessageReader(log)
        const query = { from: Date.now() - 3_600_000, till: Date.now() + 1_000, limit: 2 }
        const first = await reader.read(imei, query)
        const second = await reader.read(imei, { ...query, after: first.next! })
        const found = [...first.messages, ...second.messages].map(({ message }) => JSON.parse(message.value.toString()))
        expect(found.map(({ remoteAddress }) => remoteAddress)).toEqual(['three', 'two', 'one'])
      } finally {
        await log.close()
      }
    })
  })
})
