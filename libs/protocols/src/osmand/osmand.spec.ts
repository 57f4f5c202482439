import { FixValidity, type Fix } from '@roadbook/contracts'
import { Conversation, replyOf } from '../testing/conversation.js'
import { osmand } from './index.js'

const NOW = Date.UTC(2026, 0, 1)
const converse = (...pieces: string[]) => {
  const conversation = new Conversation(osmand, NOW)
  for (const piece of pieces) conversation.push(Buffer.from(piece, 'utf8'))
  return conversation.said
}
const get = (query: string) => `GET /?${query} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (body: string, type = 'application/json') =>
  `POST / HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const json = (location: object, deviceId: unknown = 'bike17') => post(JSON.stringify({ location, device_id: deviceId }))
const fixOf = (request: string): Fix => {
  const [packet] = converse(request)
  if (packet?.kind !== 'packet') throw new Error(JSON.stringify(packet))
  return packet.fixes[0]!
}
const answerTo = (...pieces: string[]) => {
  const [first] = converse(...pieces)
  return first && replyOf(first)?.toString('utf8')
}
const AT = 'id=bike17&lat=52.368823&lon=4.895168'
const smuggled = get(`${AT}&stolen=true`)

describe('a request that could be read in two ways', () => {
  it.each([
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n', 'one Content-Length'],
    ['the same length twice', 'Content-Length: 0\r\ncontent-length: 0\r\n', 'one Content-Length'],
    ['a list of lengths', 'Content-Length: 0, 5\r\n', 'must be a number'],
    ['a signed length', 'Content-Length: +5\r\n', 'must be a number'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', 'exclude each other'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', 'exclude each other'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', 'one Transfer-Encoding'],
    ['a disguised coding', 'Transfer-Encoding: xchunked\r\n', 'is chunked'],
    ['a list of codings', 'Transfer-Encoding: gzip, chunked\r\n', 'is chunked'],
    ['a blank before the colon', 'Content-Length : 5\r\n', 'a name, a colon'],
    ['a folded line', 'X: 1\r\n Content-Length: 5\r\n', 'a name, a colon'],
    ['a line feed alone', 'X: 1\nContent-Length: 5\r\n', 'CR LF'],
    ['a zero', 'X: \0\r\n', 'control characters'],
  ])('with %s is answered and nothing behind it is read', (_, fields, reason) => {
    const said = converse(`POST /?${AT} HTTP/1.1\r\n${fields}\r\n`, `0\r\n\r\n${smuggled}`)
    expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'frameError'])
    const answer = replyOf(said[0]!)?.toString()
    expect(answer).toMatch(/^HTTP\/1\.1 (400|501) [^]*Connection: close\r\n/)
    expect(answer).toContain(reason)
  })

  it.each([
    ['no size', 'zz\r\nabc\r\n'],
    ['a longer chunk than it says', '3\r\nabcdef\r\n0\r\n\r\n'],
    ['a line feed alone behind its size', '3\nabc\r\n0\r\n\r\n'],
    ['an endless extension', `3;${'x'.repeat(300)}\r\nabc\r\n0\r\n\r\n`],
  ])('by a chunk with %s ends the connection', (_, body) => {
    const head = `POST /?${AT} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n`
    const said = converse(`${head}${body}${smuggled}`)
    expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'frameError'])
    expect(replyOf(said[0]!)?.toString()).toMatch(/^HTTP\/1\.1 400 [^]*Connection: close/)
  })

  it('stays refused wherever the network cuts it', () => {
    const stream = Buffer.from(`POST /?${AT} HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n${smuggled}`)
    for (let cut = 1; cut < stream.length; cut++) {
      const said = new Conversation(osmand, NOW).push(stream.subarray(0, cut)).push(stream.subarray(cut)).said
      expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'frameError'])
    }
  })

  it('by its head’s size cannot hide a request in it', () => {
    const said = converse(`GET /?${AT} HTTP/1.1\r\nX: ${'A'.repeat(16_370)}${smuggled.repeat(40)}`)
    expect(said.map(({ kind }) => kind)).toEqual(['decodeError', 'frameError'])
    expect(replyOf(said[0]!)?.toString()).toContain('431')
  })
})

