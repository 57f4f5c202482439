import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation } from '../testing/conversation.js'
import { readCaptures } from '../testing/fixtures.js'
import { minifinder } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const [login, heartbeat, status, live, buffered, sos, older, oldest] = readCaptures('minifinder')
  .flatMap(({ frames }) => frames)
  .map(({ bytes }) => bytes)
const decode = (bytes: Buffer | string, utcOffsetMinutes?: number) =>
  minifinder.decode(Buffer.from(bytes as string, 'latin1'), {
    now: NOW,
    ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }),
  })
const fixOf = (bytes: Buffer | string, utcOffsetMinutes?: number): Fix => {
  const said = decode(bytes, utcOffsetMinutes)
  if (said.kind !== 'packet') throw new Error(JSON.stringify(said))
  return said.fixes[0]!
}
const withFlags = (flags: string) => `!D,14/05/25,07:23:05,52.368823,4.895168,0,0,${flags},3,96,7,12,0;`

describe('a login', () => {
  it('names the tracker and its firmware, and has no answer', () => {
    expect(decode(login!)).toEqual({
      kind: 'login',
      identity: '860000000000024',
      information: { firmware: 'V07S.5701.1621' },
    })
    expect(decode('!1,123456789012345;')).toEqual({ kind: 'login', identity: '123456789012345' })
  })

  it.each(['!1,;', '!1,12a4;', '!1,123456789012345678901;'])('of nobody is refused: %s', (text) => {
    expect(decode(text)).toMatchObject({ kind: 'decodeError', cause: 'checksum' })
  })
})

describe('a report', () => {
  it('brings place, motion, battery and signal', () => {
    expect(fixOf(live!)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 21, 5),
      validity: FixValidity.valid,
      latitude: 52.368823,
      longitude: 4.895168,
      altitudeM: -2.5,
      speedKph: 23.5,
      heading: 271,
      satellites: 9,
      hdop: 1.2,
      batteryPercent: 98,
      gsmSignal: 4,
      attributes: { flags: 0x140001, satellitesInView: 14 },
    })
  })

  it('reads the document’s own example', () => {
    expect(fixOf('!D,3/7/13,6:35:30,56.869524,14.820557,0.0,225.8,1f0001,12.11,98,0,0,0;')).toMatchObject({
      positionedAt: Date.UTC(2013, 6, 3, 6, 35, 30),
      validity: FixValidity.valid,
      latitude: 56.869524,
      longitude: 14.820557,
      gsmSignal: 5,
    })
  })

  it('whose place is from cells, or from nowhere, is no fix', () => {
    expect(fixOf(buffered!)).toMatchObject({
      validity: FixValidity.noFix,
      latitude: -33.437917,
      attributes: { placedByCells: true, buffered: true },
    })
    expect(fixOf(withFlags('100000')).validity).toBe(FixValidity.noFix)
  })

  it.each([
    ['100041', 'sos'],
    ['100081', 'overspeed'],
    ['100101', 'fallDown'],
    ['101001', 'lowBattery'],
    ['104001', 'vibration'],
    ['108001', 'movement'],
    ['10d1c1', 'sos'],
    ['100001', undefined],
  ])('with the flags %s has the alarm %s', (flags, alarm) => {
    expect(fixOf(withFlags(flags)).attributes?.['alarm']).toBe(alarm)
  })

  it('that is sent for an SOS is a fix, and a faulty receiver is said', () => {
    expect(fixOf(sos!)).toMatchObject({ validity: FixValidity.valid, attributes: { alarm: 'sos' } })
    expect(fixOf(withFlags('100005')).attributes).toMatchObject({ gpsFault: true })
  })

  it.each(['100001', '100009', '10000d', '10000c', '100008'])('whose receiver is not said to be faulty: %s', (flags) => {
    expect(fixOf(withFlags(flags)).attributes).not.toHaveProperty('gpsFault')
  })

  it.each(['-1,12,1.2', '2.5,12,1.2', '7,-1,1.2', '7,12.5,1.2', '7,12,-1', '7,12,0'])(
    'counts satellites in whole numbers, and has no HDOP of nothing: %s',
    (counted) => {
      const [inUse, inView, hdop] = counted.split(',').map(Number)
      const fix = fixOf(withFlags('100001').replace('7,12,0', counted))
      const isCount = (value = -1) => Number.isInteger(value) && value >= 0
      expect(fix.satellites).toBe(isCount(inUse) ? inUse : undefined)
      expect(fix.attributes?.['satellitesInView']).toBe(isCount(inView) ? inView : undefined)
      expect(fix.hdop).toBe(hdop! > 0 ? hdop : undefined)
    },
  )

  it('of an older model keeps beside it what nobody wrote down', () => {
    expect(fixOf(older!)).toMatchObject({
      validity: FixValidity.valid,
      batteryPercent: 100,
      attributes: { tail: '0.03,0.01,0' },
    })
    expect(fixOf(oldest!)).toEqual({
      positionedAt: Date.UTC(2025, 4, 14, 7, 25, 5),
      validity: FixValidity.noFix,
      latitude: 52.368823,
      longitude: 4.895168,
      attributes: { tail: '000.1,281.6,0' },
    })
  })

  it('in local time is read in the zone that the device is set to', () => {
    expect(fixOf(live!, 120).positionedAt).toBe(Date.UTC(2025, 4, 14, 5, 21, 5))
  })

  it('whose place is not on Earth, or is none, keeps it to be read', () => {
    const beyond = fixOf(withFlags('100001').replace('52.368823', '92.368823'))
    expect(beyond.validity).toBe(FixValidity.invalidCoordinates)
    expect(beyond).not.toHaveProperty('latitude')
    expect(beyond.attributes?.['devicePosition']).toBe('92.368823, 4.895168')
    const unread = fixOf(withFlags('100001').replace('52.368823', '52.x'))
    expect(unread).toMatchObject({ validity: FixValidity.noFix, attributes: { devicePosition: '52.x, 4.895168' } })
  })

  it('with flags that are no number is no fix, and one of no time is of an unknown one', () => {
    expect(fixOf(withFlags('10x001'))).toMatchObject({ validity: FixValidity.noFix, attributes: { flags: '10x001' } })
    expect(fixOf(withFlags('100001').replace('14/05', '31/02')).validity).toBe(FixValidity.unknownTime)
  })

  it('that ends too early is kept aside', () => {
    expect(decode('!D,14/05/25,07:23:05,52.368823,4.895168,0,0;')).toEqual({
      kind: 'decodeError',
      cause: 'content',
      reason: 'a report D that ends too early',
    })
  })
})

