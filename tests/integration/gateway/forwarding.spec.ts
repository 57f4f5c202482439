import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { Topic } from '@roadbook/contracts'
import { until } from '@roadbook/testing/until'
import { Talker, GatewayStage, encoder, fixAt, type RunningGateway } from '../../support/gateway/gateway-stage.js'

const SECRET = 'a-secret-for-tests-that-is-long-enough'
const OTHER_SECRET = 'another-secret-that-is-as-long-as-it-is'
const VAN = '359710042436064'
const PHONE = 'phone-of_anna.1'
const BOTH = '352625698104217'
const DRIVEN = '352625698106307'
const FIXTURES = path.resolve(__dirname, '../../../libs/protocols/src/traccar/fixtures')

let stage: GatewayStage
let gateway: RunningGateway
let consumer: { close(): Promise<void> }

beforeAll(async () => {
  stage = await GatewayStage.open()
  await stage.register(VAN)
  await stage.register(BOTH)
  await stage.register(DRIVEN)
  await stage.register('352625698106299', { tracker_id: PHONE })
  gateway = await stage.start({ FORWARDING_SECRET: SECRET, FORWARDING_PORT: '0' })
  consumer = await startConsumer({
    DATABASE_URL: stage.database.urlOf('ingest'),
    EVENT_LOG: 'postgres',
    LOG_LEVEL: 'silent',
    CONSUMER_HEALTH_PORT: '0',
    CHECKPOINT_MS: '50',
    TAKE_IN_MS: '100',
  })
})
afterAll(async () => {
  await consumer?.close()
  await stage?.close()
})

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await stage.database.pool.query<T>(sql, values)).rows

interface Sent {
  method?: string
  body?: string
  secret?: string | undefined
}

