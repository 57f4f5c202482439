import { FixValidity } from '@roadbook/contracts'
import { decode } from './decode.js'
import { CommandId, acknowledge, writePacket } from './frame.js'

const NOW = Date.UTC(2026, 0, 1)
const IMEI = '356307042441013'
const read = (command: number, payload: string) => decode(writePacket(IMEI, command, Buffer.from(payload, 'hex')), { now: NOW })
/** 2025-12-31T23:59:00Z, 52.3702 N 4.8952 E, −1.2 m, 271°, 9 satellites, 47 km/h, HDOP 0.9. */
const PLACE = '02eaf2c0' + '1f370ef0' + 'fff4' + '69dc' + '09' + '002f' + '09'
const TIME = '6955b8c4'
const fixesOf = (command: number, payload: string) => {
  const decoded = read(command, payload)
  return ('fixes' in decoded && decoded.fixes) || []
}

describe('a record', () => {
  it('is a fix with its columns, its named elements and those that nobody knows', () => {
    const elements = '03' + '05001b1ffc01' + '02' + '1d30d41e0ff0' + '02' + '41000004d2ad00000001' + '01' + '220000000012ab34cd'
    expect(read(CommandId.records, '0001' + TIME + '0000' + PLACE + '09' + elements)).toEqual({
      kind: 'packet',
      identity: IMEI,
      reply: Buffer.from('0002640113bc', 'hex'),
      fixes: [
        {
          positionedAt: Date.UTC(2025, 11, 31, 23, 59, 0),
          validity: FixValidity.valid,
          latitude: 52.3702,
          longitude: 4.8952,
          altitudeM: -1.2,
          speedKph: 47,
          heading: 271,
          satellites: 9,
          hdop: 0.9,
          event: 9,
          gsmSignal: 5,
          movement: true,
          odometerM: 1234,
          externalBatteryMv: 12_500,
          batteryMv: 4080,
          attributes: { digitalInput4: 0, io252: 1, driverId: '0000000012ab34cd' },
        },
      ],
    })
  })

  it.each([
    ['no satellites', PLACE.replace('09002f09', '00002f09'), { validity: FixValidity.noFix, latitude: 52.3702, satellites: 0 }],
    ['no coordinates', '8000000080000000' + '00000000' + '00' + 'ffff' + 'ff', { validity: FixValidity.noFix, satellites: 0 }],
    ['the Gulf of Guinea', '0000000000000000' + '00000000' + '09' + '0000' + '00', { validity: FixValidity.invalidCoordinates }],
  ])('with %s is no valid fix', (_, place, expected) => {
    const [fix] = fixesOf(CommandId.records, '0001' + TIME + '0000' + place + '00' + '00000000')
    expect(fix).toMatchObject(expected)
    expect(fix).not.toHaveProperty('event')
  })

  it('of the same second as another one is told apart from it', () => {
    const record = (nth: string) => TIME + nth + '00' + PLACE + '00' + '00000000'
    const times = fixesOf(CommandId.records, '0002' + record('00') + record('01')).map(({ positionedAt }) => positionedAt)
    expect(times).toEqual([Date.UTC(2025, 11, 31, 23, 59, 0), Date.UTC(2025, 11, 31, 23, 59, 0, 1)])
  })

  it('that goes on in the next part is one fix', () => {
    const part = (nth: string, elements: string) => TIME + '00' + nth + '00' + PLACE + '0007' + elements
    const parts = part('10', '01' + '019901' + '000000') + part('11', '00' + '01' + '001d8e94' + '0000')
    expect(fixesOf(CommandId.extendedRecords, '0002' + parts)).toMatchObject([
      { event: 7, ignition: true, externalBatteryMv: 36_500 },
    ])
  })

  it.each([
    ['0058', '01', { attributes: { alarm: 'jamming' } }],
    ['0086', '01', { attributes: { alarm: 'hardBraking' } }],
    ['019a', '01', { attributes: { alarm: 'tow' } }],
    ['0020', 'f6', { attributes: { deviceTemperatureC: -10 } }],
    ['001b', '63', { positionedAt: NOW - 60_000 }],
  ])('with %s %s tells %j', (id, value, expected) => {
    const [fix] = fixesOf(CommandId.extendedRecords, '0001' + TIME + '000000' + PLACE + '0000' + '01' + id + value + '000000')
    expect(fix).toMatchObject(expected)
    expect(fix).not.toHaveProperty('gsmSignal')
  })

  it.each(['0002' + TIME, '0001' + TIME + '0000' + PLACE + '00' + 'ff', '0001' + TIME + '0000' + PLACE + '00' + '0000000077'])(
    'that cannot be read (%s) is confirmed once it is kept, or the device would be stuck',
    (payload) => {
      const replyWhenRejected = acknowledge(CommandId.records)
      expect(read(CommandId.records, payload)).toMatchObject({ kind: 'decodeError', cause: 'content', replyWhenRejected })
    },
  )
})

