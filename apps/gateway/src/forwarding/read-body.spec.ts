import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bodies, type Body } from './read-body.js'

describe('bodies that are read at once', () => {
  const held: Body[] = []
  let server: Server
  let bodies: Bodies

  beforeEach(async () => {
    bodies = new Bodies(1_000)
    server = createServer((incoming, response) => {
      void bodies.read(incoming, 800).then((body) => {
        if (typeof body !== 'string') held.push(body)
        response.end(typeof body === 'string' ? body : `${body.bytes.length}`)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => server.close())

  /** Sends a body, with its length in advance or in chunks. @returns the answer */
  async function send(bytes: number, headers: Record<string, string | number> = { 'Content-Length': bytes }): Promise<string> {
    const { port } = server.address() as AddressInfo
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false })
    outgoing.end(Buffer.alloc(bytes))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) text += chunk
    return text
  }
  const inChunks = { 'Transfer-Encoding': 'chunked' }

  it('have a limit together, until they are released', async () => {
    expect([await send(800), await send(300), await send(300, inChunks), await send(200)]).toEqual([
      '800',
      'noRoom',
      'noRoom',
      '200',
    ])
    for (const body of held.splice(0)) body.release()
    expect(await send(800)).toBe('800')
  })

  it('are answered when they are too long, and take no room then', async () => {
    for (const headers of [undefined, inChunks]) expect(await send(801, headers)).toBe('tooLarge')
    expect(await send(800)).toBe('800')
  })
})