async function send(route: string, { method = 'POST', body, secret = SECRET }: Sent = {}) {
  const response = await fetch(`http://127.0.0.1:${gateway.ports.forwarding}${route}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

/** Returns a recorded body with another time. With it, each test has other positions. */
function recorded(
  file: string,
  fixTime: number,
  imei?: string,
  place?: { latitude: number | string; longitude: number },
): string {
  const body = JSON.parse(readFileSync(path.join(FIXTURES, file), 'utf8')) as {
    position: Record<string, unknown>
    device: Record<string, unknown>
  }
  body.position.fixTime = body.position.deviceTime = new Date(fixTime).toISOString().replace('Z', '+00:00')
  Object.assign(body.position, place)
  if (imei !== undefined) body.device.uniqueId = imei
  return JSON.stringify(body)
}

const second = (ago: number) => Math.floor(Date.now() / 1_000) * 1_000 - ago * 1_000
const waypoints = (imei: string, from = 0) =>
  query<{ at: Date; validity: number; attributes: object }>(
    `SELECT w.positioned_at AS at, w.validity FROM waypoints w JOIN devices d ON d.id = w.device_id
     WHERE d.imei = $1 AND w.positioned_at >= $2 ORDER BY 1`,
    [imei, new Date(from)],
  )
const stored = (imei: string, from: number, count: number) =>
  until(`${count} positions of ${imei}`, () => waypoints(imei, from), { fits: ({ length }) => length >= count })
const deviceOf = async (imei: string) =>
  (await query<{ protocol: string | null }>('SELECT protocol FROM devices WHERE imei = $1', [imei]))[0]

/** Resolves when the consumer process has processed everything that was acknowledged. */
async function handled(): Promise<void> {
  const lags = () => Promise.all([Topic.packets, Topic.events].map((topic) => stage.log.lag(topic, 'consumer')))
  await until('the consumer is through with everything', lags, {
    everyMs: 20,
    fits: (topics) => topics.every((lag) => lag.size > 0 && [...lag.values()].every((messages) => messages === 0n)),
  })
}

describe('a Traccar server that forwards', () => {
  it('has its positions stored when it is answered, under the protocol that it names', async () => {
    const at = second(300)
    const before = await stage.messages()
    expect(await send('/traccar', { body: recorded('position-gps103.json', at) })).toMatchObject({
      status: 200,
      body: { result: 'stored' },
    })
    expect(await stage.messages()).toBeGreaterThan(before)
    expect(await stored(VAN, at, 1)).toMatchObject([{ at: new Date(at), validity: 0 }])
    await until('the device shows its protocol', () => deviceOf(VAN), { fits: (one) => one?.protocol === 'traccar/gps103' })
  })

  it('may forward by an address, for a tracker with a name of its own', async () => {
    const at = second(290)
    const route = `/traccar?id=${PHONE}&timestamp=${at}&lat=52.1&lon=4.9&speed=0.0&protocol=osmand&attributes=%7B%22batteryLevel%22%3A5%7D`
    const answer = await send(route, { method: 'GET' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).not.toBe('close')
    expect(await stored('352625698106299', at, 1)).toHaveLength(1)
  })

  it('may repeat a position and send the alarm as an event as well: it is stored once', async () => {
    const at = second(280)
    const position = recorded('position-sos.json', at)
    for (const body of [position, position, recorded('event-sos.json', at)])
      expect((await send('/traccar', { body })).status).toBe(200)
    await handled()
    expect(await stored(VAN, at, 1)).toHaveLength(1)
  })

  it('is not asked to repeat what is never stored: events of its own rules, unknown devices, ids that no device can have', async () => {
    const before = await stage.messages()
    const event = readFileSync(path.join(FIXTURES, 'event-geofence.json'), 'utf8')
    expect(await send('/traccar', { body: event })).toMatchObject({ status: 200, body: { result: 'unused' } })
    const stranger = await send('/traccar', { body: recorded('position-gps103.json', second(60), '359710042436999') })
    expect(stranger).toMatchObject({
      status: 202,
      body: { result: 'unknown', reason: expect.stringContaining('registered') as string },
    })
    expect(await send('/traccar', { body: recorded('position-gps103.json', second(60), 'Büs 3') })).toMatchObject({
      status: 202,
      body: { result: 'refused' },
    })
    const metrics = await (await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)).text()
    for (const result of ['unused', 'unknown', 'refused'])
      expect(metrics).toContain(`gateway_forwarded_messages_total{result="${result}"} 1`)
    expect(await stage.messages()).toBe(before)
    await until('the stranger is listed', () => query<{ protocol: string }>("SELECT protocol FROM unknown_devices WHERE imei = '359710042436999'"), {
      fits: ([one]) => one?.protocol === 'traccar/gps103',
    }) // oxfmt-ignore
  })

  it('is not asked to repeat a position that can never be read: it is kept for operators', async () => {
    const unreadable = (imei: string) => recorded('position-gps103.json', second(60), imei, { latitude: 'NaN', longitude: 4.9 })
    const before = await stage.messages(Topic.rejected)
    expect(await send('/traccar', { body: unreadable(VAN) })).toMatchObject({
      status: 202,
      body: { result: 'refused', reason: expect.stringContaining('decimal degrees') as string },
    })
    expect(await stage.messages(Topic.rejected)).toBe(before + 1)
    expect((await send('/traccar', { body: unreadable('359710042436997') })).body).toMatchObject({ result: 'unknown' })
    expect(await stage.messages(Topic.rejected)).toBe(before + 1)
  })

  it.each([
    ['another secret', { secret: OTHER_SECRET }],
    ['no secret', { secret: '' }],
  ])('is refused with %s, before anything is read', async (_, options) => {
    const refused = await send('/traccar', { body: recorded('position-gps103.json', second(1)), ...options })
    expect(refused).toMatchObject({ status: 401, body: { error: expect.stringContaining('FORWARDING_SECRET') as string } })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each([
    ['/traccar', { body: '{"hello":1}' }, 400, 'uniqueId'],
    ['/traccar', { method: 'DELETE' }, 405, 'GET, POST'],
    ['/', {}, 404, '/traccar'],
    ['/traccar', { body: `{"a":"${'x'.repeat(300_000)}"}` }, 413, 'bytes'],
    ['/v1/positions', { body: '[]' }, 400, '"positions"'],
  ])('is told what is allowed: %s %#', async (route, sent, status, part) => {
    expect(await send(route, sent)).toMatchObject({ status, body: { error: expect.stringContaining(part) as string } })
  })

  it('gets 503 while the event log takes nothing; the same body is stored once when it does', async () => {
    const at = second(200)
    const body = recorded('position-gps103.json', at)
    await query('ALTER TABLE event_log RENAME TO event_log_away')
    try {
      const refused = await send('/traccar', { body })
      expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('again') as string } })
      expect(refused.headers.get('retry-after')).toBe('5')
      expect((await send('/traccar', { body })).status).toBe(503)
      expect(await waypoints(VAN, at)).toMatchObject([]) // oxfmt-ignore
    } finally {
      await query('ALTER TABLE event_log_away RENAME TO event_log')
    }
    await until('it is taken', () => send('/traccar', { body }), { fits: ({ status }) => status === 200 })
    await handled()
    expect((await stored(VAN, at, 1)).filter((one) => one.at.getTime() === at)).toHaveLength(1)
  })
})

describe('another system with Roadbook’s JSON', () => {
  it('learns of each position whether it is stored, or why not', async () => {
    const at = second(150)
    const time = new Date(at).toISOString()
    const positions = [
      { id: VAN, time, latitude: 52.1, longitude: 4.9, speed_kph: 30 },
      { id: VAN, time: new Date(at + 1_000).toISOString(), latitude: 52.1, longitude: 4.9 },
      { id: '359710042436998', time, latitude: 52.1, longitude: 4.9 },
      { id: VAN, time, lat: 52.1 },
    ]
    expect(await send('/v1/positions', { body: JSON.stringify({ positions }) })).toMatchObject({
      status: 200,
      body: {
        stored: 2,
        not_stored: 2,
        results: [
          { index: 0, result: 'stored' },
          { index: 1, result: 'stored' },
          { index: 2, result: 'unknown', reason: 'no device is registered under this id' },
          { index: 3, result: 'refused', reason: expect.stringContaining('"lat" is unknown') as string },
        ],
      },
    })
    await send('/v1/positions', { body: JSON.stringify({ positions: positions.slice(0, 2) }) })
    await handled()
    expect((await stored(VAN, at, 2)).filter((one) => one.at.getTime() <= at + 1_000)).toHaveLength(2)
  })

  it('has a position refused that is nested beyond reason, and the others stored', async () => {
    const time = new Date(second(140)).toISOString()
    const deep = `{"id":"${VAN}","time":"${time}","attributes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const body = `{"positions":[${deep},{"id":"${VAN}","time":"${time}","alarm":"sos"}]}`
    expect(await send('/v1/positions', { body })).toMatchObject({
      status: 200,
      body: { results: [{ result: 'refused' }, { result: 'stored' }] },
    })
  })

  it('is refused with more positions than one request may have', async () => {
    const positions = Array.from({ length: 1_001 }, () => ({ id: VAN, time: 1 }))
    expect((await send('/v1/positions', { body: JSON.stringify({ positions }) })).status).toBe(400)
  })
})

