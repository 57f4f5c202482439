import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { GuardedFailure, type GuardedRequest, guardedPost, guardedUrl } from './guarded-post.js'
import { AllowedNetworks, reachOf } from './public-address.js'

const NOBODY = new AllowedNetworks()
const LOOPBACK = new AllowedNetworks(['127.0.0.1'])

const request = (more: Partial<GuardedRequest> = {}): GuardedRequest => ({
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 2_000,
  allowed: NOBODY,
  ...more,
})
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: unknown) => (error instanceof GuardedFailure ? error.problem : String(error)),
  )

describe('an address that somebody else gave us (S21)', () => {
  it.each([
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://0/',
    ],
    ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:7f00:1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::7f00:1]/'],
    ...['https://169.254.169.254/latest/meta-data', 'https://[fe80::1]/', 'https://[::ffff:169.254.169.254]/'],
    ...['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://[fd00::1]/'],
    ...['https://[64:ff9b::a00:1]/', 'https://[64:ff9b:1::a00:1]/', 'https://[2002:a00:1::]/', 'https://[2001::1]/'],
    ...['https://224.0.0.1/', 'https://[ff02::1]/', 'https://255.255.255.255/', 'https://240.0.0.1/', 'https://192.0.2.1/'],
    ...['https://198.18.0.1/', 'https://192.0.0.8/', 'https://[2001:db8::1]/', 'https://[fec0::1]/', 'https://[100::1]/'],
    ...['https://①②⑦.0.0.1/', 'https://127。0。0。1/'],
  ])('S21 %s leads nowhere', async (url) => {
    expect(
      await problemOf(guardedPost(url, request({ resolve: () => Promise.reject(new Error('nobody asks for a number')) }))),
    ).toBe('private-address')
  })

  it.each([
    ...['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/', 'javascript:alert(1)', 'not an address', 'https://'],
    ...['https://user@example.com/', 'https://user:word@example.com/', 'https://example.com/#part'],
    ...['https://example.com:22/', 'https://example.com:25/', 'https://example.com:0/'],
  ])('S21 %s is none', (url) => {
    expect(() => guardedUrl(url, NOBODY)).toThrow(new GuardedFailure('bad-address'))
  })

  it('S21 is sent nothing unencrypted, unless it is in a network that the operator allows', async () => {
    expect(await problemOf(guardedPost('http://example.com/', request()))).toBe('no-tls')
    const resolve = () => Promise.resolve(['93.184.215.14'])
    expect(await problemOf(guardedPost('http://example.com/', request({ allowed: LOOPBACK, resolve })))).toBe('no-tls')
  })

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.7']],
    // One public address among them is not enough.
    [['93.184.215.14', '10.0.0.7']],
    [['2606:4700::1111', 'fd00::1']],
  ])('S21 is judged by what its name stands for: %s', async (addresses) => {
    const resolve = () => Promise.resolve(addresses)
    expect(await problemOf(guardedPost('https://receiver.example/', request({ resolve })))).toBe('private-address')
  })

  it('S21 with a name that nobody has is told from one that does not answer', async () => {
    expect(await problemOf(guardedPost('https://receiver.example/', request({ resolve: () => Promise.resolve([]) })))).toBe(
      'no-such-host',
    )
  })

  it.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(reachOf(address, NOBODY)).toBe('public')
  })

  it('leads into a network that the operator allows, and not into its neighbour', () => {
    const allowed = new AllowedNetworks(['10.1.0.0/16', 'fd00:1::/32', '192.168.7.7'])
    const asked = ['10.1.2.3', '::ffff:10.1.2.3', '10.2.0.1', 'fd00:1::5', 'fd00:2::5', '192.168.7.7', '192.168.7.8']
    expect(asked.map((address) => reachOf(address, allowed))).toEqual([
      ...['allowed', 'allowed', undefined, 'allowed', undefined, 'allowed', undefined],
    ])
  })
})

describe('a post to a receiver', () => {
  let server: Server
  let port: number
  let asked: { host?: string; path?: string; body: string }[]
  let answer: (respond: { status: number; headers?: Record<string, string>; body?: string }) => void
  let next: { status: number; headers?: Record<string, string>; body?: string }

  beforeEach(async () => {
    asked = []
    next = { status: 200 }
    answer = (one) => (next = one)
    server = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
      incoming.on('end', () => {
        asked.push({ host: incoming.headers.host, path: incoming.url, body })
        outgoing.writeHead(next.status, next.headers).end(next.body)
      })
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const post = (more: Partial<GuardedRequest> = {}) =>
    guardedPost(`http://receiver.example:${port}/hook?a=1`, {
      ...request({ allowed: LOOPBACK, body: '{"type":"test"}', resolve: () => Promise.resolve(['127.0.0.1']), ...more }),
    })

  it('goes to the address that was judged, under the name that was given', async () => {
    expect(await post()).toEqual({ status: 200 })
    expect(asked).toEqual([{ host: `receiver.example:${port}`, path: '/hook?a=1', body: '{"type":"test"}' }])
  })

  it('S21 asks for the name once, so that it cannot stand for something else when the connection is made', async () => {
    let times = 0
    const resolve = () => Promise.resolve([++times === 1 ? '127.0.0.1' : '10.0.0.1'])
    expect(await post({ resolve })).toEqual({ status: 200 })
    expect(times).toBe(1)
  })

  it.each([301, 302, 303, 307, 308])('S21 follows no redirection: %s is its answer', async (status) => {
    answer({ status, headers: { location: `http://127.0.0.1:${port}/elsewhere` } })
    expect(await post()).toEqual({ status })
    expect(asked).toHaveLength(1)
  })

  it('hears for how long the receiver wants to be left alone', async () => {
    answer({ status: 429, headers: { 'retry-after': '120' } })
    expect(await post()).toEqual({ status: 429, retryAfterS: 120 })
  })

  it('reads no more of an answer than it needs', async () => {
    answer({ status: 200, body: 'x'.repeat(10_000_000) })
    expect(await post()).toEqual({ status: 200 })
  })

  it('waits no longer than it is told to', async () => {
    const silent = createTcpServer(() => undefined)
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done))
    const { port: at } = silent.address() as AddressInfo
    expect(await problemOf(guardedPost(`http://127.0.0.1:${at}/`, request({ allowed: LOOPBACK, timeoutMs: 100 })))).toBe(
      'timeout',
    )
    const never = () => new Promise<string[]>(() => undefined)
    expect(await problemOf(post({ resolve: never, timeoutMs: 100 }))).toBe('timeout')
    silent.close()
  })

  it('tells a receiver that is away', async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    expect(await problemOf(post())).toBe('no-answer')
  })

  it('sends nothing to who cannot show a certificate', async () => {
    const problem = await problemOf(
      guardedPost(
        `https://receiver.example:${port}/`,
        request({ allowed: LOOPBACK, resolve: () => Promise.resolve(['127.0.0.1']) }),
      ),
    )
    expect(problem).toBe('no-certificate')
    expect(asked).toEqual([])
  })
})
