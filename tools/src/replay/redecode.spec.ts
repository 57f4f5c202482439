import { FixValidity, type Fix, type Packet } from '@roadbook/contracts'
import { decodePacket, encodePacket } from '@roadbook/contracts/packet-codec'
import { DECODERS, findProtocol, type Decoded, type Protocol, type SessionState } from '@roadbook/protocols'
import { frameOfLine, frameOfMessage, headersOfFrame, lineOfFrame, type StoredFrame } from '../log/stored-frame.js'
import { redecode } from './redecode.js'

const teltonika = findProtocol('teltonika') as Protocol
const fix: Fix = { positionedAt: 1_763_622_630_000, validity: FixValidity.valid, latitude: 52.0907, longitude: 5.1214 }
const packet: Packet = {
  imei: '356307042441013',
  protocol: 'spy',
  receivedAt: 1_763_622_631_500,
  gateway: 'gateway-1',
  quarantined: false,
  fixes: [fix],
}
const frame: StoredFrame = {
  imei: packet.imei,
  protocol: 'spy',
  receivedAt: packet.receivedAt,
  gateway: 'gateway-1',
  raw: Buffer.from('78780d01', 'hex'),
  identity: 'SIM-0612345678',
  memory: { version: 2, encrypted: false },
  utcOffsetMinutes: 480,
  speedUnit: 'm/s',
}

/** Returns a protocol that gives this answer, on TCP and on UDP, and records its calls. */
function spy(answer: Decoded): { protocol: Protocol; asked: [side: string, frame: Buffer, session: SessionState][] } {
  const asked: [string, Buffer, SessionState][] = []
  const decode = (side: string) => (raw: Buffer, session: SessionState) => {
    asked.push([side, raw, session])
    return answer
  }
  const udp = { sniff: () => true, split: () => [], decode: decode('udp') }
  return { asked, protocol: { ...teltonika, name: 'spy', decode: decode('tcp'), udp } }
}

describe('a stored frame', () => {
  it('is decoded with all that its connection knew when it came', () => {
    const { protocol, asked } = spy({ kind: 'packet', fixes: [fix] })
    expect(redecode({ ...frame, packet }, [protocol])).toEqual({ packet })
    expect(asked).toEqual([
      [
        'tcp',
        frame.raw,
        { identity: 'SIM-0612345678', now: frame.receivedAt, memory: frame.memory, utcOffsetMinutes: 480, speedUnit: 'm/s' },
      ],
    ])
  })

  it('of a forwarding server is decoded by its format, whatever protocol the tracker has', () => {
    const raw = Buffer.from('id=9170000017&timestamp=1763622630000&lat=52.0907&lon=5.1214')
    expect(redecode({ ...frame, protocol: 'traccar/h02', raw }, DECODERS)).toMatchObject({
      packet: { protocol: 'traccar/h02', fixes: [{ ...fix, latitude: expect.closeTo(52.0907, 6) as number }] },
    })
  })

  it('that came as a datagram is decoded as one', () => {
    const { protocol, asked } = spy({ kind: 'packet', fixes: [fix] })
    redecode({ ...frame, transport: 'udp' }, [protocol])
    expect(asked.map(([side]) => side)).toEqual(['udp'])
  })

  it('gives the telemetry of a heartbeat, and keeps the verdict on its sender', () => {
    const { protocol } = spy({ kind: 'heartbeat', fixes: [fix] })
    expect(redecode({ ...frame, packet: { ...packet, quarantined: true } }, [protocol])).toEqual({
      packet: { ...packet, quarantined: true },
    })
  })

  it.each<[string, Partial<StoredFrame>, Decoded, string]>([
    ['without its bytes', { raw: undefined }, { kind: 'heartbeat' }, 'stored without its raw bytes'],
    ['of an unknown protocol', { protocol: 'morse' }, { kind: 'heartbeat' }, 'no decoder for the protocol "morse"'],
    ['that makes no sense', {}, { kind: 'decodeError', cause: 'content', reason: 'too short' }, 'too short'],
  ])('%s says why it cannot be read', (_name, changes, answer, unreadable) => {
    expect(redecode({ ...frame, ...changes }, [spy(answer).protocol])).toEqual({ unreadable })
  })

  it('is the same after it was exported and read again', () => {
    const message = { key: frame.imei, value: encodePacket(packet), headers: headersOfFrame({ ...frame, transport: 'udp' }) }
    const stored = frameOfMessage({ ...message, partition: 3, offset: 7n, appendedAt: 1 })
    expect(stored).toMatchObject({ ...frame, transport: 'udp', packet: decodePacket(message.value) })
    expect(frameOfLine(lineOfFrame(stored))).toEqual(stored)
  })
})
