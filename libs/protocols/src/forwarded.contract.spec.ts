import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FixValidity } from '@roadbook/contracts'
import { decodePacket, encodePacket } from '@roadbook/contracts/packet-codec'
import { FORWARDED, forwardedName, spokenIn } from './forwarded.js'
import { planPorts } from './port-plan.js'
import { findProtocol, PROTOCOLS } from './registry.js'
import { hasReadme } from './testing/fixtures.js'
import { heapGrowth } from './testing/heap.js'
import { mutate, randomBytes, seededRandom } from './testing/mutants.js'

/**
 * Checks of protocols.contract.spec.ts that also apply to the formats of forwarding servers. Every format is tested with
 * its fixtures.
 */
const NOW = Date.UTC(2026, 4, 14, 10)
const MUTANTS = Number(process.env.ORDEAL_MUTANTS ?? 8_000)
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), NOW + 2 * 86_400_000]

const framesOf = (name: string): Buffer[] => {
  const folder = path.join(__dirname, name, 'fixtures')
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file)))
}

describe.each(FORWARDED.map((format) => [format.name, format] as const))('the ordeal of the format %s', (name, format) => {
  const frames = framesOf(name)

  function expectOrderly(frame: Buffer): void {
    const decoded = format.decode(frame, { now: NOW })
    if (decoded.kind === 'decodeError') return
    for (const fix of decoded.fixes ?? []) {
      const isNowhere = fix.latitude === undefined && fix.longitude === undefined && fix.validity !== FixValidity.valid
      const isPlace = Math.abs(fix.latitude ?? NaN) <= 90 && Math.abs(fix.longitude ?? NaN) <= 180
      const isDated = Number.isSafeInteger(fix.positionedAt) && fix.positionedAt >= EARLIEST && fix.positionedAt <= LATEST
      const isRead = fix.heading === undefined || (fix.heading >= 0 && fix.heading < 360)
      const numbers = [...(Object.values(fix) as unknown[]), ...Object.values(fix.attributes ?? {})]
      const areNumbers = numbers.every((value) => typeof value !== 'number' || Number.isFinite(value))
      if (!((isNowhere || isPlace) && isDated && isRead && areNumbers))
        throw new Error(`${JSON.stringify(fix)} of ${frame.toString()}`)
    }
    const packet = { imei: '352625698104217', protocol: name, receivedAt: NOW, gateway: 'g', quarantined: false }
    expect(decodePacket(encodePacket({ ...packet, fixes: decoded.fixes ?? [] })).fixes).toHaveLength(decoded.fixes?.length ?? 0)
  }

  it('has fixtures that are readable, and a README', () => {
    expect(frames.length).toBeGreaterThan(0)
    for (const frame of frames) expect(format.decode(frame, { now: NOW }).kind).not.toBe('decodeError')
    expect(hasReadme(name)).toBe(true)
  })

  it(`B1 B6 turns ${MUTANTS} changed and 20 000 random messages into values, never throws, and keeps no memory`, () => {
    const random = seededRandom(20_260_514)
    const round = () => expectOrderly(mutate(frames[Math.floor(random() * frames.length)]!, random))
    for (let nth = 0; nth < 2_000; nth++) round()
    const growth = heapGrowth(() => {
      for (let nth = 0; nth < MUTANTS; nth++) round()
    })
    expect(growth).toBeLessThan(10 * 1024 * 1024)
    for (let nth = 0; nth < 20_000; nth++) expectOrderly(randomBytes(random, 64))
  })

  it('is never taken for the protocol of a connection, and has no port', () => {
    for (const frame of frames) expect(format.sniff(frame.subarray(0, 20))).toBe('no')
    expect(format.frame(frames[0]!)).toMatchObject({ kind: 'frameError' })
    expect(PROTOCOLS).not.toContain(format)
    expect(planPorts({ GATEWAY_PORT: 0, TELTONIKA_PORT: 0, PROTOCOL_PORTS: `${name}:1` })).toMatch(`no protocol "${name}"`)
  })

  it('decodes its stored frames whatever protocol they add, and nobody else’s', () => {
    expect(findProtocol(name)).toBe(format)
    expect(findProtocol(`${name}/gps103`)).toBe(format)
    expect(findProtocol('gps103/gps103')).toBeUndefined()
  })
})

describe('the protocol of a forwarded packet', () => {
  it.each([
    ['gps103', 'traccar/gps103'],
    ['gl200', 'traccar/gl200'],
    [undefined, 'traccar'],
    ['', 'traccar'],
    ['a/b', 'traccar'],
    ['Ünbekannt', 'traccar'],
    ['x'.repeat(25), 'traccar'],
  ])('of a tracker that speaks %s is named %s', (spoken, name) => {
    expect(forwardedName({ name: 'traccar' }, spoken)).toBe(name)
  })

  it.each([
    ['traccar/gps103', 'gps103'],
    ['traccar/gl200', 'queclink'],
    ['traccar/wialon', 'wialon-ips'],
    ['traccar/huabao', 'jt808'],
    ['traccar/constructor', 'constructor'],
    ['teltonika', 'teltonika'],
    ['traccar', 'traccar'],
  ])('%s is that of a tracker that speaks %s here', (name, spoken) => {
    expect(spokenIn(name)).toBe(spoken)
  })
})
