import type { IncomingMessage } from 'node:http'

/** Body of one request. It counts as memory in use until it is released. */
export interface Body {
  bytes: Buffer
  release(): void
}

/** Reads bodies, and limits the memory that the bodies of all requests use together. */
export class Bodies {
  #inUse = 0

  /** @param room number of bytes that all bodies may have together */
  constructor(private readonly room: number) {}

  /**
   * Reads a body.
   * @returns `tooLarge` if the body is longer than allowed, and `noRoom` if the bodies of other requests use the memory. The
   *   rest of the body is not read in these cases
   * @throws Error if the client disconnects
   */
  async read(request: IncomingMessage, mostBytes: number): Promise<Body | 'tooLarge' | 'noRoom'> {
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > mostBytes) return 'tooLarge'
    let reserved = 0
    const reserve = (total: number): boolean => {
      const more = Math.max(0, total - reserved)
      if (this.#inUse + more > this.room) return false
      this.#inUse += more
      reserved += more
      return true
    }
    const release = (): void => {
      this.#inUse -= reserved
      reserved = 0
    }
    let body: Body | undefined
    try {
      if (!reserve(declared)) return 'noRoom'
      const chunks: Buffer[] = []
      let bytes = 0
      // The connection must stay open for the answer even if the rest of the body is not read.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > mostBytes) return 'tooLarge'
        if (!reserve(bytes)) return 'noRoom'
        chunks.push(chunk)
      }
      return (body = { bytes: Buffer.concat(chunks), release })
    } finally {
      if (!body) release()
    }
  }
}
