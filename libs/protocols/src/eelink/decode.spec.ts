import { FixValidity } from '@roadbook/contracts'
import { commands } from './commands.js'
import { datagrams } from './datagram.js'
import { decode } from './decode.js'
import { PackageId, writePackage } from './frame.js'
import { eelink } from './index.js'
import { tracker } from './tracker.js'

const NOW = Date.UTC(2026, 0, 1)
const session = { now: NOW }
const IMEI = '356307042441013'
const read = (id: number, content: string) => decode(writePackage(id, 7, Buffer.from(content, 'hex')), session)
/** 2025-12-31T23:58:20Z, 52.37 N 4.895 E, 7 m, 23 km/h, 271°, 9 satellites. */
const PLACE = '6955b89c01059e64140086732600070017010f09'

describe('what an Eelink says', () => {
  it('names itself and its firmware, and is told the time', () => {
    const login = read(PackageId.login, '0356307042441013010002010203')
    expect(login).toMatchObject({ kind: 'login', identity: IMEI, information: { firmware: '2.0.3' } })
    expect('reply' in login && login.reply?.toString('hex')).toBe('67670100090007' + '6955b900' + '0001' + '00')
  })

  it.each([
    ['01', 'powerCut'],
    ['02', 'sos'],
    ['04', 'vibration'],
    ['25', 'removing'],
    ['82', 'overspeed'],
    ['85', 'accident'],
  ])('reads warning %s as %s', (code, alarm) => {
    expect(read(PackageId.warning, `${PLACE}${code}0007`)).toMatchObject({
      kind: 'packet',
      fixes: [{ validity: FixValidity.valid, speedKph: 23, heading: 271, ignition: true, attributes: { alarm } }],
      reply: writePackage(PackageId.warning, 7),
    })
  })

  it('believes the status word, not the mask, about the fix', () => {
    expect(read(PackageId.location, `${PLACE}0006`)).toMatchObject({ fixes: [{ validity: FixValidity.noFix, satellites: 9 }] })
  })

  it('says nothing of what the device cannot do', () => {
    const decoded = read(PackageId.heartbeat, '0350')
    expect(decoded).toMatchObject({ kind: 'heartbeat', fixes: [{ positionedAt: NOW }] })
    const [fix] = 'fixes' in decoded ? decoded.fixes! : []
    expect(fix).not.toHaveProperty('movement')
    expect(fix!.attributes).not.toHaveProperty('charging')
    expect(fix).not.toHaveProperty('ignition')
  })

  it('keeps telemetry up to where the firmware ends it', () => {
    const all = `${PLACE}0607` + '102b' + '00010002' + '000115b0'
    expect(read(PackageId.location, all)).toMatchObject({
      fixes: [{ batteryMv: 4139, odometerM: 71_088, attributes: { analog0Mv: 1, analog1Mv: 2 } }],
    })
    expect(read(PackageId.location, `${PLACE}0607102b`)).toMatchObject({ fixes: [{ batteryMv: 4139 }] })
  })

  it.each([
    ['speed', PLACE.replace('0017010f09', 'ffff010f09'), 'speedKph'],
    ['speed beyond what a receiver can tell', PLACE.replace('0017010f09', 'fffe010f09'), 'speedKph'],
    ['height', PLACE.replace('00070017', '80000017'), 'altitudeM'],
    ['height at the other end', PLACE.replace('00070017', '7fff0017'), 'altitudeM'],
    ['number of satellites', PLACE.replace('010f09', '010fff'), 'satellites'],
  ])('has no %s where the bits say none, and its place all the same', (_, place, column) => {
    const decoded = read(PackageId.location, `${place}0607102b`)
    expect(decoded).toMatchObject({ fixes: [{ validity: FixValidity.valid, heading: 271, ignition: true, batteryMv: 4139 }] })
    expect('fixes' in decoded && decoded.fixes![0]).not.toHaveProperty(column)
  })

  const climate = (temperature1: string, humidity: string, temperature2: string, tag: string) =>
    `${PLACE}0607102b${'0001' + '0002'}000115b0${'0000' + '0000'}${'0000' + '0000'}${temperature1}${humidity}00000000${'00000000'}${temperature2}0105${tag}`
  const tagOf = (battery: string, temperature: string) => `a1b2c3d4e5f6${'c4'}${'000000'}${battery}${temperature}0007`

  it('reads climate and tags', () => {
    expect(read(PackageId.location, climate('1400', '0212', 'ff6f', tagOf('0bb8', 'f380')))).toMatchObject({
      fixes: [
        {
          odometerM: 71_088,
          attributes: {
            temperature1C: 20,
            humidityPercent: 53,
            temperature2C: -9.0625,
            tag1BatteryMv: 3000,
            tag1TemperatureC: -12.5,
          },
        },
      ],
    })
  })

  it.each([
    ['8000', 'ffff', '8000', 'ffff', '8000'],
    ['7fff', '03e9', '7fff', 'ffff', '7fff'],
    ['8000', '2710', '8001', 'ffff', '8000'],
    ['7fff', '7fff', '07d1', 'ffff', '7fff'],
    ['8000', '8000', 'fc8f', 'ffff', '8000'],
  ])('has no climate beyond what its sensors measure: %s %s %s %s %s', (one, humidity, two, battery, tag) => {
    const decoded = read(PackageId.location, climate(one, humidity, two, tagOf(battery, tag)))
    const [fix] = 'fixes' in decoded ? decoded.fixes! : []
    expect(fix).toMatchObject({ odometerM: 71_088, attributes: { tag1Id: 'a1b2c3d4e5f6', tag1Data: 7, co2: 0 } })
    for (const name of ['temperature1C', 'humidityPercent', 'temperature2C', 'tag1BatteryMv', 'tag1TemperatureC'])
      expect(fix!.attributes).not.toHaveProperty(name)
  })

  it('has no odometer and no battery where every bit of them is set', () => {
    const decoded = read(PackageId.location, `${PLACE}0607ffff${'0001' + '0002'}ffffffff`)
    const [fix] = 'fixes' in decoded ? decoded.fixes! : []
    expect(fix).toMatchObject({ validity: FixValidity.valid, attributes: { analog0Mv: 1 } })
    expect(fix).not.toHaveProperty('odometerM')
    expect(fix).not.toHaveProperty('batteryMv')
  })

  it.each([
    ['an odometer', '8a', 'ffffffff', 'odometerM'],
    ['an odometer', '8a', 'ffffff00', 'odometerM'],
    ['an odometer', '8a', '80000000', 'odometerM'],
    ['fuel', '8b', 'ffffffff', 'obdFuelL'],
    ['fuel', '8b', 'fffffff6', 'obdFuelL'],
    ['consumption', '89', 'ffffffff', 'obdFuelRate'],
  ])('has no %s below zero from the vehicle: %s %s', (_, id, value, name) => {
    const decoded = read(PackageId.oldObd, `6955b89c${id}${value}${'0a'}00000007`)
    const [fix] = 'fixes' in decoded ? decoded.fixes! : []
    expect(fix!.attributes).toMatchObject({ obd10: 7 })
    expect({ ...fix, ...fix!.attributes }).not.toHaveProperty(name)
  })

  it('keeps cells and Wi-Fi when there is no sky', () => {
    const radio = '6955b89c12' + '00cc00081194000012ab34' + '002542e50e7ea6'
    const decoded = read(PackageId.location, `${radio}0602`)
    expect(decoded).toMatchObject({
      fixes: [
        { validity: FixValidity.noFix, attributes: { mcc: 204, mnc: 8, lac: 4500, cellId: 4779, wifi: '002542e50e7e:-90' } },
      ],
    })
  })

  it('answers what it cannot read, so that the device does not repeat it', () => {
    expect(read(PackageId.warning, PLACE)).toMatchObject({
      kind: 'decodeError',
      cause: 'content',
      replyWhenRejected: writePackage(PackageId.warning, 7),
    })
    expect(read(0x1b, '00')).toMatchObject({ kind: 'unsupported', messageType: '0x1b', reply: writePackage(0x1b, 7) })
  })
})

