import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TraccarHttp } from './http.js'
import { TraccarApi } from './read-api.js'

const BEGIN = Date.UTC(2026, 2, 2, 8)
interface Stored {
  id: number
  fixTime: string
  serverTime: string
}
const stored = (id: number, minute: number): Stored => {
  const fixTime = new Date(BEGIN + minute * 60_000).toISOString()
  return { id, fixTime, serverTime: fixTime }
}

let server: Server
/** Number of requests after which a connection is dropped. */
let dropAt = Infinity
let positions: Stored[] = []
const MOST = 3

beforeAll(async () => {
  server = createServer((request, response) => {
    if (--dropAt === 0) return void request.socket.destroy()
    const { searchParams } = new URL(request.url!, 'http://localhost')
    const [from, till] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name)!)) as [number, number]
    const found = positions.filter(({ fixTime }) => Date.parse(fixTime) >= from && Date.parse(fixTime) <= till)
    response.end(JSON.stringify(found.slice(0, MOST)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function read(): Promise<number[]> {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = new TraccarApi(new TraccarHttp(address, { token: 'x' }, 0), () => BEGIN + 20 * 86_400_000)
  const ids: number[] = []
  for await (const page of api.positions(1, { fixTime: BEGIN, id: 0 })) ids.push(...page.map(({ id }) => id))
  return ids
}

it('reads every position of all weeks, also where several have one time', async () => {
  positions = [stored(1, 0), stored(2, 1), stored(3, 1), stored(4, 2), stored(5, 3), stored(6, 20_000)]
  expect(await read()).toEqual([1, 2, 3, 4, 5, 6])
})

it('fails with advice when more positions have one time than Traccar returns, instead of leaving out the rest', async () => {
  positions = [stored(1, 1), stored(2, 1), stored(3, 1), stored(4, 1), stored(5, 2)]
  await expect(read()).rejects.toThrow(/device 1 after 2026-03-02T08:01:00.000Z.*report.maxPositions/)
})

it('goes on after a dropped connection', async () => {
  positions = [stored(1, 0), stored(2, 1), stored(3, 2), stored(4, 3)]
  dropAt = 2
  expect(await read()).toEqual([1, 2, 3, 4])
})

it('fails at once if Traccar never answered', async () => {
  dropAt = 1
  await expect(read()).rejects.toThrow('Traccar does not answer at')
})
