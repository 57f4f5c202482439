import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { Decoded, SessionState } from '../protocol.js'
import { Conversation } from '../testing/conversation.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { FLAG, OTHER_FLAG, frame, unwrap, wrap } from './frame.js'
import { type Address, identityOf, readHeader, writeMessage } from './header.js'
import { jt808 } from './index.js'
import { tracker } from './tracker.js'

const NOW = Date.UTC(2026, 0, 1)
const session: SessionState = { now: NOW, serial: 7 }
const OLD: Address = { phone: Buffer.from('013800000017', 'hex'), version: undefined, flag: FLAG }
const NEW: Address = { phone: Buffer.from('00000356307042441013', 'hex'), version: 1, flag: FLAG }
const send = (id: number, body: string, address = OLD, state = session) =>
  decode(writeMessage(id, address, 3, Buffer.from(body, 'hex')), state)
const LOCATION = '000000000000000301675a3802c7915e000700e6010f260101075510'
const firstFix = (decoded: Decoded): Fix => (decoded as { fixes: Fix[] }).fixes[0]!
const idsOf = (bytes: Buffer | undefined) => {
  const plain = unwrap(bytes!)!
  return { id: plain.readUInt16BE(0).toString(16), result: plain.at(-2) }
}

describe('what a JT/T 808 terminal says', () => {
  it('is dated in GMT+8, or in the zone of the device', () => {
    expect(firstFix(send(0x200, LOCATION)).positionedAt).toBe(Date.UTC(2025, 11, 31, 23, 55, 10))
    const elsewhere = send(0x200, LOCATION, OLD, { ...session, utcOffsetMinutes: 600 })
    expect(firstFix(elsewhere).positionedAt).toBe(Date.UTC(2025, 11, 31, 21, 55, 10))
  })

  it('fills columns from its items and keeps the ones that nobody knows', () => {
    const items = '010400000064' + '0202006e' + '300119' + '31010b' + '61020e42' + '69020193' + 'e4020062' + '7f02beef'
    expect(firstFix(send(0x200, LOCATION + items))).toMatchObject({
      odometerM: 10_000,
      satellites: 11,
      gsmSignal: 4,
      externalBatteryMv: 36_500,
      batteryMv: 4030,
      batteryPercent: 98,
      attributes: { fuelL: 11, charging: true, item7F: 'beef' },
    })
  })

  it.each([
    ['00000001', 'sos'],
    ['00000080', 'lowPower'],
    ['00000100', 'powerCut'],
    ['10000002', 'overspeed,movement'],
    ['60000000', 'accident,rollover'],
  ])('reads alarm word %s as %s', (word, alarm) => {
    expect(firstFix(send(0x200, word + LOCATION.slice(8))).attributes).toMatchObject({ alarm })
  })

  it('learns SIM card and battery from the items in an item', () => {
    const decoded = send(0x200, `${LOCATION}eb19000c00b289882280666134274509${'0004002d0fa5'}000300a85c`)
    expect(decoded).toMatchObject({ information: { iccid: '89882280666134274509' } })
    expect(firstFix(decoded)).toMatchObject({ batteryMv: 4005, batteryPercent: 92 })
  })

  it('reads texts as GBK', () => {
    expect(send(0x6006, '01c9e8d6c3b3c9b9a6')).toMatchObject({ kind: 'commandReply', text: '设置成功' })
    expect(firstFix(send(0x702, `01260101075510${'00'}04c0eebbaa${'442d31'.padEnd(40, '0')}`)).attributes).toMatchObject({
      driverName: '李华',
      driverId: 'D-1',
    })
  })

  it('names a camera by the IMEI that stands as a binary number in its header', () => {
    expect(identityOf(Buffer.from('4f07788ef676', 'hex'))).toBe('868935060005020')
    expect(identityOf(Buffer.from('013800000017', 'hex'))).toBe('13800000017')
  })

  it('is confirmed as a whole or not at all', () => {
    const whole = send(0x704, `000201001c${LOCATION}001c${LOCATION}`)
    expect(whole).toMatchObject({ kind: 'packet', fixes: [{ attributes: { buffered: true } }, {}] })
    const broken = send(0x704, `000201001c${LOCATION}001c${LOCATION.slice(2)}`)
    expect(broken).toMatchObject({ kind: 'decodeError', cause: 'content' })
    expect(idsOf(broken.kind === 'decodeError' ? broken.replyWhenRejected : undefined)).toEqual({ id: '8001', result: 0 })
  })

  it('is refused by the result of the answer', () => {
    const register = send(0x100, '00'.repeat(37))
    const authenticate = send(0x102, '313233')
    expect(register.kind).toBe('login')
    expect(idsOf('refuse' in register ? register.refuse : undefined)).toEqual({ id: '8100', result: 4 })
    expect(idsOf('refuse' in authenticate ? authenticate.refuse : undefined)).toEqual({ id: '8001', result: 1 })
  })

  it.each([
    [OLD, 8 + 9 + 7 + 1, 8],
    [OLD, 37, 20],
    [NEW, 76, 30],
  ])('tells its model in every edition', (address, bytes, length) => {
    const body = Buffer.alloc(bytes)
    body.write('TRK-808'.padEnd(length, '\0').slice(0, length), address === NEW ? 15 : 9, 'latin1')
    expect(send(0x100, body.toString('hex'), address)).toMatchObject({ information: { model: 'TRK-808' } })
  })
})

