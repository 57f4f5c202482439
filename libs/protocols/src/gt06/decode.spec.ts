import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { commands } from './commands.js'
import { decode } from './decode.js'
import { writeFrame } from './frame.js'
import { gt06 } from './index.js'
import { tracker } from './tracker.js'

const NOW = Date.UTC(2025, 11, 31, 23, 59, 30)
const session = { now: NOW }
const read = (type: number, content: string, state: Parameters<typeof decode>[1] = session, isLong = false) =>
  decode(writeFrame(type, Buffer.from(content, 'hex'), 7, isLong), state)
const GPS = (time: string) => `${time}c9059e641400867326171400`
const CELL = '00cc0811940012ab'

describe('what a GT06 says', () => {
  it('names itself, its model and its time zone', () => {
    expect(read(0x01, '035630704244101370003201')).toMatchObject({
      kind: 'login',
      identity: '356307042441013',
      information: { model: '7000' },
      remember: { loginOffsetMinutes: 480 },
    })
    expect(read(0x01, '035630704244101370002229')).toMatchObject({ remember: { loginOffsetMinutes: -(5 * 60 + 46) } })
  })

  it('fills the columns of a heartbeat and keeps its state', () => {
    expect(read(0x23, '050f92040002')).toMatchObject({
      kind: 'heartbeat',
      fixes: [
        {
          positionedAt: NOW,
          validity: FixValidity.noFix,
          ignition: false,
          externalBatteryMv: 39_860,
          gsmSignal: 5,
          attributes: { terminalInfo: 5, charging: true, armed: true, oilCut: false },
        },
      ],
    })
    expect(read(0x13, '560604f083')).toMatchObject({
      fixes: [
        {
          ignition: true,
          batteryPercent: 100,
          externalBatteryMv: 13_100,
          attributes: { alarm: 'powerCut', statusAlarm: 'powerCut' },
        },
      ],
    })
  })

  it.each([
    ['0x13 without alarm', 0x13, '640604'],
    ['0x13 with alarm 0', 0x13, '6406040002'],
    ['0x13 with a code that nobody knows', 0x13, '640604ee02'],
    ['0x13 with a voltage', 0x13, '640604f083'],
    ['0x23', 0x23, '640f92040002'],
    ['0x16 with alarm 0', 0x16, `${GPS('190c1f173b05')}09${CELL}6406040002`],
  ])('raises the alarm in the bits of %s', (_, type, content) => {
    expect(read(type, content)).toMatchObject({ fixes: [{ attributes: { alarm: 'sos' } }] })
  })

  it.each([
    ['460ae60400', 27_900],
    ['4604d80300', 12_400],
  ])('reads a status %s with a voltage of two bytes', (content, externalBatteryMv) => {
    const [fix] = (read(0x13, content) as { fixes: Fix[] }).fixes
    expect(fix).toMatchObject({ externalBatteryMv, ignition: true, attributes: { alarmCode: 0 } })
    expect(fix).not.toHaveProperty('batteryPercent')
  })

  it.each(['4606040002', '4606040000', '4604120002', '4664120002', '4664630101'])(
    'takes status %s for a level and a signal',
    (content) => {
      const [fix] = (read(0x13, content) as { fixes: Fix[] }).fixes
      expect(fix!.batteryPercent).toBeDefined()
      expect(fix).not.toHaveProperty('externalBatteryMv')
    },
  )

  it.each([0x10, 0x12, 0x22, 0x16])('reads a 0x%i with an IMEI in front of its place', (type) => {
    const behind = type === 0x16 ? `09${CELL}4606040102` : CELL
    const content = `${GPS('190c1f173b05')}${behind}`
    const plain = read(type, content)
    expect(plain).toMatchObject({ fixes: [{ positionedAt: Date.UTC(2025, 11, 31, 23, 59, 5), validity: FixValidity.valid }] })
    expect(read(type, `0356307042441013${content}`)).toEqual(plain)
  })

  it('reads source, IMEI and times in front of a place, the cell and telemetry of an XT40 behind it', () => {
    const head = `010356307042441013${'190c1f173b05'}${GPS('190c1f173b05')}`
    const telemetry = '46' + '0511' + '2a' + '03' + '00' + '02' + '0003e8' + '000584' + '05' + '01' + 'a1b2c3d4'
    const expected = {
      positionedAt: Date.UTC(2025, 11, 31, 23, 59, 5),
      validity: FixValidity.valid,
      externalBatteryMv: 12_970,
      batteryMv: 4200,
      ignition: true,
      odometerM: 1000,
      attributes: { cellId: 204_811_287, workingTimeMs: 84_720_000, driverId: 'a1b2c3d4' },
    }
    expect(read(0x25, `${head}${'0a' + '02d4' + '10' + 'c80b' + '0c352c17' + '04'}${telemetry}`)).toMatchObject({
      fixes: [expected],
    })
    expect(read(0x25, `${head}${'09' + '02d4' + '10' + 'c80b' + '0c352c17'}${telemetry}`)).toMatchObject({ fixes: [expected] })
  })

  it.each([
    ['01', 'sos'],
    ['02', 'powerCut'],
    ['03', 'vibration'],
    ['05', 'geofenceExit'],
    ['06', 'overspeed'],
    ['19', 'lowBattery'],
    ['2c', 'accident'],
  ])('reads alarm %s as %s, with the cell of either width', (code, alarm) => {
    const content = `${GPS('190c1f173b05')}09${CELL}460604${code}02`
    expect(read(0x26, content)).toMatchObject({ kind: 'packet', fixes: [{ attributes: { alarm, cellId: 4779 } }] })
    const wide = `${GPS('190c1f173b05')}1000cc0800001194000000000012ab34460604${code}0203`
    expect(read(0xa4, wide)).toMatchObject({ fixes: [{ attributes: { alarm, fence: 3, cellId: 1_223_476 } }] })
  })

  it('reads a stored record with its mileage', () => {
    expect(read(0x22, `${GPS('190c1f173b05')}${CELL}010001001c2032`)).toMatchObject({
      fixes: [
        {
          positionedAt: Date.UTC(2025, 11, 31, 23, 59, 5),
          ignition: true,
          odometerM: 1_843_250,
          attributes: { buffered: true },
        },
      ],
    })
  })

  it('keeps cells and Wi-Fi of a report without a place', () => {
    const cells = `${'11940012ab3c'}${'00'.repeat(36)}`
    expect(read(0x2c, `190c1f173b0500cc08${cells}ff01001801eb403938`)).toMatchObject({
      kind: 'packet',
      fixes: [{ validity: FixValidity.noFix, attributes: { mcc: 204, cells: '4500-4779:-60', wifi: '001801eb4039:-56' } }],
    })
  })

  it('learns the SIM card', () => {
    const content = '0a0356307042441013020408000123456789310410106543789301'
    expect(read(0x94, content, session, true)).toMatchObject({ information: { iccid: '89310410106543789301' } })
  })

  it('answers what it does not know, and what it knows but cannot read, so that the device does not repeat it', () => {
    expect(read(0x7e, '0102')).toEqual({ kind: 'unsupported', messageType: '0x7e', reply: writeFrame(0x7e, Buffer.alloc(0), 7) })
    expect(read(0x39, `${GPS('190c1f173b05')}01cc`)).toMatchObject({
      kind: 'decodeError',
      cause: 'content',
      replyWhenRejected: writeFrame(0x39, Buffer.alloc(0), 7),
    })
  })
})

