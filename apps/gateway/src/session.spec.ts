import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { Topic } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { Session } from './session.js'
import { gatewayFixture } from './testing/gateway-fixture.js'
import { lineProtocol } from './testing/line-protocol.js'

const IMEI = '356307042441013'
const known = (overrides = {}) => {
  const fixture = gatewayFixture(overrides)
  fixture.lookups.set(IMEI, 'known')
  return fixture
}

/**
 * Waits until a condition is true, one turn of the event loop after another. Gives up after a while, so that a broken session
 * fails the test instead of hanging.
 */
const turnsUntil = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 10_000 && !holds(); turn++) await new Promise(setImmediate)
  if (!holds()) throw new Error('it never came to that')
}

describe('a tracker session', () => {
  it('acknowledges a packet only after the event log made it durable', async () => {
    const { connect, log, publisher } = known()
    const { peer, session } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.receives('welcome')
    await publisher.flush()
    log.hold()
    peer.send('P1000\n')
    await turnsUntil(() => session.pending > 0)
    expect(peer.received).not.toContain('ack')
    expect(log.messagesOf(Topic.packets)).toHaveLength(0)
    log.release()
    await peer.receives('ack 1000')
    expect(decodePacket(log.messagesOf(Topic.packets)[0]!.value)).toMatchObject({
      imei: IMEI,
      protocol: 'line',
      quarantined: false,
    })
    expect(log.messagesOf(Topic.packets)[0]!.headers?.raw?.toString()).toBe('P1000\n')
  })

  it('acknowledges nothing, stops reading and loses nothing while the event log is down', async () => {
    const { connect, log } = known({ pendingFrames: 2 })
    const { peer, session } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.receives('welcome')
    log.isDown = true
    for (let time = 1; time <= 50; time++) peer.send(`P${time}\n`)
    await turnsUntil(() => session.pending >= 2)
    expect(session.pending).toBe(2)
    expect(peer.received).not.toContain('ack')
    log.isDown = false
    await peer.receives('ack 50')
    expect(log.messagesOf(Topic.packets).map(({ value }) => decodePacket(value).fixes[0]?.positionedAt)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  it('answers what came before bytes that cannot be trusted, and only then closes', async () => {
    const { connect, log } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.receives('welcome')
    log.hold()
    peer.send('P1\n\0P2\n')
    await turnsUntil(() => log.isHolding)
    expect(peer.closed).toBe(false)
    log.release()
    await peer.receives('ack 1')
    await peer.isClosed()
    expect(peer.received).not.toContain('ack 2')
  })

  it('B5 frees a tracker of bytes that it writes wrong every time, once they are kept for operators, over two connections', async () => {
    const { connect, log, publisher } = known()
    const first = connect()
    first.peer.send(`L${IMEI}\nCx\nCx\nCx\n`)
    await first.peer.receives('welcome')
    first.peer.end()
    await first.peer.isClosed()
    const { peer } = connect()
    peer.send(`L${IMEI}\nCx\n`)
    await peer.receives('welcome')
    await publisher.flush()
    expect(log.messagesOf(Topic.rejected)).toHaveLength(0)
    log.hold()
    peer.send('Cx\n')
    await turnsUntil(() => log.isHolding)
    expect(peer.received).not.toContain('given up')
    log.release()
    await peer.receives('given up')
    expect(first.peer.received).not.toContain('given up')
    expect(log.messagesOf(Topic.rejected)).toHaveLength(1)
  })

  it('answers in the order of the frames, also when a later answer needs no log', async () => {
    const { connect, log } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.receives('welcome')
    log.hold()
    peer.send('P1\nH\nP2\n')
    await new Promise(setImmediate)
    log.release()
    await peer.receives('ack 2')
    expect(peer.received).toBe('welcome\nack 1\nalive\nack 2\n')
  })

  it('publishes what arrives together as one batch', async () => {
    const { connect, log, publisher } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.receives('welcome')
    await publisher.flush()
    const before = log.batches
    peer.send(Array.from({ length: 40 }, (_, index) => `P${index + 1}\n`).join(''))
    await peer.receives('ack 40')
    expect(log.batches - before).toBe(1)
  })

  it('refuses an unknown IMEI in the protocol’s own way, lists it and stores nothing', async () => {
    const { connect, log, strangers, publisher } = gatewayFixture()
    const { peer } = connect('10.9.9.9')
    peer.send('L356307042441013\nP1\n')
    await peer.isClosed()
    expect(peer.received).toBe('no\n')
    expect(strangers).toEqual([{ identity: IMEI, protocol: 'line', remoteAddress: '10.9.9.9' }])
    await publisher.flush()
    expect(log.messages).toEqual([])
  })

  it('closes without an answer when the registry cannot say, so that the tracker keeps its data', async () => {
    const { connect, lookups } = gatewayFixture()
    lookups.set(IMEI, Promise.resolve('unsure' as const))
    const { peer } = connect()
    peer.send(`L${IMEI}\n`)
    await peer.isClosed()
    expect(peer.received).toBe('')
  })

  it('handles nothing behind a login until the registry answered', async () => {
    const { connect, lookups } = gatewayFixture()
    let answer: (standing: 'known') => void = () => undefined
    lookups.set(IMEI, new Promise((resolve) => (answer = resolve)))
    const { peer, session } = connect()
    peer.send(`L${IMEI}\nP7\n`)
    await new Promise(setImmediate)
    expect(session.state).toBe('awaitingLogin')
    answer('known')
    await peer.receives('ack 7')
  })

  it('lets the newest login win over a half-open connection of the same tracker', async () => {
    const { connect, registry } = known()
    const older = connect()
    older.peer.send(`L${IMEI}\n`)
    await older.peer.receives('welcome')
    const newer = connect('10.0.0.2')
    newer.peer.send(`L${IMEI}\nP1\n`)
    await newer.peer.receives('ack 1')
    await older.peer.isClosed()
    expect(registry.size).toBe(1)
  })

  it('quarantines a second sender that keeps taking an IMEI over, and keeps the tracker that had it', async () => {
    const { connect, log, publisher } = known()
    const tracker = connect('10.0.0.1')
    tracker.peer.send(`L${IMEI}\n`)
    await tracker.peer.receives('welcome')
    for (let attempt = 0; attempt < 3; attempt++) {
      const thief = connect('6.6.6.6')
      thief.peer.send(`L${IMEI}\n`)
      await thief.peer.receives('welcome')
      const again = connect('10.0.0.1')
      again.peer.send(`L${IMEI}\n`)
      await again.peer.receives('welcome')
    }
    const thief = connect('6.6.6.6')
    thief.peer.send(`L${IMEI}\nP666\n`)
    await thief.peer.receives('ack 666')
    const last = connect('10.0.0.1')
    last.peer.send(`L${IMEI}\nP1\n`)
    await last.peer.receives('ack 1')
    await publisher.flush()
    const packets = log.messagesOf(Topic.packets).map(({ value }) => decodePacket(value))
    expect(packets.map(({ quarantined, fixes }) => [fixes[0]?.positionedAt, quarantined])).toEqual([
      [666, true],
      [1, false],
    ])
    expect(log.messagesOf(Topic.events).map(({ value }) => JSON.parse(value.toString()).type)).toContain('conflict')
  })

  it('keeps the session when one frame is damaged, and answers nothing to it', async () => {
    const { connect, log } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\nC\nP1\n`)
    await peer.receives('ack 1')
    expect(peer.received).toBe('welcome\nack 1\n')
    expect(log.messagesOf(Topic.rejected)).toHaveLength(0)
  })

  it('keeps an unreadable frame for operators before it answers, so that the tracker’s queue is not stuck', async () => {
    const { connect, log } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\nBoops\n`)
    await peer.receives('taken')
    expect(JSON.parse(log.messagesOf(Topic.rejected)[0]!.value.toString())).toMatchObject({
      imei: IMEI,
      reason: 'count mismatch',
      hex: '426f6f70730a',
    })
  })

  it('closes after ten damaged frames in a row', async () => {
    const { connect } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\n${'C\n'.repeat(10)}`)
    await peer.isClosed()
  })

  it('closes on bytes of no protocol and on data without a login, and stores neither', async () => {
    const { connect, log, publisher } = known()
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', 'P1\n', 'C\n'.repeat(10), '\u0016\u0003\u0001']) {
      const { peer } = connect()
      peer.send(bytes)
      await peer.isClosed()
      expect(peer.received).toBe('')
    }
    await publisher.flush()
    expect(log.messages).toEqual([])
  })

  it('closes a connection that sends a frame without an end', async () => {
    const { connect } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\n`)
    for (let sent = 0; sent < 80; sent++) peer.send('P')
    await peer.isClosed()
  })

  it('acknowledges what a half-closed tracker had sent before it ends', async () => {
    const { connect } = known()
    const { peer } = connect()
    peer.send(`L${IMEI}\nP1\n`)
    peer.end()
    await peer.receives('ack 1')
    await peer.isClosed()
  })

  it('B15 answers a thousand frames of one segment in their order, one answer each', async () => {
    const { connect } = known()
    const { peer } = connect()
    const times = Array.from({ length: 1_000 }, (_, nth) => nth + 1)
    peer.send(`L${IMEI}\n${times.map((time) => `P${time}\n`).join('')}`)
    await peer.receives('ack 1000\n')
    expect(peer.received).toBe(`welcome\n${times.map((time) => `ack ${time}\n`).join('')}`)
  })

  it('B15 gives up a peer that does not read its answers, and keeps what it sent', async () => {
    const { context, log, publisher } = known({ unreadReplyBytes: 1_000 })
    const [near, far] = duplexPair({ highWaterMark: 16 })
    const closed = once(near, 'close')
    new Session(near, '10.0.0.1', [lineProtocol], context, { online: () => undefined, closed: () => undefined })
    far.write(`L${IMEI}\n${Array.from({ length: 400 }, (_, nth) => `P${nth + 1}\n`).join('')}`)
    await closed
    await publisher.flush()
    expect(log.messagesOf(Topic.packets).length).toBeGreaterThan(100)
  })

  it('B15 closes who sends more for ten seconds than any tracker could mean', async () => {
    const { connect } = known({ framesPerSecond: 10 })
    const { peer } = connect()
    peer.send(`L${IMEI}\n${'H\n'.repeat(99)}`)
    await peer.receives('alive\n'.repeat(99))
    peer.send('H\n')
    await peer.isClosed()
  })

  it('B12 closes a connection on which another IMEI logs in, and keeps the session of neither', async () => {
    const { connect, lookups, registry } = known()
    lookups.set('356307042441021', 'known')
    const { peer } = connect()
    peer.send(`L${IMEI}\nL${IMEI}\n`)
    await peer.receives('welcome\nwelcome\n')
    peer.send('L356307042441021\nP1\n')
    await peer.isClosed()
    expect(peer.received).toBe('welcome\nwelcome\n')
    expect(registry.size).toBe(0)
  })

  it('F16 ends one connection, and no other, when a frame meets a fault of our own; the frame is kept for operators', async () => {
    const { connect, log, lookups, publisher } = known()
    lookups.set('356307042441021', 'known')
    const [poisoned, other] = [connect(), connect()]
    other.peer.send('L356307042441021\n')
    await other.peer.receives('welcome')
    poisoned.peer.send(`L${IMEI}\nT\nP1\n`)
    await poisoned.peer.isClosed()
    expect(poisoned.peer.received).toBe('welcome\n')
    other.peer.send('P2\n')
    await other.peer.receives('ack 2')
    await publisher.flush()
    expect(JSON.parse(log.messagesOf(Topic.rejected)[0]!.value.toString())).toMatchObject({ imei: IMEI, hex: '540a' })
  })
})
