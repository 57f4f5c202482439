import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress, createGunzip } from 'node:zlib'

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

const agent = new Agent({ keepAlive: true })

/**
 * Asks a server over HTTP. Suites ask a hundred thousand times, and `fetch` takes three times as much of the processor; otherwise it is
 * the same, but for redirections, which are not followed, and compression, which callers ask for themselves.
 */
export async function askedOverHttp(address: string, asked: Asked): Promise<Answered> {
  const response = await answerTo(new URL(address), asked)
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return { status: response.statusCode ?? 0, headers, text: await text(unpacked(response)) }
}

function unpacked(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = response.headers['content-encoding']
  if (encoding === undefined) return response
  return response.pipe(encoding === 'br' ? createBrotliDecompress() : createGunzip())
}

function answerTo(address: URL, asked: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, body } = asked
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(address, { method, agent, headers: { ...length, ...asked.headers } })
    sent.once('response', resolve)
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The server gave the connection up at the moment in which it was taken again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') answerTo(address, asked).then(resolve, reject)
      else reject(error)
    })
    sent.end(body)
  })
}