describe('what a JT/T 808 terminal has no reading of', () => {
  const fixOf = (items: string) => firstFix(send(0x200, LOCATION + items))
  const bare = fixOf('')

  it.each([
    ['25 °C', '06020019', 25],
    ['0 °C', '06020000', 0],
    ['5 °C below zero', '06028005', -5],
    ['100 °C', '06020064', 100],
    ['40 °C', '06020028', 40],
  ])('takes the temperature of a load compartment, %s, for no charge of the battery', (_, items, cabinTemperatureC) => {
    expect(fixOf(items).attributes).toMatchObject({ cabinTemperatureC })
    expect(fixOf(items)).not.toHaveProperty('batteryPercent')
  })

  it('reads the charge of the battery from the same item of one byte', () => {
    expect(fixOf('060119')).toMatchObject({ batteryPercent: 25 })
  })

  it.each([
    ['F1, a SIM card', 'f1143839383630343938313032313930353835373430', 'itemF1'],
    ['F8, versions', 'f80a04086541305716018589', 'itemF8'],
    ['E3, a name', 'e30a4e61747572654c696e6b', 'itemE3'],
    ['E5 of two bytes', 'e5020103', 'itemE5'],
    ['01 of two bytes', '01020064', 'item01'],
    ['61 of one byte', '6101ff', 'item61'],
    ['56 of four bytes', '560405000000', 'item56'],
    ['F4, more alarms', 'f4020001', 'itemF4'],
  ])('keeps an item of another length as it is: %s', (_, items, name) => {
    const fix = fixOf(items)
    expect(fix).toEqual({ ...bare, attributes: { ...bare.attributes, [name]: items.slice(4) } })
  })

  it.each([
    ['06', '060165'],
    ['68', '68022711'],
    ['D4', 'd401aa'],
    ['E1', 'e10165'],
    ['E9', 'e901fe'],
    ['E3', 'e30400ff019b'],
    ['F7', 'f706000010040165'],
    ['EB A8', 'eb05000300a8ff'],
    ['EB E1', 'eb05000300e165'],
    ['E8', 'e807' + '2005' + '04' + '0003' + '01' + 'ff'],
  ])('has no charge beyond full: %s', (_, items) => {
    expect(fixOf(items)).not.toHaveProperty('batteryPercent')
  })

  it.each([
    ['odometer', '0104ffffffff', 'odometerM'],
    ['odometer AC', 'ac04ffffffff', 'odometerM'],
    ['odometer FE', 'fe04ffffffff', 'odometerM'],
    ['supply 61', '6102ffff', 'externalBatteryMv'],
    ['supply 82', '8202ffff', 'externalBatteryMv'],
    ['supply D3', 'd302ffff', 'externalBatteryMv'],
    ['supply D4', 'd402ffff', 'externalBatteryMv'],
    ['supply F1', 'f104ffffffff', 'externalBatteryMv'],
    ['supply EB', 'eb06000400ceffff', 'externalBatteryMv'],
    ['battery 69', '6902ffff', 'batteryMv'],
    ['battery D5', 'd502ffff', 'batteryMv'],
    ['battery E3', 'e3040064ffff', 'batteryMv'],
    ['battery F7', 'f704ffffffff', 'batteryMv'],
    ['satellites', '3101ff', 'satellites'],
    ['dilution', 'f9040004ffff', 'hdop'],
  ])('has no %s where every bit of it is set', (_, items, column) => {
    expect(fixOf(items)).not.toHaveProperty(column)
  })

  it.each([
    ['temperature 7FFF', '51047fff00fa', 'temperature1C'],
    ['temperature 8000', 'f60400028000', 'temperature1C'],
    ['temperature 7FFF of a sensor', 'f60400027fff', 'temperature1C'],
    ['temperature FFFF', 'f802ffff', 'temperature2C'],
    ['temperature FFFF of a load compartment', '0602ffff', 'cabinTemperatureC'],
    ['humidity FFFF', 'f6040004ffff', 'humidityPercent'],
    ['humidity 100.1', 'f702' + '03e9', 'humidityPercent'],
    ['humidity of a tag', 'e60b01' + 'aabbccddeeff' + '1400' + 'ff00', 'humidity1Percent'],
    ['fuel of 32 767 percent', '0202ffff', 'fuelPercent'],
    ['fuel of 101 percent', '02028065', 'fuelPercent'],
    ['fuel E2', 'e204ffffffff', 'fuelL'],
    ['fuel EB', 'eb0600040001ffff', 'fuel1L'],
    ['fuel level of the vehicle', '8e01ff', 'obdFuelLevelPercent'],
    ['engine load', '8301c8', 'obdEngineLoadPercent'],
    ['throttle', '890165', 'obdThrottlePercent'],
  ])('keeps no %s', (_, items, name) => {
    expect(fixOf(items).attributes).not.toHaveProperty(name)
  })

  it.each([
    ['D4', 'd40400000000'],
    ['E1', 'e10400000000'],
    ['E9', 'e90600000000' + '0000'],
    ['BD', 'bd0830303030' + '30303030'],
    ['60', '60100061' + '000000000000' + '3030303030303030'],
  ])('knows no driver by a key of zeros: %s', (_, items) => {
    expect(fixOf(items).attributes).not.toHaveProperty('driverId')
  })

  it.each(['ffff', 'fffe'])('has a speed only as far as there is one: %s', (speed) => {
    const fix = firstFix(send(0x200, `${LOCATION.slice(0, 36)}${speed}${LOCATION.slice(40)}`))
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 271 })
    expect(fix).not.toHaveProperty('speedKph')
  })

  it('takes sub-items, the first of which is as long as a country code is large, for no cells', () => {
    const list = `00ce00b9${'41'.repeat(204)}`
    const items = `eb${(list.length / 2).toString(16)}${list}`
    expect(fixOf(items).attributes).toMatchObject({ wifi: 'A'.repeat(203) })
    expect(fixOf('eb0800cc08119412abc4').attributes).toMatchObject({ mcc: 204, mnc: 8, cells: '4500-4779:-60' })
  })

  it.each([
    ['EB B2', 'eb0e000c00b200000000000000000000'],
    ['EB B2, nothing at all', 'eb0e000c00b2ffffffffffffffffffff'],
    ['E8', 'e8102005' + '0d' + '0005' + '0a' + '00'.repeat(10)],
    ['CC', `cc14${'30'.repeat(20)}`],
  ])('has no SIM card of zeros: %s', (_, items) => {
    const said = send(0x200, LOCATION + items)
    expect(said.kind).toBe('packet')
    expect(said).not.toHaveProperty('information.iccid')
  })

  it('has no voltage below zero', () => {
    const text = Buffer.from('$OBD-RT,-1,800,12').toString('hex')
    const fix = fixOf(`e6${(text.length / 2).toString(16)}${text}`)
    expect(fix).not.toHaveProperty('externalBatteryMv')
    expect(fix.attributes).toMatchObject({ obdEngineRpm: 800 })
  })
})