describe('what a GT06 has no reading of', () => {
  const PLACE = GPS('190c1f173b05')
  const fixOf = (type: number, content: string, isLong = false): Fix => {
    const said = read(type, content, session, isLong)
    if (!('fixes' in said) || !said.fixes?.[0]) throw new Error(JSON.stringify(said))
    return said.fixes[0]
  }

  it.each([
    ['0x13 of 14 bytes, percent 101', 0x13, `46000000026502${'04b0'}000000${'0000'}`],
    ['0x13 of 14 bytes, percent 255', 0x13, `4600000002ff02${'04b0'}000000${'0000'}`],
    ['0x13 of 16 bytes', 0x13, `4600000002c802${'019b'}0000000000${'80fa'}`],
    ['0xA3', 0xa3, `460000ff041800${'0000'}${'00000000'}800101${'000000'}`],
    ['0x36', 0x36, `46ff04${'0002'}${'006a01ff'}`],
    ['0x36, 101', 0x36, `46ff04${'0002'}${'006a0165'}`],
  ])('has no charge beyond full: %s', (_, type, content) => {
    expect(fixOf(type, content)).toMatchObject({ ignition: true })
    expect(fixOf(type, content)).not.toHaveProperty('batteryPercent')
  })

  it.each([
    ['0x23', 0x23, '46ffff040002'],
    ['0x12 with a voltage', 0x12, `${PLACE}${CELL}46ffff0400`],
    ['0x12 with an odometer', 0x12, `${PLACE}${CELL}46ffff0400${'0000'}19${'0000000a'}`],
    ['0x24', 0x24, `${PLACE}${CELL}01ffff019b`.padEnd(82, '0')],
    ['0x36', 0x36, `${PLACE}${'00cc0811940000' + '12ab'}010000${'000003e8'}ffff2a${'00003c'}${'00'.repeat(8)}`],
  ])('has no supply where every bit of it is set: %s', (_, type, content) => {
    expect(fixOf(type, content)).toMatchObject({ ignition: true })
    expect(fixOf(type, content)).not.toHaveProperty('externalBatteryMv')
  })

  it.each([
    ['ACC on', '460604fe02', 'ignitionOn'],
    ['ACC off', '440604ff02', 'ignitionOff'],
    ['ACC on, no answer wanted', '460604fe00', 'ignitionOn'],
    ['ACC off in Chinese', '440604ff01', 'ignitionOff'],
    ['nothing', '460604ffff', undefined],
  ])('takes the code of %s in a heartbeat for no voltage of 350 V', (_, content, alarm) => {
    const fix = fixOf(0x13, content)
    expect(fix).not.toHaveProperty('externalBatteryMv')
    expect(fix.attributes?.['alarm']).toBe(alarm)
  })

  it.each([
    ['0x22', 0x22, `${PLACE}${CELL}010000ffffffff`],
    ['0x26', 0x26, `${PLACE}09${CELL}4606040002ffffffff`],
    ['0x31', 0x31, `${PLACE}00cc00080fa0000012ab010000ffffffff0007`],
    ['0x12 with a card', 0x12, `${PLACE}${CELL}ffffffff0000010000`.padEnd(72, '0')],
    ['a module of 0x37', 0x37, `${PLACE}${CELL}010000002e04ffffffff`],
    ['a module of 0x70', 0x70, '002e0004ffffffff', true],
  ] as [string, number, string, boolean?][])(
    'has no odometer where every bit of it is set: %s',
    (_, type, content, isLong = false) => {
      expect(fixOf(type, content, isLong)).not.toHaveProperty('odometerM')
    },
  )

  it.each([
    ['5 bytes behind the cell of 0x11', 0x11, `${PLACE}00cc00080fa0000012ab4606040002`],
    ['6', 0x12, `${PLACE}${CELL}460604000200`],
    ['8', 0x12, `${PLACE}${CELL}4606040002000000`],
    ['6, wide cells', 0xa0, `${PLACE}00cc080000119400000000000012ab460604000200`],
    ['8, wide cells', 0xa0, `${PLACE}00cc080000119400000000000012ab4606040002000000`],
    ['6 bytes too many behind an alarm', 0x26, `${PLACE}09${CELL}4606040002010203040506`],
  ])('takes no state for an odometer: %s', (_, type, content) => {
    expect(fixOf(type, content)).toMatchObject({ validity: FixValidity.valid })
    expect(fixOf(type, content)).not.toHaveProperty('odometerM')
  })

  it.each([
    ['0x17', 0x17, `${PLACE}${CELL}${'00'.repeat(8)}01`],
    ['0x12', 0x12, `${PLACE}${CELL}000003e8023030000101`.padEnd(72, '0')],
    ['0x94, a card reader', 0x94, '1b02010000000000ff', true],
    [
      '0x25',
      0x25,
      `010356307042441013190c1f173b05${PLACE}0902d410c80b0c352c1746${'0511'}2a030002${'0003e8'}${'000584'}0501${'00000000'}`,
    ],
    ['0x61', 0x61, `0356307042441013${PLACE}00cc081194000012ab${'00'.repeat(6)}`],
  ] as [string, number, string, boolean?][])('knows no driver by a card of zeros: %s', (_, type, content, isLong = false) => {
    expect({ ...fixOf(type, content, isLong).attributes }).not.toHaveProperty('driverId')
  })

  it.each([
    ['0x22, nothing', 0x22, `${PLACE}${'00cc08119400'}0012ab01${'0000'}${'000003e8'}${'0000003c'}ffffffff`],
    ['0x22, the other end', 0x22, `${PLACE}${'00cc08119400'}0012ab01${'0000'}${'000003e8'}${'0000003c'}7fff2711`],
    ['0x12', 0x12, `${PLACE}${CELL}4604b00400${'0000'}ff${'0000000a'}`],
    ['0x13', 0x13, `4600000002640404b00000007fff`],
    ['0x13, long', 0x13, `46000000026402${'019b'}0000000000ffff`],
  ])('has no temperature or humidity beyond its range: %s', (_, type, content) => {
    const { attributes } = fixOf(type, content)
    expect(attributes).not.toHaveProperty('temperatureC')
    expect(attributes).not.toHaveProperty('humidityPercent')
  })

  it.each([
    ['a tag', '007f000ec4a82841074a7fffff7fffffff07', ['tagBatteryMv', 'tagBatteryPercent', 'tagTemperatureC']],
    ['satellites', '00090001ff', ['satellites']],
    ['dilution', '00280001ff', ['hdop']],
    ['battery', '00180002ffff', ['batteryMv']],
    ['altitude', '003300126955b89c09' + '8000' + '0396663c00ee31d02f110f', ['altitudeM']],
  ])('keeps what a module says only where it says something: %s', (_, content, absent) => {
    const fix = fixOf(0x70, content, true)
    for (const name of absent) expect({ ...fix, ...fix.attributes }).not.toHaveProperty(name)
  })

  it.each(['00', 'ff'])('has no supply where a portable one says %s volts: it lives on its own battery', (volts) => {
    expect(fixOf(0xa3, `460000060418${'00'}${'0000'}${'00000000'}320101${'000000'}`)).toMatchObject({ externalBatteryMv: 24_000 })
    expect(fixOf(0xa3, `4600000604${volts}00${'0000'}${'00000000'}320101${'000000'}`)).not.toHaveProperty('externalBatteryMv')
  })

  it.each(['0000', 'ffff'])('has no voltage of a battery whose management says %s', (millivolts) => {
    const content = `${'0102030405060708'}6955b89c50${'0064'}50${'00c8'}62${'0b86'}${'0010'}${millivolts}`.padEnd(230, '0')
    expect(fixOf(0x40, content)).not.toHaveProperty('externalBatteryMv')
  })

  it('is in no fence where the number of the fence is FF', () => {
    expect(fixOf(0x27, `${PLACE}09${CELL}46060406020100001234`).attributes).toMatchObject({ fence: 1 })
    expect(fixOf(0x27, `${PLACE}09${CELL}4606040602ff00001234`).attributes).not.toHaveProperty('fence')
  })

  it.each(['0000000000000000000000', 'ffffffffffffffffffff', '8931041010654378930a'])(
    'has no SIM card of number %s',
    (digits) => {
      const said = read(0x94, `0a03563070424410130204080001234567${digits.slice(0, 20)}`, session, true)
      expect('information' in said ? said.information : undefined).toEqual({})
    },
  )

  it.each([
    ['0x0000', '0000'],
    ['0xFFFF', 'ffff'],
  ])('has no temperature of a battery at %s tenths of a kelvin', (_, kelvin) => {
    const content = `${'0102030405060708'}6955b89c50${'0064'}50${'00c8'}62${kelvin}${'0010'}${'bb80'}`.padEnd(230, '0')
    const fix = fixOf(0x40, content)
    expect(fix).toMatchObject({ externalBatteryMv: 48_000, attributes: { relativeCapacityPercent: 80 } })
    expect(fix.attributes).not.toHaveProperty('batteryTemperatureC')
  })
})

