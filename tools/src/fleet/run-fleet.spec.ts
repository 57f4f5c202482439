import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { type Fix, FixValidity } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { FakeClock } from '@roadbook/testing'
import { type City, type RoadFeature, buildCity } from './city.js'
import type { Persona } from './persona.js'
import { runFleet } from './run-fleet.js'

const teltonika = findProtocol('teltonika')!
const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000

/** A grid of streets that is about a kilometre and a half long on each side. */
const city: City = buildCity(
  [0, 1, 2, 3].flatMap((row): RoadFeature[] => [
    street(Array.from({ length: 4 }, (_, column) => [8.6 + column / 150, 49.4 + row / 225])),
    street(Array.from({ length: 4 }, (_, column) => [8.6 + row / 150, 49.4 + column / 225])),
  ]),
)

function street(coordinates: number[][]): RoadFeature {
  return { properties: { class: 'residential' }, geometry: { type: 'LineString', coordinates } }
}

/** A gateway that acknowledges everything and records which fixes came in which packet. */
class Gateway {
  readonly packets: { receivedAt: number; fixes: Fix[] }[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  constructor(clock: FakeClock) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      let held = Buffer.alloc(0)
      socket.on('error', () => socket.destroy())
      socket.on('data', (bytes) => {
        held = Buffer.concat([held, bytes])
        for (let cut = teltonika.frame(held); cut !== 'more' && 'frame' in cut; cut = teltonika.frame(held)) {
          held = Buffer.from(cut.remaining)
          const decoded = teltonika.decode(cut.frame, { now: clock.now() })
          if (decoded.kind === 'login') socket.write(decoded.reply!)
          if (decoded.kind !== 'packet') continue
          this.packets.push({ receivedAt: clock.now(), fixes: decoded.fixes })
          socket.write(decoded.reply!)
        }
      })
    })
  }

  get fixes(): Fix[] {
    return this.packets.flatMap(({ fixes }) => fixes)
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/**
 * Runs one vehicle for `minutes` and returns the gateway with everything it received. The clock advances in small steps, so
 * that the sockets have time to deliver everything.
 */
async function watch(persona: Persona, minutes: number, departsAfter?: number): Promise<Gateway> {
  const clock = new FakeClock(START)
  const gateway = new Gateway(clock)
  const port = await gateway.listen()
  const ending = new AbortController()
  let leave = (): void => undefined
  const departure = departsAfter === undefined ? undefined : new Promise<void>((resolve) => (leave = resolve))
  const vehicles = [{ imei: '356307042441013', vehicleType: 'automobile' as const, persona, departure }]
  const running = runFleet({ city, vehicles, host: '127.0.0.1', port, signal: ending.signal, clock, seed: 3 })
  for (let passed = 0; passed < minutes * MINUTE; passed += 10_000) {
    if (departsAfter !== undefined && passed >= departsAfter * MINUTE) leave()
    await clock.advance(10_000)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  ending.abort()
  await running
  await gateway.close()
  return gateway
}

describe('a live vehicle', () => {
  it('reports while it drives and while it rests, each record when it is dated', async () => {
    const { fixes, packets } = await watch('steady', 60)
    expect(fixes.some(({ speedKph }) => speedKph! > 20)).toBe(true)
    expect(fixes.some(({ ignition }) => !ignition)).toBe(true)
    const steady = packets.filter((packet) => packet.fixes.every(({ validity }) => validity === FixValidity.valid))
    const late = steady.filter(({ receivedAt, fixes: [first] }) => receivedAt - first!.positionedAt > 2 * MINUTE)
    expect(late.length).toBeLessThan(steady.length / 4)
    expect(packets.every(({ receivedAt, fixes: [first] }) => first!.positionedAt <= receivedAt)).toBe(true)
  })

  it('that waits reports from where it stands, and drives as soon as it may leave', async () => {
    const { fixes } = await watch('steady', 10, 5)
    const before = fixes.filter(({ positionedAt }) => positionedAt <= START + 5 * MINUTE)
    expect(before.length).toBeGreaterThan(4)
    expect(new Set(before.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(1)
    expect(fixes.find(({ speedKph }) => speedKph! > 0)!.positionedAt).toBeLessThan(START + 6 * MINUTE)
  })

  it('without a view of the sky sends only records without a fix', async () => {
    const { fixes } = await watch('noGps', 20)
    expect(fixes.length).toBeGreaterThan(10)
    expect(fixes.every(({ validity }) => validity === FixValidity.noFix)).toBe(true)
  })

  it('that is parked under a roof hops about and never drives', async () => {
    const { fixes } = await watch('jitter', 60)
    expect(new Set(fixes.map(({ latitude }) => latitude)).size).toBeGreaterThan(5)
    expect(fixes.every(({ ignition, speedKph }) => !ignition && speedKph === 0)).toBe(true)
  })

  it('without coverage sends its drive afterwards, newest first', async () => {
    const { packets } = await watch('lateBatch', 40)
    const batch = packets.find(({ fixes }) => fixes.length > 5)
    const times = batch!.fixes.map(({ positionedAt }) => positionedAt)
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  it('that falls silent after its first drive is not heard again', async () => {
    const { fixes, packets } = await watch('silent', 120)
    const ended = fixes.findLast(({ ignition }) => ignition)!.positionedAt
    expect(fixes.some(({ ignition }) => ignition)).toBe(true)
    expect(packets.at(-1)!.receivedAt - ended).toBeLessThan(5 * MINUTE)
  })
})
