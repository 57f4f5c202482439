import { FixValidity } from '@roadbook/contracts'
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
      fixes: [{ ignition: true, batteryPercent: 100, externalBatteryMv: 13_100, attributes: { statusAlarm: 'powerCut' } }],
    })
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

  it('does not wait for the checksum that a clone promises and does not send', () => {
    const bare = Buffer.from('78780d010359339075005244340d0a', 'hex')
    expect(gt06.frame(bare)).toEqual({ frame: bare, rest: Buffer.alloc(0) })
    expect(decode(bare, session)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})
