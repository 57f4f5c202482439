import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Fix } from '@roadbook/contracts'
import { hasLuhnDigit, isImei } from '@roadbook/geo'
import { findProtocol } from '@roadbook/protocols'
import { type Clock, FakeClock } from '@roadbook/testing'
import { until } from '@roadbook/testing/until'
import { fleetImei, simulate } from './simulate.js'

const teltonika = findProtocol('teltonika')!
const START = Date.UTC(2026, 0, 1)

/** Returns a clock whose sleeps end immediately and advance the clock. */
function hurriedClock(): Clock {
  let now = START
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

describe('roadbook simulate', () => {
  const received = new Map<string, Fix[]>()
  let server: Server
  let port: number
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'simulate-'))
    server = createServer((socket) => {
      let held = Buffer.alloc(0)
      let imei = ''
      socket.on('error', () => socket.destroy())
      socket.on('data', (bytes) => {
        held = Buffer.concat([held, bytes])
        for (let cut = teltonika.frame(held); cut !== 'more' && 'frame' in cut; cut = teltonika.frame(held)) {
          held = Buffer.from(cut.remaining)
          const decoded = teltonika.decode(cut.frame, { now: START })
          if (decoded.kind === 'login') socket.write(decoded.reply!)
          if (decoded.kind === 'login') imei = decoded.identity
          if (decoded.kind !== 'packet') continue
          received.set(imei, [...(received.get(imei) ?? []), ...decoded.fixes])
          socket.write(decoded.reply!)
        }
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })

  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await new Promise((resolve) => server.close(resolve))
  })

  it('drives every named tracker along the track and ends when all of it is acknowledged', async () => {
    const track = path.join(folder, 'track.geojson')
    writeFileSync(
      track,
      JSON.stringify({
        type: 'LineString',
        coordinates: [
          [8.6, 49.4],
          [8.61, 49.4],
        ],
      }),
    )
    const imeis = [fleetImei(1), fleetImei(2)]
    const { signal } = new AbortController()
    await simulate({ host: '127.0.0.1', port, imeis, track, speedKph: 36, signal, clock: hurriedClock() })
    for (const imei of imeis) {
      const fixes = received.get(imei)!
      expect(fixes[0]).toMatchObject({ positionedAt: START, ignition: true, latitude: expect.closeTo(49.4, 6) })
      expect(fixes.at(-1)).toMatchObject({ ignition: false, odometerM: 724, longitude: expect.closeTo(8.61, 6) })
    }
  })

  it('drives a named tracker at once, and says what it sends', async () => {
    const clock = new FakeClock(START)
    const ending = new AbortController()
    const said: string[] = []
    const imei = fleetImei(3)
    const options = {
      host: '127.0.0.1',
      port,
      imeis: [imei],
      signal: ending.signal,
      clock,
      log: (text: string) => void said.push(text),
    }
    const running = simulate(options)
    const driven = () => received.get(imei)?.find(({ speedKph }) => speedKph! > 0)
    await until('it drives', async () => {
      await clock.advance(1_000)
      return driven()
    })
    expect(driven()!.positionedAt - START).toBeLessThan(60_000)
    ending.abort()
    await running
    expect(said[0]).toBe(`1 tracker sends to 127.0.0.1:${port}; Ctrl-C ends it`)
    expect(said[1]).toMatch(new RegExp(`^${imei}  \\d+ records? taken in  47\\.\\d{5}, 9\\.\\d{5}  \\d+ km/h$`))
  })

  it('says when a tracker is refused, once', async () => {
    const refusing = createServer((socket) => socket.on('data', () => socket.destroy()).on('error', () => socket.destroy()))
    refusing.listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const ending = new AbortController()
    const said: string[] = []
    const imei = fleetImei(4)
    const { port: closed } = refusing.address() as AddressInfo
    const running = simulate({
      host: '127.0.0.1',
      port: closed,
      imeis: [imei],
      signal: ending.signal,
      log: (text) => void said.push(text),
    })
    await until('it says so', () => said.length > 1)
    ending.abort()
    await running
    await new Promise((resolve) => refusing.close(resolve))
    expect(said.slice(1)).toEqual([`${imei}  the login is refused: is it registered?; it tries again`])
  })

  it('wants to know what to simulate', async () => {
    const { signal } = new AbortController()
    await expect(simulate({ host: '127.0.0.1', port, signal })).rejects.toThrow('name an IMEI')
  })

  it('gives generated vehicles well-formed IMEIs that stay the same', () => {
    const imeis = Array.from({ length: 1_000 }, (_, nth) => fleetImei(nth))
    expect(new Set(imeis).size).toBe(1_000)
    expect(imeis.every((imei) => isImei(imei) && hasLuhnDigit(imei))).toBe(true)
  })
})
