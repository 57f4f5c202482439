import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { get } from 'node:https'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { makeCertificate, type Certificate } from '../../support/gateway/certificates.js'
import { GatewayStage, Talker, encoder, fixAt } from '../../support/gateway/gateway-stage.js'
import { until, within } from '@roadbook/testing/until'

const IMEI = '356307042441013'
const PINNED = '356307042441021'
const CERTIFIED = '356307042441039'
const login = (imei: string) => encoder.login!(imei)
const ACCEPTED = Buffer.from([1])
const acknowledgement = (records: number) => Buffer.from([0, 0, 0, records])

let stage: GatewayStage
let folder: string
let server: Certificate
let client: Certificate

beforeAll(async () => {
  stage = await GatewayStage.open()
  folder = mkdtempSync(path.join(tmpdir(), 'roadbook-tls-'))
  server = makeCertificate(folder, 'server')
  client = makeCertificate(folder, 'client')
  await stage.register(IMEI)
  await stage.register(PINNED, { source_network: '127.0.0.7/32' })
  await stage.register(CERTIFIED, { client_certificate: client.fingerprint })
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true })
})

async function openTls(port: number, options: ConnectionOptions = {}): Promise<{ talker: Talker; socket: TLSSocket }> {
  const socket = connectTls({ port, host: '127.0.0.1', ca: server.cert, ...options })
  const talker = new Talker(socket)
  await Promise.race([
    once(socket, 'secureConnect'),
    once(socket, 'close').then(() => Promise.reject(new Error('closed before the handshake was done'))),
  ])
  return { talker, socket }
}

describe('encrypted connections', () => {
  const tls = (more: Record<string, string> = {}) =>
    stage.start({ TLS_PORT: '0', TLS_CERT_FILE: server.certFile, TLS_KEY_FILE: server.keyFile, ...more })

  it('are served like others', async () => {
    const { ports } = await tls()
    const { talker } = await openTls(ports.tls!)
    expect(await talker.ask(login(IMEI), 1)).toEqual(ACCEPTED)
    expect(await talker.ask(encoder.packet(IMEI, [fixAt(Date.now())]), 4)).toEqual(acknowledgement(1))
  })

  it('must show a certificate of the operator where it is required', async () => {
    const { ports } = await tls({ TLS_CLIENT_CERT: 'required', TLS_CLIENT_CA_FILE: client.certFile })
    const stranger = new Talker(connectTls({ port: ports.tls!, host: '127.0.0.1', ca: server.cert }))
    stranger.socket.write(login(IMEI))
    await stranger.isClosed()
    expect(stranger.received).toHaveLength(0)
    const { talker } = await openTls(ports.tls!, { cert: client.cert, key: client.key })
    expect(await talker.ask(login(IMEI), 1)).toEqual(ACCEPTED)
  })

  it('B13 G-105 believe a device that is pinned to a certificate with that one alone; what comes without it is kept aside', async () => {
    const { ports } = await tls({ TLS_CLIENT_CERT: 'optional', TLS_CLIENT_CA_FILE: client.certFile })
    const report = async (talker: Talker, at: number) => {
      expect(await talker.ask(login(CERTIFIED), 1)).toEqual(ACCEPTED)
      expect(await talker.ask(encoder.packet(CERTIFIED, [fixAt(at)]), 4)).toEqual(acknowledgement(1))
      return (await stage.packetWith(at)).quarantined
    }
    const now = Date.now()
    expect(await report(await Talker.open(ports.shared), now - 3_000)).toBe(true)
    expect(await report((await openTls(ports.tls!)).talker, now - 2_000)).toBe(true)
    const certified = await openTls(ports.tls!, { cert: client.cert, key: client.key })
    expect(await report(certified.talker, now - 1_000)).toBe(false)
  })

  it('get the new certificate once the process was told to read it again', async () => {
    const current = makeCertificate(folder, 'current')
    const { ports } = await tls({ TLS_CERT_FILE: current.certFile, TLS_KEY_FILE: current.keyFile })
    const renewed = makeCertificate(folder, 'renewed')
    copyFileSync(renewed.certFile, current.certFile)
    copyFileSync(renewed.keyFile, current.keyFile)
    process.emit('SIGHUP')
    const { socket } = await openTls(ports.tls!, { ca: renewed.cert })
    expect(socket.getPeerCertificate().subject.CN).toBe('renewed')
  })

  it('are served to forwarding servers, too', async () => {
    const secret = 'a-secret-for-tests-that-is-long-enough'
    const { ports } = await tls({ FORWARDING_SECRET: secret, FORWARDING_PORT: '0', FORWARDING_TLS: 'true' })
    const statusOf = (authorization: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const target = {
          host: '127.0.0.1',
          port: ports.forwarding,
          path: '/traccar?id=1&timestamp=1&lat=1&lon=1',
          ca: server.cert,
        }
        get({ ...target, agent: false, headers: { authorization } }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          reject,
        )
      })
    expect([await statusOf('Bearer wrong'), await statusOf(`Bearer ${secret}`)]).toEqual([401, 202])
  })

  it('that never finish their handshake do not use up the places of strangers', async () => {
    const { ports } = await tls({ MAX_CONNECTIONS_BEFORE_LOGIN: '2' })
    for (let attempt = 0; attempt < 4; attempt++) {
      const talker = await Talker.open(ports.tls!)
      talker.socket.write('not a handshake\r\n\r\n')
      await talker.isClosed()
    }
    const { talker } = await openTls(ports.tls!)
    expect(await talker.ask(login(IMEI), 1)).toEqual(ACCEPTED)
  })

  it.each([
    [{ TLS_PORT: '0' }, 'TLS_CERT_FILE'],
    [{ TLS_PORT: '0', TLS_CERT_FILE: '/nowhere.crt', TLS_KEY_FILE: '/nowhere.key' }, '/nowhere.crt'],
    [{ FORWARDING_TLS: 'true', FORWARDING_SECRET: 'x'.repeat(32) }, 'TLS_CERT_FILE'],
    [{ PROXY_PROTOCOL: 'required' }, 'PROXY_TRUSTED'],
    [{ PROTOCOL_PORTS: 'nonsense' }, 'PROTOCOL_PORTS'],
  ])('are not begun with half a configuration: %j', async (environment, named) => {
    await expect(stage.start(environment)).rejects.toThrow(named)
  })
})

