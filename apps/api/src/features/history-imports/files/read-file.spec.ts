import { gzipSync } from 'node:zlib'
import { jest } from '@jest/globals'
import { momentOf, offsetAt } from '@roadbook/platform'
import { free, inTime } from './dated.js'
import { LONGEST_LINE, MOST_LINES, MOST_POINTS, NotReadable, type Reading } from './history-file.js'
import { readFile } from './read-file.js'
import { TimeReader } from './read-time.js'
import { Refusals } from './refusals.js'

const NOW = Date.UTC(2026, 4, 20)
const AT = Date.UTC(2026, 4, 14, 7, 21, 5)
const read = (text: string | Uint8Array, more: Partial<Reading> = {}) =>
  readFile(typeof text === 'string' ? Buffer.from(text) : text, { timeZone: 'UTC', columns: {}, now: NOW, ...more })
const reasons = ({ refusals }: { refusals: Refusals }) => refusals.list().map(({ reason, lines }) => [reason, lines])
const problem = async (text: string | Uint8Array) => {
  const error: unknown = await read(text).catch((cause: unknown) => cause)
  return error instanceof NotReadable ? error.sentence.code.replace('history-imports.', '') : error
}

const gpx = (points: string) => `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><trk><trkseg>${points}</trkseg></trk></gpx>`

describe('a GPX file', () => {
  it('gives the points of its tracks with height, speed and course, of version 1.0 and of extensions', async () => {
    const file = await read(
      gpx(`<trkpt lat="52.1" lon="4.5"><ele>12.5</ele><time>2026-05-14T07:21:05Z</time><speed>10</speed><course>360</course></trkpt>
        <trkpt lat="52.2" lon="4.6"><time>2026-05-14T09:21:06+02:00</time>
          <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions></trkpt>`),
    )
    expect(file).toMatchObject({ format: 'gpx', needsTimeZone: false })
    expect(file.fixes).toEqual([
      { positionedAt: AT, validity: 0, latitude: 52.1, longitude: 4.5, altitudeM: 12.5, speedKph: 36, heading: 0 },
      { positionedAt: AT + 1_000, validity: 0, latitude: 52.2, longitude: 4.6, speedKph: 18 },
    ])
  })

  it('names the points that cannot be taken, and why', async () => {
    const time = '<time>2026-05-14T07:21:05Z</time>'
    const file = await read(
      gpx(`<trkpt lat="52" lon="4"></trkpt><trkpt lat="NaN" lon="4">${time}</trkpt><trkpt lat="0" lon="0">${time}</trkpt>
        <trkpt lat="104.5" lon="52">${time}</trkpt><trkpt lat="95" lon="190">${time}</trkpt><trkpt lat="1" lon="2"><time>yesterday</time></trkpt>
        <trkpt lat="1" lon="2"><time>2026-02-30T07:00:00Z</time></trkpt>`),
    )
    expect(reasons(file)).toEqual([
      ['not-a-time', [6, 7]],
      ['no-time', [1]],
      ['no-place', [2]],
      ['no-fix', [3]],
      ['swapped', [4]],
      ['not-on-earth', [5]],
    ])
  })
})

it('a KML file gives its tracks, and its placemarks with a time', async () => {
  const file = await read(`<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <Placemark><gx:Track><when>2026-05-14T07:21:05Z</when><when>2026-05-14T07:21:06Z</when>
      <gx:coord>4.5 52.1 12</gx:coord><gx:coord>4.6 52.2 0</gx:coord></gx:Track></Placemark>
    <Placemark><TimeStamp><when>2026-05-14T07:21:07Z</when></TimeStamp><Point><coordinates>4.7,52.3,0</coordinates></Point></Placemark>
    <Placemark><name>Depot</name><Point><coordinates>4.7,52.3</coordinates></Point></Placemark></Document></kml>`)
  expect(
    file.fixes.map(({ positionedAt, latitude, longitude, altitudeM }) => [positionedAt - AT, latitude, longitude, altitudeM]),
  ).toEqual([
    [0, 52.1, 4.5, 12],
    [1_000, 52.2, 4.6, 0],
    [2_000, 52.3, 4.7, 0],
  ])
  expect(file.refusals.count).toBe(0)
})