describe('a tracker that is moved from Traccar to Roadbook', () => {
  it('raises no dispute while it sends to both, waits, and is taken in once the server is silent about it', async () => {
    const at = second(120)
    const here = { latitude: 49.41, longitude: 8.69 }
    const body = (later: number) => recorded('position-teltonika.json', at + later, BOTH, here)
    expect((await send('/traccar', { body: body(0) })).status).toBe(200)
    await stored(BOTH, at, 1)
    await handled()
    const talker = await Talker.open(gateway.ports.shared, '127.0.10.5')
    await talker.ask(encoder.login!(BOTH), 1)
    expect(await talker.ask(encoder.packet(BOTH, [fixAt(at + 30_000)]), 4)).toEqual(Buffer.from([0, 0, 0, 1]))
    for (const later of [40_000, 60_000]) expect((await send('/traccar', { body: body(later) })).status).toBe(200)
    await handled()
    const standings = () => query<{ network: string; standing: string }>(
      'SELECT n.network, n.standing FROM tracker_networks n JOIN devices d ON d.id = n.device_id WHERE d.imei = $1 ORDER BY 1', [BOTH],
    ) // oxfmt-ignore
    expect(await standings()).toEqual([
      { network: '127.0.0.0/16', standing: 'trial' },
      { network: 'forwarded', standing: 'known' },
    ])
    expect(await query('SELECT * FROM tracker_disputes')).toEqual([])
    expect((await waypoints(BOTH, at)).map((one) => one.at.getTime() - at)).toEqual([0, 40_000, 60_000])
    // Simulates that the server was silent for longer than the tracker’s usual pause. A gateway reads this when it starts.
    await query("UPDATE device_states SET moving = false, last_received_at = now() - interval '2 hours', updated_at = clock_timestamp() WHERE imei = $1", [BOTH]) // oxfmt-ignore
    talker.socket.end()
    const restarted = await stage.start({ GATEWAY_HOST: '127.0.0.1' })
    const direct = await Talker.open(restarted.ports.shared, '127.0.10.5')
    await direct.ask(encoder.login!(BOTH), 1)
    await direct.ask(encoder.packet(BOTH, [fixAt(at + 90_000)]), 4)
    await until('what waited is taken in', () => waypoints(BOTH, at), { fits: ({ length }) => length === 5 })
    expect((await standings())[0]).toEqual({ network: '127.0.0.0/16', standing: 'believed' })
    expect(await query('SELECT * FROM tracker_disputes')).toEqual([])
    direct.socket.end()
  })

  it('is in dispute, as any other, when the server goes on after a stranger was believed in its silence', async () => {
    const at = second(20)
    let later = 0
    const disputes = async () => {
      expect((await send('/traccar', { body: recorded('position-teltonika.json', at + (later += 10)) })).status).toBe(200)
      return query<{ network: string }>('SELECT network FROM tracker_disputes')
    }
    expect(await until('there is a dispute', disputes, { everyMs: 200, fits: ({ length }) => length > 0 })).toEqual([
      { network: '127.0.0.0/16' },
    ])
  })
})

