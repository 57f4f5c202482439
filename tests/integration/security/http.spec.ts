import { rotated } from '@roadbook/testing/proof'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { bodyOf, nameOf, operations, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

let api: ApiUnderTest
let ours: TenantIds
let portal: string
const MANAGER = 'manager@ours.example'
const closed = operations.filter(({ isPublic }) => !isPublic)

beforeAll(async () => {
  portal = mkdtempSync(path.join(tmpdir(), 'portal-'))
  const root = path.join(portal, 'www')
  mkdirSync(path.join(root, 'assets'), { recursive: true })
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><title>Roadbook</title>')
  writeFileSync(path.join(root, 'assets/app-4f3a.js'), 'export {}')
  writeFileSync(path.join(portal, 'outside.txt'), 'outside secret')
  writeFileSync(path.join(root, '.env'), 'outside secret')
  api = await ApiUnderTest.start({ PORTAL_DIR: root, SHOP_URL: 'https://shop.example', CORS_ORIGINS: 'https://portal.example' })
  const tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Ours', '356307041111111')
  await tenants.user(MANAGER, 'manager', Number(ours.business))
})
afterAll(async () => {
  await api.stop()
  rmSync(portal, { recursive: true })
})

/**
 * Sends raw bytes. Returns everything that was received until the server closes the connection or has sent this many
 * answers.
 */
function exchange(bytes: string | Buffer, answers = Infinity): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(api.api.port, '127.0.0.1')
    let text = ''
    const done = () => {
      socket.destroy()
      resolve(text)
    }
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if ((text.match(/HTTP\/1\.1 \d/g) ?? []).length >= answers) done()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
    socket.write(bytes)
  })
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const INTERNALS = /at \w+ \(|node_modules|\/src\/|SELECT |fastify|Nest|\/work|\/home|\/root|PostgreSQL/i

describe('requests that are understood in two ways (S23)', () => {
  const smuggled = 'GET /api/v1/auth/user HTTP/1.1\r\nhost: x\r\n\r\n'
  const AMBIGUOUS: Record<string, string> = {
    'a length and chunks': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunks and a length': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 44\r\n\r\n${smuggled}`,
    'a list of lengths': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ncontent-length: 0, 44\r\n\r\n${smuggled}`,
    'a length with a sign': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ncontent-length: +4\r\n\r\nAAAA${smuggled}`,
    'a coding that is almost chunks': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunks twice': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a space before the colon': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a folded line': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'line feeds alone': `POST /api/v1/tokens HTTP/1.1\nhost: x\ntransfer-encoding: chunked\n\n0\n\n${smuggled}`,
    'a chunk with a wrong length': `POST /api/v1/tokens HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n\r\n${smuggled}`,
    'a header with a zero byte': `GET /api/v1/auth/user HTTP/1.1\r\nhost: x\r\nx-a: b\0c\r\n\r\n${smuggled}`,
    'a method in small letters': `get /api/v1/auth/user HTTP/1.1\r\nhost: x\r\n\r\n${smuggled}`,
    'another protocol': `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${smuggled}`,
  }
  it.each(Object.keys(AMBIGUOUS))('S23 with %s are answered once at most, with 400, and the connection ends', async (what) => {
    const answer = await exchange(AMBIGUOUS[what]!)
    expect([[], [400]]).toContainEqual(statuses(answer))
    expect(answer).not.toMatch(INTERNALS)
  })

  it('S23 with 64 KB of headers are refused, with one name many times or many names', async () => {
    for (const headers of [`x-a: ${'a'.repeat(65_536)}\r\n`, 'x-a: 1\r\n'.repeat(9_000)]) {
      const answer = await exchange(`GET /api/v1/auth/user HTTP/1.1\r\nhost: x\r\n${headers}\r\n`, 1)
      expect(statuses(answer)).toEqual([431])
    }
  })

  it('S23 in a long row are all answered, in their order', async () => {
    const one = 'GET /api/v1/auth/user HTTP/1.1\r\nhost: x\r\n\r\n'
    expect(statuses(await exchange(one.repeat(500), 500))).toEqual(Array(500).fill(401))
  })

  it.each(['TRACE', 'PATCH', 'HEAD'])('S10 by %s, which nobody declared for the path, are told what is', async (method) => {
    for (const [address, allowed] of [
      ['/api/v1/auth/user', 'GET'],
      ['/api/v1/tags/1?x=y', 'GET, PUT'],
    ]) {
      const answer = await exchange(`${method} ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect(statuses(answer)).toEqual([405])
      expect(/^allow: (.*)\r$/im.exec(answer)?.[1]?.split(', ')).toEqual(expect.arrayContaining(allowed!.split(', ')))
    }
    expect(statuses(await exchange(`${method} /api/v1/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`))).toEqual([404])
  })

  it.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'PATCH'])(
    'S10 S23 by %s are answered with nothing of theirs',
    async (method) => {
      const answer = await exchange(
        `${method} /api/v1/auth/user HTTP/1.1\r\nhost: x\r\nx-secret: canary\r\nconnection: close\r\n\r\n`,
      )
      for (const status of statuses(answer)) expect([400, 404, 405]).toContain(status)
      expect(answer).not.toContain('canary')
    },
  )
})

describe('bodies (S9, S25)', () => {
  it.each([
    ['text/plain', '{"first_name":"Evil","last_name":"Form"}'],
    ['application/x-www-form-urlencoded', 'first_name=Evil&last_name=Form'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="first_name"\r\n\r\nEvil\r\n--x--\r\n'],
    ['application/xml', '<first_name>Evil</first_name>'],
    ['', '{"first_name":"Evil","last_name":"Form"}'],
  ])('S9 of type %s, as a form of another page can send them, change nothing', async (type, body) => {
    const token = await api.issuer.tokenOf(MANAGER)
    const { status } = await fetch(`${api.url}/api/v1/account/update`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
      body: type ? body : new Blob([body]),
    })
    expect([400, 415, 422]).toContain(status)
    expect((await api.get('/account/get', MANAGER)).body.data.first_name).toBe('Ada')
  })

  it('S25 beyond 1 MiB end with 413, also when they come in chunks without a length', async () => {
    const token = await api.issuer.tokenOf(MANAGER)
    const head = `PUT /api/v1/account/update HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const answer = await exchange(`${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`, 1)
    expect(statuses(answer)).toEqual([413])
  })

  it('S25 that were packed are not unpacked', async () => {
    const { gzipSync } = await import('node:zlib')
    const token = await api.issuer.tokenOf(MANAGER)
    const response = await fetch(`${api.url}/api/v1/account/update`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    })
    expect([400, 413, 415]).toContain(response.status)
  })
})

describe('the portal’s files (S10, S28)', () => {
  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/..\\outside.txt',
    '/assets/../../outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%252e%252e/%252e%252e/outside.txt',
    '/assets/....//....//outside.txt',
    '/%00/../outside.txt',
    '/assets/%c0%ae%c0%ae/outside.txt',
    '//outside.txt',
    '/.env',
    '/%2eenv',
    '/assets/../.env',
    '/assets/',
    '/assets/app-4f3a.js.map',
    '/.git/HEAD',
  ])('S28 hold nothing of what is outside, hidden or not there: %s', async (address) => {
    const answer = await exchange(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).not.toContain('outside secret')
    expect(answer).not.toContain('app-4f3a.js')
    expect(answer).not.toMatch(INTERNALS)
  })
})

