import { FixValidity, Topic, type Fix, type RejectedFrame } from '@roadbook/contracts'
import { findProtocol, PROTOCOLS } from '@roadbook/protocols'
import { seededRandom, seedOf } from '@roadbook/testing'
import { readAll } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { acknowledgement, damaged, frameAround, packetOf, RawTracker } from '../support/chaos/raw-tracker.js'
import { Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'

const LOGIN_TIMEOUT_MS = 3_000
/** Time-out longer than any test, milliseconds. */
const PATIENT_MS = 600_000
const MEGABYTE = 1024 * 1024

/** IMEI of an unregistered tracker. */
const STRANGER = '359999999999993'

/** Returns up to 2 000 random bytes. They are the same in each run. */
function someBytes(at: number): Buffer {
  const random = seededRandom(seedOf('garbage', at))
  return Buffer.from(Array.from({ length: 1 + Math.floor(random() * 2_000) }, () => Math.floor(random() * 256)))
}

describe('bad bytes on a tracker’s socket', () => {
  let stage: Stage
  let gateway: Gateway
  /** Gateway that does not disconnect slow clients. */
  let patient: Gateway
  let consumer: ManagedProcess
  let imei: string
  let minute = 0

  beforeAll(async () => {
    stage = await Stage.open()
    imei = (await stage.addVehicle()).imei
    gateway = await stage.startGateway({ env: { LOGIN_TIMEOUT_MS: String(LOGIN_TIMEOUT_MS) } })
    patient = await stage.startGateway({ env: { LOGIN_TIMEOUT_MS: String(PATIENT_MS) } })
    consumer = await stage.startConsumer()
  }, 300_000)
  afterAll(() => stage?.close())
  afterEach(() => {
    expect([gateway, patient, consumer].map(({ crashes }) => crashes)).toEqual([[], [], []])
  })

  const start = Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000
  /** Returns a fix. Each fix has another time. */
  const fix = (says: Partial<Fix> = {}): Fix => ({
    positionedAt: start + ++minute * 10_000,
    validity: FixValidity.valid,
    latitude: 50,
    longitude: 8,
    altitudeM: 100,
    speedKph: 0,
    heading: 0,
    satellites: 8,
    ...says,
  })
  const halfFrameBytes = () => patient.metric('gateway_half_frame_bytes')
  const login = () => RawTracker.login(gateway.port, imei)
  const whole = () => packetOf(imei, [fix()])
  const one = acknowledgement(1)
  /** Returns the data field of a packet. */
  const dataOf = (frame: Buffer) => frame.subarray(8, frame.length - 4)

  it.each([0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff])(
    'B3 closes at once on a packet that claims %d bytes',
    async (length) => {
      const tracker = await login()
      tracker.send(frameAround(dataOf(whole()), { length }))
      await tracker.closed()
      expect(tracker.received).toHaveLength(0)
    },
  )

  it('B3 keeps of a packet that claims the most it may only what came of it', async () => {
    const tracker = await RawTracker.login(patient.port, imei)
    // Start of a codec 12 packet: preamble, length, codec number.
    const head = Buffer.from('000000000000ffff0c', 'hex')
    tracker.send(head)
    await until('it is kept', () => halfFrameBytes(), { fits: (bytes) => bytes > 0 })
    expect(await halfFrameBytes()).toBe(head.length)
    tracker.end()
    await until('nothing is kept', async () => (await halfFrameBytes()) === 0)
  })

  it.each([0, 65_535])('B3 closes on a login of %d digits without an answer', async (digits) => {
    const tracker = await RawTracker.open(gateway.port)
    tracker.send(Buffer.concat([Buffer.from([digits >> 8, digits & 0xff]), Buffer.alloc(40, '3')]))
    await tracker.closed()
    expect(tracker.received).toHaveLength(0)
  })

  it.each([-1, 1])('B3 confirms nothing of a packet whose length is wrong by %d', async (error) => {
    const tracker = await login()
    // If the length is one too short, the last byte of the checksum remains. If this byte were 0xff, it would be a
    // keep-alive, and the following packets would be valid.
    let packet = whole()
    while (packet.at(-1) === 0xff) packet = whole()
    const data = dataOf(packet)
    tracker.send(Buffer.concat([frameAround(data, { length: data.length + error }), whole(), whole()]))
    await tracker.closed()
    expect(tracker.received).toHaveLength(0)
  })

  it('B5 keeps what is whole but cannot be read in tracker.rejected before it confirms it', async () => {
    const tracker = await login()
    const data = Buffer.from(dataOf(whole()))
    data[data.length - 1] = 2
    const frame = frameAround(data)
    tracker.send(frame)
    await until('an answer', () => tracker.received.length >= 4)
    const rejected = await readAll<RejectedFrame>(stage.log, Topic.rejected)
    expect(rejected.filter(({ hex }) => hex === frame.toString('hex'))).toMatchObject([{ imei, rejectedBy: 'gateway' }])
    tracker.end()
  })

  it('B5 answers every good frame around the damaged ones, none of the damaged, and gives up a line that is only noise', async () => {
    const tracker = await login()
    const frames = Array.from({ length: 300 }, (_, index) => (index % 100 === 50 ? damaged(whole()) : whole()))
    tracker.send(Buffer.concat(frames))
    await tracker.receives(Buffer.concat(Array<Buffer>(297).fill(one)))
    const before = await gateway.metric('gateway_frames_total', { result: 'damaged' })
    expect(before).toBeGreaterThanOrEqual(3)
    for (let time = 0; time < 10; time++) tracker.send(damaged(whole()))
    await tracker.closed()
    expect(tracker.received).toHaveLength(0)
  })

  it('B15 answers a thousand frames of one segment one by one, in their order', async () => {
    const tracker = await login()
    const sizes = Array.from({ length: 1_000 }, (_, index) => 1 + (index % 3))
    tracker.send(
      Buffer.concat(
        sizes.map((size) =>
          packetOf(
            imei,
            Array.from({ length: size }, () => fix()),
          ),
        ),
      ),
    )
    await tracker.receives(Buffer.concat(sizes.map(acknowledgement)))
    tracker.end()
  })

  it('B4 takes a packet byte by byte', async () => {
    const tracker = await login()
    const text = Buffer.alloc(60_000, 'x')
    const codec12 = Buffer.concat([
      Buffer.from([12, 1, 6]),
      Buffer.from([0, 0, text.length >> 8, text.length & 0xff]),
      text,
      Buffer.from([1]),
    ])
    const frame = frameAround(codec12)
    for (let at = 0; at < frame.length; at++) {
      tracker.send(frame.subarray(at, at + 1))
      // Waits for a turn of the event loop, so that the bytes are not sent together.
      if (at % 4 === 0) await new Promise(setImmediate)
    }
    tracker.send(whole())
    await until('the packet behind it is confirmed', () => tracker.received.length >= 4)
    tracker.end()
  })

  it('B4 closes a line without an end, whatever protocol it began in, and holds half frames within their size', async () => {
    const heads = PROTOCOLS.flatMap(({ tracker: encoder }) =>
      encoder ? [(encoder.login?.(imei) ?? encoder.packet(imei, [fix()])).subarray(0, 12)] : [],
    )
    const endless = await Promise.all(
      heads.map(async (head) => {
        const tracker = await RawTracker.open(gateway.port)
        tracker.send(Buffer.concat([head, Buffer.alloc(MEGABYTE, 'A')]))
        return tracker
      }),
    )
    await Promise.all(endless.map((tracker) => tracker.closed()))
    const half = whole().subarray(0, -1)
    const halves = await Promise.all(
      Array.from({ length: 900 }, async (_, index) => {
        const tracker = await RawTracker.open(patient.port, { localAddress: `127.0.0.${2 + (index % 4)}` })
        tracker.send(half)
        return tracker
      }),
    )
    const kept = await until('all of them are kept', halfFrameBytes, { fits: (bytes) => bytes >= halves.length * half.length })
    expect(kept).toBe(halves.length * half.length)
    for (const tracker of halves) tracker.end()
    await until('nothing is kept', async () => (await halfFrameBytes()) === 0)
  })

  it('B6 sends away who speaks something else, or nothing, and leaves no trace of them in the log or the tables', async () => {
    const rows = async () => {
      const { rows: counts } = await stage.pool.query<{ log: number; unknown: string[] }>(
        `SELECT (SELECT count(*)::int FROM event_log WHERE topic LIKE 'tracker.%') AS log, ARRAY(SELECT imei FROM unknown_devices ORDER BY imei) AS unknown`,
      )
      return counts[0]
    }
    // An unknown tracker that tries to log in is listed some seconds later. When this one is listed, the unknown trackers
    // of all earlier tests have been listed, too.
    const known = await RawTracker.open(gateway.port)
    known.send(findProtocol('gt06')!.tracker!.login!(STRANGER))
    await until('who knocked before is listed', async () => (await rows())?.unknown.includes(STRANGER) === true)
    const before = await rows()
    const garbage = [
      Buffer.alloc(0),
      Buffer.from([0]),
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      Buffer.from('POST /?id=1 HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n'),
      Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'),
      Buffer.from('PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n'),
      Buffer.from('0d0a0d0a000d0a515549540a2111000c', 'hex'),
      Buffer.from('1603010200010001fc0303', 'hex'),
      Buffer.from('\u0000\u001b[2J\u2028\r\n'),
      Buffer.from('imei:' + '\u202e'.repeat(200)),
      ...Array.from({ length: 40 }, (_, at) => someBytes(at)),
    ]
    const knockers = await Promise.all(
      garbage.map(async (bytes) => {
        const tracker = await RawTracker.open(gateway.port)
        if (bytes.length > 0) tracker.send(bytes)
        return tracker
      }),
    )
    await Promise.all(knockers.map((tracker) => tracker.closed()))
    expect(await rows()).toEqual(before)
    const tracker = await login()
    await tracker.deliver(imei, [fix()])
    tracker.end()
  })

  it('B7 stores a text of control characters, or refuses it, and keeps every line of its logs one line of JSON', async () => {
    const nasty = Buffer.concat([
      Buffer.from('a\0b\r\n\u001b[31mred\u2028\u202e"\\'),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
    ])
    const codec12 = Buffer.concat([Buffer.from([12, 1, 6, 0, 0, 0, nasty.length]), nasty, Buffer.from([1])])
    const tracker = await login()
    tracker.send(frameAround(codec12))
    await tracker.deliver(imei, [fix()])
    tracker.end()
    for (const junk of [
      '*HQ,0000000000,V1,\u001b[2J\u2028,A,1e309,N,NaN,E,-0,0x1f,9#',
      '##,imei:\0\r\n,A;',
      `[3G*${'\u202e'.repeat(9)}]`,
    ]) {
      const stranger = await RawTracker.open(gateway.port)
      stranger.send(junk)
      await stranger.closed()
    }
    const isQuiet = async () => [...(await stage.log.lag(Topic.events, 'consumer')).values()].every((lag) => lag === 0n)
    await until('the events are stored', isQuiet)
    for (const log of [gateway.log(), consumer.log()])
      for (const line of log.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })
})
