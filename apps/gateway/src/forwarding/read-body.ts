import type { IncomingMessage } from 'node:http'

/** Reads a body. @returns undefined when it is longer than allowed. @throws Error when the client goes away */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > mostBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
