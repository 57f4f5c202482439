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
 * Sends a request over HTTP. Checks nothing in the answer, follows no redirect, and requests compression only if the caller
 * requests it.
 */
export async function askedOverHttp(address: string, asked: Asked): Promise<Answered> {
  const { origin, pathname, search } = new URL(address)
  const request = new supertest.Test(origin, asked.method, pathname + search)
  request.agent(keptAlive).ok(() => true)
  request.set({ 'accept-encoding': 'identity', ...asked.headers })
  if (asked.body !== undefined) withBody(request, asked.body, asked.headers)
  request.buffer(true).parse((answer, done) => {
    const parts: Buffer[] = []
    // The answer is read by its events. If it were read as a stream, a compressed answer would not be unpacked.
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => done(null, new TextDecoder().decode(Buffer.concat(parts))))
  })
  try {
    const { status, body } = await request
    return { status, headers: toHeaders(exchangeOf(request).res!), text: typeof body === 'string' ? body : '' }
  } catch (error) {
    const { req, res } = exchangeOf(request)
    // The server closed the connection at the moment at which it was used again, and there was no answer. So the request is
    // repeated.
    if (!res && req?.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return askedOverHttp(address, asked)
    throw error
  }
}

/** Sends the body unchanged, with the caller's content type. If the caller sets none, sends no content type. */
function withBody(request: supertest.Test, body: string, headers: Record<string, string>): void {
  request.send(body)
  if (!('content-type' in headers)) request.unset('content-type')
}

/** Returns Node's request and answer objects. */
const exchangeOf = (request: supertest.Test) => request as unknown as { req?: ClientRequest; res?: IncomingMessage }

/** Copies the headers. If a header came several times, each of its values is kept separately. */
function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) for (const value of values ?? []) headers.append(name, value)
  return headers
}