describe('a request that is refused says what is allowed', () => {
  it.each([
    [get('id=bike17&lat=91&lon=4'), '400', 'from -90 to 90'],
    [get('id=bike17&lat=9&lon=-181'), '400', 'from -180 to 180'],
    [get('id=bike17&lat=north&lon=4'), '400', 'lat must be decimal degrees'],
    [get('id=bike17&lat=52'), '400', 'needed together'],
    [get('id=bike17&location=52'), '400', 'latitude,longitude'],
    [get(`${AT}&timestamp=yesterday`), '400', 'seconds or milliseconds'],
    [get('id=my%20bike&lat=1&lon=1'), '400', '1 to 20 letters or digits'],
    [get(`${AT}${'&a=1'.repeat(200)}`), '400', '200 parameters'],
    [post('{"device_id":'), '400', 'a JSON object'],
    [post('[]'), '400', 'a JSON object'],
    [post('{"location":{}}'), '400', 'device_id is missing'],
    [json({ coords: { latitude: '52', longitude: 4 } }), '400', 'decimal degrees'],
    [json({ timestamp: 'soon' }), '400', 'ISO 8601'],
    [`DELETE /?${AT} HTTP/1.1\r\n\r\n`, '405', 'GET, POST, HEAD, OPTIONS'],
    [`GET /?${AT} HTTP/3.0\r\n\r\n`, '505', 'HTTP/1.1'],
    [`GET /?${AT}\r\n\r\n`, '505', 'HTTP/1.1'],
    [`GET /?${AT} HTTP/1.1\n\n`, '400', 'CR LF'],
    [`POST /?${AT} HTTP/1.1\r\nContent-Length: 65537\r\n\r\n`, '413', '65536 bytes'],
  ])('%#', (request, status, words) => {
    const answer = answerTo(request)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain(words)
    const [head = '', body = ''] = answer!.split('\r\n\r\n')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  })

  it('and the connection goes on with the next one', () => {
    expect(converse(get('id=bike17&lat=91&lon=4') + get(AT)).map(({ kind }) => kind)).toEqual(['decodeError', 'packet'])
  })

  it('gives a device that is not registered a 404', () => {
    const [packet] = converse(get(AT))
    expect(packet && 'refuse' in packet && packet.refuse?.toString()).toMatch(/^HTTP\/1\.1 404 [^]*no device is registered/)
  })

  it.each(['HEAD / HTTP/1.1\r\n\r\n', 'OPTIONS * HTTP/1.1\r\n\r\n', 'GET /health HTTP/1.0\r\n\r\n'])(
    'answers the probe %j',
    (request) => {
      const [heartbeat] = converse(request)
      expect(heartbeat).toMatchObject({ kind: 'heartbeat' })
      expect(answerTo(request)).toMatch(/^HTTP\/1\.1 204 /)
    },
  )
})

describe('a time', () => {
  it.each([
    ['1747207265', Date.UTC(2025, 4, 14, 7, 21, 5)],
    ['1747207265.5', Date.UTC(2025, 4, 14, 7, 21, 5, 500)],
    ['1747207265500', Date.UTC(2025, 4, 14, 7, 21, 5, 500)],
    ['2025-05-14T07:21:05Z', Date.UTC(2025, 4, 14, 7, 21, 5)],
    ['2025-05-14T09:21:05%2B02:00', Date.UTC(2025, 4, 14, 7, 21, 5)],
    ['2025-05-14T09:21:05+02:00', Date.UTC(2025, 4, 14, 7, 21, 5)],
    ['2025-05-14T07:21:05.250', Date.UTC(2025, 4, 14, 7, 21, 5, 250)],
    ['2025-05-14%2007:21:05', Date.UTC(2025, 4, 14, 7, 21, 5)],
    ['', NOW],
  ])('%s is read', (text, time) => {
    expect(fixOf(get(`${AT}&timestamp=${text}`))).toMatchObject({ positionedAt: time, validity: FixValidity.valid })
  })

  it('in the future is kept under the time of reception', () => {
    expect(fixOf(get(`${AT}&timestamp=4102444800000`))).toMatchObject({
      positionedAt: NOW,
      validity: FixValidity.unknownTime,
      attributes: { deviceTime: 4_102_444_800_000 },
    })
  })
})

