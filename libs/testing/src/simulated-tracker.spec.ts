import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Fix } from '@roadbook/contracts'
import { type Decoded, findProtocol } from '@roadbook/protocols'
import { SOME_IMEI, SOME_TIME, aFix } from './builders.js'
import { SimulatedTracker, type SimulatedTrackerOptions } from './simulated-tracker.js'

const teltonika = findProtocol('teltonika')!
const fixesAt = (...seconds: number[]) => seconds.map((second) => aFix({ positionedAt: SOME_TIME + second * 1000 }))
const secondsOf = (fixes: readonly Fix[]) => fixes.map(({ positionedAt }) => (positionedAt - SOME_TIME) / 1000)

/** The server's reply to one frame. `undefined` sends none, `hang up` closes the connection. */
type Answer = Buffer | 'hang up' | undefined
type Frame = { bytes: string; decoded: Decoded; socket: Socket }

/** A server that replies as scripted and keeps every frame it received. */
class ScriptedServer {
  readonly frames: Frame[] = []
  #sockets = new Set<Socket>()
  #listeners: (() => void)[] = []
  readonly #server: Server

  constructor(answer: (frame: Frame, packetsSoFar: number) => Answer) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      this.#sockets.add(socket)
      let held = Buffer.alloc(0)
      socket.on('error', () => socket.destroy())
      socket.on('data', (bytes) => {
        held = Buffer.concat([held, bytes])
        for (let cut = teltonika.frame(held); cut !== 'more' && 'frame' in cut; cut = teltonika.frame(held)) {
          held = Buffer.from(cut.remaining)
          const decoded = teltonika.decode(cut.frame, { now: SOME_TIME })
          const frame = { bytes: cut.frame.toString('hex'), decoded, socket }
          this.frames.push(frame)
          const reply = answer(frame, this.packets.length)
          if (reply === 'hang up') socket.destroy()
          else if (reply) socket.write(reply)
        }
        for (const listener of this.#listeners) listener()
      })
    })
  }

  get packets(): Frame[] {
    return this.frames.filter(({ decoded }) => decoded.kind === 'packet')
  }

  get delivered(): number[][] {
    return this.packets.map(({ decoded }) => (decoded.kind === 'packet' ? secondsOf(decoded.fixes) : []))
  }

  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Resolves as soon as the server has seen what the test waits for. */
  until(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => isTrue() && resolve()
      this.#listeners.push(look)
      look()
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }
}

const kindly = ({ decoded }: Frame): Answer =>
  decoded.kind === 'login' ? decoded.reply : decoded.kind === 'packet' ? decoded.reply : undefined