describe('commands to an Eelink', () => {
  it('R-100 carry their serial, and the answer brings it back', () => {
    const sent = commands.encode({ text: 'RELAY,1#', serial: 42 }, session) as Buffer
    expect(tracker.readCommand!(sent)).toEqual({ consumed: sent.length, text: 'RELAY,1#', serial: 42 })
    expect(decode(tracker.commandReply!('RELAY: FAIL', IMEI, 42), session)).toEqual({
      kind: 'commandReply',
      text: 'RELAY: FAIL',
      serial: 42,
      isRefusal: true,
    })
  })
})

describe('datagrams of an Eelink', () => {
  const imei = Buffer.from('0356307042441013', 'hex')
  const checksumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => (((sum << 1) | (sum >> 15)) + byte) & 0xffff, 0)
  const datagramOf = (...packages: Buffer[]) => {
    const body = Buffer.concat([imei, ...packages])
    const head = Buffer.from('EL\0\0\0\0')
    head.writeUInt16BE(body.length + 2, 2)
    head.writeUInt16BE(checksumOf(body), 4)
    return Buffer.concat([head, body])
  }
  const location = writePackage(PackageId.location, 7, Buffer.from(`${PLACE}0607`, 'hex'))
  const heartbeat = writePackage(PackageId.heartbeat, 8, Buffer.from('0006', 'hex'))

  it('may hold several packages, each of which is answered by a datagram', () => {
    const split = datagrams.split(datagramOf(location, heartbeat)) as Buffer[]
    expect(split).toHaveLength(2)
    const [first, second] = split.map((frame) => datagrams.decode(frame, session))
    expect(first).toMatchObject({ kind: 'packet', identity: IMEI, reply: datagramOf(writePackage(PackageId.location, 7)) })
    expect(second).toMatchObject({ kind: 'heartbeat', identity: IMEI, reply: datagramOf(writePackage(PackageId.heartbeat, 8)) })
  })

  it('is dropped without an answer when it was damaged', () => {
    const damaged = datagramOf(location)
    damaged[damaged.length - 1]! ^= 1
    expect(datagrams.sniff(damaged)).toBe(true)
    expect(datagrams.split(damaged)).toMatchObject({ kind: 'frameError' })
  })
})

describe('the stream of an Eelink', () => {
  it('starts again at the next mark', () => {
    const login = tracker.login!(IMEI)
    expect(eelink.frame(Buffer.concat([Buffer.from('ELxgx'), login]))).toEqual({ frame: Buffer.from('ELxgx'), remaining: login })
    expect(decode(Buffer.from('ELxgx'), session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})