describe('behind a balancer', () => {
  const HEADER = Buffer.from('PROXY TCP4 203.0.113.10 127.0.0.1 40000 5000\r\n')
  const balanced = (trusted = '127.0.0.0/8', more: Record<string, string> = {}) =>
    stage.start({ PROXY_PROTOCOL: 'required', PROXY_TRUSTED: trusted, ...more })

  it('knows each tracker’s own address, also when the login comes in one segment with the header', async () => {
    const { ports } = await balanced()
    const talker = await Talker.open(ports.shared)
    expect(await talker.ask(Buffer.concat([HEADER, login(IMEI)]), 1)).toEqual(ACCEPTED)
    const event = await stage.event((one) => one.type === 'connected' && one.remoteAddress === '203.0.113.10')
    expect(event.imei).toBe(IMEI)
  })

  it('knows it under encryption too', async () => {
    const { ports } = await balanced('127.0.0.1', { TLS_PORT: '0', TLS_CERT_FILE: server.certFile, TLS_KEY_FILE: server.keyFile })
    const { socket: raw } = await Talker.open(ports.tls!)
    raw.removeAllListeners('data')
    raw.write(Buffer.from('PROXY TCP4 203.0.113.77 127.0.0.1 40000 5000\r\n'))
    const socket = connectTls({ socket: raw, ca: server.cert, host: '127.0.0.1' })
    const talker = new Talker(socket)
    await once(socket, 'secureConnect')
    expect(await talker.ask(login(IMEI), 1)).toEqual(ACCEPTED)
    await stage.event((one) => one.type === 'connected' && one.remoteAddress === '203.0.113.77')
  })

  it('closes whoever comes without the header, or is no balancer', async () => {
    const { ports } = await balanced('127.0.0.9')
    const direct = await Talker.open(ports.shared, '127.0.0.9')
    direct.socket.write(login(IMEI))
    await direct.isClosed()
    const forged = await Talker.open(ports.shared, '127.0.0.5')
    forged.socket.write(Buffer.concat([HEADER, login(IMEI)]))
    await forged.isClosed()
    expect([direct.received.length, forged.received.length]).toEqual([0, 0])
  })

  it('counts strangers by their own address, not the balancer’s', async () => {
    const { ports } = await balanced('127.0.0.0/8', { MAX_CONNECTIONS_BEFORE_LOGIN_PER_ADDRESS: '1' })
    const [first, second] = [await Talker.open(ports.shared), await Talker.open(ports.shared)]
    first.socket.write(HEADER)
    second.socket.write(HEADER)
    await Promise.race([first.isClosed(), second.isClosed()])
    const other = await Talker.open(ports.shared)
    const header = Buffer.from('PROXY TCP4 203.0.113.11 127.0.0.1 40000 5000\r\n')
    expect(await other.ask(Buffer.concat([header, login(IMEI)]), 1)).toEqual(ACCEPTED)
  })
})

