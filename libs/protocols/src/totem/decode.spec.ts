import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { totem } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '860000000000040'
const framesOf = (file: string) =>
  readCaptures('totem')
    .find(({ name }) => name === file)!
    .frames.map(({ bytes }) => bytes)
const [full, alarm, short, network, hundredths, key, obd] = framesOf('at09.hex')
const [tracking, lowBattery, blind] = framesOf('avl.hex')
const decode = (bytes: Buffer | string) =>
  totem.decode(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, { now: NOW })
const fixOf = (bytes: Buffer | string): Fix => {
  const said = decode(bytes)
  if (said.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes[0]!
}
/** Changes one part of a message and repairs its checksum. */
function changed(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1')
  expect(text).toContain(from)
  const mended = Buffer.from(
    text.replace(from, () => to),
    'latin1',
  )
  totem.tracker!.repairChecksum!(mended)
  return mended
}

describe('a counted report', () => {
  it('brings place, motion, voltages and cell, and is confirmed by its number', () => {
    expect(decode(full!)).toEqual({
      kind: 'packet',
      identity: IMEI,
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
          validity: FixValidity.valid,
          latitude: expect.closeTo(52.368823, 5) as number,
          longitude: expect.closeTo(4.895168, 5) as number,
          speedKph: 23,
          heading: 271,
          satellites: 9,
          hdop: 0.9,
          ignition: true,
          batteryMv: 4100,
          externalBatteryMv: 12_000,
          gsmSignal: 4,
          odometerM: 32_000,
          attributes: {
            status: 0x50001000,
            analog1: 0,
            analog2: 0,
            analog3: 0,
            analog4: 0,
            temperatures: '02700189',
            lac: 0x0c26,
            cellId: 0x4fc1,
          },
        },
      ],
      reply: Buffer.from('$$0014AA000104', 'latin1'),
    })
  })

  it.each([
    ['01', 'sos'],
    ['02', 'overspeed'],
    ['10', 'powerCut'],
    ['40', 'vibration'],
    ['99', undefined],
  ])('of type %s is sent for the alarm %s', (type, name) => {
    const { attributes } = fixOf(changed(alarm!, '011602', `0116${type}`))
    expect(attributes).toMatchObject({ alarmCode: type, analog1: 321 })
    expect(attributes?.['alarm']).toBe(name)
  })

  it('of other models has another length, fewer voltages, or the network', () => {
    expect(fixOf(short!)).toMatchObject({
      validity: FixValidity.valid,
      latitude: expect.closeTo(-33.437917, 5) as number,
      longitude: expect.closeTo(-70.4821, 5) as number,
      batteryMv: 4200,
      externalBatteryMv: 14_000,
    })
    expect(fixOf(network!).attributes).toMatchObject({ mcc: 204, mnc: 8, lac: 0x0c26, cellId: 0x4fc1 })
    expect(fixOf(network!)).not.toHaveProperty('odometerM')
    expect(fixOf(hundredths!)).toMatchObject({ batteryMv: 4040, ignition: false, validity: FixValidity.valid })
    expect(fixOf(hundredths!)).not.toHaveProperty('externalBatteryMv')
  })

  it('whose status says so is no fix', () => {
    expect(fixOf(changed(full!, '50001000', '50004000')).validity).toBe(FixValidity.noFix)
    expect(fixOf(changed(short!, '5004C000', '50049000')).validity).toBe(FixValidity.noFix)
  })

  it('whose place is not on Earth, or is none, keeps it to be read', () => {
    const beyond = fixOf(changed(full!, '5222.1294N', '9222.1294N'))
    expect(beyond.validity).toBe(FixValidity.invalidCoordinates)
    expect(beyond).not.toHaveProperty('latitude')
    const unread = fixOf(changed(full!, '5222.1294N', '5272.1294N'))
    expect(unread).toMatchObject({ validity: FixValidity.noFix, attributes: { devicePosition: '5272.1294, 00453.7101' } })
  })

  it.each([
    '$$0108AA863835028447675|5004C0001710250234134114057728A058AE112108305100.600000660304.7787N10134.8719E116458',
    '$$0113AA862010037348253|588040001901220851494212000000753AE901655121700100000.800000002632.6084S02803.3289E29497E',
    '$$0111AA353081090067318|0804400022070722520240400005B364ED5003107300001.700000002245.3919N10231.6952W000001860E',
    '$$0128AA867521029231005|1880100015101802314842140000000000000000000000001AB48366093127600000.900000000806.1947N09818.4795E080355',
  ])('of a real device is intact, and a fix: %s', (text) => {
    expect(fixOf(text).validity).toBe(FixValidity.valid)
    expect(decode(text.replace('.', '.0').replace(/0(?=\D*$)/, ''))).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })

  it('of a length that nobody wrote down, or with letters for digits, is kept aside and confirmed once it is', () => {
    const shorter = changed(changed(full!, '$$0128AA', '$$0127AA'), '41120000', '4112000')
    expect(decode(shorter)).toMatchObject({
      kind: 'decodeError',
      cause: 'content',
      replyWhenRejected: Buffer.from('$$0014AA000104', 'latin1'),
    })
    expect(decode(changed(full!, '0C26', 'XX26'))).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })
})

