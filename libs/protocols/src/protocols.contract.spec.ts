import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { crc16Ibm } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { Decoded, FrameError, Protocol, SessionState } from './protocol.js'
import { PROTOCOLS, findProtocol } from './registry.js'

/**
 * The ordeal: every registered protocol goes through it with the sessions in its fixtures/*.hex. A line is `device: <hex>`,
 * `server: <hex>` (the answer to the frame above, or the bytes of the command above), `command: <text>` or a comment.
 */
interface Capture {
  name: string
  frames: { bytes: Buffer; reply?: Buffer }[]
  commands: { text: string; bytes: Buffer }[]
}

/** Makes a changed frame's checksum right again, so that the change reaches the decoder. */
const repairChecksum: Record<string, (frame: Buffer) => void> = {
  teltonika: (frame) => {
    if (frame.length > 12) frame.writeUInt32BE(crc16Ibm(frame, 8, frame.length - 4), frame.length - 4)
  },
}

const MUTANTS = 20_000
const NOW = Date.UTC(2026, 0, 1)
const session: SessionState = { imei: '356307042441013', now: NOW }

describe.each(PROTOCOLS.map((protocol) => [protocol.name, protocol] as const))('the ordeal of %s', (name, protocol) => {
  const captures = readCaptures(name)
  const frames = captures.flatMap((capture) => capture.frames)

  it('has captures, a README and a way to repair its checksum', () => {
    expect(captures.length).toBeGreaterThan(0)
    expect(existsSync(path.join(__dirname, name, 'README.md'))).toBe(true)
    expect(repairChecksum[name]).toBeDefined()
    expect(findProtocol(name)).toBe(protocol)
  })

  it.each(captures.map((capture) => [capture.name, capture] as const))(
    '%s reads the same wherever the network cuts it',
    (_, capture) => {
      const stream = Buffer.concat(capture.frames.map(({ bytes }) => bytes))
      const whole = decodeAll(protocol, [stream])
      expect(whole.filter(isWeighty)).toHaveLength(
        capture.frames.filter(({ bytes }) => isWeighty(protocol.decode(bytes, session))).length,
      )
      for (let cut = 1; cut < stream.length; cut++) {
        expect(decodeAll(protocol, [stream.subarray(0, cut), stream.subarray(cut)]).filter(isWeighty)).toEqual(
          whole.filter(isWeighty),
        )
      }
      const drops = Array.from(stream, (_byte, at) => stream.subarray(at, at + 1))
      expect(decodeAll(protocol, drops).filter(isWeighty)).toEqual(whole.filter(isWeighty))
    },
  )

  it('reads all captures glued together as it reads them one by one', () => {
    const separate = captures.flatMap((capture) => decodeAll(protocol, [Buffer.concat(capture.frames.map(({ bytes }) => bytes))]))
    expect(decodeAll(protocol, [Buffer.concat(frames.map(({ bytes }) => bytes))])).toEqual(separate)
  })

  it('cuts a frame off what follows it without touching either', () => {
    for (const { bytes } of frames) {
      const glued = Buffer.concat([bytes, frames[0]!.bytes])
      expect(protocol.frame(glued)).toEqual({ frame: bytes, rest: frames[0]!.bytes })
    }
  })

  it('answers every frame with the recorded bytes', () => {
    for (const { bytes, reply } of frames)
      expect(replyOf(protocol.decode(bytes, session))?.toString('hex')).toBe(reply?.toString('hex'))
  })

  it('writes every command as the recorded bytes', () => {
    for (const capture of captures) {
      for (const { text, bytes } of capture.commands)
        expect(protocol.encode?.({ text }, session).toString('hex')).toBe(bytes.toString('hex'))
    }
  })

  it(`turns ${MUTANTS} changed frames, half of them with a repaired checksum, into values and never throws`, () => {
    const random = seededRandom(20_260_101)
    for (let round = 0; round < MUTANTS; round++) {
      const mutant = mutate(frames[Math.floor(random() * frames.length)]!.bytes, random)
      if (round % 2 === 0) repairChecksum[name]!(mutant)
      expectOrderlyValues(protocol, mutant)
    }
  })

  it(`turns ${MUTANTS} random buffers into values and never throws`, () => {
    const random = seededRandom(4_711)
    for (let round = 0; round < MUTANTS; round++) {
      const bytes = Buffer.from(Array.from({ length: Math.floor(random() * 64) }, () => Math.floor(random() * 256)))
      expectOrderlyValues(protocol, bytes)
      const disguised = Buffer.concat([frames[round % frames.length]!.bytes.subarray(0, round % 16), bytes])
      expectOrderlyValues(protocol, disguised)
    }
  })

  it('never asks for more than its ceiling', () => {
    const random = seededRandom(99)
    for (let round = 0; round < 300; round++) {
      const start = frames[round % frames.length]!.bytes
      const flood = Buffer.alloc(protocol.maxFrameBytes + 1, Math.floor(random() * 256))
      start.copy(flood, 0, 0, Math.min(start.length, 1 + (round % 12)))
      expect(protocol.frame(flood)).not.toBe('more')
    }
  })

  it('recognises its first bytes within 20, and no other protocol claims them', () => {
    for (const capture of captures) {
      const head = capture.frames[0]!.bytes.subarray(0, 20)
      expect(protocol.sniff(head)).toBe('yes')
      expect(protocol.sniff(Buffer.alloc(0))).toBe('more')
      for (let length = 1; length < head.length; length++) expect(protocol.sniff(head.subarray(0, length))).not.toBe('no')
      for (const other of PROTOCOLS) if (other !== protocol) expect(other.sniff(head)).not.toBe('yes')
    }
  })

  it.each(['GET / HTTP/1.1\r\n', '\x16\x03\x01\x02\x00\x01', 'SSH-2.0-OpenSSH_9.6\r\n', 'PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n'])(
    'leaves %j to others',
    (text) => {
      if (name !== 'osmand') expect(protocol.sniff(Buffer.from(text, 'latin1'))).toBe('no')
    },
  )

  it('reads back what its simulated tracker sends', () => {
    const { tracker } = protocol
    if (!tracker) return
    const fixes = [usualFix(0), { ...usualFix(10_000), validity: FixValidity.noFix, satellites: 0 }, usualFix(20_000)]
    const login = protocol.decode(tracker.login(session.imei!), { now: NOW })
    expect(login).toMatchObject({ kind: 'login', imei: session.imei })
    const packet = protocol.decode(tracker.packet(session.imei!, fixes), session)
    expect(packet).toMatchObject({ kind: 'packet', fixes })
    const reply = replyOf(packet)!
    expect(tracker.readReply(reply, 'packet', fixes.length)).toEqual({ consumed: reply.length, accepted: true })
    expect(tracker.readReply(Buffer.alloc(0), 'packet', fixes.length)).toBe('more')
  })
})

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

