import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readApiConfiguration } from '../configuration.js'
import { matcherOf } from './matcher-of.js'
import { RegionMatcher } from './region/region-matcher.js'
import { readMatch } from './read-match.js'

/** Creates points a hundred metres apart, ten seconds each; a degree of latitude is 111 km. */
const way = (points: number, everyS = 10) =>
  Array.from({ length: points }, (_, at) => ({ latitude: 47 + at * 0.0009, longitude: 9.5, timeS: 1_750_000_000 + at * everyS }))
const onRoad = (index = 0) => ({ matchings_index: index, waypoint_index: 0, location: [9.5, 47], name: 'Landstrasse' })

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Asked {
  url: URL
  headers: IncomingMessage['headers']
  body: { shape?: { lat: number; lon: number; time: number }[]; costing?: string; [more: string]: unknown }
}
type Answer = (asked: Asked, nth: number) => { status?: number; headers?: Record<string, string>; body: unknown }

async function serve(answer: Answer): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Asked['body']) : {}
      const one = { url: new URL(request.url ?? '/', 'http://x'), headers: request.headers, body }
      const { status = 200, headers = {}, body: told } = answer(one, asked.push(one) - 1)
      response.writeHead(status, headers).end(typeof told === 'string' ? told : JSON.stringify(told))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
const pointsOf = ({ url, body }: Asked): number => body.shape?.length ?? url.pathname.split(';').length
/** Returns 120 m for every 100. */
const matched: Answer = (asked) => ({
  body: {
    code: 'Ok',
    matchings: [{ distance: 120 * (pointsOf(asked) - 1), confidence: 0.9 }],
    tracepoints: Array.from({ length: pointsOf(asked) }, () => onRoad()),
  },
})

const matcherAt = (environment: Record<string, string>) =>
  matcherOf(readApiConfiguration({ DATABASE_URL: 'postgres://x', ...environment }))
const match = (kind: string, url: string, points = way(11), turn = () => Promise.resolve(true)) =>
  matcherAt({ ROAD_MATCHER: kind, ROAD_MATCHER_URL: url })!.match(points, 'eBike', turn, new AbortController().signal)

