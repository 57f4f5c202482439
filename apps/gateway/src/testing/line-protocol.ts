import { FixValidity } from '@roadbook/contracts'
import type { Protocol } from '@roadbook/protocols'

/** A protocol that tests can write by hand. Each line is a frame, and its first letter is the message type. */
export const lineProtocol: Protocol = {
  name: 'line',
  ports: [],
  reportsVoltage: 'never',
  maxFrameBytes: 64,
  sniff: (head) => (head.length === 0 ? 'more' : 'LPHBCXT'.includes(String.fromCharCode(head[0] ?? 0)) ? 'yes' : 'no'),
  frame: (buffer) => {
    const end = buffer.indexOf('\n')
    if (buffer[0] === 0) return { kind: 'frameError', reason: 'a zero byte' }
    return end < 0 ? 'more' : { frame: buffer.subarray(0, end + 1), rest: buffer.subarray(end + 1) }
  },
  decode: (frame) => {
    const text = frame.toString('latin1').trim()
    const rest = text.slice(1)
    switch (text[0]) {
      case 'L':
        return { kind: 'login', identity: rest, reply: Buffer.from('welcome\n'), refuse: Buffer.from('no\n') }
      case 'P':
        return {
          kind: 'packet',
          fixes: [{ positionedAt: Number(rest), validity: FixValidity.valid, latitude: 49.4, longitude: 8.7 }],
          reply: Buffer.from(`ack ${rest}\n`),
        }
      case 'H':
        return { kind: 'heartbeat', reply: Buffer.from('alive\n') }
      case 'C':
        return { kind: 'decodeError', cause: 'checksum', reason: 'checksum', replyWhenStuck: Buffer.from('given up\n') }
      case 'T':
        throw new Error('a fault in the decoder')
      case 'X':
        return { kind: 'unsupported', messageType: rest }
      default:
        return { kind: 'decodeError', cause: 'content', reason: 'count mismatch', replyWhenRejected: Buffer.from('taken\n') }
    }
  },
}
