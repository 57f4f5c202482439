import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { PacketHeader, Topic } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { until } from '@roadbook/testing/until'
import type { LookupResult } from '../registry/device-directory.js'
import { gatewayFixture } from '../testing/gateway-fixture.js'
import { namingProtocol } from '../testing/naming-protocol.js'
import { DatagramServer } from './datagram-server.js'

const IMEI = '356307042441013'
const OTHER = '356307042441021'

describe('datagrams', () => {
  const opened: { close(): void }[] = []
  afterEach(() => opened.splice(0).forEach((one) => one.close()))

  async function open(overrides: Parameters<typeof gatewayFixture>[0] = {}) {
    const fixture = gatewayFixture(overrides)
    fixture.lookups.set(IMEI, 'known')
    const server = new DatagramServer([namingProtocol], fixture.context)
    const port = await server.listen({ port: 0, variable: 'TEST' }, '127.0.0.1')
    opened.push(server)
    const sender = async () => {
      const socket = createSocket('udp4').bind(0, '127.0.0.1')
      await once(socket, 'listening')
      opened.push(socket)
      return {
        send: (text: string) => socket.send(text, port, '127.0.0.1'),
        ask: async (text: string) => {
          socket.send(text, port, '127.0.0.1')
          return nextFrom(socket)
        },
      }
    }
    return { ...fixture, server, sender }
  }
  const nextFrom = async (socket: Socket) => String(((await once(socket, 'message')) as [Buffer])[0])

  it('are answered once they are durable, and say that they came this way', async () => {
    const { sender, log } = await open()
    const tracker = await sender()
    expect(await tracker.ask(`${IMEI} P1000\n`)).toBe(`ok ${IMEI} 1000 0\n`)
    const [packet] = log.messagesOf(Topic.packets)
    expect(decodePacket(packet!.value).fixes[0]?.positionedAt).toBe(1000)
    expect(packet!.headers?.[PacketHeader.transport]?.toString()).toBe('udp')
  })

  it('keep what a tracker taught from one to the next', async () => {
    const { sender, log } = await open()
    const tracker = await sender()
    await tracker.ask(`${IMEI} Z60\n`)
    await tracker.ask(`${IMEI} P3600000\n`)
    expect(decodePacket(log.messagesOf(Topic.packets)[0]!.value).fixes[0]?.positionedAt).toBe(0)
  })

  it('wait for the registry, in their order', async () => {
    let answer: (found: LookupResult) => void = () => undefined
    const { sender, log, lookups } = await open()
    lookups.set(OTHER, new Promise((resolve) => (answer = resolve)))
    const tracker = await sender()
    tracker.send(`${OTHER} P1\n`)
    tracker.send(`${OTHER} P2\n`)
    const bystander = await sender()
    await bystander.ask(`${IMEI} P9\n`)
    answer('known')
    expect(await tracker.ask(`${OTHER} P3\n`)).toContain('ok')
    await until('four packets are in the log', () => log.messagesOf(Topic.packets).length >= 4)
    const times = log.messagesOf(Topic.packets).filter(({ key }) => key === OTHER)
    expect(times.map(({ value }) => decodePacket(value).fixes[0]?.positionedAt)).toEqual([1, 2, 3])
  })

  it('of a stranger are refused with no more bytes than it sent, and leave nothing behind', async () => {
    const { sender, server, log, strangers } = await open()
    const stranger = await sender()
    // Four bytes, one less than the refusal's five.
    stranger.send('x H\n')
    expect(await stranger.ask('stranger P1\n')).toBe('who?\n')
    expect(strangers.map(({ identity }) => identity)).toEqual(['x', 'stranger'])
    expect([server.peers.size, log.messages.length]).toEqual([0, 0])
  })

  it('of no protocol get no answer', async () => {
    const { sender, metrics } = await open()
    const tracker = await sender()
    tracker.send('{"what": "is this"}')
    tracker.send('')
    expect(await tracker.ask(`${IMEI} P1\n`)).toContain('ok')
    expect(await metrics.registry.getSingleMetricAsString('gateway_datagrams_total')).toContain(
      'gateway_datagrams_total{result="unknownProtocol"} 2',
    )
  })

  it('from another port are the same tracker behind a carrier’s changed mapping', async () => {
    const { sender, server, registry } = await open()
    for (const time of [1, 2]) await (await sender()).ask(`${IMEI} P${time}\n`)
    expect([server.peers.size, registry.size]).toEqual([1, 1])
  })

  it('are forgotten by sender when it falls silent, or when there are too many, the most silent first', async () => {
    const { sender, server, lookups, clock, registry } = await open({ datagramSenders: 2, datagramIdleMs: 60_000 })
    const imeis = [0, 1, 2].map((nth) => `35630704244200${nth}`)
    for (const imei of imeis) {
      lookups.set(imei, 'known')
      await (await sender()).ask(`${imei} P1\n`)
      clock.now += 1_000
    }
    expect(server.peers.size).toBe(2)
    expect(registry.find(imeis[0]!)).toBeUndefined()
    clock.now += 58_000
    server.sweep(clock.now)
    expect(server.peers.size).toBe(1)
    clock.now += 60_000
    server.sweep(clock.now)
    expect([server.peers.size, registry.size]).toEqual([0, 0])
  })
})