describe('a CSV file', () => {
  it('is read by its headings, with decimal commas, units and local times', async () => {
    const file = await read(
      'Zeitpunkt;Breitengrad;Längengrad;Geschwindigkeit (kn);Höhe (m);Kurs;Zündung\n14.05.2026 09:21:05;52,1;4,5;10;12;270;ein\n',
      { timeZone: 'Europe/Amsterdam' },
    )
    expect(file).toMatchObject({ needsTimeZone: true, sheet: { speedUnit: 'kn', columns: { time: 'Zeitpunkt', date: null } } })
    expect(file.fixes).toEqual([
      {
        positionedAt: AT,
        validity: 0,
        latitude: 52.1,
        longitude: 4.5,
        speedKph: 18.52,
        altitudeM: 12,
        heading: 270,
        ignition: true,
      },
    ])
  })

  it('without columns that are guessed, shows its headings, and is read by those that the user chooses', async () => {
    const text = 'a,b,c,d\n52.1,4.5,1778743265,36\n'
    expect(await read(text)).toMatchObject({ fixes: [], sheet: { heads: ['a', 'b', 'c', 'd'], columns: { latitude: null } } })
    const columns = { latitude: 'a', longitude: 'b', time: 'c', speed: 'd' }
    const { fixes, needsTimeZone } = await read(text, { columns, speedUnit: 'm/s' })
    expect([fixes, needsTimeZone]).toEqual([
      [{ positionedAt: AT, validity: 0, latitude: 52.1, longitude: 4.5, speedKph: 129.6 }],
      false,
    ])
  })

  it('may have date and time in two columns', async () => {
    const { fixes } = await read('Date,Time,Lat,Lon\n2026-05-14,07:21:05,52.1,4.5\n')
    expect(fixes).toMatchObject([{ positionedAt: AT }])
  })

  it.each([
    ['05/14/2026 07:21:05', '05/06/2026 07:21:05', [AT, Date.UTC(2026, 4, 6, 7, 21, 5)]],
    ['14/05/2026 07:21:05', '05/06/2026 07:21:05', [AT, Date.UTC(2026, 5, 5, 7, 21, 5)]],
    ['2026-05-14 07:21:05 AM', '05/06/2026 07:21:05', []],
  ])('takes dates with slashes only if one of them shows the order: %s, %s', async (one, other, times) => {
    const file = await read(`time,lat,lon\n${one},52.1,4.5\n${other},52.1,4.5\n`)
    expect(file.fixes.map(({ positionedAt }) => positionedAt)).toEqual(times)
  })

  it('has no times in the hour that clocks leave out', async () => {
    const file = await read('time,lat,lon\n2026-03-29 02:30:00,52,4\n2026-03-29 03:30:00,52,4\n', {
      timeZone: 'Europe/Amsterdam',
    })
    expect(reasons(file)).toEqual([['not-a-time', [2]]])
    expect(file.fixes).toMatchObject([{ positionedAt: Date.UTC(2026, 2, 29, 1, 30) }])
  })
})

it('an NDJSON file has the fields in which other systems forward positions, and needs no id', async () => {
  const file = await read(
    [
      '{"time":"2026-05-14T07:21:05Z","latitude":52.1,"longitude":4.5,"speed_kph":36,"ignition":true,"attributes":{"load":"fish"}}',
      '{"time":"2026-05-14T07:21:06Z","battery_percent":80}',
      '{"time":"2026-05-14T07:21:06Z","latitude":52.1,"longitude":4.5,"valid":false}',
      'null',
      '{"time":"2026-05-14T07:21:07","latitude":52.1,"longitude":4.5}',
    ].join('\n'),
  )
  expect(file.fixes).toMatchObject([{ positionedAt: AT, speedKph: 36, ignition: true, attributes: { load: 'fish' } }])
  expect(file.refusals.list()).toEqual([
    { reason: 'no-place', count: 1, lines: [2] },
    { reason: 'no-fix', count: 1, lines: [3] },
    { reason: 'not-json', count: 1, lines: [4] },
    { reason: 'other-fields', count: 1, lines: [5], detail: expect.stringContaining('Z or an offset') as string },
  ])
})