describe('the operator’s road matcher', () => {
  it('is nobody’s service unless it is configured, and does not start without its address', () => {
    expect(matcherAt({})).toBeInstanceOf(RegionMatcher)
    expect(matcherAt({ ROAD_MATCHER: 'none', ROAD_MATCHER_URL: 'http://valhalla:8002' })).toBeUndefined()
    expect(() => matcherAt({ ROAD_MATCHER: 'osrm' })).toThrow(/ROAD_MATCHER_URL: must say where ROAD_MATCHER=osrm is/)
    expect(() => matcherAt({ ROAD_MATCHER: 'osrm', ROAD_MATCHER_URL: 'http://a:b@osrm' })).toThrow(/no user or password/)
    expect(() => matcherAt({ ROAD_MATCHER: 'google' })).toThrow(/ROAD_MATCHER: /)
  })

  it('asks a Valhalla for places and times alone, in the form that it shares with OSRM', async () => {
    const { url, asked } = await serve(matched)
    expect(await match('valhalla', `${url}/roads/?key=k`)).toBe(1_200)
    expect([asked[0]!.url.pathname, asked[0]!.url.search]).toEqual(['/roads/trace_route', '?key=k'])
    expect(asked[0]!.body).toMatchObject({ costing: 'bicycle', shape_match: 'map_snap', format: 'osrm' })
    expect(asked[0]!.body.shape?.[1]).toEqual({ lat: 47.0009, lon: 9.5, time: 1_750_000_010 })
    expect(asked[0]!.headers['user-agent']).toBe('Roadbook')
  })

  it('asks an OSRM for a hundred points at once, each piece going on where the one before ended', async () => {
    const { url, asked } = await serve(matched)
    expect(await match('osrm', url, way(250))).toBe(120 * 249)
    expect(asked.map(pointsOf)).toEqual([100, 100, 52])
    expect(asked[0]!.url.pathname).toMatch(/^\/match\/v1\/cycling\/9\.500000,47\.000000;/)
    expect(asked[0]!.url.searchParams.get('timestamps')?.split(';')).toHaveLength(100)
    expect(asked[1]!.url.pathname).toContain(`cycling/${asked[0]!.url.pathname.split(';').at(-1)}`)
  })

  it('sends points that are five seconds apart, and the last one', async () => {
    const { url, asked } = await serve(matched)
    await match('osrm', url, way(13, 1))
    expect(
      asked[0]!.url.searchParams
        .get('timestamps')
        ?.split(';')
        .map((time) => Number(time) - 1_750_000_000),
    ).toEqual([0, 5, 12])
  })

  it.each([
    ['osrm', { code: 'TooBig', message: 'Too many trace coordinates' }],
    ['valhalla', { error_code: 153, error: 'Too many shape points', status_code: 400 }],
    ['valhalla', { error_code: 154, error: 'Path distance exceeds the max distance limit', status_code: 400 }],
  ])('sends smaller pieces to a %s that says %j', async (kind, refusal) => {
    const { url, asked } = await serve((one, nth) => (pointsOf(one) > 30 ? { status: 400, body: refusal } : matched(one, nth)))
    expect(await match(kind, url, way(101))).toBe(12_000)
    expect(asked.filter((one) => pointsOf(one) <= 30).reduce((sum, one) => sum + pointsOf(one) - 1, 0)).toBe(100)
  })

  it.each([
    ['osrm', { code: 'NoMatch', message: 'Could not match the trace.' }],
    ['osrm', { code: 'NoSegment' }],
    ['valhalla', { error_code: 171, error: 'No suitable edges near location' }],
    ['valhalla', { error_code: 444, error: 'Map Match algorithm failed to find path' }],
  ])('has no road from a %s that says %j', async (kind, refusal) => {
    const { url } = await serve(() => ({ status: 400, body: refusal }))
    expect(await match(kind, url)).toBeUndefined()
  })

  it('F20 is not asked on when its turn does not come', async () => {
    const { url, asked } = await serve(matched)
    let turns = 1
    expect(await match('osrm', url, way(250), () => Promise.resolve(turns-- > 0))).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it.each([
    [429, { 'retry-after': '120' }, 'no', { message: 'the road matcher answered 429', pauseS: 120 }],
    [503, {}, 'no', { message: 'the road matcher answered 503', pauseS: 60 }],
    [500, {}, 'no', { message: 'the road matcher answered 500', pauseS: undefined }],
    [400, {}, '{"code":"InvalidQuery"}', { message: 'the road matcher answered 400', pauseS: undefined }],
    [200, {}, '<html>', { message: 'the road matcher answered what is no JSON' }],
    [200, {}, '{"code":"Ok","matchings":[],"tracepoints":[]}', { message: 'the road matcher answered what is no match' }],
    [302, { location: 'http://elsewhere.example/' }, '', { message: 'the road matcher does not answer' }],
  ])('F20 has failed when it answers %i with %j and %s', async (status, headers, body, failure) => {
    const { url } = await serve(() => ({ status, headers: headers, body }))
    await expect(match('osrm', url)).rejects.toMatchObject(failure)
  })
})

describe('a distance by road', () => {
  const points = way(5)
  const told = (matchings: number[], tracepoints: (number | null)[]) =>
    readMatch(points, {
      matchings: matchings.map((distance) => ({ distance })),
      tracepoints: tracepoints.map((index) => (index === null ? null : onRoad(index))),
    })

  it('is that of the stretches that were matched', () => {
    expect(told([510], [0, 0, 0, 0, 0])).toEqual({ distanceM: 510, offRoadM: 0 })
  })

  it('goes past a point that lies beside the road', () => {
    expect(told([510], [0, 0, null, 0, 0])).toEqual({ distanceM: 510, offRoadM: 0 })
  })

  it('is straight where no road leads on, and before and behind the roads', () => {
    expect(told([110, 120], [0, 0, null, 1, 1])).toMatchObject({
      distanceM: expect.closeTo(430, -1),
      offRoadM: expect.closeTo(200, -1),
    })
    expect(told([220], [null, 0, 0, 0, null])).toMatchObject({
      distanceM: expect.closeTo(420, -1),
      offRoadM: expect.closeTo(200, -1),
    })
  })

  it('is no answer when it is of other points, or of stretches that are not there', () => {
    expect(told([510], [0, 0])).toBeUndefined()
    expect(told([510], [0, 0, 0, 0, 1])).toBeUndefined()
    expect(told([-1], [0, 0, 0, 0, 0])).toBeUndefined()
    expect(readMatch(points, null)).toBeUndefined()
  })
})
