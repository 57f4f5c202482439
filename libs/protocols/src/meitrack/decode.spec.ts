import { FixValidity, type Fix } from '@roadbook/contracts'
import type { Decoded } from '../protocol.js'
import { Conversation, replyOf } from '../testing/conversation.js'
import { meitrack } from './index.js'
import { writeFrame } from './write-frame.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '353358017784062'
const event = (fields: string) => writeFrame('$$', 'Q', IMEI, `AAA,${fields}`)
const PLACE = '22.543176,114.078448,250313093738,A,5,22,2,205,0.9,-14,1500,60,460|0|2795|0FD6'

const hear = (bytes: Buffer) => new Conversation(meitrack, NOW).push(bytes).said as Decoded[]
const firstFix = (bytes: Buffer): Fix => {
  const [decoded] = hear(bytes)
  return ('fixes' in decoded! && decoded.fixes?.[0]) as Fix
}

describe('a Meitrack event', () => {
  it.each([
    [1, 'sos'],
    [17, 'lowBattery'],
    [19, 'overspeed'],
    [20, 'geofenceEnter'],
    [23, 'powerCut'],
    [36, 'tow'],
    [129, 'harshBraking'],
  ])('F5 %i raises %s at its place', (code, alarm) => {
    expect(firstFix(event(`${code},${PLACE},0000,0|0|0|018D|04C2,`))).toMatchObject({
      event: code,
      latitude: 22.543176,
      longitude: 114.078448,
      attributes: { alarm },
    })
  })

  it('is no event when it is sent by time', () => {
    const fix = firstFix(event(`35,${PLACE},0000,0|0|0|018D|04C2,`))
    expect(fix.event).toBeUndefined()
    expect(fix.attributes).toMatchObject({ eventCode: 35, lac: 0x2795, cellId: 0x0fd6 })
  })

  it.each([
    ['hundredths', '018D|04C2', 3970, 12_180],
    ['10 bits', '02D3|0103', 4236, 12_141],
    ['12 bits', '0A47|03E3', 4239, 12_826],
    ['12 bits printed in decimal', '2707|914', 4362, 11_782],
  ])('reads battery and supply of a model that measures in %s', (_, readings, batteryMv, externalBatteryMv) => {
    expect(firstFix(event(`35,${PLACE},0000,0|0|0|${readings},`))).toMatchObject({ batteryMv, externalBatteryMv })
  })

  it('keeps readings raw that fit no model', () => {
    const fix = firstFix(event(`35,${PLACE},0000,0|0|0|FFFF|0001,`))
    expect([fix.batteryMv, fix.externalBatteryMv]).toEqual([undefined, undefined])
    expect(fix.attributes).toMatchObject({ analogBattery: 'FFFF', analogSupply: '0001' })
  })

  it('reads driver card, fuel and temperatures in the coding of its version', () => {
    const tail = (version: number) => `37,${PLACE},0400,0|0|0|018D|04C2,00AB12CD,,${version},1F32,010852|02FF38,360`
    expect(firstFix(event(tail(3))).attributes).toMatchObject({
      driverId: '00AB12CD',
      fuelPercent: 31.5,
      temperature1C: 21.3,
      temperature2C: -2,
      digitalInputs: 4,
      more: '360',
    })
    expect(firstFix(event(tail(1))).attributes).toMatchObject({ temperature1C: 8.82 })
  })

  it('may end early', () => {
    expect(firstFix(event('35,22.543176,114.078448,250313093738,V'))).toMatchObject({
      validity: FixValidity.noFix,
      positionedAt: Date.UTC(2025, 2, 13, 9, 37, 38),
    })
  })

  it('keeps coordinates that nobody can read beside the fix, because it may be confirmed', () => {
    const [said] = hear(event('35,22-54,114.06,250514072105,A,9,20,0,0,1,0,0,0'))
    expect(said).toMatchObject({ fixes: [{ validity: FixValidity.noFix, attributes: { devicePosition: '22-54, 114.06' } }] })
  })

  it('is dated in UTC for a device that was given an offset', () => {
    const decoded = meitrack.decode(event(`35,${PLACE}`), { now: NOW, utcOffsetMinutes: 120 })
    expect(decoded).toMatchObject({ fixes: [{ positionedAt: Date.UTC(2025, 2, 13, 7, 37, 38) }] })
  })
})

