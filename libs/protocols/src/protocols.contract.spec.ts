import { isDeepStrictEqual } from 'node:util'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { Decoded, FrameError, Protocol } from './protocol.js'
import { PROTOCOLS, findProtocol } from './registry.js'
import { Conversation, replyOf } from './testing/conversation.js'
import { type Capture, hasReadme, readCaptures } from './testing/fixtures.js'
import { heapGrowth } from './testing/heap.js'
import { mutate, randomBytes, seededRandom } from './testing/mutants.js'
import { sized } from '@roadbook/testing/proof'

/**
 * Number of changed frames (mutants). Every registered protocol is tested with mutants of the sessions in its
 * fixtures/*.hex.
 */
const MUTANTS = Number(process.env.ORDEAL_MUTANTS ?? sized('frames', 8_000, 5_000_000))
const SEED = Number(process.env.ORDEAL_SEED ?? 20_260_101)
const NOW = Date.UTC(2026, 0, 1)
const IMEI = '356307042441013'
const MEBIBYTE = 1024 * 1024
// Read only once, because in a test's own global object an access to `Number` takes as long as decoding a field.
const { isFinite, isSafeInteger } = Number
const { abs } = Math
const { values } = Object
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), NOW + 2 * 86_400_000]

const known = (protocol: Protocol) => new Conversation(protocol, NOW, IMEI)
const streamOf = ({ frames }: Capture) => Buffer.concat(frames.map(({ bytes }) => bytes))
/**
 * Leaves out heartbeats without telemetry. They have no content, and several of them in a row may be separated in different
 * ways.
 */
const weighty = ({ said }: Conversation) => said.filter((one) => one.kind !== 'heartbeat' || one.fixes)
const hear = (protocol: Protocol, ...pieces: readonly Buffer[]) => {
  const conversation = known(protocol)
  for (const piece of pieces) conversation.push(piece)
  return conversation
}

