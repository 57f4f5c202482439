import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { addressesOfName, listedIn } from './addresses-of-name.js'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3

/** Starts a name server (RFC 1035, 4.1) that returns these addresses by query type, or does not respond. */
async function serverOfNames(
  answers?: Record<number, readonly (readonly number[])[]>,
): Promise<{ socket: Socket; address: string }> {
  const socket = createSocket('udp4')
  socket.on('message', (asked, { port, address }) => {
    if (!answers) return
    // The name ends with a length of 0; type and class follow.
    const end = asked.indexOf(0, 12) + 5
    const found = answers[asked.readUInt16BE(end - 4)] ?? []
    const isKnown = Object.keys(answers).length > 0
    const head = Buffer.alloc(12)
    asked.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | (isKnown ? 0 : NO_SUCH_NAME), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    const records = found.map((bytes) => {
      const record = Buffer.from([0xc0, 12, ...asked.subarray(end - 4, end), 0, 0, 0, 0, 0, bytes.length])
      return Buffer.concat([record, Buffer.from(bytes)])
    })
    socket.send(Buffer.concat([head, asked.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { socket, address: `127.0.0.1:${socket.address().port}` }
}

describe('the addresses of a name', () => {
  const sockets: Socket[] = []
  const server = async (answers?: Record<number, readonly (readonly number[])[]>) => {
    const { socket, address } = await serverOfNames(answers)
    sockets.push(socket)
    return [address]
  }
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  const never = new AbortController().signal

  it('are all that its server knows, of both kinds', async () => {
    const servers = await server({
      [A]: [
        [93, 184, 215, 14],
        [10, 0, 0, 7],
      ],
      [AAAA]: [[0x26, 6, ...Array(13).fill(0), 1]],
    })
    expect(await addressesOfName('receiver.example', never, servers)).toEqual(['93.184.215.14', '10.0.0.7', '2606::1'])
  })

  it('are those of one kind where it has no others', async () => {
    const servers = await server({ [AAAA]: [[0x26, 6, ...Array(13).fill(0), 1]] })
    expect(await addressesOfName('receiver.example', never, servers)).toEqual(['2606::1'])
  })

  it('are none where nobody has the name', async () => {
    await expect(addressesOfName('receiver.example', never, await server({}))).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('M11 are found while names whose server is silent are waited for', async () => {
    const silent = await server()
    const given = new AbortController()
    const waiting = Array.from({ length: 50 }, (_, n) => addressesOfName(`silent${n}.example`, given.signal, silent))
    const ended = Promise.allSettled(waiting)
    expect(await addressesOfName('receiver.example', never, await server({ [A]: [[93, 184, 215, 14]] }))).toEqual([
      '93.184.215.14',
    ])
    given.abort()
    for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ECANCELLED' } })
  })

  it.each(['localhost', 'localhost.', 'LocalHost', 'app.localhost'])('of %s are asked of nobody', async (name) => {
    expect(await addressesOfName(name, never, [])).toEqual(['127.0.0.1', '::1'])
  })

  it('are those that the machine lists', () => {
    const hosts = '127.0.0.1 localhost\n10.0.0.7\tReceiver.local receiver # ours\n# 10.0.0.8 receiver\nfd00::7 receiver\n'
    expect(listedIn(hosts, 'receiver')).toEqual(['10.0.0.7', 'fd00::7'])
    expect(listedIn(hosts, 'receiver.local')).toEqual(['10.0.0.7'])
    expect(listedIn(hosts, 'ours')).toEqual([])
  })
})