describe('a message that counts no further', () => {
  it('tells the key that was shown', () => {
    expect(decode(key!)).toEqual({
      kind: 'packet',
      identity: IMEI,
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 26, 5),
          validity: FixValidity.valid,
          latitude: 52.368823,
          longitude: 4.895168,
          attributes: { driverId: '1122334455' },
        },
      ],
    })
  })

  it('keeps what the vehicle says as it came', () => {
    expect(fixOf(obd!)).toMatchObject({
      latitude: 52.368823,
      externalBatteryMv: 12_100,
      attributes: { obd: '$Cloud,1738,621,730,12100,0,0,255,0,40,40,0,0,255,', obdEngineRpm: 0, obdSpeedKph: 0 },
    })
    const none = fixOf(changed(obd!, '12100,0,0,255', '65535,65535,255,255'))
    expect(Object.keys({ ...none, ...none.attributes })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(externalBatteryMv|obdEngineRpm|obdSpeedKph)$/)]),
    )
    const place = '0.000000,00.000000'
    expect(fixOf(changed(obd!, '4.895168,52.368823', place)).validity).toBe(FixValidity.noFix)
  })
})

describe('an older report', () => {
  it('brings the receiver’s sentence, voltages and odometer, and is confirmed', () => {
    expect(decode(tracking!)).toEqual({
      kind: 'packet',
      identity: IMEI,
      fixes: [
        {
          positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
          validity: FixValidity.valid,
          latitude: expect.closeTo(52.368823, 5) as number,
          longitude: expect.closeTo(4.895168, 5) as number,
          speedKph: expect.closeTo(18.52, 2) as number,
          heading: 271,
          hdop: 0.8,
          batteryMv: 4150,
          externalBatteryMv: 12_210,
          odometerM: 12_345,
          attributes: {
            inputs: '000000000000',
            charging: true,
            analog: '00000000',
            lac: 0x0c26,
            cellId: 0x4fc1,
            temperature: '0000',
          },
        },
      ],
      reply: Buffer.from('ACK OK\r\n'),
    })
  })

  it('without an analogue input, with an alarm, in the south-west', () => {
    expect(fixOf(lowBattery!)).toMatchObject({
      latitude: expect.closeTo(-33.437917, 5) as number,
      longitude: expect.closeTo(-70.4821, 5) as number,
      batteryMv: 3610,
      attributes: { alarm: 'lowBattery', alarmCode: '10', charging: false, lac: 0x0c26 },
    })
  })

  it('without a sentence is telemetry of the device’s clock', () => {
    expect(fixOf(blind!)).toMatchObject({
      positionedAt: Date.UTC(2025, 4, 14, 7, 23, 5),
      validity: FixValidity.noFix,
      externalBatteryMv: 14_350,
    })
  })

  it('of a real device is intact by its checksum; in small letters it is, too', () => {
    const text =
      '$$B2359772032984289|AA$GPRMC,104446.000,A,5011.3944,N,01439.6637,E,0.00,,290212,,,A*7D|01.8|00.9|01.5|000000100000|20120229104446|14151221|00050000|046D085E|0000|0.0000|1170|29A7'
    expect(fixOf(text)).toMatchObject({ validity: FixValidity.valid, batteryMv: 4150 })
    expect(fixOf(text.replace('29A7', '29a7')).validity).toBe(FixValidity.valid)
    expect(decode(text.replace('5011', '5012'))).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })

  it('of a layout that nobody wrote down is kept aside, and confirmed once it is', () => {
    for (const [from, to] of [
      ['019BD508A', '019BD508B'],
      ['3644.9817N', '3644.98170'],
    ])
      expect(decode(changed(FIXED, from!, to!))).toEqual({
        kind: 'decodeError',
        cause: 'content',
        reason: 'a layout without a sentence of the receiver',
        replyWhenRejected: Buffer.from('ACK OK\r\n'),
      })
  })
})

/** As sent by a device. A sentence from the same device three weeks earlier has the same cell and position. */
const FIXED = Buffer.from(
  '$$72862170017856731|3913090911165280000370000000000000000019BD508A0400000003.400000093644.9817N01012.9944E00506F2E',
)
const BARS = (() => {
  const bars = Buffer.from(
    '$$8B860000000000040|AA140525072105|A|5222.1294|N|00453.7101|E|10.000|271|0.80|100000001000|13811|00000000|0C264FC1|00000000|12.3450|00140000',
  )
  totem.tracker!.repairChecksum!(bars)
  return bars
})()