describe.each(PROTOCOLS.map((protocol) => [protocol.name, protocol] as const))('the ordeal of %s', (name, protocol) => {
  const captures = readCaptures(name)
  const frames = captures.flatMap((capture) => capture.frames)
  const repair = protocol.tracker?.repairChecksum

  it('has captures and a README, and says how its checksum is repaired', () => {
    expect(captures.length).toBeGreaterThan(0)
    expect(hasReadme(name)).toBe(true)
    expect(protocol.tracker).toHaveProperty('repairChecksum')
    expect(findProtocol(name)).toBe(protocol)
  })

  it('G-57 tells the voltage of the vehicle where its simulated tracker does', () => {
    const isTelling = !protocol.tracker?.omits?.includes('externalBatteryMv')
    expect(isTelling ? ['always', 'some'] : ['some', 'never']).toContain(protocol.reportsVoltage)
  })

  it.each(captures.map((capture) => [capture.name, capture] as const))(
    'F10 B2 %s reads the same wherever the network cuts it',
    (_, capture) => {
      const stream = streamOf(capture)
      const whole = known(protocol)
      for (const { bytes } of capture.frames) whole.decode(bytes)
      expect(weighty(hear(protocol, stream))).toEqual(weighty(whole))
      for (let cut = 1; cut < stream.length; cut++) {
        const said = weighty(hear(protocol, stream.subarray(0, cut), stream.subarray(cut)))
        // `isDeepStrictEqual` is faster and stricter than `toEqual`. `toEqual` is used afterwards to show the difference.
        if (!isDeepStrictEqual(said, weighty(whole))) expect({ cut, said }).toEqual({ cut, said: weighty(whole) })
      }
      const drops = Array.from(stream, (_byte, at) => stream.subarray(at, at + 1))
      expect(weighty(hear(protocol, ...drops))).toEqual(weighty(whole))
    },
  )

  it('cuts a frame off what follows it without touching either', () => {
    for (const { bytes } of frames) {
      const glued = Buffer.concat([bytes, frames[0]!.bytes])
      expect(protocol.frame(glued)).toEqual({ frame: bytes, remaining: frames[0]!.bytes })
    }
  })

  it.each(captures.map((capture) => [capture.name, capture] as const))('answers %s with the recorded bytes', (_, capture) => {
    const conversation = new Conversation(protocol, NOW)
    for (const { bytes, reply } of capture.frames)
      expect(replyOf(conversation.decode(bytes))?.toString('latin1')).toBe(reply?.toString('latin1'))
  })

  it('writes every command as the recorded bytes', () => {
    for (const capture of captures) {
      capture.commands.forEach(({ text, bytes, after }, at) => {
        const conversation = new Conversation(protocol, NOW)
        for (const { bytes: heard } of capture.frames.slice(0, after)) conversation.decode(heard)
        const written = protocol.commands!.encode({ text, serial: at + 1 }, conversation.state)
        expect(Buffer.isBuffer(written) ? written.toString('latin1') : written).toBe(bytes.toString('latin1'))
      })
    }
  })

  it('S27 refuses a command that would break out of its frame', () => {
    if (!protocol.commands) return
    for (const text of ['', 'reboot\r\nreboot', 'a\0b', 'x'.repeat(70_000), '\u2028']) {
      expect(protocol.commands.encode({ text, serial: 1 }, known(protocol).state)).toMatchObject({ kind: 'commandError' })
    }
    const { locate, reporting } = protocol.commands
    const usual = reporting?.usual?.(60)
    for (const text of [locate?.text, locate?.undo, reporting?.reading?.read, usual, usual && reporting?.often(usual)])
      if (text !== undefined) expect(protocol.commands.encode({ text, serial: 1 }, known(protocol).state)).toBeInstanceOf(Buffer)
  })

  it(`B1 turns ${MUTANTS} changed frames, half of them with a repaired checksum, into values, never throws, and keeps no memory`, () => {
    const random = seededRandom(SEED)
    const round = (nth: number) => {
      const mutant = mutate(frames[Math.floor(random() * frames.length)]!.bytes, random)
      if (nth % 2 === 0) repair?.(mutant)
      expectOrderlyValues(protocol, mutant, repair)
    }
    for (let nth = 0; nth < 5_000; nth++) round(nth)
    const growth = heapGrowth(() => {
      for (let nth = 0; nth < MUTANTS; nth++) round(nth)
    })
    expect(growth).toBeLessThan(10 * MEBIBYTE)
  })

  it('B6 turns 20 000 random buffers into values and never throws', () => {
    const random = seededRandom(SEED + 1)
    for (let nth = 0; nth < 20_000; nth++) {
      const bytes = randomBytes(random, 64)
      expectOrderlyValues(protocol, bytes)
      expectOrderlyValues(protocol, Buffer.concat([frames[nth % frames.length]!.bytes.subarray(0, nth % 16), bytes]))
    }
  })

  it('B4 never asks for more than its ceiling', () => {
    const random = seededRandom(99)
    for (let nth = 0; nth < 300; nth++) {
      const start = frames[nth % frames.length]!.bytes
      const flood = Buffer.alloc(protocol.maxFrameBytes + 1, Math.floor(random() * 256))
      start.copy(flood, 0, 0, Math.min(start.length, 1 + (nth % 12)))
      expect(protocol.frame(flood)).not.toBe('more')
    }
  })

  it('recognises its first bytes within 20, and no other protocol claims them', () => {
    for (const capture of captures) {
      const head = capture.frames[0]!.bytes.subarray(0, 20)
      expect(protocol.sniff(head)).toBe('yes')
      expect(protocol.sniff(Buffer.alloc(0))).toBe('more')
      for (let length = 1; length < head.length; length++) expect(protocol.sniff(head.subarray(0, length))).not.toBe('no')
      for (const other of PROTOCOLS) {
        if (other === protocol) continue
        for (let length = 1; length <= head.length; length++) expect(other.sniff(head.subarray(0, length))).not.toBe('yes')
      }
    }
  })

  it.each(['GET / HTTP/1.1\r\n', '\x16\x03\x01\x02\x00\x01', 'SSH-2.0-OpenSSH_9.6\r\n', 'PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n'])(
    'leaves %j to others',
    (text) => {
      if (name !== 'osmand' || !text.startsWith('GET')) expect(protocol.sniff(Buffer.from(text, 'latin1'))).toBe('no')
    },
  )

  it('reads the same frames from datagrams, each of which names its tracker', () => {
    const { udp } = protocol
    if (!udp) return
    const random = seededRandom(SEED + 2)
    for (let nth = 0; nth < 5_000; nth++) {
      const datagram = mutate(frames[nth % frames.length]!.bytes, random)
      udp.sniff(datagram)
      const split = udp.split(datagram)
      if (Array.isArray(split)) for (const frame of split) udp.decode(frame, { now: NOW })
    }
  })

  it('B9 stores no place that is not on Earth, and confirms one only where it is kept to be read', () => {
    const { tracker } = protocol
    if (!tracker) return
    const conversation = known(protocol).push(tracker.packet(IMEI, [{ ...usualFix(0), ...NOWHERE }]))
    expect(conversation.said.length).toBeGreaterThan(0)
    for (const said of conversation.said) {
      const fixes = ('fixes' in said && said.fixes) || []
      for (const fix of fixes) {
        expect([fix.latitude, fix.longitude, fix.validity]).toEqual([undefined, undefined, FixValidity.invalidCoordinates])
        expect(fix.attributes?.['devicePosition']).toMatch(/^95\.5\d*, -200\.25\d*$/)
      }
      if (fixes.length === 0) expect(said).toMatchObject({ kind: 'decodeError', cause: 'content' })
    }
  })

  it('reads back what its simulated tracker sends', () => {
    const { tracker } = protocol
    if (!tracker) return
    const fixes = [usualFix(0), { ...usualFix(10_000), validity: FixValidity.noFix, satellites: 0 }, usualFix(20_000)]
    const conversation = new Conversation(protocol, NOW)
    if (tracker.login) {
      const login = conversation.push(tracker.login(IMEI)).said.at(-1)
      expect(login).toMatchObject({ kind: 'login' })
    }
    const before = conversation.said.length
    const sent = tracker.packet(IMEI, fixes)
    conversation.push(sent)
    const packets = conversation.said.slice(before)
    expect(packets.map(({ kind }) => kind)).not.toContain('decodeError')
    const received = packets.flatMap((packet) => ('fixes' in packet && packet.fixes) || [])
    expect(received).toHaveLength(fixes.length)
    received.forEach((fix, at) => expectSameFix(fix, fixes[at]!, tracker.omits ?? []))
    if (tracker.isUnacknowledged) return
    const answers = Buffer.concat(packets.flatMap((packet) => replyOf(packet) ?? []))
    expect(tracker.readReply(Buffer.alloc(0), 'packet', fixes.length)).toBe('more')
    expect(tracker.readReply(answers, 'packet', fixes.length)).toEqual({ consumed: answers.length, accepted: true })
  })
})

