import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { xexun } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '860000000000017'
const [tracking, started, sos, blind] = readCaptures('xexun')
  .find(({ name }) => name === 'long.hex')!
  .frames.map(({ bytes }) => bytes)
const converse = (bytes: Buffer | string) => new Conversation(xexun, NOW).push(Buffer.from(bytes as string, 'latin1'))
const decode = (bytes: Buffer) => xexun.decode(bytes, { now: NOW })

/** Builds a short report with this sentence and a correct checksum. */
function short(sentence: string, what = 'F,,'): string {
  const report = Buffer.from(`${sentence}*00,${what}imei:${IMEI},\r`, 'latin1')
  xexun.tracker!.repairChecksum!(report)
  return report.toString('latin1')
}
const fixOf = (sentence: string, what?: string): Fix => {
  const [said] = converse(short(sentence, what)).said
  if (said?.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes[0]!
}
const SENTENCE = 'GPRMC,072105.000,A,5222.1294,N,00453.7101,E,10.00,90.00,140525,,,A'

describe('a long report', () => {
  it('brings place, motion, battery and cell', () => {
    expect(decode(tracking!)).toEqual({
      kind: 'packet',
      identity: IMEI,
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5, 500),
          validity: FixValidity.valid,
          latitude: expect.closeTo(52.368823, 6) as number,
          longitude: expect.closeTo(4.895168, 6) as number,
          altitudeM: -2.1,
          speedKph: expect.closeTo(23.0, 2) as number,
          heading: 271,
          satellites: 9,
          batteryMv: 4150,
          attributes: { phone: '+31600000000', charging: true, mcc: 204, mnc: 8, lac: 0x0c26, cellId: 0x4fc1 },
        },
      ],
    })
  })

  it('says what it was sent for', () => {
    expect(decode(started!)).toMatchObject({ fixes: [{ ignition: true, attributes: { event: 'ACCStart' } }] })
    expect(decode(sos!)).toMatchObject({
      fixes: [
        {
          batteryMv: 3550,
          attributes: {
            alarm: 'sos',
            gpsSignalLow: true,
            batteryLow: true,
            analogInput1Mv: 760,
            analogInput2Mv: 0,
            distanceKm: 3.7,
          },
        },
      ],
    })
  })

  it('without a sentence is telemetry of the time when it comes', () => {
    expect(decode(blind!)).toMatchObject({
      identity: IMEI,
      fixes: [{ positionedAt: NOW, validity: FixValidity.noFix, batteryMv: 4280 }],
    })
  })

  it.each([
    [
      'the maker’s own example',
      '090907070718,13145826175,GPRMC,070718.000,A,2234.0228,N,11403.0764,E,0.00,,070909,,,A*73,F,, imei:354776030042714,05,50.1,F:4.11V,0,132,40512,460,01,2533,720B\n',
    ],
  ])('is intact by its checksum: %s', (_, text) => {
    expect(converse(text).said).toMatchObject([{ kind: 'packet', identity: '354776030042714' }])
    expect(converse(text.replace('50.1', '50.2')).said).toMatchObject([{ kind: 'decodeError', cause: 'checksum' }])
  })
})

describe('a sentence', () => {
  it.each([
    ['help me!', 'sos'],
    ['Help me', 'sos'],
    ['low battery', 'lowBattery'],
    ['Move!', 'movement'],
    ['stockade!', 'geofence'],
    ['something else', undefined],
  ])('with %s behind it is the alarm %s, and keeps the words', (what, alarm) => {
    expect(fixOf(SENTENCE, `F,${what},`).attributes).toEqual({ event: what, ...(alarm !== undefined && { alarm }) })
  })

  it.each([
    ['ACC On', true],
    ['ACCStart', true],
    ['ACC OFF', false],
    ['ACCStop', false],
  ])('with %s behind it tells the ignition', (what, ignition) => {
    expect(fixOf(SENTENCE, `F,${what},`).ignition).toBe(ignition)
  })

  it('of no fix, or without a date, is told from one that is', () => {
    expect(fixOf('GPRMC,072105.000,V,,,,,,,140525,,,N')).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.noFix,
    })
    expect(fixOf(SENTENCE.replace('140525', ''))).toMatchObject({ positionedAt: NOW, validity: FixValidity.unknownTime })
  })

  it('with a place that nobody can read, or that is not on Earth, keeps it beside the fix', () => {
    const unread = fixOf(SENTENCE.replace('5222.1294', '5261.1294'))
    expect(unread).toMatchObject({ validity: FixValidity.noFix, attributes: { devicePosition: '5261.1294, 00453.7101' } })
    const beyond = fixOf(SENTENCE.replace('5222.1294', '9122.1294'))
    expect(beyond.validity).toBe(FixValidity.invalidCoordinates)
    expect(beyond).not.toHaveProperty('latitude')
  })

  it('whose checksum is wrong is no packet; in small letters it is right', () => {
    const text = short(SENTENCE)
    const sum = /\*(..)/.exec(text)![1]!
    expect(converse(text.replace(`*${sum}`, `*${sum.toLowerCase()}`)).said).toMatchObject([{ kind: 'packet' }])
    expect(converse(text.replace('5222', '5223')).said).toMatchObject([{ kind: 'decodeError', cause: 'checksum' }])
  })
})

describe('where a report ends', () => {
  it('is where the next sentence begins, for models that write no line end', () => {
    const text = short(SENTENCE).trim()
    expect(converse(text + text).said).toMatchObject([{ kind: 'packet', identity: IMEI }])
    expect(xexun.udp!.split(Buffer.from(text + text))).toHaveLength(2)
  })

  it('is not the line end behind its sentence', () => {
    const text = short(SENTENCE).replace(/\*(..),/, '*$1\r\n,')
    expect(converse(text).said).toMatchObject([{ kind: 'packet', identity: IMEI }])
  })

  it('leaves what is none to be refused, and reads on', () => {
    expect(converse(`123\r\nimei:${IMEI},\r\n${short(SENTENCE)}`).said.map(({ kind }) => kind)).toEqual([
      'decodeError',
      'decodeError',
      'packet',
    ])
  })
})

describe('a connection', () => {
  it.each([
    ['GPRMC,072105', 'yes'],
    ['GNRMC,', 'yes'],
    ['250514092105,', 'yes'],
    ['2505140921,', 'yes'],
    [',+31600000000,,L', 'yes'],
    [',', 'more'],
    ['25051409210', 'more'],
    ['25051409210,', 'no'],
    ['860000000000017;', 'no'],
    ['357520074257524,$GNRMC', 'no'],
    [',,', 'no'],
    ['$GPRMC,', 'no'],
  ])('that begins with %j: %s', (head, answer) => {
    expect(xexun.sniff(Buffer.from(head))).toBe(answer)
  })
})