describe('the query form', () => {
  it('has its speed in knots and its unknown parameters as attributes', () => {
    const query = `${AT}&speed=10&heading=359.6&hdop=0.9&batt=87&charge=true&ignition=true&driverUniqueId=D%2D42&fuel=41.5&door=false&note=a+b%C3%A9`
    expect(fixOf(get(query))).toEqual({
      positionedAt: NOW,
      validity: FixValidity.valid,
      latitude: 52.368823,
      longitude: 4.895168,
      speedKph: 18.52,
      heading: 0,
      hdop: 0.9,
      batteryPercent: 87,
      ignition: true,
      attributes: { charging: true, driverUniqueId: 'D-42', fuel: 41.5, door: false, note: 'a bé' },
    })
  })

  describe('of the app OsmAnd', () => {
    const app = 'id=bike17&lat=47.14&lon=9.52&timestamp=1747207265000&hdop=12.0&altitude=455.0&speed=13.9'
    const meant = { speedKph: expect.closeTo(50.04), altitudeM: 455, attributes: { accuracyM: 12 } }

    it.each([
      ['as it proposes itself', app],
      ['with a bearing', `${app}&bearing=90.0`],
      ['with where it goes', `${app}&bearing=90.0&eta=1747209000000&etfa=0&eda=1200&edfa=300&batproc=80`],
      ['with its parameters in another order', app.split('&').reverse().join('&')],
      ['as a form', undefined],
    ])('%s has its speed in m/s and its accuracy under the name hdop', (_, query) => {
      const fix = fixOf(query === undefined ? post(app, 'application/x-www-form-urlencoded') : get(query))
      expect(fix).toMatchObject(meant)
      expect(fix.hdop).toBeUndefined()
    })

    it.each([
      ['Traccar Client', `${AT}&timestamp=1747207265&speed=10&bearing=90&altitude=4&accuracy=5&batt=87`],
      ['a home-made tracker in seconds', `${AT}&timestamp=1747207265&hdop=0.9&altitude=4&speed=10`],
      ['a home-made tracker with satellites', `${AT}&timestamp=1747207265000&hdop=0.9&altitude=4&speed=10&sat=9`],
    ])('is not taken for %s, whose speed is in knots', (_, query) => {
      expect(fixOf(get(query)).speedKph).toBeCloseTo(18.52)
    })
  })

  it.each([
    ['kn', 18.52],
    ['m/s', 36],
    ['M%2FS', 36],
    ['km/h', 10],
    ['mph', 16.09344],
  ])('has its speed in the unit that speed_unit=%s names', (unit, speedKph) => {
    const fix = fixOf(get(`${AT}&speed=10&speed_unit=${unit}`))
    expect(fix.speedKph).toBeCloseTo(speedKph)
    expect(fix.attributes).toBeUndefined()
  })

  describe.each([
    ['km/h', 10],
    ['m/s', 36],
    ['mph', 16.09344],
    ['kn', 18.52],
  ] as const)('of a device that is set to %s', (speedUnit, speedKph) => {
    const speedOf = (request: string) => {
      const decoded = osmand.decode(Buffer.from(request), { now: NOW, speedUnit })
      return decoded.kind === 'packet' ? decoded.fixes[0]!.speedKph : undefined
    }

    it.each([
      ['the query of an unknown app', get(`${AT}&speed=10`)],
      ['a form', post(`${AT}&speed=10`, 'application/x-www-form-urlencoded')],
      ['the parameters of OsmAnd', get(`${AT}&timestamp=1767225600000&hdop=12.0&altitude=455.0&speed=10&bearing=90.0`)],
      ['JSON', json({ timestamp: '2026-01-01T00:00:00Z', coords: { latitude: 47.14, longitude: 9.52, speed: 10 } })],
    ])('has its speed so in %s', (_, request) => expect(speedOf(request)).toBeCloseTo(speedKph))

    it('has it as its address says, where that says it', () => {
      expect(speedOf(get(`${AT}&speed=10&speed_unit=mph`))).toBeCloseTo(16.09344)
    })
  })

  it('with another speed_unit is refused with those that are allowed', () => {
    expect(answerTo(get(`${AT}&speed=10&speed_unit=furlong`))).toMatch(
      /^HTTP\/1\.1 400 [^]*speed_unit must be kn, m\/s, km\/h, mph\n$/,
    )
  })

  it.each([
    ['a latitude and a longitude', 'lat=47,14&lon=9,52&speed=10,5&altitude=455,5'],
    ['one of the two', 'lat=47&lon=9,52&speed=10,5&altitude=455,5'],
    ['a location', 'location=47,14,9,52&speed=10,5&altitude=455,5'],
    ['a location with blanks', 'location=47,14,%209,52&speed=10,5&altitude=455,5'],
    ['a longitude west of Greenwich', 'lat=47,14&lon=-9,52&speed=10,5&altitude=455,5'],
  ])('reads decimal commas where %s shows them', (_, query) => {
    const fix = fixOf(get(`id=bike17&${query}`))
    expect(fix).toMatchObject({ speedKph: expect.closeTo(19.446), altitudeM: 455.5 })
    expect(Math.abs(fix.longitude ?? 0)).toBe(9.52)
  })

  it.each([
    ['seconds', '1767225599,5'],
    ['ISO 8601', '2025-12-31T23:59:59,5Z'],
  ])('reads a time in %s with a decimal comma', (_, timestamp) => {
    expect(fixOf(get(`id=bike17&lat=47,14&lon=9,52&timestamp=${timestamp}`)).positionedAt).toBe(NOW - 500)
  })

  it('does not guess what a comma means in a number beside points', () => {
    expect(fixOf(get(`${AT}&altitude=1,234&fuel=1,234`))).toMatchObject({ attributes: { fuel: '1,234' } })
    expect(fixOf(get(`${AT}&altitude=1,234`)).altitudeM).toBeUndefined()
    expect(answerTo(get('id=bike17&location=47,9,52'))).toContain('a location must be latitude,longitude')
  })

  it('reads numbers as apps print them', () => {
    expect(fixOf(get('id=bike17&lat=1.0E-4&lon=-2.5e1&speed=1.0E-1'))).toMatchObject({ latitude: 0.0001, longitude: -25 })
  })

  it('joins repeated cells and access points', () => {
    expect(fixOf(get('id=bike17&cell=204,8,3110,20417&cell=204,8,3110,20418&wifi=00-11-22-33-44-55,-65')).attributes).toEqual({
      cells: '204-8-3110-20417;204-8-3110-20418',
      wifi: '00-11-22-33-44-55,-65',
    })
  })

  it('is telemetry without coordinates, and no fix when the client says so', () => {
    expect(fixOf(get('id=bike17&batt=50'))).toEqual({ positionedAt: NOW, validity: FixValidity.noFix, batteryPercent: 50 })
    expect(fixOf(get(`${AT}&valid=false`)).validity).toBe(FixValidity.noFix)
    expect(fixOf(get(`${AT}&mock=true`))).toMatchObject({ validity: FixValidity.noFix, attributes: { mock: true } })
    expect(fixOf(get('id=bike17&lat=0&lon=0')).validity).toBe(FixValidity.invalidCoordinates)
  })

  it('may come as a form, also without saying so', () => {
    expect(fixOf(post(AT, 'application/x-www-form-urlencoded')).latitude).toBe(52.368823)
    expect(fixOf(post(AT, '')).latitude).toBe(52.368823)
  })
})

