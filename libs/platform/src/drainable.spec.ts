import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { drainable } from './drainable.js'

describe('a server that ends', () => {
  let server: Server
  let port: number
  let drain: ReturnType<typeof drainable>
  /** Functions that complete pending responses, by path. */
  let answers: Map<string, () => void>
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  beforeEach(async () => {
    answers = new Map()
    server = createServer((incoming, response) => {
      if (incoming.url === '/now') return void response.end('done')
      answers.set(incoming.url!, () => response.end('done'))
      server.emit('asked')
    })
    drain = drainable(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => agent.destroy())

  const ask = (path: string, through?: Agent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, agent: through ?? false }, (response) =>
        response.resume().once('end', () => resolve(response)),
      )
      sent.once('error', reject).end()
    })

  it('F18 answers what is under way, as the last answer of its connection', async () => {
    const slow = ask('/slow', agent)
    await once(server, 'asked')
    const ended = drain({ noticeMs: 0 })
    while (server.listening) await new Promise(setImmediate)
    answers.get('/slow')!()
    expect((await slow).headers.connection).toBe('close')
    await ended
  })

  it('F18 goes on to answer, new connections too, while it is told to whoever balances', async () => {
    await ask('/now', agent)
    let hasEnded = false
    const ended = drain({ noticeMs: 300 }).then(() => (hasEnded = true))
    for (const through of [agent, undefined]) expect((await ask('/now', through)).statusCode).toBe(200)
    expect(hasEnded).toBe(false)
    await ended
    await expect(ask('/now')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('F18 takes the next request of a connection that was asked on just before', async () => {
    await ask('/now', agent)
    const ended = drain({ noticeMs: 0 })
    // The server no longer listens, and the connection is still open.
    while (server.listening) await new Promise(setImmediate)
    expect((await ask('/now', agent)).headers.connection).toBe('close')
    await ended
  })

  it('closes connections on which nothing happens, and those that never end', async () => {
    const idle = connect(port, '127.0.0.1')
    const closed = once(idle.resume(), 'close')
    await once(idle, 'connect')
    const stuck = ask('/stuck')
    stuck.catch(() => undefined)
    await once(server, 'asked')
    await drain({ noticeMs: 0, requestsMs: 1_100 })
    await closed
    await expect(stuck).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('leaves connections to the protocol that they have become', async () => {
    server.on('upgrade', (_request, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    )
    const sent = request({ port, host: '127.0.0.1', headers: { connection: 'Upgrade', upgrade: 'x' } })
    sent.end()
    const [, socket] = (await once(sent, 'upgrade')) as [IncomingMessage, ReturnType<typeof connect>]
    await drain({ noticeMs: 0 })
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })
})
