import type { RunningApi } from '@roadbook/api/bootstrap'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { askedOverHttp } from '../../support/api/asked-over-http.js'

const TOKEN_LIMIT = 60
const { api, tenants } = apiForTests({
  RATE_LIMIT_TOKEN_PER_MINUTE: String(TOKEN_LIMIT),
  RATE_LIMIT_LOCATE_PER_MINUTE: '5',
})
let other: RunningApi
let business: number
beforeAll(async () => {
  other = await api.another()
  business = await tenants.business('Fleet')
})
afterAll(() => other.close())

const newUser = async (name: string) => {
  await tenants.user(`${name}@fleet.example`, 'technician', business)
  return api.issuer.tokenOf(`${name}@fleet.example`)
}
/** Sends a request to the two processes in turn. */
const ask = (turn: number, token: string, method = 'GET', path = '/account/get') =>
  askedOverHttp(`http://127.0.0.1:${[api.api, other][turn % 2]!.port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
const written = async (table: string) => (await api.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]!.n

describe('G-31 two API processes', () => {
  it('write nothing for a user who asks for little', async () => {
    await api.rows('TRUNCATE request_counts')
    const token = await newUser('quiet')
    for (let turn = 0; turn < 4; turn++) expect((await ask(turn, token)).status).toBe(200)
    expect(await written('request_counts')).toBe(0)
  })

  it('allow one token its limit together, and at most a twentieth more for each process', async () => {
    const [busy, calm] = [await newUser('busy'), await newUser('calm')]
    const answers = []
    for (let turn = 0; turn < 2 * TOKEN_LIMIT; turn++) answers.push(await ask(turn, busy))
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(TOKEN_LIMIT)
    expect(passed).toBeLessThanOrEqual(TOKEN_LIMIT + 2 * (TOKEN_LIMIT / 20 - 1))
    for (const refused of answers.slice(-2)) {
      expect([refused.status, refused.headers.get('x-ratelimit-remaining-token')]).toEqual([429, null])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await ask(0, calm)).status).toBe(200)
  })

  it('show a caller what is left of the limit that they share', async () => {
    const token = await newUser('reader')
    const left = []
    for (let turn = 0; turn < 12; turn++) left.push(Number((await ask(turn, token)).headers.get('x-ratelimit-remaining-token')))
    expect(left.at(-1)).toBeLessThanOrEqual(TOKEN_LIMIT - 12 + 2 * (TOKEN_LIMIT / 20 - 1))
  })

  it('allow one user exactly their locates, in any order and at once, and others theirs', async () => {
    const entityId = await tenants.entity(business, 'Bike')
    await tenants.install(business, entityId)
    const [eager, hasty, calm] = [await newUser('eager'), await newUser('hasty'), await newUser('patient')]
    const locate = (turn: number, token: string) => ask(turn, token, 'PUT', `/entities/${entityId}/commands/locate`)
    const inTurn = []
    for (let turn = 0; turn < 8; turn++) inTurn.push((await locate(turn, eager)).status)
    expect(inTurn).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const atOnce = await Promise.all(Array.from({ length: 12 }, (_, turn) => locate(turn, hasty)))
    expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(7)
    expect((await locate(1, calm)).status).toBe(200)

    // The limit applies to every period of a minute. When the first three calls are older than a minute, three more are
    // allowed. Refused calls do not count.
    await api.rows(`UPDATE user_calls SET called_at =
      ARRAY(SELECT at - CASE WHEN n <= 3 THEN interval '61 s' ELSE interval '0' END FROM unnest(called_at) WITH ORDINALITY AS one (at, n))
      WHERE user_id = (SELECT id FROM users WHERE email = 'eager@fleet.example')`)
    const later = []
    for (let turn = 0; turn < 4; turn++) later.push(await locate(turn, eager))
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const wait = Number(later.at(-1)!.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })
})
