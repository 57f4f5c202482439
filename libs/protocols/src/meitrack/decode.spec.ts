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