describe('every answer (S9, S10)', () => {
  const OTHERS = ['/', '/assets/app-4f3a.js', '/nothing.js', '/api/v1/nothing', '/api/v1/openapi.json', '/config.json', '/%zz']
  const expectHeaders = (headers: Headers) => {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/frame-ancestors '(self|none)'/),
      'permissions-policy': expect.stringMatching(/^camera=\(self\), .*microphone=\(\)/),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'x-frame-options': expect.stringMatching(/^(SAMEORIGIN|DENY)$/),
    })
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }

  it.each(OTHERS)('S10 of %s has every security header, and lets no other page read it', async (address) => {
    const { headers } = await api.call('GET', address, { headers: { origin: 'https://evil.example' } })
    expectHeaders(headers)
  })

  const strangers = ['https://evil.example', 'null', 'https://portal.example.evil.example']
  const readings = closed.filter(({ method }) => method === 'GET')
  it.each(readings.map((operation, place) => [nameOf(operation), operation, place] as const))(
    'S9 S10 %s with data in it stays in no cache and can be read by no other page',
    async (_name, operation, place) => {
      const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
      for (const origin of rotated('walks', strangers, 1, place)) {
        const { headers } = await api.call('GET', address, { email: MANAGER, headers: { origin } })
        expectHeaders(headers)
        expect(headers.get('cache-control')).toMatch(/no-store|private|no-cache/)
        expect(headers.get('cache-control')).not.toMatch(/public/)
        expect(headers.get('set-cookie')).toBeNull()
      }
    },
  )

  it('S9 may be read by a page of ours, with what the portal sends and nothing more', async () => {
    const { headers } = await api.call('OPTIONS', '/api/v1/users', {
      headers: {
        origin: 'https://portal.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, x-view-as',
      },
    })
    const allowed = headers.get('access-control-allow-headers') ?? ''
    for (const name of ['authorization', 'if-match', 'idempotency-key', 'x-view-as']) expect(allowed).toContain(name)
    expect(allowed).not.toContain('*')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')?.toLowerCase()).toContain('origin')
  })

  it.each(closed.filter(({ method }) => method !== 'GET').map((operation) => [nameOf(operation), operation] as const))(
    'S9 %s does nothing for cookies alone, wherever the page is',
    async (_name, operation) => {
      const token = await api.issuer.tokenOf(MANAGER)
      const { status } = await api.call(
        operation.method,
        pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business']),
        {
          body: bodyOf(operation, ours),
          headers: { cookie: `token=${token}; access_token=${token}; session=${token}`, origin: api.url },
        },
      )
      expect(status).toBe(401)
    },
  )
})