describe('what is no report', () => {
  it('is a heartbeat with signal, receiver and battery, or with settings', () => {
    expect(decode(heartbeat!)).toEqual({
      kind: 'heartbeat',
      fixes: [
        {
          positionedAt: NOW,
          validity: FixValidity.noFix,
          gsmSignal: 3,
          batteryPercent: 50,
          attributes: { gpsFixed: true },
        },
      ],
    })
    expect(decode(status!)).toMatchObject({
      kind: 'heartbeat',
      fixes: [{ attributes: { settings: '10,+31600000000,,,1.0,110,0,0S,33' } }],
    })
  })

  it('is the answer to a setting, or a kind that nobody wrote down', () => {
    expect(decode('!3,ok;')).toEqual({ kind: 'commandReply', text: 'ok', isRefusal: false })
    expect(decode('!3,error;')).toMatchObject({ isRefusal: true })
    expect(decode('!7,1;')).toEqual({ kind: 'unsupported', messageType: '7' })
  })
})

describe('a connection', () => {
  it('gives up what was cut short, and reads on', () => {
    const said = new Conversation(minifinder, NOW).push(Buffer.concat([Buffer.from('!D,14/05/2'), login!, live!])).said
    expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'login', 'packet'])
  })

  it.each([
    ['!1,8', 'yes'],
    ['!1,', 'more'],
    ['!', 'more'],
    ['!D,14/05/25', 'no'],
    ['!1,x', 'no'],
    ['1,8', 'no'],
  ])('that begins with %j: %s', (head, answer) => {
    expect(minifinder.sniff(Buffer.from(head))).toBe(answer)
  })
})
