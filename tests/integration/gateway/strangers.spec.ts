import { GatewayStage, Talker, encoder, fixAt } from '../../support/gateway/gateway-stage.js'

const IMEI = '356307042441013'
const acknowledgement = Buffer.from([0, 0, 0, 1])

/** Returns the number of connections closed for one reason. */
async function closedFor(health: number, reason: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text()
  return Number(new RegExp(`gateway_closed_total\\{reason="${reason}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0)
}

describe('strangers at the gateway', () => {
  let stage: GatewayStage
  beforeAll(async () => {
    stage = await GatewayStage.open()
    await stage.register(IMEI)
  })
  afterAll(() => stage.close())

  it('B14 that dribble and never log in neither keep trackers out nor stay', async () => {
    const { ports } = await stage.start({ MAX_CONNECTIONS_BEFORE_LOGIN: '20', LOGIN_TIMEOUT_MS: '1000' })
    const dribbling = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => Talker.open(ports.shared, `127.0.0.${2 + (nth % 8)}`)),
    )
    for (const talker of dribbling) talker.socket.write(Buffer.from([0]))
    const tracker = await Talker.open(ports.shared)
    expect(await tracker.ask(encoder.login!(IMEI), 1)).toEqual(Buffer.from([1]))
    await Promise.all(dribbling.map((talker) => talker.isClosed()))
    expect(await tracker.ask(encoder.packet(IMEI, [fixAt(Date.now())]), 4)).toEqual(acknowledgement)
    expect(await closedFor(ports.health, 'tooManyStrangers')).toBeGreaterThanOrEqual(40)
    expect(await closedFor(ports.health, 'loginTimeout')).toBeGreaterThan(0)
  })

  it('B14 from one address take no more than its share, and a fleet behind that address stays as large as it is', async () => {
    const fleet = Array.from({ length: 6 }, (_, nth) => String(357_100_000_000_000 + nth))
    for (const imei of fleet) await stage.register(imei)
    const { ports } = await stage.start({ MAX_CONNECTIONS_BEFORE_LOGIN_PER_ADDRESS: '2' })
    const online: Talker[] = []
    for (const imei of fleet) {
      const tracker = await Talker.open(ports.shared)
      expect(await tracker.ask(encoder.login!(imei), 1)).toEqual(Buffer.from([1]))
      online.push(tracker)
    }
    const strangers = [await Talker.open(ports.shared), await Talker.open(ports.shared)]
    const third = await Talker.open(ports.shared)
    await third.isClosed()
    for (const [nth, tracker] of online.entries())
      expect(await tracker.ask(encoder.packet(fleet[nth]!, [fixAt(Date.now())]), 4)).toEqual(acknowledgement)
    for (const { socket } of strangers) socket.destroy()
  })

  it.each([
    ['random bytes', Buffer.from('b7f0e1c2a35948d1', 'hex')],
    ['a web browser', Buffer.from('GET /favicon.ico HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a TLS greeting', Buffer.from('1603010200010001fc0303', 'hex')],
    ['a secure shell', Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')],
    ['a balancer’s header where none is expected', Buffer.from('PROXY TCP4 203.0.113.10 127.0.0.1 40000 5000\r\n')],
    ['nothing at all', Buffer.alloc(0)],
  ])('B6 are closed and leave nothing: %s', async (_name, bytes) => {
    const { ports } = await stage.start({ LOGIN_TIMEOUT_MS: '1000' })
    const before = await stage.messages()
    const talker = await Talker.open(ports.shared)
    if (bytes.length > 0) talker.socket.write(bytes)
    await talker.isClosed()
    expect(await stage.messages()).toBe(before)
  })
})
