import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { castel } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const [login, heartbeat, live, stored, alarm, logout, engine] = readCaptures('castel')
  .filter(({ name }) => name === 'idd.hex')
  .flatMap(({ frames }) => frames)
  .map(({ bytes }) => bytes)
const vehicle = readCaptures('castel')
  .filter(({ name }) => name === 'vehicle.hex')
  .flatMap(({ frames }) => frames)
  .map(({ bytes }) => bytes)
const decode = (bytes: Buffer) => castel.decode(bytes, { now: NOW })
const fixesOf = (bytes: Buffer): Fix[] => {
  const said = decode(bytes)
  if (said.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes
}
/** Changes bytes of a message from `at` on and repairs its checksum. */
function changed(bytes: Buffer, at: number, hex: string): Buffer {
  const mended = Buffer.from(bytes)
  mended.set(Buffer.from(hex, 'hex'), at)
  castel.tracker!.repairChecksum!(mended)
  return mended
}
/** Offset of the first position in a report of positions. */
const PLACE_AT = 27 + 1 + 34 + 1

describe('a login', () => {
  it('names the device, brings its place, and is told the time', () => {
    expect(decode(login!)).toMatchObject({
      kind: 'login',
      identity: '860000000000057',
      fixes: [{ validity: FixValidity.valid, satellites: 10, odometerM: 1_151_388, ignition: false }],
    })
    expect(replyOf(decode(login!))?.subarray(27, 37).toString('hex')).toBe('ffffffff000000b95569')
  })

  it('of a real device is intact', () => {
    const bytes = Buffer.from(
      '40407f000431303031313132353239393837000000000000001001c1f06952fdf069529c91110000000000698300000c0000000000036401014c00030001190a0d04121a1480d60488c5721800000000af4944445f3231364730325f532056312e322e31004944445f3231364730325f482056312e322e31000000df640d0a',
      'hex',
    )
    expect(decode(bytes)).toMatchObject({
      kind: 'login',
      identity: '1001112529987',
      fixes: [{ positionedAt: Date.UTC(2013, 9, 25, 4, 18, 26), validity: FixValidity.valid, satellites: 10 }],
    })
  })
})

describe('a report of places', () => {
  it('brings each of them, and the state with the last', () => {
    expect(fixesOf(live!)).toEqual([
      {
        positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
        validity: FixValidity.valid,
        latitude: expect.closeTo(52.368823, 6) as number,
        longitude: expect.closeTo(4.895168, 6) as number,
        speedKph: 23.04,
        heading: 271,
        satellites: 9,
      },
      {
        positionedAt: Date.UTC(2025, 4, 14, 7, 21, 15),
        validity: FixValidity.valid,
        latitude: expect.closeTo(52.3689, 6) as number,
        longitude: expect.closeTo(4.8952, 6) as number,
        speedKph: 23.04,
        heading: 271,
        satellites: 9,
        odometerM: 1_151_388,
        ignition: true,
        attributes: { state: 0x40000, tripM: 0x890f, fuel: 0x8369, tripFuel: 12, tail: '01e803' },
      },
    ])
    expect(replyOf(decode(live!))).toBeUndefined()
  })

  it('from memory is in the south-west, and no fix without a bit that says so', () => {
    const [fix] = fixesOf(stored!)
    expect(fix).toMatchObject({ validity: FixValidity.noFix, attributes: { buffered: true } })
    expect(fix!.latitude).toBeCloseTo(-33.437917, 6)
    expect(fix!.longitude).toBeCloseTo(-70.4821, 6)
  })

  it('without places is telemetry of the device’s time', () => {
    expect(fixesOf(logout!)).toMatchObject([
      { positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5), validity: FixValidity.noFix, odometerM: 1_151_388 },
    ])
  })

  it('whose place is not on Earth keeps it to be read', () => {
    const [fix] = fixesOf(changed(live!, PLACE_AT + 6, 'ffffff7f'))
    expect(fix!.validity).toBe(FixValidity.invalidCoordinates)
    expect(fix).not.toHaveProperty('latitude')
    expect(fix!.attributes?.['devicePosition']).toMatch(/^596\.5/)
  })

  it.each([
    ['odometer', 8, 'ffffffff', 'odometerM'],
    ['odometer of none', 8, '00000000', 'odometerM'],
    ['way of this trip', 12, 'ffffffff', 'tripM'],
    ['fuel', 16, 'ffffffff', 'fuel'],
    ['fuel of this trip', 20, 'ffff', 'tripFuel'],
  ])('has no %s where every bit of it is the same', (_, at, hex, name) => {
    const fix = fixesOf(changed(live!, 27 + 1 + at, hex)).at(-1)!
    expect(fix).toMatchObject({ validity: FixValidity.valid, ignition: true, speedKph: 23.04 })
    expect({ ...fix, ...fix.attributes }).not.toHaveProperty(name)
  })

  it.each(['ffff', 'feff', '00ff', '00d0', '00ca'])('has no speed faster than a receiver can tell: %s', (hex) => {
    const [fix] = fixesOf(changed(live!, PLACE_AT + 14, hex))
    expect(fix).toMatchObject({ validity: FixValidity.valid, heading: 271, satellites: 9 })
    expect(fix).not.toHaveProperty('speedKph')
  })

  it('that announces more places than it has is kept aside', () => {
    expect(decode(changed(live!, PLACE_AT - 1, '09'))).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })
})