/** A value outside its range is dropped. All other values of the event are kept. */
describe('what a Meitrack event does not tell', () => {
  const place = (changed: Readonly<Record<number, string>>) =>
    PLACE.split(',')
      .map((text, at) => changed[at] ?? text)
      .join(',')
  const [SATELLITES, SIGNAL, SPEED, HDOP, MILEAGE] = [4, 5, 6, 8, 10]

  it.each(['32', '63', '99', '255', '-1'])('is a full signal (%s, which is none of 0–31)', (signal) => {
    const fix = firstFix(event(`35,${place({ [SIGNAL]: signal })}`))
    expect(fix).not.toHaveProperty('gsmSignal')
    expect(fix).toMatchObject({ satellites: 5, speedKph: 2 })
  })

  it.each(['1000', '65535', '-1', '4294967295', '2147483647'])('is a speed of %s km/h', (speed) => {
    const fix = firstFix(event(`35,${place({ [SPEED]: speed })}`))
    expect(fix).not.toHaveProperty('speedKph')
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 205, gsmSignal: 4 })
  })

  it.each(['0', '0.0', '-1', '100', '6553.5'])('is how good its position is: HDOP %s', (hdop) => {
    const fix = firstFix(event(`35,${place({ [HDOP]: hdop })}`))
    expect(fix).not.toHaveProperty('hdop')
    expect(fix).toMatchObject({ altitudeM: -14, odometerM: 1500 })
  })

  it.each(['-1', '-1500', '4294967296', '99999999999', '-0.5'])('is a mileage of %s m', (mileage) => {
    expect(firstFix(event(`35,${place({ [MILEAGE]: mileage })}`))).not.toHaveProperty('odometerM')
  })

  it.each(['-1', '-5', '256', '1000', '65535'])('is %s satellites', (satellites) => {
    expect(firstFix(event(`35,${place({ [SATELLITES]: satellites })}`))).not.toHaveProperty('satellites')
  })

  it.each(['0', '00000000', '0000000000', '000000', ''])('is a driver: the card %j', (card) => {
    const { attributes } = firstFix(event(`37,${PLACE},0400,0|0|0|018D|04C2,${card}`))
    expect(attributes).not.toHaveProperty('driverId')
    expect(attributes?.eventData).toBe(card === '' ? undefined : card)
  })

  it.each(['FFFF', '6401', '6500', '1F64', '1FFF'])('is a level of fuel: %s', (fuel) => {
    const { attributes } = firstFix(event(`35,${PLACE},0400,0|0|0|018D|04C2,,,3,${fuel},010852`))
    expect(attributes).not.toHaveProperty('fuelPercent')
    expect(attributes).toMatchObject({ fuel, temperature1C: 21.3 })
  })

  it('is fuel where nothing is said of it', () => {
    for (const tail of ['', ',,,3,', ',,,3,,010852']) {
      const { attributes } = firstFix(event(`35,${PLACE},0400,0|0|0|018D|04C2${tail}`))
      for (const name of ['fuel', 'fuelPercent']) expect(attributes).not.toHaveProperty(name)
    }
  })

  it.each(['7FFF', '8000', '30D5', 'EA83', 'B1E0'])('is a temperature: %s, which the sensor cannot have', (raw) => {
    const { attributes } = firstFix(event(`35,${PLACE},0400,0|0|0|018D|04C2,,,3,1F32,01${raw}|02FF38`))
    expect(attributes).not.toHaveProperty('temperature1C')
    expect(attributes).toMatchObject({ temperature1: raw, temperature2C: -2 })
  })

  it.each([
    ['0400', '0090'],
    ['0270', '0050'],
    ['0300', '0000'],
    ['0450', '0012'],
    ['0262', '0099'],
  ])('is a supply cut off: %s|%s have leading zeros and are not printed in decimal', (battery, supply) => {
    const hexadecimal = { '0400': undefined, '0270': 3656, '0300': 4500, '0450': undefined, '0262': 3574 }[battery]
    const fix = firstFix(event(`35,${PLACE},0000,0|0|0|${battery}|${supply}`))
    expect(fix.batteryMv).toBe(hexadecimal)
    if (hexadecimal === undefined) expect(fix).not.toHaveProperty('externalBatteryMv')
  })

  /** Builds parameters of one, two and four bytes, and of any number, each group with its count. */
  const parameters = (ones: string, twos: string, fours: string, long = '00') => {
    const record = Buffer.from(`0100${ones}${twos}${fours}${long}`, 'hex')
    const head = Buffer.from([0, 0, 0, 0, 1, 0, record.length, 0])
    return firstFix(writeFrame('$$', 'A', IMEI, Buffer.concat([Buffer.from('CCE,'), head, record])))
  }

  it.each([32, 99, 101, 200, 255])('in parameters is a signal or a charge of %d', (value) => {
    const hex = value.toString(16).padStart(2, '0')
    const fix = parameters(`0207${hex}fe69${Math.max(value, 101).toString(16)}`, '00', '00')
    for (const name of ['gsmSignal', 'batteryPercent']) expect(fix).not.toHaveProperty(name)
  })

  it.each(['e803', 'ffff', 'ff7f', '0080', 'e903'])('in parameters is a speed or an HDOP: %s', (value) => {
    const fix = parameters('00', `0308${value}0a${value}09cd00`, '00')
    expect(fix).toMatchObject({ heading: 205 })
    for (const name of ['speedKph', 'hdop']) expect(fix).not.toHaveProperty(name)
  })

  it('in parameters is an HDOP of 0', () => {
    expect(parameters('00', '010a0000', '00')).not.toHaveProperty('hdop')
  })

  it.each(['1127', 'ffff', 'ff7f', '0080', '204e'])('in parameters is a level of fuel: %s', (value) => {
    expect(parameters('00', `0129${value}`, '00').attributes ?? {}).not.toHaveProperty('fuelPercent')
  })

  it.each(['ff7f', '0080', 'd530', '83ea', 'e0b1'])('in parameters is a temperature: %s', (value) => {
    const fix = parameters('00', '00', '00', `012a0301${value}`)
    expect(fix.attributes ?? {}).not.toHaveProperty('temperature1C')
    expect(fix.attributes).toMatchObject({ parameter2a: `01${value}` })
  })

  it.each([99, 255, 32, 100, 200])('in a batch is a signal of %d, and what is full of ones', (signal) => {
    const record = Buffer.alloc(52)
    record.writeInt32LE(52_368_823, 1)
    record.writeInt32LE(4_895_168, 5)
    record.writeUInt32LE(800_000_000, 9)
    record[13] = 1
    record[15] = signal
    record.fill(0xff, 16, 22)
    const head = Buffer.from('0200340001000000', 'hex')
    const fix = firstFix(writeFrame('$$', 'C', IMEI, Buffer.concat([Buffer.from('CCC,'), head, record])))
    expect(fix).toMatchObject({ latitude: 52.368823, validity: FixValidity.valid, satellites: 0 })
    for (const name of ['gsmSignal', 'speedKph', 'heading', 'hdop']) expect(fix).not.toHaveProperty(name)
  })
})