describe('what a peripheral of a JT/T 808 terminal says', () => {
  const HEAD = 'f0260101075510' + '01' + '01'
  const PLACE = '00000003' + '01f66b67' + '00847960'
  const here = { latitude: 32.926567, longitude: 8.681824, ignition: true, validity: FixValidity.valid }

  it.each([
    ['values', `01${'02'}${'05300230c0'}${'0536020bb8'}`, { externalBatteryMv: 12_480, attributes: { obdEngineRpm: 3000 } }],
    [
      'fault codes',
      `02${'0002'}${'00000001' + '0002' + '0000030100000001' + '0005' + '5030333031' + '0000030200000001' + '0005' + '5030333032'}${'00000002' + '0001' + '0000030300000001' + '0006' + '553031303000'}`,
      { attributes: { faultCodes: 'P0301 P0302 U0100' } },
    ],
    ['alarms', `03${'02'}${'1b00'}${'25020050'}`, { attributes: { alarm: 'hardBraking,overspeed' } }],
  ])('brings a place behind its %s, whatever follows it', (_, list, expected) => {
    for (const tail of ['', '260101075509', '00'.repeat(12)]) {
      const fix = firstFix(send(0x900, HEAD + list + PLACE + tail))
      expect(fix).toMatchObject({ ...here, ...expected, positionedAt: Date.UTC(2025, 11, 31, 23, 55, 10) })
      expect(fix.attributes?.vehicleData).toBe(tail.length === 24 ? tail : undefined)
    }
  })

  it.each([
    [
      'fault codes',
      '7e090000344f07788ef87d0138f02305151230460102020001ffffffff000100001457000000020006503134353700000c000a029dc63004b99a98230515132726787e',
      { positionedAt: Date.UTC(2023, 4, 15, 4, 30, 46), attributes: { faultCodes: 'P1457', buffered: true } },
      { positionedAt: Date.UTC(2023, 4, 15, 5, 27, 26), latitude: 43.89432, longitude: -79.2726, ignition: false },
    ],
    [
      'an alarm',
      '7e0900001f4f07788ef87d000cf0230223150215010203013800000c000b029dc58c04b99b60230223171822507e',
      { positionedAt: Date.UTC(2023, 1, 23, 7, 2, 15), attributes: { buffered: true } },
      { positionedAt: Date.UTC(2023, 1, 23, 9, 18, 22), latitude: 43.894156, longitude: -79.2728, ignition: true },
    ],
  ])('that stored %s is not where it was when it sends them: two fixes', (_, hex, event, place) => {
    const said = jt808.decode(Buffer.from(hex, 'hex'), { now: NOW })
    expect(said).toMatchObject({
      kind: 'packet',
      fixes: [
        { ...event, validity: FixValidity.noFix },
        { ...place, validity: FixValidity.valid },
      ],
    })
    const [told, placed] = ('fixes' in said && said.fixes) || []
    expect(told).not.toHaveProperty('latitude')
    expect(told!.attributes).not.toHaveProperty('vehicleData')
    expect(placed!.attributes ?? {}).not.toHaveProperty('faultCodes')
  })

  it.each([
    ['260101075610', 1],
    ['260101075611', 2],
    ['260101075410', 1],
    ['260101075409', 2],
    ['251231075510', 2],
  ])('with the place of %s behind its list has %d fixes', (time, fixes) => {
    expect(send(0x900, `${HEAD}03011b00${PLACE}${time}`)).toMatchObject({ kind: 'packet', fixes: { length: fixes } })
  })

  it('keeps a time of the place that is none', () => {
    for (const time of ['000000000000', 'ffffffffffff', '261301075510'])
      expect(firstFix(send(0x900, `${HEAD}03011b00${PLACE}${time}`))).toMatchObject({
        ...here,
        attributes: { vehicleData: time },
      })
  })

  it.each([
    ['is cut short', `02${'0002'}${'00000001' + '0002' + '0000030100000001' + '0005'}`],
    ['promises more values', `01${'7f'}${'05300230c0'}${'00'.repeat(12)}`],
  ])('has no place when its list %s, and is kept as it is', (_, list) => {
    const fix = firstFix(send(0x900, HEAD + list))
    expect(fix).toMatchObject({ validity: FixValidity.noFix, attributes: { vehicleData: list } })
    expect(fix).not.toHaveProperty('latitude')
  })

  it('brings the VIN without a place', () => {
    const vin = Buffer.from('WVWZZZ1KZAW000017').toString('hex')
    expect(firstFix(send(0x900, `${HEAD}0b01${vin}`)).attributes).toMatchObject({ vin: 'WVWZZZ1KZAW000017' })
  })
})

