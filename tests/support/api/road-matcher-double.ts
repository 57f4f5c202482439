import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Point {
  lat: number
  lon: number
  time?: number
}

/** Number of requests that may arrive at the same time, because some of them were delayed on the way. */
const BURST = 3
const VALHALLA_COSTINGS = ['auto', 'bicycle', 'bus', 'motor_scooter', 'motorcycle', 'pedestrian', 'truck', 'taxi']
const OSRM_OPTIONS = [
  'steps',
  'geometries',
  'annotations',
  'overview',
  'timestamps',
  'radiuses',
  'gaps',
  'tidy',
  'waypoints',
  'hints',
  'bearings',
]

/**
 * Behaves like Valhalla's `/trace_route` or OSRM's `/match`. Refuses everything that these refuse: too many points, too
 * long a distance, times that do not rise, unknown options and costings, and requests above the rate. Roads are a third
 * longer than the straight line. South of the equator there are no roads.
 */
export class RoadMatcherDouble {
  readonly asked: Point[][] = []
  /** Number of requests refused for exceeding the rate. */
  refused = 0
  /** If true, breaks every connection. */
  isAway = false
  private level = 0
  private levelAt = Date.now()

  private constructor(
    private readonly kind: 'valhalla' | 'osrm',
    private readonly rate: number,
    private readonly server: Server,
    private readonly mostPoints: number,
  ) {}

  static async start(
    kind: 'valhalla' | 'osrm',
    rate: number,
    mostPoints = kind === 'osrm' ? 100 : 16_000,
  ): Promise<RoadMatcherDouble> {
    const server = createServer()
    const double = new RoadMatcherDouble(kind, rate, server, mostPoints)
    server.on('request', (request, response) => void double.serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Settings with which an API uses this matcher. */
  get environment(): Record<string, string> {
    return { API_WORK: 'all', ROAD_MATCHER: this.kind, ROAD_MATCHER_URL: this.url, ROAD_MATCHER_RATE: String(this.rate) }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (this.isAway) return void request.socket.destroy()
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (this.isTooFast()) {
      this.refused += 1
      return void answer(429, { message: 'Too many requests' })
    }
    const url = new URL(request.url ?? '/', 'http://x')
    const read = this.kind === 'osrm' ? readOsrm(request, url) : readValhalla(request, url, Buffer.concat(chunks))
    if (!Array.isArray(read)) return void answer(read.status, read.body)
    this.asked.push(read)
    const trouble = this.troubleWith(read)
    answer(trouble ? 400 : 200, trouble ?? matchOf(read))
  }

  private troubleWith(points: readonly Point[]): unknown {
    const isOsrm = this.kind === 'osrm'
    if (points.length < 2) return isOsrm ? { code: 'InvalidOptions' } : { error_code: 123, error: 'Insufficient shape provided' }
    if (points.length > this.mostPoints)
      return isOsrm
        ? { code: 'TooBig', message: 'Too many trace coordinates' }
        : { error_code: 153, error: 'Too many shape points:', status_code: 400 }
    if (points.some(({ time }, at) => at > 0 && (time ?? 0) < (points[at - 1]!.time ?? 0)))
      return isOsrm ? { code: 'InvalidValue' } : { error_code: 159, error: 'Not all points have timestamps', status_code: 400 }
    if (points.every(({ lat }) => lat < 0))
      return isOsrm
        ? { code: 'NoMatch', message: 'Could not match the trace.' }
        : { error_code: 444, error: 'Map Match algorithm failed to find path', status_code: 400 }
    return undefined
  }

  /** Returns true if there are more requests than the rate allows, measured with a leaky bucket. */
  private isTooFast(): boolean {
    const now = Date.now()
    this.level = Math.max(0, this.level - ((now - this.levelAt) / 1000) * this.rate) + 1
    this.levelAt = now
    return this.level > BURST
  }
}

type Refusal = { status: number; body: unknown }

function readOsrm({ method }: IncomingMessage, { pathname, searchParams }: URL): Point[] | Refusal {
  const [, service, version, profile, coordinates] = pathname.split('/')
  if (method !== 'GET' || service !== 'match' || version !== 'v1' || !profile || !coordinates)
    return { status: 400, body: { code: 'InvalidUrl', message: 'URL string malformed' } }
  for (const key of searchParams.keys())
    if (!OSRM_OPTIONS.includes(key)) return { status: 400, body: { code: 'InvalidQuery', message: 'Query string malformed' } }
  const times = searchParams.get('timestamps')?.split(';').map(Number)
  const points = coordinates.split(';').map((pair, at) => {
    const [lon = NaN, lat = NaN] = pair.split(',').map(Number)
    return { lat, lon, ...(times && { time: times[at] }) }
  })
  const isRight = points.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
  if (!isRight || (times && (times.length !== points.length || !times.every(Number.isInteger))))
    return { status: 400, body: { code: 'InvalidValue' } }
  return points
}

function readValhalla({ method }: IncomingMessage, { pathname }: URL, bytes: Buffer): Point[] | Refusal {
  if (method !== 'POST' || pathname !== '/trace_route') return { status: 404, body: { error_code: 106, error: 'Try any of' } }
  const body = JSON.parse(bytes.toString()) as { shape?: Point[]; costing?: string; format?: string }
  if (!VALHALLA_COSTINGS.includes(body.costing ?? ''))
    return { status: 400, body: { error_code: 125, error: 'No costing method found', status_code: 400 } }
  if (!body.shape || body.format !== 'osrm')
    return { status: 400, body: { error_code: 114, error: 'Try a valid shape', status_code: 400 } }
  return body.shape
}

const METRES_PER_DEGREE = 111_195

function matchOf(points: readonly Point[]) {
  let distance = 0
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1]!, points[at]!]
    const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)
    distance += Math.hypot(to.lat - from.lat, east) * METRES_PER_DEGREE * (4 / 3)
  }
  return {
    code: 'Ok',
    matchings: [{ distance, duration: 60, confidence: 0.8 }],
    tracepoints: points.map(({ lat, lon }, at) => ({
      matchings_index: 0,
      waypoint_index: at,
      alternatives_count: 0,
      location: [lon, lat],
      name: 'Landstrasse',
    })),
  }
}