describe('what Meitrack is answered', () => {
  it('an event that it repeats is confirmed, once it is stored; the first time it is not', () => {
    const said = hear(Buffer.concat([event(`1,${PLACE}`), event(`1,${PLACE}`), event(`35,${PLACE}`)]))
    expect(said.map((one) => replyOf(one)?.toString())).toEqual([undefined, `@@Q27,${IMEI},AFF,1*F4\r\n`, undefined])
  })

  it('reads a right checksum in small letters, and none that is wrong', () => {
    const upper = event(`35,${PLACE},0000,0|0|0|018D|04C2,8`)
    const digits = /\*(..)\r\n$/.exec(upper.toString('latin1'))![1]!
    expect(digits).toMatch(/[A-F]/)
    const lower = Buffer.concat([upper.subarray(0, -4), Buffer.from(`${digits.toLowerCase()}\r\n`)])
    const wrong = Buffer.concat([upper.subarray(0, -4), Buffer.from('g0\r\n')])
    expect(hear(Buffer.concat([lower, wrong, lower])).map(({ kind }) => kind)).toEqual(['packet', 'decodeError', 'packet'])
  })

  it.each([1, 2])('goes on behind a length that is %d too high, wherever it is cut', (more) => {
    const right = event(`35,${PLACE}`)
    const [, head, length, rest] = /^(\$\$Q)(\d+)(,[^*]*\*)/s.exec(right.toString('latin1'))!
    const text = `${head}${Number(length) + more}${rest}`
    const sum = [...Buffer.from(text, 'latin1')].reduce((total, byte) => (total + byte) & 0xff, 0)
    const long = Buffer.from(`${text}${sum.toString(16).padStart(2, '0')}\r\n`, 'latin1')
    const stream = Buffer.concat([long, right, long])
    for (let cut = 1; cut < stream.length; cut++) {
      const said = new Conversation(meitrack, NOW).push(stream.subarray(0, cut)).push(stream.subarray(cut)).said
      expect(said.map(({ kind }) => kind)).toEqual(['packet', 'packet', 'packet'])
    }
  })

  it('nothing to a frame with a wrong checksum, and the next one is read', () => {
    const damaged = event(`35,${PLACE}`)
    damaged[30]! ^= 1
    const said = hear(Buffer.concat([damaged, Buffer.from('noise'), event(`35,${PLACE}`)]))
    expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'decodeError', 'packet'])
    expect(said.map(replyOf)).toEqual([undefined, undefined, undefined])
  })
})