describe('guessing (S15)', () => {
  it('S15 of API tokens from one address ends with 429, whatever address it claims to come from', async () => {
    const limited = await ApiUnderTest.start({ RATE_LIMIT_ADDRESS_PER_MINUTE: '20' })
    try {
      const answers = []
      for (let at = 0; at < 30; at++) {
        const headers = { 'x-forwarded-for': `203.0.113.${at}`, 'x-real-ip': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` }
        answers.push(await limited.call('GET', '/api/v1/auth/user', { token: `rbk_${String(at).padStart(43, 'A')}`, headers }))
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)])
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limited.stop()
    }
  })

  it('M4 S15 counts those behind a proxy of ours each by themselves, by the address that it wrote', async () => {
    const behind = await ApiUnderTest.start({ RATE_LIMIT_ADDRESS_PER_MINUTE: '20', TRUSTED_PROXIES: 'loopback' })
    try {
      const from = async (forwarded: string) =>
        (await behind.call('GET', '/api/v1/auth/user', { headers: { 'x-forwarded-for': forwarded } })).status
      const loud = []
      for (let at = 0; at < 30; at++) loud.push(await from(`203.0.113.${at}, 198.51.100.7`))
      expect(loud).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)])
      expect(await from('198.51.100.7, 198.51.100.8')).toBe(401)
    } finally {
      await behind.stop()
    }
  })

  it('L9 counts an IPv6 subscriber as one, whichever of their addresses they write from', async () => {
    const behind = await ApiUnderTest.start({ RATE_LIMIT_ADDRESS_PER_MINUTE: '20', TRUSTED_PROXIES: 'loopback' })
    try {
      const from = async (forwarded: string) =>
        (await behind.call('GET', '/api/v1/auth/user', { headers: { 'x-forwarded-for': forwarded } })).status
      const loud = []
      for (let at = 0; at < 30; at++) loud.push(await from(`2001:db8:0:12:${at}::${at}`))
      expect(loud).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)])
      expect(await from('2001:db8:0:13::1')).toBe(401)
      const mapped = []
      for (let at = 0; at < 22; at++) mapped.push(await from(`::ffff:198.51.100.${at}`))
      expect(new Set(mapped)).toEqual(new Set([401]))
    } finally {
      await behind.stop()
    }
  })

  it('L9 map, pages, files and the document have a limit, too, which leaves the API alone', async () => {
    const root = path.join(portal, 'www')
    const limited = await ApiUnderTest.start({ RATE_LIMIT_ADDRESS_PER_MINUTE: '20', PORTAL_DIR: root })
    try {
      const asked = ['/basemap.pmtiles', '/', '/assets/app-4f3a.js', '/entities/12', '/api/docs', '/api/v1/openapi.json']
      const get = async (address: string) => {
        const answer = await fetch(`${limited.url}${address}`, { headers: { range: 'bytes=0-9', accept: 'text/html' } })
        await answer.arrayBuffer()
        return answer
      }
      for (let at = 0; at < 20; at++) expect((await get(asked[at % asked.length]!)).status).toBeLessThan(300)
      for (const address of asked) {
        const { status, headers } = await get(address)
        expect([address, status, headers.get('content-type')]).toEqual([address, 429, 'application/problem+json; charset=utf-8'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
      for (const address of ['/config.json', '/health/live', '/api/v1/auth/user'])
        expect((await get(address)).status).not.toBe(429)
    } finally {
      await limited.stop()
    }
  })

  it('S15 tells no token that was revoked or has expired from one that nobody made', async () => {
    const make = async () =>
      (await api.call('POST', '/api/v1/tokens', { email: MANAGER, body: { name: 'x', scope: 'read' } })).body.data
    const [revoked, expired] = [await make(), await make()]
    await api.database.pool.query('UPDATE api_tokens SET revoked_at = now() WHERE id = $1', [revoked.id])
    await api.database.pool.query("UPDATE api_tokens SET expires_at = now() - interval '1 s' WHERE id = $1", [expired.id])
    const answers = await Promise.all(
      [revoked.secret, expired.secret, `rbk_${'A'.repeat(43)}`, 'a.b.c', ''].map(async (token) => {
        const { status, body } = await api.call('GET', '/api/v1/auth/user', { headers: { authorization: `Bearer ${token}` } })
        return [status, body.type, body.detail]
      }),
    )
    expect(new Set(answers.map(String)).size).toBe(1)
  })
})

describe('exports (S12)', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', ' =1', '"=1', "'=1"])(
    'S12 show the name %j as text to a spreadsheet',
    async (name) => {
      const { rows } = await api.database.pool.query<{ id: number }>(
        "INSERT INTO entities (business_id, name, brand, vehicle_type) VALUES ($1, $2, $2, 'eBike') RETURNING id",
        [ours.business, `${name} cell`],
      )
      const { text, headers } = await api.get('/entities/index?format=csv&columns=name,brand', MANAGER)
      await api.database.pool.query('DELETE FROM entities WHERE id = $1', [rows[0]?.id])
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
      const cells = [...text.matchAll(/(?:^|[,;\n])("(?:[^"]|"")*"|[^",;\r\n]*)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      )
      expect(cells.some((cell) => cell.includes('cell'))).toBe(true)
      for (const cell of cells) expect(cell).not.toMatch(/^[\s\u00a0]*[=+\-@＝＋－＠\t\r\n]/)
    },
  )
})