describe('the simulated tracker', () => {
  let server: ScriptedServer
  let tracker: SimulatedTracker

  async function start(answer: (frame: Frame, packetsSoFar: number) => Answer, options: Partial<SimulatedTrackerOptions> = {}) {
    server = new ScriptedServer(answer)
    const port = await server.listen()
    tracker = new SimulatedTracker({
      imei: SOME_IMEI,
      host: '127.0.0.1',
      port,
      backoff: { firstMs: 1, largestMs: 4 },
      random: () => 0.5,
      ...options,
    })
    tracker.start()
    return port
  }

  afterEach(async () => {
    tracker.stop()
    await server.close()
  })

  it('logs in first and sends one packet at a time, each after the acknowledgement of the one before', async () => {
    const acknowledged: number[][] = []
    const acknowledgedWhenSent: number[] = []
    await start(
      (frame) => {
        if (frame.decoded.kind === 'packet') acknowledgedWhenSent.push(acknowledged.length)
        return kindly(frame)
      },
      { recordsPerPacket: 2, onAcknowledged: (fixes) => acknowledged.push(secondsOf(fixes)) },
    )
    tracker.report(...fixesAt(0, 10, 20, 30, 40))
    await tracker.flush()
    expect(server.frames[0]!.decoded).toMatchObject({ kind: 'login', identity: SOME_IMEI })
    expect(server.delivered).toEqual([[0, 10], [20, 30], [40]])
    expect(acknowledged).toEqual(server.delivered)
    expect(acknowledgedWhenSent).toEqual([0, 1, 2])
    expect(tracker.pending).toBe(0)
  })

  it('sends the newest records first when configured so', async () => {
    await start(kindly, { recordsPerPacket: 2, order: 'newestFirst' })
    tracker.report(...fixesAt(0, 10, 20))
    await tracker.flush()
    expect(server.delivered).toEqual([[20, 10], [0]])
  })

  it('sends the identical bytes again when no acknowledgement comes', async () => {
    await start((frame, packets) => (frame.decoded.kind === 'packet' && packets === 1 ? undefined : kindly(frame)), {
      responseTimeoutMs: 50,
    })
    tracker.report(...fixesAt(0, 10))
    await server.until(() => server.packets.length === 1)
    tracker.report(...fixesAt(20))
    await tracker.flush()
    expect(server.delivered).toEqual([[0, 10], [0, 10], [20]])
    expect(server.packets[1]!.bytes).toBe(server.packets[0]!.bytes)
  })

  it.each([
    ['another number of records', Buffer.from([0, 0, 0, 1])],
    ['none', Buffer.alloc(4)],
    ['a closed connection', 'hang up' as const],
  ])('keeps and repeats a packet that is answered with %s', async (_, answer) => {
    const acknowledged: number[][] = []
    await start((frame, packets) => (packets === 1 && frame.decoded.kind === 'packet' ? answer : kindly(frame)), {
      onAcknowledged: (fixes) => acknowledged.push(secondsOf(fixes)),
    })
    tracker.report(...fixesAt(0, 10))
    await tracker.flush()
    expect(server.delivered).toEqual([
      [0, 10],
      [0, 10],
    ])
    expect(acknowledged).toEqual([[0, 10]])
  })

  it('buffers while the server is away and delivers everything when it is back', async () => {
    const port = await start(kindly)
    tracker.report(...fixesAt(0))
    await tracker.flush()
    await server.close()
    tracker.report(...fixesAt(10, 20))
    const gone = server
    server = new ScriptedServer(kindly)
    await server.listen(port)
    await tracker.flush()
    expect([...gone.delivered.flat(), ...server.delivered.flat()]).toEqual(expect.arrayContaining([0, 10, 20]))
  })

  it('keeps trying after a refused login', async () => {
    let logins = 0
    await start((frame) => (frame.decoded.kind === 'login' && ++logins < 3 ? frame.decoded.refuse : kindly(frame)))
    tracker.report(...fixesAt(0))
    await tracker.flush()
    expect(logins).toBe(3)
  })

  it('buffers in its sleep and delivers after waking', async () => {
    await start(kindly)
    tracker.report(...fixesAt(0))
    await tracker.flush()
    tracker.sleep()
    tracker.report(...fixesAt(10))
    expect(tracker.pending).toBe(1)
    tracker.start()
    await tracker.flush()
    expect(server.delivered).toEqual([[0], [10]])
  })

  it('answers commands, also while it waits for an acknowledgement', async () => {
    await start(
      (frame) => {
        if (frame.decoded.kind !== 'packet') return kindly(frame)
        return Buffer.concat([
          teltonika.commands!.encode({ text: 'getver', serial: 1 }, { now: SOME_TIME }) as Buffer,
          frame.decoded.reply!,
        ])
      },
      { onCommand: (text) => `${text}: 1.0` },
    )
    tracker.report(...fixesAt(0))
    await tracker.flush()
    await server.until(() => server.frames.some(({ decoded }) => decoded.kind === 'commandReply'))
    expect(server.frames.at(-1)!.decoded).toEqual({ kind: 'commandReply', text: 'getver: 1.0' })
  })

  it('tells who waits that a stopped tracker will not deliver', async () => {
    await start(() => undefined)
    tracker.report(...fixesAt(0))
    const flushed = tracker.flush()
    tracker.stop()
    await expect(flushed).rejects.toThrow('1 fixes pending')
  })
})