describe('binary batches', () => {
  it('hold every parameter by its name or by its id', () => {
    const long = Buffer.from('2a0301f3fdfea80401580238fe3108020761' + '2e6a70670077020102', 'hex')
    const group1 = Buffer.from('020501fe6957', 'hex')
    const group4 = Buffer.from('0204c8a598fe', 'hex')
    const record = Buffer.concat([
      Buffer.from('0100', 'hex'),
      group1,
      Buffer.from('01408f02', 'hex'),
      Buffer.from([1]),
      group4.subarray(1),
      Buffer.from([4]),
      long,
    ])
    const head = Buffer.from([0, 0, 0, 0, 1, 0, record.length, 0])
    const fix = firstFix(writeFrame('$$', 'A', IMEI, Buffer.concat([Buffer.from('CCE,'), head, record])))
    expect(fix).toMatchObject({
      validity: FixValidity.noFix,
      event: 655,
      batteryPercent: 88,
      attributes: { temperature1C: -5.25, battery2Percent: 56, picture: 'a.jpg', cameraAlarm: 7, parameter77: '0102' },
    })
  })

  it.each(['0000000002000100', '00000000010010000100ff'])('that do not fit their frame are refused: %s', (hex) => {
    const frame = writeFrame('$$', 'A', IMEI, Buffer.concat([Buffer.from('CCE,'), Buffer.from(hex, 'hex')]))
    expect(hear(frame)).toMatchObject([{ kind: 'decodeError', cause: 'content' }])
  })

  it('accept records that are longer than what is known of them', () => {
    const record = Buffer.alloc(56)
    record.writeInt32LE(52_368_823, 1)
    record.writeInt32LE(4_895_168, 5)
    record.writeUInt32LE(800_000_000, 9)
    record[13] = 1
    const head = Buffer.from('0200380001000000', 'hex')
    const [decoded] = hear(writeFrame('$$', 'C', IMEI, Buffer.concat([Buffer.from('CCC,'), head, record])))
    expect(decoded).toMatchObject({ fixes: [{ latitude: 52.368823, longitude: 4.895168, validity: FixValidity.valid }] })
    expect(replyOf(decoded!)?.toString()).toContain(',CCC,1*')
  })
})

describe('a Meitrack command', () => {
  it('is answered in its own letters', () => {
    expect(hear(writeFrame('$$', 'Q', IMEI, 'E91,FWV1.01,123'))).toMatchObject([
      { kind: 'commandReply', text: 'E91,FWV1.01,123' },
    ])
  })

  it.each(['locate', 'A1', 'A10\r\n', 'a10'])('%j is refused, with what is allowed', (text) => {
    expect(meitrack.commands!.encode({ text, serial: 1 }, { now: NOW, identity: IMEI })).toMatchObject({ kind: 'commandError' })
  })

  it('is refused before the tracker has named itself', () => {
    expect(meitrack.commands!.encode({ text: 'A10', serial: 1 }, { now: NOW })).toMatchObject({ kind: 'commandError' })
  })
})
