import type { LivePositionMessage, LiveServerMessage } from '@roadbook/contracts'
import { createLiveClient, type LiveSocket, LONGEST_WAIT_MS, PING_EVERY_MS, PONG_WITHIN_MS } from './live-client.js'
import type { LiveEvent } from './live-topics.js'

class FakeSocket implements LiveSocket {
  static readonly opened: FakeSocket[] = []
  static get last() {
    return FakeSocket.opened.at(-1)!
  }
  readyState: LiveSocket['readyState'] = 0
  readonly sent: Record<string, unknown>[] = []
  onopen: LiveSocket['onopen'] = null
  onmessage: LiveSocket['onmessage'] = null
  onclose: LiveSocket['onclose'] = null
  constructor(readonly url: string) {
    FakeSocket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.end(1000)
  }
  async open() {
    this.readyState = 1
    this.onopen?.call(this as unknown as WebSocket, new Event('open'))
    await jest.advanceTimersByTimeAsync(0)
  }
  say(message: LiveServerMessage) {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  end(code: number) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent)
  }
  async signIn() {
    await this.open()
    this.say({ type: 'authenticated', expires_at: '2026-06-12T15:10:00.000Z' })
  }
}

const position: LivePositionMessage = {
  entity_id: 7,
  imei: '352625698104217',
  latitude: 49.4,
  longitude: 8.7,
  speed_kph: 18,
  heading: 90,
  moving: true,
  positioned_at: '2026-06-12T15:00:00.000Z',
  received_at: '2026-06-12T15:00:01.000Z',
  last_activity: '2026-06-12T15:00:01.000Z',
  ignition: null,
  odometer_m: null,
  external_battery_mv: null,
  open_trip_id: null,
  location_hidden: false,
}

function startedClient(random = 1) {
  const events: LiveEvent[] = []
  const states: string[] = []
  const client = createLiveClient({
    url: 'ws://portal.test/api/v1/live',
    token: async () => 'an-access-token',
    onEvent: (event) => events.push(event),
    createSocket: (url) => new FakeSocket(url),
    random: () => random,
  })
  client.onState(() => states.push(client.state()))
  client.subscribe({ channel: 'fleet' })
  client.start()
  return { client, events, states }
}

