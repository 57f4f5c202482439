import { Agent, type ClientRequest, type IncomingMessage } from 'node:http'
import supertest from 'supertest'

export interface Asked {
  method: string
  headers: Record<string, string>
  body?: string
}

export interface Answered {
  status: number
  headers: Headers
  text: string
}

const keptAlive = new Agent({ keepAlive: true })

/**
 * Asks a server over HTTP. Nothing is asserted here, no redirection is followed, and an answer is compressed only for whoever asks for
 * that.
 */
export async function askedOverHttp(address: string, asked: Asked): Promise<Answered> {
  const { origin, pathname, search } = new URL(address)
  const request = new supertest.Test(origin, asked.method, pathname + search)
  request.agent(keptAlive).ok(() => true)
  request.set({ 'accept-encoding': 'identity', ...asked.headers })
  if (asked.body !== undefined) withBody(request, asked.body, asked.headers)
  request.buffer(true).parse((answer, done) => {
    const parts: Buffer[] = []
    // By its events: a compressed answer is unpacked for whoever listens, not for whoever reads the stream.
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => done(null, new TextDecoder().decode(Buffer.concat(parts))))
  })
  try {
    const { status, body } = await request
    return { status, headers: toHeaders(exchangeOf(request).res!), text: typeof body === 'string' ? body : '' }
  } catch (error) {
    const { req, res } = exchangeOf(request)
    // The server gave the connection up at the moment in which it was taken again: nothing was answered yet.
    if (!res && req?.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return askedOverHttp(address, asked)
    throw error
  }
}

/** As it is, with the type that its asker names or with none. */
function withBody(request: supertest.Test, body: string, headers: Record<string, string>): void {
  request.send(body)
  if (!('content-type' in headers)) request.unset('content-type')
}

/** What Node knows of the request and of its answer. */
const exchangeOf = (request: supertest.Test) => request as unknown as { req?: ClientRequest; res?: IncomingMessage }

/** Each value on its own, also of headers that should come once. */
function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) for (const value of values ?? []) headers.append(name, value)
  return headers
}