describe('the clock of a GT06', () => {
  const local = GPS('1a0101073b0a')
  const memory = { loginOffsetMinutes: 480 }
  const at = (decoded: ReturnType<typeof decode>) =>
    'fixes' in decoded ? new Date(decoded.fixes![0]!.positionedAt).toISOString() : decoded

  it('is UTC unless told otherwise', () => {
    expect(at(read(0x12, `${GPS('190c1f173b05')}${CELL}`, { now: NOW, memory }))).toBe('2025-12-31T23:59:05.000Z')
    expect(at(read(0x12, `${local}${CELL}`, { now: NOW, utcOffsetMinutes: 60 }))).toBe('2026-01-01T06:59:10.000Z')
  })

  it('is the zone of the login when a live fix is right only there, also for stored fixes that follow', () => {
    const live = read(0x12, `${local}${CELL}`, { now: NOW, memory })
    expect(at(live)).toBe('2025-12-31T23:59:10.000Z')
    expect(live).toMatchObject({ remember: { isLocalTime: true } })
    const stored = read(0x22, `${GPS('190c1f14000a')}${CELL}010001`, { now: NOW, memory: { ...memory, isLocalTime: true } })
    expect(at(stored)).toBe('2025-12-31T12:00:10.000Z')
  })

  it('is UTC again when a live fix is right in UTC', () => {
    const live = read(0x12, `${GPS('190c1f173b05')}${CELL}`, { now: NOW, memory: { ...memory, isLocalTime: true } })
    expect(live).toMatchObject({ remember: { isLocalTime: false } })
  })
})