/** Feeds the pieces as a session would, until the stream ends or cannot be trusted. */
function decodeAll(protocol: Protocol, pieces: readonly Buffer[]): (Decoded | FrameError)[] {
  const decoded: (Decoded | FrameError)[] = []
  let held = Buffer.alloc(0)
  for (const piece of pieces) {
    held = Buffer.concat([held, piece])
    for (;;) {
      const cut = protocol.frame(held)
      if (cut === 'more') break
      if ('kind' in cut) return [...decoded, cut]
      decoded.push(protocol.decode(cut.frame, session))
      held = Buffer.from(cut.rest)
    }
  }
  return decoded
}

/** Heartbeats may come as one run or as several: they carry nothing. */
const isWeighty = (value: Decoded | FrameError) => value.kind !== 'heartbeat'

const replyOf = (decoded: Decoded): Buffer | undefined =>
  decoded.kind === 'login' ? decoded.accept : 'reply' in decoded ? decoded.reply : undefined

const KINDS = new Set(['login', 'packet', 'heartbeat', 'commandReply', 'unsupported', 'decodeError', 'frameError'])

/** Only known kinds come out, every fix is whole, and what was read twice is the same twice. */
function expectOrderlyValues(protocol: Protocol, bytes: Buffer): void {
  const values = decodeAll(protocol, [bytes])
  for (const value of values) {
    if (!KINDS.has(value.kind)) throw new Error(`kind ${value.kind} of ${bytes.toString('hex')}`)
    if (value.kind === 'packet') value.fixes.forEach((fix) => expectWholeFix(fix, bytes))
    if (value.kind === 'decodeError' && value.cause === 'checksum' && value.replyWhenRejected) {
      throw new Error(`damaged bytes would be acknowledged: ${bytes.toString('hex')}`)
    }
  }
}

function expectWholeFix(fix: Fix, bytes: Buffer): void {
  const isUsable = fix.validity !== FixValidity.valid || (inside(fix.latitude, 90) && inside(fix.longitude, 180))
  const isOrderly =
    Number.isSafeInteger(fix.positionedAt) &&
    fix.positionedAt >= Date.UTC(2000, 0, 1) &&
    fix.positionedAt <= NOW + 2 * 86_400_000 &&
    (fix.heading === undefined || (fix.heading >= 0 && fix.heading < 360))
  if (!isUsable || !isOrderly)
    throw new Error(
      `${JSON.stringify(fix, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))} of ${bytes.toString('hex')}`,
    )
}

const inside = (value: number | undefined, limit: number) => value !== undefined && Math.abs(value) <= limit

/** One to three changed bytes, and now and then a shorter or longer frame. */
function mutate(bytes: Buffer, random: () => number): Buffer {
  const at = (length: number) => Math.floor(random() * length)
  let mutant = Buffer.from(bytes)
  for (let changes = 1 + at(3); changes > 0; changes--)
    mutant[at(mutant.length)] = random() < 0.5 ? at(256) : mutant[at(mutant.length)]! ^ (1 << at(8))
  if (random() < 0.1) mutant = mutant.subarray(0, at(mutant.length))
  if (random() < 0.1) mutant = Buffer.concat([mutant, Buffer.alloc(at(8), at(256))])
  return mutant
}

/** mulberry32: the same mutants in every run, so that a failure can be run again. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function readCaptures(protocol: string): Capture[] {
  const folder = path.join(__dirname, protocol, 'fixtures')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.hex'))
    .map((file) => readCapture(file, readFileSync(path.join(folder, file), 'utf8')))
}

function readCapture(name: string, text: string): Capture {
  const capture: Capture = { name, frames: [], commands: [] }
  let answered: { reply?: Buffer; bytes?: Buffer } | undefined
  for (const line of text.split('\n')) {
    const [, role, value = ''] = /^(device|server|command): (.*)$/.exec(line) ?? []
    const bytes = Buffer.from(value, 'hex')
    if (role === 'device') capture.frames.push((answered = { bytes }))
    if (role === 'command') capture.commands.push((answered = { text: value } as never))
    if (role === 'server' && answered) answered[answered.bytes ? 'reply' : 'bytes'] = bytes
  }
  return capture
}
