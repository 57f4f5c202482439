import { createLogger } from '@roadbook/platform'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { bodyOf, operations, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'

const MANAGER = 'manager@ours.example'
const CANARY = 'canary-4711'

let api: ApiUnderTest
let ours: TenantIds
const lines: string[] = []

beforeAll(async () => {
  api = await ApiUnderTest.start(
    {
      // With jobs, because jobs write log lines, too.
      API_WORK: 'all',
      SHOP_URL: 'https://shop.example',
      SHOP_SECRET: `${CANARY}-shop-secret-shop-secret-shop`,
      SMTP_URL: `smtp://mailer:${CANARY}-smtp@127.0.0.1:1`,
      PORTAL_URL: 'https://portal.example',
      MAIL_SECRET: `${CANARY}-mail-secret-mail-secret-mail`,
    },
    { logger: createLogger('api', 'debug', { write: (line) => void lines.push(line) }) },
  )
  const tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Ours', '356307041111111')
  await tenants.user(MANAGER, 'manager', Number(ours.business))
})
afterAll(() => api.stop())

const log = () => lines.join('')

describe('the log (S18)', () => {
  it('S18 holds no token, no password and no secret after every call was made, well and badly', async () => {
    const token = await api.issuer.tokenOf(MANAGER)
    const made = await api.call('POST', '/api/v1/tokens', { token, body: { name: 'x', scope: 'write' } })
    const secret: string = made.body.data.secret
    const forged = `rbk_${CANARY}${'A'.repeat(32)}`
    for (const operation of operations) {
      const address = pathOf(operation.path, ours[resourceOf(operation.path) ?? 'business'])
      await api.call(operation.method, `${address}?token=${CANARY}-query`, {
        token: secret,
        body: bodyOf(operation, ours),
        headers: { cookie: `session=${CANARY}-cookie`, 'idempotency-key': `${CANARY}-key` },
      })
      if (operation.takesBody) {
        const body = { ...(bodyOf(operation, ours) as object), password: `${CANARY}-password`, token: `${CANARY}-body` }
        await api.call(operation.method, address, { token: secret, body })
      }
    }
    await api.call('GET', '/api/v1/auth/user', { token: forged })
    const text = log()
    for (const hidden of [token, token.split('.')[2] ?? '', secret, forged, CANARY]) expect(text).not.toContain(hidden)
    const password = new URL(api.database.url).password
    expect(text).not.toContain(`:${password}@`)
  })

  it('S18 holds none of them when the database fails in the middle of a call', async () => {
    const token = await api.issuer.tokenOf(MANAGER)
    await api.database.pool.query('ALTER TABLE api_tokens RENAME COLUMN prefix TO prefix_away')
    const failed = await api.call('POST', '/api/v1/tokens', { token, body: { name: `${CANARY}-name`, scope: 'read' } })
    await api.database.pool.query('ALTER TABLE api_tokens RENAME COLUMN prefix_away TO prefix')
    expect([failed.status, failed.body.detail]).toEqual([500, 'The error was recorded under the request id'])
    expect(failed.text).not.toMatch(/prefix|column|INSERT|at \w+ \(/)
    // The failure was logged with the id that was returned to the caller.
    expect(log()).toContain(failed.body.request_id)
    expect(log()).not.toContain(token)
  })

  it('S18 is made of lines of JSON, whatever addresses and headers hold', async () => {
    for (const address of ['/api/v1/%0a%7b%22level%22:60,%22msg%22:%22forged%22%7d', '/api/v1/x%0d%0aforged', '/%zz']) {
      await api.call('GET', address, { headers: { 'x-request-id': 'forged-id-\u00e9', 'user-agent': '"}\\n{"msg":"forged"' } })
    }
    await api.database.pool.query('ALTER TABLE api_tokens RENAME COLUMN prefix TO prefix_away')
    await api.call('POST', '/api/v1/tokens?x=%0a%7b%22msg%22:%22forged%22%7d', {
      email: MANAGER,
      body: { name: 'a\n{"msg":"forged"}', scope: 'read' },
    })
    await api.database.pool.query('ALTER TABLE api_tokens RENAME COLUMN prefix_away TO prefix')
    const written = log().split('\n').filter(Boolean)
    expect(written.length).toBeGreaterThan(1)
    for (const line of written)
      expect(JSON.parse(line)).toMatchObject({ service: 'api', level: expect.any(Number), time: expect.any(String) })
    expect(written.filter((line) => (JSON.parse(line) as { msg?: string }).msg === 'forged')).toEqual([])
  })
})
