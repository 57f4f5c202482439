import { FixValidity, type Fix } from '@roadbook/contracts'
import { findProtocol } from '../registry.js'
import { readCaptures } from '../testing/fixtures.js'
import { MessageType, writeMessage } from './frame.js'
import { calamp } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '860000000000017'
const [moving, lastKnown, mini, masked] = readCaptures('calamp')
  .find(({ name }) => name === 'lmu.hex')!
  .frames.map(({ bytes }) => bytes)
const [started] = readCaptures('calamp')
  .find(({ name }) => name === 'serial-number.hex')!
  .frames.map(({ bytes }) => bytes)
/** Offset of the body. Before it are options with an IMEI of eight bytes and the type of the IMEI, then the message header. */
const BODY_AT = 16

const decode = (bytes: Buffer) => calamp.udp!.decode(bytes, { now: NOW })
function fixOf(bytes: Buffer): Fix {
  const decoded = decode(bytes)
  if (decoded.kind !== 'packet') throw new Error(JSON.stringify(decoded))
  return decoded.fixes[0]!
}
function changed(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(values, BODY_AT + at)
  return copy
}

describe('a report', () => {
  it('brings place, motion, telemetry and counters of an event', () => {
    expect(decode(moving!)).toEqual({
      kind: 'packet',
      identity: IMEI,
      reply: Buffer.from('02010001020000000000', 'hex'),
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
          validity: FixValidity.valid,
          latitude: 52.3688,
          longitude: 4.8951,
          altitudeM: -2.1,
          speedKph: 49.968,
          heading: 271,
          satellites: 11,
          hdop: 0.9,
          gsmSignal: 4,
          ignition: true,
          event: 5,
          attributes: {
            carrier: 8,
            networkState: 15,
            digitalInputs: 1,
            unitState: 0,
            eventIndex: 10,
            accumulator0: 12_500,
            accumulator1: 123_456,
          },
        },
      ],
    })
  })

  it('that is small brings km/h, and counts satellites beside its status', () => {
    expect(fixOf(mini!)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 23, 5),
      validity: FixValidity.valid,
      latitude: -33.4379166,
      longitude: -70.4821,
      speedKph: 47,
      heading: 135,
      satellites: 9,
      ignition: true,
      event: 5,
      attributes: { networkState: 15, digitalInputs: 1, accumulator0: 12_500 },
    })
  })

  it('of the last place known keeps it, with its own time, as no fix', () => {
    expect(fixOf(lastKnown!)).toMatchObject({
      positionedAt: Date.UTC(2025, 4, 14, 7, 22, 5),
      validity: FixValidity.noFix,
      latitude: 52.369,
      attributes: { fixTime: Date.UTC(2025, 4, 14, 7, 21, 58), buffered: true },
    })
  })

  it('of a device that has just started has neither place nor time', () => {
    const fix = fixOf(started!)
    expect(fix).toMatchObject({ positionedAt: NOW, validity: FixValidity.noFix, attributes: { deviceTime: 0 } })
    expect(fix).not.toHaveProperty('latitude')
  })

  it('names counters over a threshold by their mask', () => {
    const { attributes } = fixOf(masked!)
    expect(attributes).toMatchObject({ accumulatorThreshold: 100, accumulator0: 200, accumulator4: 300 })
    expect(attributes).not.toHaveProperty('accumulator1')
  })

  it('whose mask and count disagree is refused, and its device freed of it', () => {
    expect(decode(changed(masked!, 40 + 7, 0x31))).toEqual({
      kind: 'decodeError',
      cause: 'content',
      reason: 'a mask of 3 accumulators before 2',
      replyWhenRejected: Buffer.from('02010004020000000000', 'hex'),
    })
  })

  it.each([
    [0x00, { latitude: 52.3688, validity: FixValidity.valid }],
    [0x02, { latitude: 52.3688, validity: FixValidity.valid }],
    [0x10, { latitude: 52.3688, validity: FixValidity.valid }],
    [0x20, { latitude: 52.3688, validity: FixValidity.valid }],
    [0x04, { latitude: 52.3688, validity: FixValidity.noFix }],
    [0x08, { latitude: 52.3688, validity: FixValidity.noFix }],
    [0x40, { latitude: 52.3688, validity: FixValidity.unknownTime, positionedAt: NOW }],
  ])('with status %i is judged by it', (status, expected) => {
    expect(fixOf(changed(moving!, 27, status))).toMatchObject(expected)
  })

  it.each([
    [0x19, { validity: FixValidity.unknownTime, satellites: 9 }],
    [0x29, { validity: FixValidity.noFix }],
    [0x49, { validity: FixValidity.noFix }],
    [0x89, { validity: FixValidity.valid, attributes: { buffered: true } }],
  ])('that is small, with status %i, is judged by it', (status, expected) => {
    expect(fixOf(changed(mini!, 15, status))).toMatchObject(expected)
  })

  it('keeps what stands behind everything that was counted', () => {
    expect(fixOf(Buffer.concat([moving!, Buffer.from('0abc', 'hex')])).attributes?.tail).toBe('0abc')
  })

  it('that is cut short is refused and confirmed', () => {
    for (const end of [BODY_AT + 20, moving!.length - 1])
      expect(decode(moving!.subarray(0, end))).toMatchObject({
        kind: 'decodeError',
        reason: 'cut short',
        replyWhenRejected: Buffer.from('02010001020000000000', 'hex'),
      })
  })
})