describe('any file', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'not-a-file'],
    ['a web page', '<html></html>', 'not-a-file'],
    ['one word', 'hello', 'not-a-file'],
    ['a list', '[{"time":1}]', 'json-list'],
    ['a ZIP', Buffer.from('PK\u0003\u0004'), 'zip'],
    ['half a GPX', gpx('<trkpt lat="1" lon="2">').slice(0, -30), 'damaged-xml'],
    [
      'an XML bomb',
      '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><gpx><trk><name>&b;</name></trk></gpx>',
      'damaged-xml',
    ],
    ['a deep XML', `<gpx>${'<a>'.repeat(100)}`, 'damaged-xml'],
    ['half a gzip', gzipSync('time,lat,lon').subarray(0, 12), 'damaged'],
    ['more than fits, packed', gzipSync(Buffer.alloc(30_000_001, 'a')), 'too-much'],
    ['a quote without an end', 'time,lat,lon\n"2026', 'open-quote'],
    ['a line that is too long', `time,lat,lon\n${'9'.repeat(LONGEST_LINE + 1)}\n`, 'long-line'],
    ['a line that is too long, in quotes', `time,lat,lon\n"${'\n'.repeat(LONGEST_LINE)}",1,2\n`, 'long-line'],
    ['one long line', 'a,'.repeat(LONGEST_LINE), 'long-line'],
    ['a JSON line that is too long', `{"a":"${'9'.repeat(LONGEST_LINE)}"}`, 'long-line'],
    ['too many bad lines', `time,lat,lon\n${',\n'.repeat(MOST_LINES)}`, 'too-many-lines'],
    ['too many bad lines of JSON', `{\n${'\n'.repeat(MOST_LINES)}`, 'too-many-lines'],
    ['too many bad points of a track', `<kml><Track>${'<when/>'.repeat(MOST_LINES + 1)}</Track></kml>`, 'too-many-lines'],
    ['too many columns', `${'lat,'.repeat(501)}\n1\n`, 'too-many-columns'],
    ['too many attributes', `<gpx ${Array.from({ length: 101 }, (_, at) => `a${at}=""`).join(' ')}/>`, 'damaged-xml'],
    ['too many positions', `time,lat,lon\n${'1778743265,52,4\n'.repeat(MOST_POINTS + 1)}`, 'too-many-points'],
  ])('that is %s is refused with a sentence', async (_, text, code) => {
    expect(await problem(text)).toBe(code)
  })

  it('is read in the encodings of Windows, too', async () => {
    const text = 'time,lat,lon,Zündung\n1778743265,52.1,4.5,ein\n'
    const utf16 = Buffer.from(text, 'utf16le')
    const files = [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le'), utf16, Buffer.from(utf16).swap16()]
    for (const bytes of files) expect((await read(bytes)).fixes).toMatchObject([{ ignition: true }])
  })

  it('may have blanks before it and zeros after it', async () => {
    const text = `${' \r\n'.repeat(9)}time,lat,lon\n1778743265,52.1,4.5${'\0'.repeat(9)}`
    expect((await read(Buffer.from(`\uFEFF${text}`, 'utf16le'))).fixes).toMatchObject([{ positionedAt: AT }])
  })

  it.each([
    ['CSV', (time: string) => `time,lat,lon\n${time},52.1,4.5\n`],
    ['GPX', (time: string) => gpx(`<trkpt lat="52.1" lon="4.5"><time>${time}</time></trkpt>`)],
    ['KML', (time: string) => `<kml><Track><when>${time}</when><coord>4.5 52.1</coord></Track></kml>`],
  ])('has no times that are longer than any time, or of a year that no position has: %s', async (_, fileWith) => {
    for (const time of [`14.05.2026${' '.repeat(40)}x`, '0001-01-01 00:00:00', '9999-12-31 23:59:59', '1969-12-31 23:59:59Z']) {
      expect([time, reasons(await read(fileWith(time), { timeZone: 'Europe/Amsterdam' }))]).toEqual([
        time,
        [['not-a-time', [expect.any(Number)]]],
      ])
    }
  })

  it.each([
    ['CSV', `time,lat,lon\n${'1778743265,52,4\n'.repeat(100)}`, 100],
    ['NDJSON', '{"time":"2026-05-14T07:21:05Z","latitude":52.1,"longitude":4.5}\n'.repeat(100), 100],
    ['GPX', gpx(`<trkpt lat="52.1" lon="4.5"><!--${'-'.repeat(99_000).replaceAll('--', 'a')}--></trkpt>`), 3],
  ])('lets other requests go first after each short time of work: %s', async (_, text, least) => {
    let [clock, turns] = [0, 0]
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 20))
    const pause = jest.spyOn(globalThis, 'setImmediate').mockImplementation(((resume: () => void) => {
      turns++
      queueMicrotask(resume)
    }) as unknown as typeof setImmediate)
    try {
      await read(text)
    } finally {
      now.mockRestore()
      pause.mockRestore()
    }
    expect(turns).toBeGreaterThanOrEqual(least)
  })
})