describe('the position of an electronic lock', () => {
  const REST = '3c' + 'b4' + '1f' + '0a' + '0000004b' + '5a' + '0000abcd' + '1f2e' + '03' + '0000' + '0002'
  const ONE_BYTE_SERIAL = 1
  const report = (place: string) =>
    decode(writeMessage(0x5501, OLD, 3, Buffer.from(`311225235510${place}${REST}`, 'hex'), ONE_BYTE_SERIAL), session)

  it('is digits, and bytes from the speed on', () => {
    const decoded = report('52221294' + '00453710' + '17')
    const fix = firstFix(decoded)
    expect(fix).toMatchObject({
      speedKph: 60,
      satellites: 10,
      odometerM: 75_000,
      batteryPercent: 90,
      attributes: { gsmSignalCode: 31, lac: 0x1f2e, alarm: 'lowPower' },
    })
    expect(fix.latitude).toBeCloseTo(52.368823, 6)
    expect(fix.longitude).toBeCloseTo(4.895168, 6)
  })

  it('is refused, and kept aside before it is confirmed, where a digit is none', () => {
    expect(report('5222129a' + '00453710' + '17')).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })
})

describe('a message in parts', () => {
  const batch = Buffer.from(`000201001c${LOCATION}001c${LOCATION}`, 'hex')
  const part = (index: number, serial: number) => {
    const body = index === 1 ? batch.subarray(0, 20) : batch.subarray(20)
    const head = Buffer.alloc(16)
    head.writeUInt16BE(0x0704, 0)
    head.writeUInt16BE(0x2000 | body.length, 2)
    OLD.phone.copy(head, 4)
    head.writeUInt16BE(serial, 10)
    head.writeUInt16BE(2, 12)
    head.writeUInt16BE(index, 14)
    return wrap(Buffer.concat([head, body]))
  }

  it.each([
    [1, 2],
    [2, 1],
  ])('brings its positions when the last part has come, in the order %i, %i', (first, second) => {
    const said = new Conversation(jt808, NOW).push(part(first, 1)).push(part(second, 2)).said
    expect(said).toMatchObject([{ kind: 'unsupported', messageType: '0x0704/part' }, { kind: 'packet' }])
    expect('fixes' in said[1]! && said[1].fixes).toHaveLength(2)
    expect(said.map((one) => idsOf('reply' in one ? one.reply : undefined))).toEqual([
      { id: '8001', result: 0 },
      { id: '8001', result: 0 },
    ])
  })

  it('does not mix with one that stopped a minute ago', () => {
    const first = decode(part(1, 1), session)
    const memory = 'remember' in first ? first.remember : undefined
    expect(decode(part(2, 2), { now: NOW + 61_000, memory: memory! })).toMatchObject({ kind: 'unsupported' })
    expect(decode(part(2, 2), { now: NOW + 59_000, memory: memory! })).toMatchObject({ kind: 'packet' })
  })
})