describe('an alarm', () => {
  it('is told with its value and limit, and answered by its number', () => {
    expect(fixesOf(alarm!)).toMatchObject([
      { attributes: { alarm: 'overspeed', alarms: '1:on:125:120;17:off:0:0' }, ignition: true },
    ])
    expect(replyOf(decode(alarm!))?.subarray(25, 31).toString('hex')).toBe('c00706000000')
  })

  it('that is cut short is kept aside, and answered once it is', () => {
    const said = decode(changed(alarm!, 27 + 4 + 34 + 1 + 19, '09'))
    expect(said).toMatchObject({ kind: 'decodeError', cause: 'content', reason: 'an alarm that is cut short' })
    expect(replyOf(said)?.subarray(25, 31).toString('hex')).toBe('c00706000000')
  })
})

describe('a message', () => {
  it('of life is answered; one of a type that is not used is kept raw', () => {
    expect(decode(heartbeat!)).toMatchObject({ kind: 'heartbeat', identity: '860000000000057' })
    expect(replyOf(decode(heartbeat!))?.readUInt16BE(25)).toBe(0x9003)
    expect(decode(changed(engine!, 25, '4003'))).toEqual({
      kind: 'unsupported',
      identity: '860000000000057',
      messageType: '0x4003',
    })
  })

  it('whose checksum is wrong is no packet', () => {
    const damaged = Buffer.from(live!)
    damaged[PLACE_AT + 7]! ^= 1
    expect(decode(damaged)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })

  it('behind what is none is read', () => {
    const said = new Conversation(castel, NOW).push(Buffer.concat([login!, Buffer.from('xy'), heartbeat!, live!])).said
    expect(said.map(({ kind }) => kind)).toEqual(['login', 'decodeError', 'heartbeat', 'packet'])
  })
})

/** Messages of real devices with their original checksums. */
const REAL = {
  samplesOfCar:
    '4040560004323133474c3230313630303033363400000000004002a122a05a5423a05abe0f2a000000000007f1f90014000000040001640011170003001e000505210b210c210d210f2101062b58ef02001a25950d0a',
  samplesWithOdometer:
    '40407400043231384c314543323032353030303030310000004002d2353b698f3d3b6944234701105900001b780300b907000204002131274b1f00831d14000d05210b210c210d210f2110212f213c214321462149219d21a62101145a170403091c26012983021c120fbd005d4603000a010d0a',
  snapshot:
    '4040870004323132474c31313433303035303033000000000040052ca89b55e3a89b555c57000000000000c4020000040000001400036401111f0003000012042105210b210c210d210f211021112113211c2121212321242133213421422146214f212b50663603003ce9030dff060000600dffffc25865ffff9e02b43624000000003cbc0d0a',
  faults:
    '40404500033231334c323031373030303432320000000000004006e1ad205bf1ad205b48510f000000000050160000000000020400053f007c000083040001511346160d0a',
  truckFaults:
    '40404700043231335732303139303033353400000000000000400BBE723A5DEF723A5D000000000000000000000000000000000000030100011900030001012603030145C90D0A',
  noFaults:
    '404043000431303031313132353239393837000000000000004006C1F0695209F169529C91110000000000698300000D0000000400036401014C00030000009AF40D0A',
  cell: '4040450004323132474c31313433303035303033000000000040082ca89b55a6a99b555c57000000000000c40200000b0000001400036401111f000302f5533bd653f10d0a',
  asleep: '40403600043231334e583230313630303033343600000000004009ad31a457050810061a35b29bf80ae6da83180300320bbe32580d0a',
  everything:
    '40406600043233344c53413230323430303030303400000000401f00581d0000929bda67f5c0db6700000000280000000000000000000082000000002ec71500002c0114031907112f4c9fd604887472180000b004ff10000200ff00210002003c00d5210d0a',
  hyphens:
    '4040660004542D3233344C2D54455354313233343536000000401F000E000000255C03674F5C0367EB7D0000000000000000000000000002040000002EC71E000036011E0918080C282497D604A86C7218000000000310000200FF0021000200820109BF0D0A',
  vin: '40403a00043231334744503230313830323133343300000000a002000001000001012011004d414c43333831434d4b4d353637313438c8fc0d0a',
  records:
    '404044000c3631313135303030303935360000000000000000420600011e0a0f0b1312864fcd08c07a13030100640acf000004000a000000000000007ba083a66ad80d0a',
  portableLogin:
    '40405c000c363131313530303030393536000000000000000040011c0a0f0e362dca53cd0860831303000000000300000000ff000000000000007ba083a650542d3639305f56312e312e320050542d3639302056312e32008a020d0a',
  motorcycleLogin:
    '40405f000536303331353030303335313200000000000000004001040212102a2f72b29302a0af8512b40787018e000000000043e4ae000000007ca0f7224d5049503632305f56312e312e30004d5049502d3632302056322e300072140d0a',
} as const
const real = (name: keyof typeof REAL) => Buffer.from(REAL[name], 'hex')
const told = (name: keyof typeof REAL): Fix => {
  const said = decode(real(name))
  if (!('fixes' in said) || said.fixes?.length !== 1) throw new Error(JSON.stringify(said))
  return said.fixes[0]!
}
/** Offset of the bytes after the state. */
const STATE_END = 27 + 34

describe('readings of the vehicle', () => {
  it('are sampled, in %, °C, rpm and kPa', () => {
    expect(told('samplesOfCar')).toMatchObject({
      positionedAt: Date.UTC(2018, 2, 7, 17, 37, 24),
      validity: FixValidity.noFix,
      odometerM: 2_756_542,
      ignition: true,
      attributes: { obdCoolantC: 43, obdIntakePressure: 88, obdEngineRpm: 751, obdSpeedKph: 0, obdIntakeC: 26 },
    })
    expect(told('samplesWithOdometer')).toMatchObject({
      odometerM: 21_439_300,
      attributes: { obdFuelLevelPercent: 41, obdIntakeFlow: 2.94, obdOdometerM: 21_462_100, obdAmbientC: 18, pid219d: 'bd00' },
    })
  })

  it('are a snapshot, with the supply of the vehicle', () => {
    expect(told('snapshot')).toMatchObject({
      externalBatteryMv: 14_004,
      attributes: { obdEngineLoadPercent: 43, obdThrottlePercent: 13, obdEngineRpm: 822, obdIntakeC: 60, pid2124: 'ffffc258' },
    })
  })

  it('are none outside their range, and raw where nobody knows how wide they are', () => {
    // ids from 2 + 1 on: 5 of 2 bytes, groups and size, then the values
    const values = STATE_END + 2 + 1 + 10 + 2
    const { attributes } = told('samplesOfCar')
    const { attributes: none } = fixesOf(changed(real('samplesOfCar'), values, 'e6ffffffffff'))[0]!
    expect(Object.keys(attributes!).filter((name) => none![name] === undefined)).toEqual([
      'obdCoolantC',
      'obdIntakePressure',
      'obdEngineRpm',
      'obdSpeedKph',
      'obdIntakeC',
    ])
    const { attributes: unknown } = fixesOf(changed(real('samplesOfCar'), STATE_END + 3 + 2, 'fe21'))[0]!
    expect(unknown).toMatchObject({ obdCoolantC: 43, tail: '58ef02001a' })
    expect(unknown).not.toHaveProperty('obdEngineRpm')
  })

  it('of several groups, or of what a fault froze, are kept as they came beside the state', () => {
    const groups = STATE_END + 2 + 1 + 10
    expect(fixesOf(changed(real('samplesOfCar'), groups, '02'))).toMatchObject([
      { odometerM: 2_756_542, attributes: { tail: '1e000505210b210c210d210f2102062b58ef02001a' } },
    ])
    const [frozen] = fixesOf(changed(real('snapshot'), STATE_END, '01'))
    expect(frozen).not.toHaveProperty('externalBatteryMv')
    expect(frozen!.attributes?.['tail']).toMatch(/^0112/)
  })

  it.each([
    ['faults', 'P1351'],
    ['truckFaults', 'P0326'],
    ['noFaults', undefined],
  ] as const)('%s are the codes %s', (name, codes) => {
    expect(told(name).attributes?.['faultCodes']).toBe(codes)
  })

  it('tell codes of chassis, body and network by their letter', () => {
    for (const [bytes, code] of Object.entries({ '5153': 'C1351', '5193': 'B1351', '00c1': 'U0100' }))
      expect(fixesOf(changed(real('faults'), STATE_END + 2, bytes))[0]!.attributes).toMatchObject({ faultCodes: code })
  })

  it('are a cell, a place before sleep, a number that was asked for', () => {
    expect(told('cell').attributes).toMatchObject({ lac: 0x53f5, cellId: 0xd63b })
    expect(told('asleep')).toMatchObject({
      positionedAt: Date.UTC(2016, 7, 5, 6, 26, 53),
      validity: FixValidity.valid,
      latitude: expect.closeTo(51.129152, 5) as number,
      longitude: expect.closeTo(-114.248455, 5) as number,
    })
    expect(told('vin').attributes).toEqual({ vin: 'MALC381CMKM567148' })
  })
})

describe('everything in one', () => {
  it('brings place, state and battery, and keeps the tags that nobody explains', () => {
    expect(told('everything')).toMatchObject({
      positionedAt: Date.UTC(2025, 2, 20, 7, 17, 47),
      validity: FixValidity.valid,
      latitude: expect.closeTo(22.54843, 5) as number,
      longitude: expect.closeTo(113.9317, 5) as number,
      satellites: 15,
      heading: 120,
      batteryMv: 600,
      attributes: { tripM: 40, tag10: 'ff00' },
    })
  })

  it('is of a tracker whose name has letters and hyphens', () => {
    expect(decode(real('hyphens'))).toMatchObject({ kind: 'packet', identity: 'T-234L-TEST123456' })
    expect(told('hyphens')).toMatchObject({ batteryMv: 3860, odometerM: 32_235, ignition: true })
    for (const name of ['542d3233', '542e3233', '545f3233']) expect(decode(changed(real('hyphens'), 5, name)).kind).toBe('packet')
    for (const name of ['54203233', '542f3233', '54e93233'])
      expect(decode(changed(real('hyphens'), 5, name))).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it('tells alarms, and keeps a tag that does not fill its length', () => {
    const everything = vehicle.at(-2)!
    expect(fixesOf(everything)[0]).toMatchObject({
      batteryMv: 3860,
      attributes: { alarm: 'overspeed', alarms: '1:on:125:120', buffered: true },
    })
    const tags = everything.indexOf('21000200', 0, 'hex')
    const [fix] = fixesOf(changed(everything, tags, '21000100'))
    expect(fix!.attributes).toMatchObject({ tag21: '82' })
    expect(fix).not.toHaveProperty('batteryMv')
    expect(fixesOf(changed(everything, tags + 4, 'ffff'))[0]).not.toHaveProperty('batteryMv')
  })
})

describe('a portable tracker', () => {
  it('logs in with its place and versions, and is answered', () => {
    expect(decode(real('motorcycleLogin'))).toMatchObject({
      kind: 'login',
      identity: '603150003512',
      information: { firmware: 'MPIP620_V1.1.0', model: 'MPIP-620 V2.0' },
      fixes: [{ validity: FixValidity.valid, satellites: 8, attributes: { odometer: 11_461_699, lac: 0xa07c, cellId: 0x22f7 } }],
    })
    expect(decode(real('portableLogin'))).toMatchObject({ kind: 'login', information: { firmware: 'PT-690_V1.1.2' } })
    expect(replyOf(decode(real('portableLogin')))?.readUInt16BE(25)).toBe(0x8001)
  })

  it('has no battery where every bit of it is set, and no odometer of nothing', () => {
    const { attributes } = told('portableLogin')
    expect(attributes).toEqual({ status: 0, lac: 0xa07b, cellId: 0xa683 })
  })

  it('reports records, which are answered', () => {
    expect(told('records')).toMatchObject({
      positionedAt: Date.UTC(2015, 9, 30, 11, 19, 18),
      validity: FixValidity.valid,
      latitude: expect.closeTo(41.020268, 5) as number,
      longitude: expect.closeTo(14.335627, 5) as number,
      satellites: 12,
      heading: 266,
      attributes: { battery: 10, lac: 0xa07b, cellId: 0xa683 },
    })
    expect(replyOf(decode(real('records')))?.readUInt16BE(25)).toBe(0x8206)
    expect(fixesOf(changed(real('records'), 27, '01'))[0]!.attributes).toMatchObject({ buffered: true })
    expect(decode(changed(real('records'), 28, '02'))).toMatchObject({ kind: 'decodeError', cause: 'content' })
  })

  it('is kept raw where it says something else', () => {
    expect(decode(changed(real('records'), 25, '4583'))).toMatchObject({ kind: 'unsupported', messageType: '0x4583' })
  })
})

describe('a connection', () => {
  it.each([
    ['40407500043231', 'yes'],
    ['404075000332', 'yes'],
    ['4040750004', 'more'],
    ['4040', 'more'],
    ['404044000c36', 'yes'],
    ['40405f000536', 'yes'],
    ['404044000936', 'no'],
    ['40400500043231', 'no'],
    ['40407500040000', 'no'],
    ['2424', 'no'],
  ])('that begins with %s: %s', (head, answer) => {
    expect(castel.sniff(Buffer.from(head, 'hex'))).toBe(answer)
  })
})