/** If a value has no documented range, it is dropped only if no receiver can have measured it. */
describe('what a report does not tell', () => {
  const SPEED_AT = 20
  it.each([0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0xffff_0000, 51_445])('is a speed of %d cm/s', (speed) => {
    const bytes = Buffer.from(moving!)
    bytes.writeUInt32BE(speed, BODY_AT + SPEED_AT)
    const fix = fixOf(bytes)
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 271, satellites: 11, ignition: true })
  })
})

describe('a device', () => {
  it('that asks for no answer gets none', () => {
    expect(decode(mini!)).not.toHaveProperty('reply')
  })

  it('that is named by its address is not taken', () => {
    const addressed = Buffer.from(moving!)
    addressed[11] = 6
    expect(decode(addressed)).toMatchObject({ kind: 'decodeError', reason: 'a device that is named by its address' })
  })

  it('tells its firmware and its SIM in a datagram, which need not say how long it is', () => {
    const body = Buffer.concat([
      Buffer.from('0100', 'hex'),
      Buffer.from('32g'),
      Buffer.from('0000232b0200000000', 'hex'),
      Buffer.from(`4100000017ffffff${IMEI}f204080000000001fffffffffffffffff8931080000000000017f`, 'hex'),
      Buffer.from('OTA:1|0;0,1|4;0,4\0'),
    ])
    const report = writeMessage(IMEI, MessageType.idReport, 7, body)
    expect(calamp.udp!.split(report)).toEqual([report])
    expect(decode(report)).toEqual({
      kind: 'heartbeat',
      identity: IMEI,
      reply: Buffer.from('02010007030000000000', 'hex'),
      information: { firmware: '32g', iccid: '8931080000000000017' },
    })
    expect(calamp.frame(report)).toMatchObject({ kind: 'frameError' })
  })

  it('is not taken for a Suntech tracker, nor a Suntech tracker for one', () => {
    const binary = Buffer.from('810067052000000017', 'hex')
    expect([findProtocol('suntech')!.sniff(binary), calamp.sniff(binary)]).toEqual(['yes', 'no'])
    expect([findProtocol('suntech')!.sniff(moving!.subarray(0, 20)), calamp.sniff(moving!.subarray(0, 20))]).toEqual([
      'no',
      'yes',
    ])
  })

  it.each([
    ['without a mobile id', '820101010200015f9c39ba5f9c302e'],
    ['with letters for an id', '83054a00000017010101020001'],
    ['of no known kind', '83054100000017010801020001'],
    ['with a service that there is not', '83054100000017010103020001'],
  ])('%s is nobody’s', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex')
    expect(decode(bytes)).toMatchObject({ kind: 'decodeError' })
    expect(calamp.frame(bytes)).toMatchObject({ kind: 'frameError' })
  })
})
