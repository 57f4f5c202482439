import { PacketHeader, Topic } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '@roadbook/event-log'
import { until } from '@roadbook/testing/until'
import type { LookupResult } from './registry/device-directory.js'
import { gatewayFixture } from './testing/gateway-fixture.js'
import { namingProtocol } from './testing/naming-protocol.js'

const IMEI = '356307042441013'
const OTHER = '356307042441021'

const fixture = (known: Record<string, LookupResult>, overrides = {}) => {
  const all = gatewayFixture(overrides)
  for (const [identity, found] of Object.entries(known)) all.lookups.set(identity, found)
  const connect = (address?: string) => all.connect(address, namingProtocol)
  const times = () =>
    all.log.messagesOf(Topic.packets).map(({ key, value }) => [key, decodePacket(value).fixes[0]?.positionedAt] as const)
  return { ...all, connect, times }
}
const textOf = (message: LogMessage | undefined, header: string) => message?.headers?.[header]?.toString()
const eventsOf = (log: ReturnType<typeof fixture>['log']) =>
  log.messagesOf(Topic.events).map(({ value }) => JSON.parse(value.toString()) as { type: string; imei: string })

describe('a tracker of a protocol without a login', () => {
  it('introduces itself with its first report, which is stored and answered', async () => {
    const { connect, times, reachable } = fixture({ [IMEI]: 'known' })
    const { peer, session } = connect()
    peer.send(`${IMEI} P1000\n`)
    await peer.receives(`ok ${IMEI} 1000 0`)
    expect(times()).toEqual([[IMEI, 1000]])
    expect(session.state).toBe('online')
    expect([...reachable].map(({ imei }) => imei)).toEqual([IMEI])
  })

  it('has its first report held until the registry answers, and the ones behind it in their order', async () => {
    let answer: (found: LookupResult) => void = () => undefined
    const { connect, times, lookups, log } = fixture({})
    lookups.set('0123456789', new Promise((resolve) => (answer = resolve)))
    const { peer } = connect()
    peer.send('0123456789 P1\n0123456789 P2\n')
    await new Promise(setImmediate)
    expect(log.messages).toEqual([])
    answer({ imei: IMEI })
    await peer.receives('ok 0123456789 2 1')
    expect(times()).toEqual([
      [IMEI, 1],
      [IMEI, 2],
    ])
    expect(textOf(log.messagesOf(Topic.packets)[0], PacketHeader.identity)).toBe('0123456789')
  })

  it('is refused in the protocol’s words when its name is not registered, is listed, and stores nothing', async () => {
    const { connect, strangers, log, publisher } = fixture({})
    const { peer } = connect('10.9.9.9')
    peer.send('stranger-7 P1000\n')
    await peer.isClosed()
    expect(peer.received).toBe('who?\n')
    expect(strangers).toEqual([{ identity: 'stranger-7', protocol: 'naming', remoteAddress: '10.9.9.9' }])
    await publisher.flush()
    expect(log.messages).toEqual([])
  })

  it.each(["' or 1=1", '../etc', 'x'.repeat(21)])('B12 lists no name like %s', async (name) => {
    const { connect, strangers } = fixture({})
    const { peer } = connect()
    peer.send(`${name.replaceAll(' ', '')} P1\n`)
    await peer.isClosed()
    expect(strangers).toEqual([])
  })

  it('is answered to a damaged frame in the protocol’s words, also before it is known, and goes on', async () => {
    const { connect, times } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(`!\n${IMEI} P1\n!\n`)
    await peer.receives('ok')
    await peer.receives('again?\nok')
    expect(peer.received).toBe(`again?\nok ${IMEI} 1 1\nagain?\n`)
    expect(times()).toEqual([[IMEI, 1]])
  })
})