/** A value outside its range is stored raw. All other values of the record are read as usual. */
describe('what a record does not tell', () => {
  const bytes = (id: number, value: string) => fixesOf(CommandId.extendedRecords, extended(['01' + idOf(id) + value, '', '', '']))
  const words = (id: number, value: string) => fixesOf(CommandId.extendedRecords, extended(['', '01' + idOf(id) + value, '', '']))
  const doubles = (id: number, value: string) =>
    fixesOf(CommandId.extendedRecords, extended(['', '', '01' + idOf(id) + value, '']))
  const idOf = (id: number) => id.toString(16).padStart(4, '0')
  const extended = (groups: readonly string[]) =>
    '0001' + TIME + '000000' + PLACE + '0000' + groups.map((group) => group || '00').join('')

  it.each(['02', '03', '7f', 'fe', 'ff'])('is an ignition or a movement that is neither on nor off: %s', (value) => {
    for (const id of [251, 409, 13, 173]) {
      const [fix] = bytes(id, value)
      expect(fix).toMatchObject({ speedKph: 47, attributes: { [`io${id}`]: parseInt(value, 16) } })
      for (const name of ['ignition', 'movement']) expect(fix).not.toHaveProperty(name)
    }
  })

  it.each(['fb', 'fc', 'fd', 'fe', 'ff'])('is a level of fuel: %s on the bus, whose last one is FA', (value) => {
    const [fix] = bytes(207, value)
    expect(fix?.attributes).toEqual({ io207: parseInt(value, 16) })
    expect(bytes(207, 'fa')[0]?.attributes).toEqual({ fuelPercent: 100 })
  })

  it.each(['fb00', 'fe00', 'feff', 'ff00', 'ffff'])(
    'is a speed or a number of turns: %s on the bus, whose last one is FAFF',
    (value) => {
      for (const id of [165, 197]) expect(words(id, value)[0]?.attributes).toEqual({ [`io${id}`]: parseInt(value, 16) })
      expect(words(165, 'faff')[0]?.attributes).toEqual({ canSpeedKph: 250.996 })
    },
  )

  it.each(['fb000000', 'fe000000', 'feffffff', 'ff000000', 'ffffffff'])('is a distance or fuel: %s on the bus', (value) => {
    for (const id of [163, 208]) expect(doubles(id, value)[0]?.attributes).toEqual({ [`io${id}`]: parseInt(value, 16) })
  })

  it('is an alarm, a voltage or a distance of nothing but ones', () => {
    for (const id of [88, 410, 411]) expect(bytes(id, 'ff')[0]?.attributes).toEqual({ [`io${id}`]: 0xff })
    for (const id of [29, 30]) expect(words(id, 'ffff')[0]?.attributes).toEqual({ [`io${id}`]: 0xffff })
    expect(doubles(65, 'ffffffff')[0]).toMatchObject({ attributes: { io65: 0xffff_ffff } })
    expect(doubles(65, 'ffffffff')[0]).not.toHaveProperty('odometerM')
  })

  it.each(['7e', '80', 'c8', 'fe', 'ff'])('is a load of the engine: %s', (value) => {
    expect(bytes(39, value)[0]?.attributes).toEqual({ io39: parseInt(value, 16) })
    expect(bytes(39, '7d')[0]?.attributes).toEqual({ engineLoadPercent: 125 })
  })

  it.each(['7fff', '8000', '04e3', 'fdd9', 'f060'])('is a temperature: %s, which the sensor cannot have', (value) => {
    for (const id of [74, 78, 79, 80]) expect(words(id, value)[0]?.attributes).toEqual({ [`io${id}`]: parseInt(value, 16) })
  })

  it.each([
    ['fdda', -55],
    ['04e2', 125],
    ['ffff', -0.1],
  ])('is left out of what the sensor can have: %s', (value, celsius) => {
    expect(words(78, value)[0]?.attributes).toEqual({ temperature1C: celsius })
  })

  it('is a place of a fault code without one', () => {
    const code = 'ff' + TIME + '8000000080000000' + '01' + Buffer.from('P0010').toString('hex')
    const [fix] = fixesOf(CommandId.faultCodes, '01' + code)
    expect(fix).toEqual({
      positionedAt: Date.UTC(2025, 11, 31, 23, 59),
      validity: FixValidity.noFix,
      attributes: { faultCodes: 'P0010' },
    })
  })
})

describe('what else a device says', () => {
  it('names its model and firmware', () => {
    const payload = Buffer.from('OBD100.01.08.00').toString('hex') + '00'.repeat(22)
    expect(read(CommandId.identification, payload)).toMatchObject({
      kind: 'heartbeat',
      information: { model: 'OBD1', firmware: '00.01.08.00' },
      reply: Buffer.from('00027301cb25', 'hex'),
    })
  })

  it('puts fault codes of one moment together', () => {
    const code = (text: string) => 'ff' + TIME + PLACE.slice(0, 16) + '01' + Buffer.from(text).toString('hex')
    expect(read(CommandId.faultCodes, '02' + code('P0010') + code('P0011'))).toMatchObject({
      fixes: [{ latitude: 52.3702, attributes: { faultCodes: 'P0010 P0011' } }],
      reply: Buffer.from('00026d01c4a4', 'hex'),
    })
  })

  it.each([
    [CommandId.version, '5402,00.02.15,1089,5,1', '5402,00.02.15,1089,5,1'],
    [CommandId.setIo, '\x01', 'setio 01'],
  ])('answers command %i', (command, payload, text) => {
    expect(read(command, Buffer.from(payload, 'latin1').toString('hex'))).toMatchObject({ kind: 'commandReply', text })
  })

  it('is counted when nobody knows it', () => {
    expect(read(37, '0201')).toEqual({ kind: 'unsupported', messageType: '37', identity: IMEI })
  })

  it('is given up only when it is a record that comes damaged again and again', () => {
    const damaged = (command: number) => {
      const bytes = writePacket(IMEI, command, Buffer.from('00'))
      bytes[bytes.length - 1]! ^= 1
      return decode(bytes, { now: NOW })
    }
    expect(damaged(CommandId.records)).toMatchObject({ cause: 'checksum', replyWhenStuck: acknowledge(CommandId.records) })
    expect(damaged(CommandId.heartbeat)).not.toHaveProperty('replyWhenStuck')
  })

  it('is unreadable under a number that is no IMEI', () => {
    expect(decode(writePacket('0', CommandId.heartbeat, Buffer.alloc(0)), { now: NOW })).toMatchObject({ cause: 'content' })
  })
})
