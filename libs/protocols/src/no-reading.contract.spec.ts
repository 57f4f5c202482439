import { xorChecksum } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { findProtocol, PROTOCOLS } from './registry.js'
import { Conversation } from './testing/conversation.js'
import { readCaptures } from './testing/fixtures.js'

/** Values that mean "none", tested with the recorded frames of every protocol (docs/protocols.md, "What is no reading"). */
const NOW = Date.UTC(2026, 0, 1)

/** Decodes all of these frames and returns the fixes of the last one. */
function said(name: string, ...frames: readonly Buffer[]): Fix[] {
  const conversation = new Conversation(findProtocol(name)!, NOW, '356307042441013')
  for (const frame of frames.slice(0, -1)) conversation.push(frame)
  const before = conversation.said.length
  conversation.push(frames.at(-1)!)
  return conversation.said.slice(before).flatMap((one) => ('fixes' in one && one.fixes) || [])
}

const isText = (frame: Buffer) => /^[\x20-\x7e\r\n\t]*$/.test(frame.toString('latin1'))
const LONGEST = 200

/** The longest binary frame of each recording up to `LONGEST`, with all frames before it. */
const binary = PROTOCOLS.flatMap(({ name }) =>
  readCaptures(name).flatMap(({ name: capture, frames }) => {
    const all = frames.map(({ bytes }) => bytes)
    const fitting = all.filter((bytes) => !isText(bytes) && bytes.length <= LONGEST && said(name, bytes).length > 0)
    const longest = fitting.reduce<Buffer | undefined>(
      (one, bytes) => (bytes.length > (one?.length ?? 0) ? bytes : one),
      undefined,
    )
    return longest ? [{ name, capture, frames: all.slice(0, all.indexOf(longest) + 1) }] : []
  }),
)

/** Values of a word with all bits set, in the units used by vendors. */
const ONES = {
  odometerM: [1, 10, 100, 1_000].map((unit) => 0xffff_ffff * unit),
  externalBatteryMv: [0xffff_ffff, ...[1, 10, 100].map((unit) => 0xffff * unit), 255_000],
  batteryMv: [0xffff_ffff, ...[1, 10, 100].map((unit) => 0xffff * unit), 25_500],
  altitudeM: [0x7fff, -0x8000, 3_276.7, -3_276.8],
  satellites: [255],
  speedKph: [65_535, 6_553.5, 655.35],
  hdop: [255, 6_553.5],
  batteryPercent: [255],
} as const
const COLUMNS = Object.keys(ONES) as (keyof typeof ONES)[]

describe('a field of nothing but ones', () => {
  it.each(binary)('fills no column: $name, $capture', ({ name, frames }) => {
    const before = frames.slice(0, -1)
    const last = frames.at(-1)!
    const repair = findProtocol(name)!.tracker?.repairChecksum
    const told = new Set<string>()
    for (const ones of ['ff', 'ffff', 'ffffffff', '7fff', 'ff7f', '8000', '0080']) {
      for (let at = 2; at + ones.length / 2 <= last.length; at++) {
        const mutant = Buffer.from(last)
        mutant.write(ones, at, 'hex')
        repair?.(mutant)
        for (const fix of said(name, ...before, mutant)) {
          for (const column of COLUMNS) {
            if (ONES[column].some((none) => none === fix[column])) told.add(`${column} ${fix[column]}`)
          }
        }
      }
    }
    expect([...told]).toEqual([])
  })
})

/** Replaces a part of a frame, repairs the checksum and decodes it. */
function changed(name: string, frame: Buffer, from: Buffer, to: Buffer): Fix {
  const at = frame.indexOf(from)
  expect(at).toBeGreaterThan(0)
  const mutant = Buffer.concat([frame.subarray(0, at), to, frame.subarray(at + from.length)])
  findProtocol(name)!.tracker?.repairChecksum?.(mutant)
  const [fix] = said(name, mutant)
  if (!fix) throw new Error('it says nothing')
  return fix
}
const hex = (digits: string) => Buffer.from(digits, 'hex')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('a word of nothing but ones', () => {
  const gt06 = hex('78780b23050f92040002000663490d0a')
  const jt808 = hex(
    '7e0200403701000003563070424410130002000000000000000701fe38cc00845490000700e6010f26010107550001040000480030011831010b6102383469020193e4020062e50101197e',
  )
  const counted =
    '$$0128AA860000000000040|5000100025051407210541120000000000000000027001890C264FC1092027102300.900000325222.1294N00453.7101E000125'
  const watch =
    '[ZJ*014111000000017*0002*0065*UD,140525,072105,V,00.000000,N,000.000000,E,0,0,0,0,100,82,1000,50,00000000,1,255,204,8,3110,20417,35]'

  it.each([
    { name: 'gt06', frame: gt06, from: hex('0b2305'), to: hex('0b23ff') },
    { name: 'jt808', frame: jt808, from: hex('000000000000000701fe'), to: hex('ffffffff0000000701fe') },
    { name: 'totem', frame: latin1(counted), from: latin1('|50001000'), to: latin1('|FFFFFFFF') },
    {
      name: 'minifinder',
      frame: latin1('!D,14/5/25,7:21:05,52.368823,4.895168,23.5,271.4,140001,-2.5,98,9,14,1.2;'),
      from: latin1(',140001,'),
      to: latin1(',FFFFFF,'),
    },
    { name: 'watch', frame: latin1(watch), from: latin1(',00000000,'), to: latin1(',FFFFFFFF,') },
  ])('is no alarm: $name', ({ name, frame, from, to }) => {
    expect(changed(name, frame, from, to).attributes?.alarm).toBeUndefined()
  })

  it('switches no ignition on: gt06, jt808, totem', () => {
    expect(changed('jt808', jt808, hex('0000000701fe'), hex('ffffffff01fe')).ignition).toBeUndefined()
    expect(changed('gt06', gt06, hex('0b2305'), hex('0b23ff')).ignition).toBeUndefined()
    expect(changed('totem', latin1(counted), latin1('|50001000'), latin1('|FFFFFFFF')).ignition).toBeUndefined()
  })

  it('nor is one of zeros, where 0 is the alarm: jt808', () => {
    const frame = hex(
      '7e0200404701000003563070424410130003000001010000000701fe38cc00845490000700e6010f260101075510eb29000c00b28988228066613427450900060089ffffefff000600c5ffffffef0004002d0fa5000300a85c6f7e',
    )
    const said = (from: string, to: string) => changed('jt808', frame, hex(from), hex(to)).attributes?.alarm
    expect(said('0089ffffefff', '0089ffffefff')).toBe('sos,powerCut,removing')
    expect(said('0089ffffefff', '008900000000')).toBe('sos,powerCut')
    expect(said('00c5ffffffef', '00c500000000')).toBe('sos,powerCut,removing')
  })
})