it('a tracker that sends to both servers is known here once both say where it drove to', async () => {
  const at = second(410)
  const [home, goal] = [
    { latitude: 49.38, longitude: 8.69 },
    { latitude: 49.41, longitude: 8.69 },
  ]
  const forward = (later: number, place: typeof home) =>
    send('/traccar', { body: recorded('position-teltonika.json', at + later, DRIVEN, place) })
  expect((await forward(0, home)).status).toBe(200)
  await stored(DRIVEN, at, 1)
  const talker = await Talker.open(gateway.ports.shared, '127.0.10.6')
  await talker.ask(encoder.login!(DRIVEN), 1)
  await talker.ask(encoder.packet(DRIVEN, [{ ...fixAt(at + 330_000), ...goal }]), 4)
  await handled()
  expect((await forward(10_000, home)).status).toBe(200)
  await handled()
  // Gateways read from the database that there is a newcomer, every few seconds.
  let later = 340_000
  const standing = async () => {
    expect((await forward((later += 10), goal)).status).toBe(200)
    return query<{ standing: string }>(
      "SELECT n.standing FROM tracker_networks n JOIN devices d ON d.id = n.device_id WHERE d.imei = $1 AND n.network <> 'forwarded'",
      [DRIVEN],
    )
  }
  await until('the tracker’s own network is known', standing, { everyMs: 200, fits: ([one]) => one?.standing === 'known' })
  expect(await query('SELECT FROM tracker_disputes t JOIN devices d ON d.id = t.device_id WHERE d.imei = $1', [DRIVEN])).toEqual(
    [],
  )
  talker.socket.end()
})

describe('docs/operating/forwarding.md', () => {
  const page = readFileSync(path.resolve(__dirname, '../../../docs/operating/forwarding.md'), 'utf8')
  const blockWith = (language: string, part: string) => {
    const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    const [, , text = ''] = blocks.find(([, one, text]) => one === language && text!.includes(part)) ?? []
    return text
  }

  it('has a curl command that answers as shown', async () => {
    const script = `curl() { printf '%s\\0' "$@"; }\n${blockWith('sh', 'curl ')}`
    const env = { ROADBOOK_FORWARDING: `http://127.0.0.1:${gateway.ports.forwarding}`, FORWARDING_SECRET: SECRET }
    const words = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0')
    const [, method = '', address = '', , authorization = '', , type = '', , body = ''] = words
    expect(type).toBe('Content-Type: application/json')
    const headers = { Authorization: authorization.replace('Authorization: ', ''), 'Content-Type': 'application/json' }
    const response = await fetch(address, { method, headers, body })
    expect([response.status, await response.json()]).toEqual([200, JSON.parse(blockWith('json', '"stored"'))])
  })

  it.each(['forward.type', 'url?id'])('has an address and a header that this port takes: %s', async (part) => {
    const entry = /<entry key='forward.url'>http:\/\/roadbook.example.com:5500(.*?)<\/entry>/.exec(
      part === 'forward.type' ? blockWith('xml', part) : blockWith('xml', '?id='),
    )
    const route = (entry?.[1] ?? '').replaceAll('&amp;', '&')
    expect(blockWith('xml', 'forward.header')).toContain('Authorization: Bearer SECRET')
    if (part === 'forward.type')
      return void expect((await send(route, { body: recorded('position-gps103.json', second(100)) })).status).toBe(200)
    const values: Record<string, string> = { uniqueId: VAN, fixTime: String(second(90)), deviceTime: String(second(90)), latitude: '52.1', longitude: '4.9', valid: 'true', protocol: 'gps103', attributes: '%7B%22ignition%22%3Atrue%7D' } // oxfmt-ignore
    const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '0.0')
    expect(await send(filled, { method: 'GET' })).toMatchObject({ status: 200, body: { result: 'stored' } })
  })
})

it('has no port for forwarding servers without a secret, and does not start with one that is short or fits no header', async () => {
  const closed = await stage.start()
  expect(closed.ports).not.toHaveProperty('forwarding')
  for (const secret of ['short', 'a secret of words is not one token', 'geheim-für-tests-das-lang-genug-ist'])
    await expect(stage.start({ FORWARDING_SECRET: secret, FORWARDING_PORT: '0' })).rejects.toThrow(
      /FORWARDING_SECRET: must have at least 32/,
    )
})