describe('times without a zone', () => {
  it('are read with one look at the clocks for each day, and by the hour only around a change of the clocks', () => {
    const looks: number[] = []
    const times = new TimeReader('Europe/Amsterdam', undefined, (moment, zone) => {
      looks.push(moment)
      return offsetAt(moment, zone)
    })
    const days = 365
    const shown = Array.from({ length: days }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    ).flatMap((date) => ['00', '01', '02', '03', '12', '23'].map((hour) => [date, `${hour}:00`] as const))
    const expected = shown.map(([date, time]) => momentOf(date, time, 'Europe/Amsterdam')?.getTime())
    const read = shown
      .map(([date, time]) => times.read(`${date} ${time}`))
      .map((one) => (typeof one === 'object' ? one.at : undefined))
    expect(read).toEqual(expected)
    expect(looks).toHaveLength(days + 3)
  })
})

describe('a heading', () => {
  it('is cut before it is compared', async () => {
    const { sheet } = await read(`${'_'.repeat(5_000)}km,time,lat,lon\n1,1778743265,52,4\n`)
    expect(sheet?.heads.map((head) => head.length)).toEqual([100, 4, 3, 3])
  })
})

describe('positions of a history', () => {
  const at = (...times: number[]) =>
    times.map((positionedAt) => ({ positionedAt, validity: 0 as const, latitude: 1, longitude: 2 }))
  const times = (fixes: readonly { positionedAt: number }[]) => fixes.map(({ positionedAt }) => positionedAt)

  it('are sorted; those too old, of the future, or of the same instant are left out', () => {
    const refusals = new Refusals()
    expect(times(inTime(at(50, 20, 99, 20, 5), refusals, { oldest: 10, newest: 60 }))).toEqual([20, 50])
    expect(refusals.list().map(({ reason }) => reason)).toEqual(['too-old', 'twice', 'future'])
  })

  it('are left out while something else reports the vehicle, and make a stretch on each side of that time', () => {
    const refusals = new Refusals()
    const occupied = [
      { from: 20, till: 30, isHistory: false },
      { from: 41, till: 44, isHistory: true },
      { from: 60, till: Infinity, isHistory: false },
    ]
    const { fixes, stays } = free(at(10, 19, 20, 29, 30, 40, 45, 50, 60, 99), occupied, refusals)
    expect(times(fixes)).toEqual([10, 19, 30, 40, 45, 50])
    expect(stays).toEqual([
      { from: 10, till: 19 },
      { from: 30, till: 40 },
      { from: 45, till: 50 },
    ])
    expect(refusals.list()).toEqual([{ reason: 'tracker', count: 4, lines: [] }])
  })
})
