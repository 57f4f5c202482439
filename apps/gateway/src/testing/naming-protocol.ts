import { FixValidity } from '@roadbook/contracts'
import type { Protocol } from '@roadbook/protocols'
import { sameFramesOverUdp } from '@roadbook/protocols/datagrams'

/**
 * A protocol without a login that tests can write by hand. Each line begins with the sender's identifier. `<id> P<time>` is a
 * position in local time, `<id> H<percent>` a heartbeat with battery, `<id> Z<minutes>` sets the offset from UTC, `<id>
 * A<text>` replies to a command, `<id> X<type>` is not supported, and `!` is damaged.
 */
const plain: Protocol = {
  name: 'naming',
  ports: [],
  reportsVoltage: 'never',
  maxFrameBytes: 64,
  sniff: (head) => (head.length === 0 ? 'more' : /^[\w!-]/.test(head.toString('latin1')) ? 'yes' : 'no'),
  frame: (buffer) => {
    const end = buffer.indexOf('\n')
    return end < 0 ? 'more' : { frame: buffer.subarray(0, end + 1), rest: buffer.subarray(end + 1) }
  },
  decode: (frame, session) => {
    const [identity = '', body = ''] = frame.toString('latin1').trim().split(' ')
    const refuse = Buffer.from('who?\n')
    const rest = body.slice(1)
    const offset = session.utcOffsetMinutes ?? Number(session.memory?.offset ?? 0)
    switch (body[0]) {
      case 'P':
        return {
          kind: 'packet',
          identity,
          fixes: [{ positionedAt: Number(rest) - offset * 60_000, validity: FixValidity.valid, latitude: 49, longitude: 8 }],
          reply: Buffer.from(`ok ${identity} ${rest} ${session.serial}\n`),
          refuse,
        }
      case 'H':
        return {
          kind: 'heartbeat',
          identity,
          fixes: [{ positionedAt: session.now, validity: FixValidity.noFix, batteryPercent: Number(rest) }],
          reply: Buffer.from(`alive ${identity}\n`),
          refuse,
        }
      case 'Z':
        return { kind: 'heartbeat', identity, remember: { offset: Number(rest) }, reply: Buffer.from('set\n'), refuse }
      case 'A':
        return { kind: 'commandReply', identity, text: rest, serial: 7 }
      case 'X':
        return { kind: 'unsupported', identity, messageType: rest, reply: Buffer.from('seen\n') }
      default:
        return { kind: 'decodeError', cause: 'checksum', reason: 'damaged', replyWhenDamaged: Buffer.from('again?\n') }
    }
  },
}

export const namingProtocol: Protocol = { ...plain, udp: sameFramesOverUdp(plain) }
