import { readFileSync } from 'node:fs'
import path from 'node:path'
import { teltonika } from './index.js'

interface Example {
  name: string
  transport: string
  hex: string
  expected_reply_hex: string
  decoded: { imei: string; time: string }[]
}
const examples = JSON.parse(readFileSync(path.join(__dirname, 'fixtures/examples.json'), 'utf8')) as Example[]
const udp = teltonika.udp!
const session = { now: Date.UTC(2026, 0, 1) }

describe('a datagram', () => {
  it.each(examples.filter(({ transport }) => transport === 'udp').map((example) => [example.name, example] as const))(
    '%s names its tracker and is answered with its own ids',
    (_, { hex, expected_reply_hex, decoded }) => {
      const datagram = Buffer.from(hex, 'hex')
      expect(udp.sniff(datagram)).toBe(true)
      expect(udp.split(datagram)).toEqual([datagram])
      const packet = udp.decode(datagram, session)
      if (packet.kind !== 'packet') throw new Error(packet.kind)
      expect(packet.identity).toBe(decoded[0]!.imei)
      expect(packet.fixes.map(({ positionedAt }) => positionedAt)).toEqual(decoded.map(({ time }) => Date.parse(time)))
      expect(packet.reply?.toString('hex').toUpperCase()).toBe(expected_reply_hex)
    },
  )

  it('that was cut or is somebody else’s is not taken', () => {
    const datagram = Buffer.from(examples.find(({ transport }) => transport === 'udp')!.hex, 'hex')
    expect(udp.sniff(datagram.subarray(0, -1))).toBe(false)
    expect(udp.split(Buffer.from('2.0;123'))).toMatchObject({ kind: 'frameError' })
  })
})