describe('commands to a JT/T 808 terminal', () => {
  it('R-100 speak the edition of the terminal, and its answer brings the serial back', () => {
    const state = new Conversation(jt808, NOW).push(tracker.login!('356307042441013')).state
    const sent = commands.encode({ text: 'STATUS#', serial: 42 }, state) as Buffer
    expect(readHeader(unwrap(sent)!, FLAG)).toMatchObject({ id: 0x8300, version: 1, serial: 42, phone: NEW.phone })
    expect(tracker.readCommand!(sent)).toEqual({ consumed: sent.length, text: 'STATUS#', serial: 42 })
    expect(send(0x0001, '002a830003')).toMatchObject({ kind: 'commandReply', serial: 42, isRefusal: true, text: 'not supported' })
  })

  it('bring the position that was asked for', () => {
    expect(send(0x0201, `0005${LOCATION}`)).toMatchObject({
      kind: 'commandReply',
      serial: 5,
      fixes: [{ validity: FixValidity.valid }],
    })
  })

  it('refuse half a byte', () => {
    expect(commands.encode({ text: '0x8105 041', serial: 1 }, session)).toMatchObject({ kind: 'commandError' })
  })
})

describe('the stream of a JT/T 808 terminal', () => {
  const one = writeMessage(0x0002, OLD, 1, Buffer.alloc(0))
  const two = writeMessage(0x0200, OLD, 2, Buffer.from(LOCATION, 'hex'))

  it('may share one flag between two messages, or have two', () => {
    const shared = Buffer.concat([one, two.subarray(1)])
    for (const stream of [shared, Buffer.concat([one, two]), Buffer.concat([Buffer.from([FLAG]), one, two])])
      expect(new Conversation(jt808, NOW).push(stream).said.map(({ kind }) => kind)).toEqual(['heartbeat', 'packet'])
  })

  it('goes on behind bytes that are no message', () => {
    const said = new Conversation(jt808, NOW).push(Buffer.concat([Buffer.from('0102'), one.subarray(0, 5), one, two])).said
    expect(said.at(-1)).toMatchObject({ kind: 'packet' })
  })

  it('may forget to escape a flag', () => {
    const body = Buffer.from(`${LOCATION}70047e7d7e7d`, 'hex')
    const escaped = unwrap(writeMessage(0x0200, OLD, 9, body))!
    const bare = Buffer.concat([Buffer.from([FLAG]), escaped, Buffer.from([FLAG])])
    expect(frame(Buffer.concat([bare, one]))).toEqual({ frame: bare, remaining: one })
    expect(decode(bare, session)).toMatchObject({ kind: 'packet' })
  })

  it('may use another flag and other escapes', () => {
    const other: Address = { phone: Buffer.from('00013800000017', 'hex'), version: undefined, flag: OTHER_FLAG }
    const sent = writeMessage(0x0200, other, 0xe73e, Buffer.from(`${LOCATION}7f03e63ee7`, 'hex'))
    const [said] = new Conversation(jt808, NOW).push(sent).said
    expect(said).toMatchObject({ kind: 'packet', identity: '13800000017' })
    expect('reply' in said! && said.reply?.[0]).toBe(OTHER_FLAG)
  })
})