describe('datagrams', () => {
  let socket: DatagramSocket
  beforeEach(async () => {
    socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
  })
  afterEach(() => void socket.close())

  /** Returns Teltonika's datagram around the data of its TCP frame. */
  const datagram = (imei: string, id: number, positionedAt: number): Buffer => {
    const data = encoder.packet(imei, [fixAt(positionedAt)]).subarray(8, -4)
    const body = Buffer.concat([Buffer.from([0, id, 1, id, 0, 15]), Buffer.from(imei), data])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(body.length)
    return Buffer.concat([length, body])
  }
  const ask = async (port: number, bytes: Buffer): Promise<Buffer> => {
    socket.send(bytes, port, '127.0.0.1')
    const [answer] = (await within('an answer to the datagram', 60_000, once(socket, 'message'))) as [Buffer]
    return answer
  }

  it('of a registered tracker are acknowledged once they are stored, on the shared and on its own port', async () => {
    const { ports } = await stage.start()
    const at = Date.now() - 5_000
    for (const [id, port] of [ports.shared, ports.teltonika].entries()) {
      expect(await ask(ports.datagrams[port]!, datagram(IMEI, id, at + id))).toEqual(Buffer.from([0, 5, 0, id, 1, id, 1]))
      expect((await stage.packetWith(at + id)).imei).toBe(IMEI)
    }
  })

  it('of strangers and of no protocol get no answer; the stranger is listed', async () => {
    const { ports } = await stage.start()
    const port = ports.datagrams[ports.shared]!
    socket.send('GET / HTTP/1.1\r\n\r\n', port, '127.0.0.1')
    socket.send(Buffer.alloc(0), port, '127.0.0.1')
    socket.send(datagram('352093081452259', 1, Date.now()), port, '127.0.0.1')
    // If the earlier datagrams had been answered, their answer would come before the answer to this one.
    expect(await ask(port, datagram(IMEI, 9, Date.now()))).toEqual(Buffer.from([0, 5, 0, 9, 1, 9, 1]))
    const listed = async () =>
      (await stage.database.pool.query("SELECT protocol FROM unknown_devices WHERE imei = '352093081452259'")).rows
    const strangers = await until('the stranger is listed', listed, { fits: ({ length }) => length > 0 })
    expect(strangers).toEqual([{ protocol: 'teltonika' }])
  })
})

describe('a device that is pinned to a network', () => {
  it('B13 G-105 is believed from there alone, and nobody else ends its session or gets its commands', async () => {
    const { ports } = await stage.start()
    const now = Date.now()
    const there = await Talker.open(ports.shared, '127.0.0.7')
    expect(await there.ask(login(PINNED), 1)).toEqual(ACCEPTED)
    const elsewhere = await Talker.open(ports.shared, '127.0.0.1')
    expect(await elsewhere.ask(login(PINNED), 1)).toEqual(ACCEPTED)
    expect(await elsewhere.ask(encoder.packet(PINNED, [fixAt(now - 1_000)]), 4)).toEqual(acknowledgement(1))
    expect(await there.ask(encoder.packet(PINNED, [fixAt(now)]), 4)).toEqual(acknowledgement(1))
    expect([(await stage.packetWith(now - 1_000)).quarantined, (await stage.packetWith(now)).quarantined]).toEqual([true, false])
  })
})

describe('ports', () => {
  it('of a protocol’s own speak that one alone', async () => {
    const { ports } = await stage.start({ PROTOCOL_PORTS: 'h02:0' })
    const talker = await Talker.open(ports.protocols.h02![0]!)
    talker.socket.write(login(IMEI))
    await talker.isClosed()
    expect(talker.received).toHaveLength(0)
  })

  it('that are taken are named with the variable that moves them', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(stage.start({ PROTOCOL_PORTS: `h02:${port}` })).rejects.toThrow(
      `port ${port} is in use; choose another with PROTOCOL_PORTS`,
    )
    other.close()
  })
})

describe('a gateway that ends', () => {
  it('F18 is not ready, answers what it was handed, and sends its trackers away', async () => {
    const imeis = Array.from({ length: 60 }, (_, nth) => String(357_000_000_000_000 + nth))
    for (const imei of imeis) await stage.register(imei)
    const gateway = await stage.start({ DRAIN_MS: '300' })
    const talkers = await Promise.all(imeis.map(() => Talker.open(gateway.ports.shared)))
    await Promise.all(talkers.map((talker, nth) => talker.ask(login(imeis[nth]!), 1)))
    const last = talkers.at(-1)!
    const answer = last.ask(encoder.packet(imeis.at(-1)!, [fixAt(Date.now())]), 4)
    const closing = gateway.close()
    expect(await answer).toEqual(acknowledgement(1))
    await closing
    await Promise.all(talkers.map((talker) => talker.isClosed()))
    await expect(Talker.open(gateway.ports.shared)).rejects.toThrow('ECONNREFUSED')
  })
})
