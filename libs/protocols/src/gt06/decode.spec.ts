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
    expect(cut).toEqual({ frame: Buffer.from('0102786f', 'hex'), rest: login })
  })

  it.each([false, true])('goes on behind a length that counts the stop bytes, too; long frame: %s', (isLong) => {
    const report = writeFrame(0x22, Buffer.from(`${GPS('190c1f173b05')}${CELL}`, 'hex'), 7, isLong)
    report[isLong ? 3 : 2]! += 2
    expect(gt06.frame(report)).not.toEqual({ frame: report, rest: Buffer.alloc(0) })
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
    expect(gt06.frame(bare)).toEqual({ frame: bare, rest: Buffer.alloc(0) })
    expect(decode(bare, session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})