it('a speed of one byte of ones is none, beside a place that is one: gt06', () => {
  const frame = hex('78782622190c1f173a05c9059e63f80086736017150f00cc0811940012ab010000001c20320007b2cc0d0a')
  const fix = changed('gt06', frame, hex('0086736017'), hex('00867360ff'))
  expect(fix).toMatchObject({ validity: 0, latitude: expect.closeTo(52.37, 1) as number })
  expect(fix.speedKph).toBeUndefined()
})

describe('in a report of text', () => {
  const sentence = (knots: string) => {
    const text = `GPRMC,072205.000,A,5222.1294,N,00453.7101,E,${knots},271.00,140525,0.0,A`
    return `${text}*${xorChecksum(latin1(text)).toString(16).toUpperCase().padStart(2, '0')}`
  }
  it.each([
    ['h02', `*HQ,9170000017,V1,072105,A,5222.1294,N,00453.7101,E,9999.9,271,140525,FFFFFBFF#`],
    ['gps103', `imei:860000000000017,tracker,250514092105,,F,072105.000,A,5222.1294,N,00453.7101,E,65535,271.00,,1,0,87.5,,;`],
    ['xexun', `${sentence('9999.9')},L,imei:860000000000017,\r`],
    ['tk103', '(869000000000017,BP05,140525,A,5222.12940N,00453.71010E,65535,072105,271.0)'],
    ['minifinder', '!D,14/5/25,7:21:05,52.368823,4.895168,65535,271.4,140001,-2.5,98,9,14,1.2;'],
    ['osmand', 'GET /?id=860000000000017&timestamp=1747207265&lat=52.368823&lon=4.895168&speed=9999 HTTP/1.1\r\nHost: g\r\n\r\n'],
    ['watch', '[3G*8800000015*0055*UD2,140525,072205,A,52.368823,N,4.895168,E,9999,0.0,0.0,5,84,61,0,11,00000008,0,0,0.0]'],
  ])('a speed of which no receiver is capable is none: %s', (name, text) => {
    const [fix] = said(name, latin1(text))
    expect(fix).toMatchObject({ latitude: expect.closeTo(52.3688, 3) as number })
    expect(fix?.speedKph).toBeUndefined()
  })

  it('a precision of 99.99, which stands for no fix, and 255 satellites are none', () => {
    const [fix] = said(
      'wialon-ips',
      latin1('#D#140525;072105;5222.1294;N;00453.7101;E;23;271;4;255;99.99;3;1;;NA;mode:3:eco\r\n'),
    )
    expect(fix).toMatchObject({ speedKph: 23 })
    expect([fix?.hdop, fix?.satellites]).toEqual([undefined, undefined])
    const query = '/?id=860000000000017&timestamp=1747207265&lat=52.368823&lon=4.895168&hdop=-1&accuracy=-1'
    const [phone] = said('osmand', latin1(`GET ${query} HTTP/1.1\r\nHost: g\r\n\r\n`))
    expect([phone?.hdop, phone?.attributes?.accuracyM]).toEqual([undefined, undefined])
  })

  it.each([
    ['and nothing else', '20123456'],
    ['in front of a network', '20123456,228,01,1234,5678'],
    ['in front of the number of its SIM', '20123456,89450230301680998143,FFFFFBFF'],
    ['behind an empty field', ',20123456,,FFFFFBFF'],
  ])('a phone number behind the date, %s, is no status of alarms: h02', (_, behind) => {
    const [fix] = said('h02', latin1(`*HQ,9100000017,V19,120000,A,4708.4000,N,00931.2000,E,000.00,000,311225,${behind}#`))
    expect(fix).toMatchObject({ latitude: expect.closeTo(47.14, 4) as number })
    for (const name of ['alarm', 'doorOpen', 'oilCut']) expect(fix?.attributes).not.toHaveProperty(name)
    expect(fix?.attributes?.status).toBe(behind.endsWith('FFFFFBFF') ? 'FFFFFBFF' : undefined)
  })

  it('a supply below nothing is no power cut: meitrack', () => {
    const content =
      ',353358017784062,AAA,35,52.368823,4.895168,250514073000,A,5,22,2,205,5,-14,0,60,0|0|10133|4110,0000,149|153|173|2707|-1,*'
    const message = `$$Q${content.length + 4}${content}`
    const sum = latin1(message).reduce((total, byte) => (total + byte) & 0xff, 0)
    const [fix] = said('meitrack', latin1(`${message}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`))
    expect(fix?.batteryMv).toBeGreaterThan(3_000)
    expect(fix?.externalBatteryMv).toBeUndefined()
  })
})
