/**
 * Maximum number of stored pieces of the map's file. A piece has a few kilobytes. 600 are enough for a few towns at every
 * zoom.
 */
const MOST_PIECES = 600
/** Path of the map's file, unless the file is at another host. */
const BASEMAP = '/basemap.pmtiles'

interface Asked {
  url: URL
  sameOrigin: boolean
  request: Request
}

/**
 * Returns whether a request reads a piece of the map's file. A range request to another host is always for that file, because
 * the content security policy allows no other.
 */
export const isPieceOfMap = ({ url, sameOrigin, request }: Asked): boolean =>
  request.headers.has('range') && (!sameOrigin || url.pathname === BASEMAP)

/**
 * Cache for pieces of one large file, for use offline. The oldest pieces are removed first. A browser cache accepts no partial
 * responses, so each piece is stored as a full response under its range, and returned as a partial response.
 */
export class KeptPieces {
  constructor(
    private readonly open: () => Promise<Cache>,
    private readonly most = MOST_PIECES,
  ) {}

  /** Returns the piece from the network and stores it. Without a network, returns the stored piece. */
  async read(request: Request, fetching: Promise<Response>): Promise<Response> {
    const key = `${request.url}?${request.headers.get('range')}`
    let answer: Response
    try {
      answer = await fetching
    } catch (error) {
      const kept = await (await this.open()).match(key)
      if (!kept) throw error
      return new Response(kept.body, { status: 206, headers: kept.headers })
    }
    if (answer.status === 206) await this.keep(key, answer.clone())
    return answer
  }

  private async keep(key: string, answer: Response): Promise<void> {
    const cache = await this.open()
    await cache.put(key, new Response(answer.body, { headers: answer.headers }))
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - this.most)).map((old) => cache.delete(old)))
  }
}