describe('an older report without a sentence', () => {
  it('of fixed width has place, motion, voltage, cell and odometer, and is confirmed', () => {
    expect(decode(FIXED)).toEqual({
      kind: 'packet',
      identity: '862170017856731',
      fixes: [
        {
          positionedAt: Date.UTC(2013, 8, 9, 11, 16, 52),
          validity: FixValidity.valid,
          latitude: expect.closeTo(36.749695, 5) as number,
          longitude: expect.closeTo(10.216573, 5) as number,
          speedKph: 0,
          heading: 0,
          satellites: 4,
          batteryMv: 3700,
          externalBatteryMv: 0,
          odometerM: 9000,
          attributes: {
            alarmCode: '39',
            inputs: '8000',
            charging: false,
            analog: '00000000',
            lac: 0x019b,
            cellId: 0xd508,
            temperature: '000000',
          },
        },
      ],
      reply: Buffer.from('ACK OK\r\n'),
    })
  })

  it('of fixed width says what is no fix, an alarm, the south and the west', () => {
    expect(fixOf(changed(FIXED, '019BD508A', '019BD508V')).validity).toBe(FixValidity.noFix)
    expect(fixOf(changed(FIXED, '|39', '|10')).attributes).toMatchObject({ alarm: 'lowBattery', alarmCode: '10' })
    expect(fixOf(changed(FIXED, '|39', '|AA')).attributes).not.toHaveProperty('alarmCode')
    const south = fixOf(changed(changed(FIXED, '9817N', '9817S'), '9944E', '9944W'))
    expect(south.latitude).toBeCloseTo(-36.749695, 5)
    expect(south.longitude).toBeCloseTo(-10.216573, 5)
    expect(fixOf(changed(FIXED, '03.40000009', '03.40000000'))).not.toHaveProperty('odometerM')
    expect(fixOf(changed(FIXED, '9817N01012', '9817N19012'))).toMatchObject({ validity: FixValidity.invalidCoordinates })
    expect(fixOf(changed(FIXED, '3644.9', '3694.9')).attributes).toMatchObject({ devicePosition: '3694.9817, 01012.9944' })
  })

  it('with the receiver’s values between bars has them, the day first', () => {
    expect(fixOf(BARS)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.valid,
      latitude: expect.closeTo(52.368823, 5) as number,
      longitude: expect.closeTo(4.895168, 5) as number,
      speedKph: expect.closeTo(18.52, 2) as number,
      heading: 271,
      hdop: 0.8,
      batteryMv: 3800,
      externalBatteryMv: 11_000,
      odometerM: 12_345,
      attributes: {
        inputs: '100000001000',
        charging: true,
        analog: '00000000',
        lac: 0x0c26,
        cellId: 0x4fc1,
        temperature: '00000000',
      },
    })
    expect(fixOf(changed(BARS, '|A|', '|V|')).validity).toBe(FixValidity.noFix)
  })
})

describe('what a Totem has no reading of', () => {
  const ANALOG = '|00000000|0C264FC1|0000|'

  it.each(['025.5', '0.0', '21.75', '99.9', '0027.0'])('is the temperature %s, which is no odometer', (temperature) => {
    const fix = fixOf(changed(tracking!, ANALOG, `|00000000|0C264FC1|${temperature}|`))
    expect(fix).toMatchObject({ odometerM: 12_345, attributes: { analog: '00000000', lac: 0x0c26, cellId: 0x4fc1, temperature } })
    const { odometerM, attributes } = fixOf(changed(lowBattery!, '|0C264FC1|0000|', `|0C264FC1|${temperature}|`))
    expect(odometerM).not.toBe(Number(temperature) * 1000)
    expect(attributes).toMatchObject({ lac: 0x0c26, temperature })
    expect(attributes).not.toHaveProperty('analog')
  })

  it.each(['0', '00', '0000000000', '00000000000000', ''])('is a driver by the key %j', (zeros) => {
    const { attributes = {} } = fixOf(changed(key!, '1122334455', zeros))
    expect(attributes).not.toHaveProperty('driverId')
  })

  it('is a key of zeros of an older one', () => {
    expect(fixOf(tracking!).attributes).not.toHaveProperty('key')
  })
})

describe('a connection', () => {
  it('does not wait for what a length counts too much once the next message is there', () => {
    const long = changed(key!, '$$0069', '$$0494')
    const said = new Conversation(totem, NOW).push(Buffer.concat([long, full!])).said
    expect(said).toMatchObject([{ fixes: [{ attributes: { driverId: '1122334455' } }] }, { fixes: [{ odometerM: 32_000 }] }])
  })

  it('gives up what was cut short, and reads on', () => {
    const said = new Conversation(totem, NOW).push(Buffer.concat([full!.subarray(0, 40), short!, Buffer.from('x'), key!])).said
    expect(said.map((one) => [one.kind, replyOf(one) !== undefined])).toEqual([
      ['decodeError', false],
      ['packet', true],
      ['decodeError', false],
      ['packet', false],
    ])
  })

  it.each([
    ['$$0128AA863070424410', 'yes'],
    ['$$B3356307042441013|', 'yes'],
    ['$$B3356307042441013', 'more'],
    ['$$0128A', 'more'],
    ['$$', 'more'],
    ['$$A120,356307042441013', 'no'],
    ['$$356307042441013,4001', 'no'],
    ['$$0128ZZ', 'no'],
    ['$GPRMC', 'no'],
  ])('that begins with %j: %s', (head, answer) => {
    expect(totem.sniff(Buffer.from(head))).toBe(answer)
  })
})