describe('the JSON form', () => {
  const coords = { latitude: 52.368823, longitude: 4.895168, speed: 10, heading: 90, altitude: 4, accuracy: 5 }

  it('has its speed in metres per second', () => {
    const location = { timestamp: '2025-05-14T07:21:05Z', coords, is_moving: true, battery: { level: 0.29 }, alarm: 'sos' }
    expect(fixOf(json({ ...location, extras: { rpm: 800, nested: {}, label: 'x' } }))).toMatchObject({
      speedKph: 36,
      heading: 90,
      movement: true,
      batteryPercent: 29,
      attributes: { alarm: 'sos', accuracyM: 5, rpm: 800, label: 'x' },
    })
  })

  it('has its speed as the address says, where that says it', () => {
    const body = JSON.stringify({ device_id: 'bike17', location: { coords } })
    const at = (query: string) => post(body, 'application/json').replace('POST / ', `POST /?${query} `)
    expect(fixOf(at('speed_unit=km/h')).speedKph).toBe(10)
    expect(answerTo(at('speed_unit=furlong'))).toContain('speed_unit must be')
  })

  it('keeps a simulated position, which nobody may use', () => {
    expect(fixOf(json({ coords, mock: true }))).toMatchObject({ validity: FixValidity.noFix, attributes: { mock: true } })
  })

  it('may bring several locations and a number as its id', () => {
    const [packet] = converse(post(JSON.stringify({ device_id: 860000000000017, location: [{ coords }, { coords }] })))
    expect(packet).toMatchObject({ identity: '860000000000017', fixes: [{}, {}] })
  })
})