const NOWHERE = { latitude: 95.5, longitude: -200.25 }

function usualFix(laterMs: number): Fix {
  return {
    positionedAt: NOW - 60_000 + laterMs,
    validity: FixValidity.valid,
    latitude: -33.4379166,
    longitude: 8.6724335,
    altitudeM: -12,
    speedKph: 47,
    heading: 271,
    satellites: 11,
    ignition: true,
    externalBatteryMv: 36_500,
  }
}

/** Compares a position to a metre and a speed to a tenth of a knot. This is the precision of the coarsest text protocol. */
function expectSameFix(fix: Fix, sent: Fix, omits: readonly (keyof Fix)[]): void {
  expect({ positionedAt: fix.positionedAt, validity: fix.validity }).toEqual({
    positionedAt: sent.positionedAt,
    validity: sent.validity,
  })
  if (sent.validity === FixValidity.valid) {
    expect(fix.latitude).toBeCloseTo(sent.latitude!, 5)
    expect(fix.longitude).toBeCloseTo(sent.longitude!, 5)
    expect(Math.abs(fix.speedKph! - sent.speedKph!)).toBeLessThanOrEqual(0.1)
  }
  for (const field of ['altitudeM', 'heading', 'satellites', 'ignition', 'externalBatteryMv'] as const)
    if (!omits.includes(field)) expect([field, fix[field]]).toEqual([field, sent[field]])
}

const KINDS = new Set(['login', 'packet', 'heartbeat', 'commandReply', 'unsupported', 'decodeError', 'frameError'])

/** Expects only known kinds, complete fixes, and no acknowledgement of damaged data. */
function expectOrderlyValues(protocol: Protocol, bytes: Buffer, repair?: (frame: Buffer) => void): void {
  const conversation = known(protocol)
  let rest = bytes
  for (;;) {
    const cut = protocol.frame(rest)
    if (cut === 'more' || 'kind' in cut) return
    if (cut.frame.length === 0) throw new Error(`an empty frame of ${bytes.toString('hex')}`)
    expectOrderly(conversation.decode(cut.frame), cut.frame, repair)
    rest = cut.remaining
  }
}

function expectOrderly(value: Decoded | FrameError, frame: Buffer, repair?: (frame: Buffer) => void): void {
  if (!KINDS.has(value.kind)) throw new Error(`kind ${value.kind} of ${frame.toString('hex')}`)
  if ('fixes' in value) value.fixes?.forEach((fix) => expectWholeFix(fix, frame))
  if (value.kind === 'decodeError' && value.cause === 'checksum' && value.replyWhenRejected)
    throw new Error(`damaged bytes would be acknowledged: ${frame.toString('hex')}`)
  if (value.kind === 'packet' && repair) {
    const repaired = Buffer.from(frame)
    repair(repaired)
    if (!repaired.equals(frame)) throw new Error(`damaged bytes were taken for a packet: ${frame.toString('hex')}`)
  }
}

function expectWholeFix(fix: Fix, bytes: Buffer): void {
  const isNowhere = fix.latitude === undefined && fix.longitude === undefined
  const isUsable = (isNowhere && fix.validity !== FixValidity.valid) || (inside(fix.latitude, 90) && inside(fix.longitude, 180))
  const isOrderly =
    isSafeInteger(fix.positionedAt) &&
    fix.positionedAt >= EARLIEST &&
    fix.positionedAt <= LATEST &&
    (fix.heading === undefined || (fix.heading >= 0 && fix.heading < 360)) &&
    NUMBERS.every((field) => fix[field] === undefined || isFinite(fix[field])) &&
    values(fix.attributes ?? {}).every((value) => typeof value !== 'number' || isFinite(value))
  if (isUsable && isOrderly) return
  const shown = JSON.stringify(fix, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  throw new Error(`${shown} of ${bytes.toString('hex')}`)
}

const NUMBERS = [
  'latitude',
  'longitude',
  'altitudeM',
  'speedKph',
  'heading',
  'satellites',
  'hdop',
  'odometerM',
  'externalBatteryMv',
  'batteryMv',
  'batteryPercent',
  'gsmSignal',
  'event',
] as const

const inside = (value: number | undefined, limit: number) => value !== undefined && abs(value) <= limit
