/** Enough for some towns at every zoom: a piece is a few kilobytes. */
const MOST_PIECES = 600
/** Where the server has the map's file, unless it stands at an address of its own. */
const BASEMAP = '/basemap.pmtiles'

interface Asked {
  url: URL
  sameOrigin: boolean
  request: Request
}

/** Of other hosts nothing is read in pieces but the map's file: the content policy lets the portal reach no more of them. */
export const isPieceOfMap = ({ url, sameOrigin, request }: Asked): boolean =>
  request.headers.has('range') && (!sameOrigin || url.pathname === BASEMAP)

/**
 * Pieces of one large file as they were read, for when there is no network; the oldest go first. A cache takes no partial
 * answers: each is kept as a whole one under its range, and handed out as the part that it is.
 */
export class KeptPieces {
  constructor(
    private readonly open: () => Promise<Cache>,
    private readonly most = MOST_PIECES,
  ) {}

  /** The network's piece, which is kept for later; without a network the kept one. */
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