describe('the live client', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    FakeSocket.opened.length = 0
  })
  afterEach(() => jest.useRealTimers())

  it('authenticates first, subscribes only when it is let in, and is live with the first positions', async () => {
    const { client, states, events } = startedClient()
    await FakeSocket.last.open()
    expect(FakeSocket.last.sent).toEqual([{ type: 'authenticate', token: 'an-access-token' }])
    FakeSocket.last.say({ type: 'authenticated', expires_at: '2026-06-12T15:10:00.000Z' })
    expect(FakeSocket.last.sent[1]).toEqual({ type: 'subscribe', channel: 'fleet' })
    FakeSocket.last.say({ type: 'snapshot', channel: 'fleet', epoch: 'a', sequence: 4, positions: [position] })
    expect(states).toEqual(['connecting', 'connected', 'live'])
    expect(events).toHaveLength(1)
    client.stop()
  })

  it('T-08 resumes with the last epoch and sequence after a cut', async () => {
    const { client } = startedClient()
    await FakeSocket.last.signIn()
    FakeSocket.last.say({ type: 'snapshot', channel: 'fleet', epoch: 'a', sequence: 4, positions: [] })
    FakeSocket.last.say({ type: 'positions', channel: 'fleet', epoch: 'a', sequence: 9, positions: [position] })
    FakeSocket.last.end(1006)
    expect(client.state()).toBe('error')
    await jest.advanceTimersByTimeAsync(LONGEST_WAIT_MS)
    await FakeSocket.last.signIn()
    expect(FakeSocket.opened).toHaveLength(2)
    expect(FakeSocket.last.sent[1]).toEqual({ type: 'subscribe', channel: 'fleet', resume: { epoch: 'a', sequence: 9 } })
    client.stop()
  })

  it('drops what it has applied before, and takes a snapshot of another server run', async () => {
    const { client, events } = startedClient()
    await FakeSocket.last.signIn()
    FakeSocket.last.say({ type: 'positions', channel: 'fleet', epoch: 'a', sequence: 9, positions: [position] })
    FakeSocket.last.say({ type: 'positions', channel: 'fleet', epoch: 'a', sequence: 9, positions: [position] })
    FakeSocket.last.say({ type: 'snapshot', channel: 'fleet', epoch: 'b', sequence: 1, positions: [] })
    expect(events.map(({ epoch, sequence }) => [epoch, sequence])).toEqual([
      ['a', 9],
      ['b', 1],
    ])
    client.stop()
  })

  it('R-113 is in error when it cannot connect, and tries again within five seconds each time', async () => {
    const { client } = startedClient(1)
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(FakeSocket.opened).toHaveLength(attempt)
      FakeSocket.last.end(1006)
      expect(client.state()).toBe('error')
      await jest.advanceTimersByTimeAsync(LONGEST_WAIT_MS)
    }
    client.stop()
  })

  it('spreads the attempts of many clients by jitter', async () => {
    startedClient(0)
    FakeSocket.last.end(1006)
    await jest.advanceTimersByTimeAsync(250)
    expect(FakeSocket.opened).toHaveLength(2)
    startedClient(1)
    FakeSocket.last.end(1006)
    await jest.advanceTimersByTimeAsync(250)
    expect(FakeSocket.opened).toHaveLength(3)
  })

  it('asks a silent line for a sign of life and drops it when none comes', async () => {
    const { client } = startedClient()
    await FakeSocket.last.signIn()
    const first = FakeSocket.last
    await jest.advanceTimersByTimeAsync(PING_EVERY_MS)
    expect(first.sent.at(-1)).toEqual({ type: 'ping' })
    first.say({ type: 'pong' })
    await jest.advanceTimersByTimeAsync(PING_EVERY_MS)
    expect(client.state()).toBe('connected')
    await jest.advanceTimersByTimeAsync(PONG_WITHIN_MS)
    expect(client.state()).toBe('error')
    expect(first.readyState).toBe(3)
    client.stop()
  })

  it('reconnects without alarm when the token ran out', async () => {
    const { client } = startedClient()
    await FakeSocket.last.signIn()
    FakeSocket.last.end(4401)
    expect(client.state()).toBe('connecting')
    await jest.advanceTimersByTimeAsync(LONGEST_WAIT_MS)
    expect(FakeSocket.opened).toHaveLength(2)
    client.stop()
  })

  it('signs in again with a renewed token, and does not subscribe twice', async () => {
    const { client } = startedClient()
    await FakeSocket.last.signIn()
    client.renewToken()
    await jest.advanceTimersByTimeAsync(0)
    FakeSocket.last.say({ type: 'authenticated', expires_at: '2026-06-12T15:20:00.000Z' })
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['authenticate', 'subscribe', 'authenticate'])
    client.stop()
  })

  it('connects at once when told that the network is back', async () => {
    const { client } = startedClient()
    FakeSocket.last.end(1006)
    client.retryNow()
    expect(FakeSocket.opened).toHaveLength(2)
    client.stop()
  })

  it('unsubscribes with the last user of a topic, and stays silent once stopped', async () => {
    const { client, events } = startedClient()
    await FakeSocket.last.signIn()
    const ends = [client.subscribe({ channel: 'entity', id: 7 }), client.subscribe({ channel: 'entity', id: 7 })]
    expect(FakeSocket.last.sent.filter(({ type }) => type === 'subscribe')).toHaveLength(2)
    ends[0]!()
    expect(FakeSocket.last.sent.some(({ type }) => type === 'unsubscribe')).toBe(false)
    ends[1]!()
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'unsubscribe', channel: 'entity', id: 7 })
    const socket = FakeSocket.last
    client.stop()
    socket.say({ type: 'positions', channel: 'fleet', epoch: 'a', sequence: 1, positions: [position] })
    await jest.advanceTimersByTimeAsync(60_000)
    expect([client.state(), FakeSocket.opened.length, events.length]).toEqual(['stopped', 1, 0])
  })
})
