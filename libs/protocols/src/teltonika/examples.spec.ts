import { readFileSync } from 'node:fs'
import path from 'node:path'
import { FixValidity } from '@roadbook/contracts'
import type { Fix } from '@roadbook/contracts'
import { encodeAddressed } from './commands.js'
import { teltonika } from './index.js'
import { findIoElement } from './io-elements.js'
import { FIRST_RECORD_OFFSET, IO_SHAPES, type IoWidth, isDataCodec } from './layout.js'
import { readMessage } from './read-message.js'
import { type RawIo, type RecordHead, type RecordSink, readRecords } from './read-records.js'

interface Example {
  name: string
  direction: 'device_to_server' | 'server_to_device'
  transport: 'tcp' | 'udp'
  hex: string
  expected_reply_hex: string | null
  error?: string
  context?: { knownDevice?: boolean }
  decoded: {
    time: string
    lat: number
    lng: number
    altitude_m: number
    speed_kmh: number
    course_deg: number
    satellites: number
    valid: boolean
    attributes: { priority: number; eventIoId: number; generationType?: number; io: Record<string, number | string> }
  }[]
  scaled?: Record<string, number | string | boolean>[]
  message?: { type: string; codec: number; messageType: number; text: string; imei?: string; timestamp?: number }
}

const examples = JSON.parse(readFileSync(path.join(__dirname, 'fixtures/examples.json'), 'utf8')) as Example[]
const session = { identity: '356307042441013', now: Date.UTC(2026, 0, 1) }
const ofKind = (accepts: (example: Example) => unknown) =>
  examples.filter(accepts).map((example) => [example.name, example] as const)
const bytesOf = (example: Example) => Buffer.from(example.hex, 'hex')

/** Returns the records as on the wire. A datagram has a header of 23 bytes and no checksum. */
function rawRecords(example: Example) {
  const bytes = bytesOf(example)
  const start = example.transport === 'udp' ? 23 + 2 : FIRST_RECORD_OFFSET
  const end = bytes.length - (example.transport === 'udp' ? 1 : 5)
  const codec = bytes[start - 2]!
  if (!isDataCodec(codec)) throw new Error(`no data codec: ${codec}`)
  const collector = new RawCollector()
  const reason = readRecords(bytes, start, end, bytes[start - 1]!, IO_SHAPES[codec], collector)
  if (reason !== undefined) throw new Error(reason)
  return collector.records
}

/** Collects the values as they were sent, without conversion. */
class RawCollector implements RecordSink {
  readonly records: (RecordHead & { io: { id: number; width: IoWidth; value: RawIo }[] })[] = []
  begin(head: RecordHead) {
    this.records.push({ ...head, io: [] })
  }
  io(id: number, width: IoWidth, value: RawIo) {
    this.records.at(-1)!.io.push({ id, width, value })
  }
  end() {
    // The record's end does not matter here.
  }
}