describe('what a frame brings', () => {
  it('stores the telemetry of a heartbeat before it is answered', async () => {
    const { connect, log } = fixture({ [IMEI]: 'known' })
    const { peer, session } = connect()
    log.hold()
    peer.send(`${IMEI} H87\n`)
    await until('a packet is on its way', () => session.pending > 0)
    expect(peer.received).toBe('')
    log.release()
    await peer.receives('alive')
    expect(decodePacket(log.messagesOf(Topic.packets)[0]!.value).fixes).toMatchObject([{ batteryPercent: 87 }])
  })

  it('reads later frames with what earlier ones taught, and says so beside the packet', async () => {
    const { connect, log, times } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(`${IMEI} P0\n${IMEI} Z60\n${IMEI} P3600000\n`)
    await peer.receives('3600000 2')
    expect(times().map(([, time]) => time)).toEqual([0, 0])
    const packets = log.messagesOf(Topic.packets)
    expect(packets.map((message) => textOf(message, PacketHeader.memory))).toEqual([undefined, '{"offset":60}'])
  })

  it('reads local time with the offset that the device is registered with, from its first frame on', async () => {
    const { connect, log, times } = fixture({ [IMEI]: { imei: IMEI, utcOffsetMinutes: 480 } })
    const { peer } = connect()
    peer.send(`${IMEI} P28800000\n`)
    await peer.receives('ok')
    expect(times()).toEqual([[IMEI, 0]])
    expect(textOf(log.messagesOf(Topic.packets)[0], PacketHeader.utcOffsetMinutes)).toBe('480')
  })

  it('says beside a packet in what unit its device is set to send speeds', async () => {
    const { connect, log } = fixture({ [IMEI]: { imei: IMEI, speedUnit: 'm/s' } })
    const { peer } = connect()
    peer.send(`${IMEI} P0\n`)
    await peer.receives('ok')
    expect(textOf(log.messagesOf(Topic.packets)[0], PacketHeader.speedUnit)).toBe('m/s')
  })

  it('hands an answer to a command to who sent it, with its number', async () => {
    const { connect, answers } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(`${IMEI} P1\n${IMEI} Adone\n${IMEI} P2\n`)
    await peer.receives('ok 356307042441013 2')
    expect(answers).toMatchObject([{ imei: IMEI, text: 'done', serial: 7 }])
  })

  it('says a command behind the answers that were owed before it, and not between them', async () => {
    const { connect, log, reachable } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    log.hold()
    peer.send(`${IMEI} P1\n`)
    await until('the device can be reached', () => reachable.size > 0)
    const [target] = reachable
    expect(target?.send(Buffer.from('a command\n'))).toBe(true)
    log.release()
    await peer.receives('a command')
    expect(peer.received).toBe(`ok ${IMEI} 1 0\na command\n`)
  })

  it('answers a message of an unused type, counts it by type and publishes nothing', async () => {
    const { connect, log, metrics, times } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(`${IMEI} Xphoto\n`)
    await peer.receives('seen')
    expect(await metrics.registry.getSingleMetricAsString('gateway_unsupported_total')).toContain(
      'gateway_unsupported_total{protocol="naming",type="photo"} 1',
    )
    expect([times(), log.messagesOf(Topic.rejected)]).toEqual([[], []])
  })

  it('gives no more than forty invented types a label', async () => {
    const { connect, metrics } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(Array.from({ length: 60 }, (_, nth) => `${IMEI} Xtype${nth}\n`).join(''))
    peer.send(`${IMEI} P1\n`)
    await peer.receives('ok')
    const text = await metrics.registry.getSingleMetricAsString('gateway_unsupported_total')
    expect(text.match(/type="type/g)).toHaveLength(40)
    expect(text).toContain('type="other"} 20')
  })
})

describe('several trackers on one connection', () => {
  it('are each served under their own IMEI, with their own memory', async () => {
    const { connect, times, log, publisher } = fixture({ [IMEI]: 'known', [OTHER]: 'known' })
    const { peer } = connect()
    peer.send(`${IMEI} Z60\n${OTHER} P3600000\n${IMEI} P3600000\n${OTHER} P7200000\n`)
    await peer.receives(`ok ${OTHER} 7200000`)
    expect(times()).toEqual([
      [OTHER, 3_600_000],
      [IMEI, 0],
      [OTHER, 7_200_000],
    ])
    peer.end()
    await peer.isClosed()
    await publisher.flush()
    const gone = eventsOf(log).filter(({ type }) => type === 'disconnected')
    expect(gone.map(({ imei }) => imei).sort()).toEqual([IMEI, OTHER])
  })

  it('refuses a stranger among them and keeps the others', async () => {
    const { connect, times } = fixture({ [IMEI]: 'known' })
    const { peer } = connect()
    peer.send(`${IMEI} P1\nstranger P2\n${IMEI} P3\n`)
    await peer.receives(`ok ${IMEI} 3`)
    expect(peer.received).toContain('who?')
    expect(times().map(([, time]) => time)).toEqual([1, 3])
  })

  it('serves no more of them than configured', async () => {
    const names = Array.from({ length: 4 }, (_, nth) => `35630704244101${nth}`)
    const { connect, times } = fixture(Object.fromEntries(names.map((name) => [name, 'known'])), { trackersPerConnection: 3 })
    const { peer } = connect()
    peer.send(names.map((name, nth) => `${name} P${nth}\n`).join('') + `${names[0]} P9\n`)
    await peer.receives('P9'.replace('P', `ok ${names[0]} `))
    expect(times().map(([, time]) => time)).toEqual([0, 1, 2, 9])
  })

  it('lets one of them move to a connection of its own without taking the others along', async () => {
    const { connect, times, registry } = fixture({ [IMEI]: 'known', [OTHER]: 'known' })
    const shared = connect('10.0.0.1')
    shared.peer.send(`${IMEI} P1\n${OTHER} P1\n`)
    await shared.peer.receives(`ok ${OTHER}`)
    const own = connect('10.0.0.2')
    own.peer.send(`${OTHER} P2\n`)
    await own.peer.receives(`ok ${OTHER} 2`)
    shared.peer.send(`${IMEI} P3\n`)
    await shared.peer.receives(`ok ${IMEI} 3`)
    expect(times()).toHaveLength(4)
    expect(registry.size).toBe(2)
  })

  it('knows one tracker under two names as one', async () => {
    const { connect, registry, reachable } = fixture({ [IMEI]: 'known', '0123456789': { imei: IMEI } })
    const { peer } = connect()
    peer.send(`0123456789 P1\n${IMEI} P2\n0123456789 P3\n`)
    await peer.receives('3 2')
    expect([registry.size, reachable.size]).toEqual([1, 1])
  })
})
