import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_A = 1
/** Second 16 bits of an answer. The bits QR, RD and RA are set. The other bits are 0, which means that there was no error. */
const ANSWER = 0x8180
const NO_SUCH_NAME = 3

/**
 * Answers queries for addresses (A, RFC 1035) like the DNS of Docker and Kubernetes: a name leads to the addresses of all
 * processes that run now.
 */
export class NameServer {
  private constructor(
    private readonly socket: Socket,
    /** IPv4 addresses by name. They may be changed at any time. */
    readonly addresses: Record<string, string[]>,
  ) {
    socket.on('message', (query, { address, port }) => socket.send(this.#answer(query), port, address))
  }

  static async start(addresses: Record<string, string[]>): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new NameServer(socket, addresses)
  }

  get port(): number {
    return this.socket.address().port
  }

  close(): void {
    this.socket.close()
  }

  #answer(query: Buffer): Buffer {
    const labels: string[] = []
    let at = HEADER_BYTES
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const type = query.readUInt16BE(at + 1)
    const known = this.addresses[labels.join('.').toLowerCase()]
    const found = type === TYPE_A ? (known ?? []) : []
    const head = Buffer.alloc(HEADER_BYTES)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(ANSWER | (known ? 0 : NO_SUCH_NAME), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    const answers = found.map((address) =>
      // Fields: pointer to the name in the question, type A, class IN, time to live of one second, length of four bytes,
      // address.
      Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    )
    return Buffer.concat([head, query.subarray(HEADER_BYTES, at + 5), ...answers])
  }
}