describe('the published examples', () => {
  it.each(ofKind(({ transport, decoded }) => transport === 'tcp' && decoded.length > 0))(
    '%s gives its fixes and its reply',
    (_, example) => {
      const decoded = teltonika.decode(bytesOf(example), session)
      if (decoded.kind !== 'packet') throw new Error(decoded.kind)
      expect(decoded.reply?.toString('hex')).toBe(example.expected_reply_hex)
      expect(decoded.fixes).toHaveLength(example.decoded.length)
      decoded.fixes.forEach((fix, at) => {
        const expected = example.decoded[at]!
        expect(new Date(fix.positionedAt).toISOString()).toBe(new Date(expected.time).toISOString())
        expect(fix.latitude).toBeCloseTo(expected.lat, 7)
        expect(fix.longitude).toBeCloseTo(expected.lng, 7)
        expect(fix.altitudeM).toBe(expected.altitude_m)
        expect(fix.speedKph).toBe(expected.speed_kmh)
        expect(fix.heading).toBe(expected.course_deg)
        expect(fix.satellites).toBe(expected.satellites)
        expect(fix.validity === FixValidity.valid).toBe(expected.valid)
      })
    },
  )

  it.each(ofKind(({ decoded }) => decoded.length > 0))('%s keeps every raw IO value', (_, example) => {
    const records = rawRecords(example)
    const raw = records.map(({ io }) =>
      Object.fromEntries(io.map(({ id, value }) => [id, typeof value === 'bigint' ? String(value) : value])),
    )
    const expected = example.decoded.map(({ attributes }) => attributes)
    expect(raw.map(normalize)).toEqual(expected.map(({ io }) => normalize(io)))
    expect(records.map(({ priority, eventIoId, generationType }) => ({ priority, eventIoId, generationType }))).toEqual(
      expected.map(({ priority, eventIoId, generationType }) => ({ priority, eventIoId, generationType })),
    )
  })

  it.each(ofKind(({ scaled }) => scaled))('%s gives its scaled values', (_, example) => {
    const decoded = teltonika.decode(bytesOf(example), session)
    if (decoded.kind !== 'packet') throw new Error(decoded.kind)
    const records = rawRecords(example)
    example.scaled?.forEach((expected, at) => {
      for (const [id, value] of Object.entries(expected)) {
        const io = records[at]!.io.find((found) => found.id === Number(id))!
        const actual = valueOf(decoded.fixes[at]!, io.id, io.width)
        if (typeof value === 'number') expect(actual).toBeCloseTo(value, 6)
        else expect([id, actual]).toEqual([id, value])
      }
    })
  })

  it.each(ofKind(({ error }) => error === 'crc'))('%s is refused for its checksum without an answer', (_, example) => {
    expect(teltonika.decode(bytesOf(example), session)).toMatchObject({
      kind: 'decodeError',
      cause: 'checksum',
      reason: 'wrong CRC',
    })
  })

  it.each(ofKind(({ message }) => message?.type === 'login'))('%s gives the answer to the login', (_, example) => {
    const decoded = teltonika.decode(bytesOf(example), { now: session.now })
    if (decoded.kind !== 'login') throw new Error(decoded.kind)
    const reply = example.context?.knownDevice === false ? decoded.refuse : decoded.reply
    expect(reply?.toString('hex')).toBe(example.expected_reply_hex)
  })

  it.each(ofKind(({ message }) => message?.type === 'gprs'))('%s is read as its text', (_, example) => {
    const { codec, messageType, text, imei, timestamp } = example.message!
    expect(readMessage(bytesOf(example))).toEqual({
      codec,
      type: messageType,
      text,
      ...(imei !== undefined && { id: imei }),
      ...(timestamp !== undefined && { sentAtS: timestamp }),
    })
  })

  it.each(ofKind(({ direction }) => direction === 'server_to_device'))('%s is encoded to its bytes', (_, example) => {
    const { codec, text, imei } = example.message!
    const bytes =
      codec === 14 ? encodeAddressed({ text }, imei!.slice(1)) : teltonika.commands!.encode({ text, serial: 1 }, session)
    expect(Buffer.isBuffer(bytes) && bytes.toString('hex')).toBe(example.hex.toLowerCase())
  })

  it('answers a command with its text and its sender, and tells a refusal', () => {
    const decode = (name: string) => teltonika.decode(bytesOf(examples.find((example) => example.name === name)!), session)
    expect(decode('codec12_getio_response')).toEqual({
      kind: 'commandReply',
      text: 'DI1:1 DI2:0 DI3:0 AIN1:0 AIN2:16924 DO1:0 DO2:1',
    })
    expect(decode('codec14_ack_response')).toMatchObject({ kind: 'commandReply', identity: '352093081452251' })
    expect(decode('codec14_nack_response')).toEqual({
      kind: 'commandReply',
      text: '',
      identity: '352093081452468',
      isRefusal: true,
    })
    expect(decode('codec13_message')).toMatchObject({ kind: 'packet', fixes: [{ attributes: { serialData: 'getinfo' } }] })
    expect(decode('codec15_message')).toEqual({ kind: 'unsupported', messageType: 'codec15/11' })
    expect(decode('keepalive_byte')).toEqual({ kind: 'heartbeat' })
  })
})

const normalize = (io: Record<string, number | string>) =>
  Object.entries(io).sort(([one], [other]) => Number(one) - Number(other))

/** Returns the value of an element in the unit of the examples. The examples have volts, and the columns have millivolts. */
function valueOf(fix: Fix, id: number, width: 0 | 1 | 2 | 4 | 8) {
  const element = findIoElement(id, width)
  if (!element) return fix.attributes?.[`io${id}`]
  if (!element.column) return fix.attributes?.[element.name]
  const value = fix[element.column]
  return element.column.endsWith('Mv') ? Number(value) / 1000 : value
}