describe('commands to a GT06', () => {
  it('R-100 carry their serial as the flag, and the answer brings it back', () => {
    const sent = commands.encode({ text: 'Relay,1#', serial: 42 }, session) as Buffer
    expect(tracker.readCommand!(sent)).toEqual({ consumed: sent.length, text: 'Relay,1#', serial: 42 })
    expect(decode(tracker.commandReply!('Cut off the fuel supply: Success!', '', 42), session)).toEqual({
      kind: 'commandReply',
      text: 'Cut off the fuel supply: Success!',
      serial: 42,
    })
  })

  it.each(['DYD=Speed Limit, Speed 40km/h', 'The command is not correct!', 'Relay: Fail!'])('%j is a refusal', (text) => {
    expect(decode(tracker.commandReply!(text, '', 1), session)).toMatchObject({ isRefusal: true })
  })

  it('reads the old answer without its padding, and the position in the answer to WHERE#', () => {
    expect(read(0x15, `14000000014459443d5375636365737321000000000001`)).toMatchObject({ text: 'DYD=Success!', serial: 1 })
    const where = 'Current position!Lat:S33.437900,Lon:E8.672400,Course:271.00,Speed:4.00,DateTime:2025-12-31  23:59:10'
    expect(decode(tracker.commandReply!(where, '', 2), session)).toMatchObject({
      kind: 'commandReply',
      fixes: [{ latitude: -33.4379, longitude: 8.6724, heading: 271, speedKph: 4, validity: FixValidity.valid }],
    })
  })
})

