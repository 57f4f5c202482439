import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { castel } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const [login, heartbeat, live, stored, alarm, logout, engine] = readCaptures('castel')
  .flatMap(({ frames }) => frames)
  .map(({ bytes }) => bytes)
const decode = (bytes: Buffer) => castel.decode(bytes, { now: NOW })
const fixesOf = (bytes: Buffer): Fix[] => {
  const said = decode(bytes)
  if (said.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes
}
/** A message with bytes changed from `at` on, its checksum made right. */
function changed(bytes: Buffer, at: number, hex: string): Buffer {
  const mended = Buffer.from(bytes)
  mended.set(Buffer.from(hex, 'hex'), at)
  castel.tracker!.repairChecksum!(mended)
  return mended
}
/** Where the first place of a report of places begins. */
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
    expect(decode(engine!)).toEqual({ kind: 'unsupported', identity: '860000000000057', messageType: '0x4005' })
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

describe('a connection', () => {
  it.each([
    ['40407500043231', 'yes'],
    ['404075000332', 'yes'],
    ['4040750004', 'more'],
    ['4040', 'more'],
    ['404044000c36', 'no'],
    ['40400500043231', 'no'],
    ['40407500040000', 'no'],
    ['2424', 'no'],
  ])('that begins with %s: %s', (head, answer) => {
    expect(castel.sniff(Buffer.from(head, 'hex'))).toBe(answer)
  })
})
