import { isPieceOfMap, KeptPieces } from './kept-pieces'

/** Cache like a browser's: no partial responses, keys in insertion order. */
class SomeCache {
  readonly kept = new Map<string, Response>()
  async put(key: string, answer: Response) {
    if (answer.status === 206) throw new TypeError('partial')
    this.kept.set(key, answer)
  }
  match = async (key: string) => this.kept.get(key)?.clone()
  keys = async () => [...this.kept.keys()]
  delete = async (key: string) => this.kept.delete(key)
}

describe('what was seen of the map', () => {
  const request = (range: string) => new Request('https://portal.example/basemap.pmtiles', { headers: { range } })
  const partial = (text: string) => Promise.resolve(new Response(text, { status: 206, headers: { etag: '"1"' } }))
  const noNetwork = () => Promise.reject(new TypeError('offline'))
  const pieces = (most?: number) => {
    const cache = new SomeCache()
    return new KeptPieces(async () => cache as unknown as Cache, most)
  }

  it('is there without a network, piece by piece, as the part that it was', async () => {
    const kept = pieces()
    await kept.read(request('bytes=0-4'), partial('first'))
    await kept.read(request('bytes=5-9'), partial('other'))
    const answer = await kept.read(request('bytes=0-4'), noNetwork())
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([206, '"1"', 'first'])
  })

  it('is not made up where nothing was seen, and refusals are not kept', async () => {
    const kept = pieces()
    await kept.read(request('bytes=0-4'), Promise.resolve(new Response('gone', { status: 404 })))
    await expect(kept.read(request('bytes=0-4'), noNetwork())).rejects.toThrow('offline')
  })

  it('does not grow without end: the oldest goes first', async () => {
    const kept = pieces(2)
    for (const at of [0, 1, 2]) await kept.read(request(`bytes=${at}-${at}`), partial(String(at)))
    await expect(kept.read(request('bytes=0-0'), noNetwork())).rejects.toThrow('offline')
    expect(await (await kept.read(request('bytes=2-2'), noNetwork())).text()).toBe('2')
  })

  it('is kept of a file at an address of its own too, and of nothing else that is read', () => {
    const isKept = (address: string, headers: Record<string, string> = { range: 'bytes=0-4' }) => {
      const url = new URL(address)
      return isPieceOfMap({ url, sameOrigin: url.hostname === 'portal.example', request: new Request(url, { headers }) })
    }
    expect(isKept('https://portal.example/basemap.pmtiles')).toBe(true)
    expect(isKept('https://maps.example/alps.pmtiles')).toBe(true)
    expect(isKept('https://portal.example/api/v1/reports/7/file')).toBe(false)
    expect(isKept('https://login.example/token', {})).toBe(false)
  })
})