describe('the stream of a GT06', () => {
  it('starts again at the next marker', () => {
    const login = tracker.login!('356307042441013')
    const cut = gt06.frame(Buffer.concat([Buffer.from('0102786f', 'hex'), login]))
    expect(cut).toEqual({ frame: Buffer.from('0102786f', 'hex'), remaining: login })
  })

  it.each([false, true])('goes on behind a length that counts the stop bytes, too; long frame: %s', (isLong) => {
    const report = writeFrame(0x22, Buffer.from(`${GPS('190c1f173b05')}${CELL}`, 'hex'), 7, isLong)
    report[isLong ? 3 : 2]! += 2
    expect(gt06.frame(report)).not.toEqual({ frame: report, remaining: Buffer.alloc(0) })
    tracker.repairChecksum!(report)
    const stream = Buffer.concat([report, tracker.login!('356307042441013')])
    for (let cut = 1; cut < stream.length; cut++) {
      const said = new Conversation(gt06, NOW).push(stream.subarray(0, cut)).push(stream.subarray(cut)).said
      expect(said.map(({ kind }) => kind)).toEqual(['packet', 'login'])
    }
  })

  it('begins unlike that of a tracker whose login has no checksum', () => {
    const bare = Buffer.from('78780d01035933907500524434' + '0d0a', 'hex')
    expect(gt06.sniff(Buffer.concat([bare, bare]).subarray(0, 20))).toBe('no')
    expect(gt06.sniff(bare)).toBe('more')
    expect(gt06.sniff(Buffer.from('78780a01', 'hex'))).toBe('no')
  })

  it('does not wait for the checksum that a clone promises and does not send', () => {
    const bare = Buffer.from('78780d010359339075005244340d0a', 'hex')
    expect(gt06.frame(bare)).toEqual({ frame: bare, remaining: Buffer.alloc(0) })
    expect(decode(bare, session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})
