import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readApiConfiguration } from '../../configuration.js'
import { SourceFailure } from '../../outside/ask-outside.js'
import { HttpSource } from './http-source.js'

const servers: Server[] = []
/** Starts a service with this answer. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const sourceAt = (environment: Record<string, string>) =>
  HttpSource.fromConfiguration(readApiConfiguration({ DATABASE_URL: 'postgres://x', ...environment }))
const vaduz = { latitude: 47.139, longitude: 9.5209 }
const ask = (url: string, more: Record<string, string> = {}) =>
  sourceAt({ GEOCODER: 'photon', GEOCODER_URL: url, ...more })!.find(vaduz, 'nl', new AbortController().signal)

describe('the operator’s geocoder', () => {
  it('is none unless it is configured', () => {
    expect(sourceAt({})).toBeUndefined()
    expect(sourceAt({ GEOCODER_URL: 'http://photon:2322' })).toBeUndefined()
  })

  it.each([
    [{ GEOCODER: 'photon' }, /GEOCODER_URL: must say where GEOCODER=photon is/],
    [{ GEOCODER: 'nominatim', GEOCODER_URL: 'http://nominatim' }, /GEOCODER_CONTACT: must be set/],
    [
      {
        GEOCODER: 'nominatim',
        GEOCODER_URL: 'https://nominatim.openstreetmap.org',
        GEOCODER_CONTACT: 'a@b.example',
        GEOCODER_RATE: '2',
      },
      /GEOCODER_RATE: must be 1 at most/,
    ],
    [{ GEOCODER: 'google' }, /GEOCODER: /],
    [{ GEOCODER: 'photon', GEOCODER_URL: 'file:///etc/passwd' }, /GEOCODER_URL: /],
    [{ GEOCODER: 'photon', GEOCODER_URL: 'http://me:secret@photon' }, /GEOCODER_URL: must hold no user or password/],
    [{ GEOCODER: 'photon', GEOCODER_URL: 'http://photon', GEOCODER_RATE: '0' }, /GEOCODER_RATE: /],
    [{ GEOCODER: 'photon', GEOCODER_URL: 'http://photon', GEOCODER_CONTACT: 'a\r\nb' }, /GEOCODER_CONTACT: /],
  ])('S21 does not start with %j', (environment, message) => {
    expect(() => sourceAt(environment)).toThrow(message)
  })

  it('G-33 is asked at its address, with the key that is part of it, for the place and the language alone', async () => {
    let asked: URL | undefined
    let headers: NodeJS.Dict<string | string[]> = {}
    const url = await serve((request, response) => {
      asked = new URL(request.url ?? '', 'http://x')
      headers = request.headers
      response.end('{"features":[]}')
    })
    expect(await ask(`${url}/geo/?key=k%201`, { GEOCODER_CONTACT: 'ops@fleet.example' })).toBeUndefined()
    expect(asked?.pathname).toBe('/geo/reverse')
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      key: 'k 1',
      lat: '47.1390',
      lon: '9.5209',
      limit: '1',
      radius: '0.2',
    })
    expect(headers).toMatchObject({ 'accept-language': 'nl', 'user-agent': 'Roadbook (ops@fleet.example)' })
  })

  it.each([
    [
      'nominatim',
      '/search',
      { format: 'geocodejson', addressdetails: '1', 'accept-language': 'nl', viewbox: '8.5,46.1,10.5,48.1' },
    ],
    ['photon', '/api', { lat: '47.1', lon: '9.5' }],
  ])('is searched by %s for the typed text near a coarse place', async (kind, path, parameters) => {
    let asked: URL | undefined
    const url = await serve((request, response) => {
      asked = new URL(request.url ?? '', 'http://x')
      response.end('{"features":[]}')
    })
    const source = sourceAt({ GEOCODER: kind, GEOCODER_URL: url, GEOCODER_CONTACT: 'ops@fleet.example' })!
    const query = { text: 'Aeulestrasse 5, Vaduz', locale: 'nl' as const, near: vaduz, most: 8 }
    expect(await source.search(query, new AbortController().signal)).toEqual([])
    expect(asked?.pathname).toBe(path)
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({ q: 'Aeulestrasse 5, Vaduz', limit: '8', ...parameters })
  })

  it('S21 is followed nowhere else', async () => {
    let isReached = false
    const elsewhere = await serve((_, response) => {
      isReached = true
      response.end('{"features":[]}')
    })
    const url = await serve((_, response) => response.writeHead(302, { location: `${elsewhere}/reverse` }).end())
    await expect(ask(url)).rejects.toThrow(SourceFailure)
    expect(isReached).toBe(false)
  })

  it.each([
    [429, { 'retry-after': '120' }, 120],
    [429, {}, 60],
    [503, { 'retry-after': '999999' }, 3_600],
    [403, { 'retry-after': 'Sun, 22 Nov 2026 12:00:00 GMT' }, 60],
    [400, {}, undefined],
    [500, {}, undefined],
  ])('F20 that answers %i with %j is left alone for %p s', async (status, headers, pauseS) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end('no'))
    await expect(ask(url)).rejects.toMatchObject({ message: `the geocoder answered ${status}`, pauseS })
  })

  it('F20 that answers without end is listened to no longer than an address takes', async () => {
    const url = await serve((_, response) => {
      const more = () => response.write('x'.repeat(65_536)) && setImmediate(more)
      response.on('drain', more)
      more()
    })
    await expect(ask(url)).rejects.toThrow('the geocoder answered too much')
  })

  it('F20 that answers a page, nothing, or not at all has failed, and its message tells no place', async () => {
    const page = await serve((_, response) => response.end('<html>'))
    await expect(ask(page)).rejects.toThrow('the geocoder answered what is no GeocodeJSON')
    const nothing = await serve((request) => request.socket.destroy())
    await expect(ask(nothing)).rejects.toThrow(/^the geocoder does not answer$/)
  })

  it('F20 that hangs is given up with the job', async () => {
    let asked = (): void => undefined
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const url = await serve(() => asked())
    const job = new AbortController()
    const answer = sourceAt({ GEOCODER: 'photon', GEOCODER_URL: url })!.find(vaduz, 'en', job.signal)
    await isAsked
    job.abort()
    await expect(answer).rejects.toThrow('the geocoder does not answer')
  })
})
