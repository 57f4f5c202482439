import fc from '@roadbook/testing/property'
import { sized } from '@roadbook/testing/proof'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { nameOf, operations, type TenantIds } from '../../support/api/api-walk.js'
import { breaksOf } from '../../support/api/described-answers.js'
import { requestsOf } from '../../support/api/generated-requests.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'
import { reportFigures } from '../../support/chaos/campaign.js'

/** Number of requests per operation. In the proof there are about 30 000 in total. */
const REQUESTS = sized('walks', 1, 71)
/** Number of operations that use the same tenant. An operation does not find what an earlier one has deleted. */
const SHARE = sized('walks', 20, 1)
const CALLER = 'generator@roadbook.example'

/** Number of answers with each status. */
const answered = new Map<number, number>()

const { api, tenants } = apiForTests({ SHOP_URL: 'https://shop.example' })

beforeAll(async () => {
  await spreadIds(tenants)
  await tenants.user(CALLER, 'super-admin', null)
})

describe.each(groupsOf(operations, SHARE))('generated requests, %#', (...group) => {
  let own: TenantIds
  beforeAll(async () => {
    await tenants.pool.query(
      "DELETE FROM device_deliveries WHERE imei IN ('356307045555555', '356307047777777', '356307045555571')",
    )
    own = await populate(
      tenants,
      `Generated${operations.indexOf(group[0]!)}`,
      String(356307200000000 + operations.indexOf(group[0]!)),
    )
  })

  it.each(group.map((operation) => [nameOf(operation), operation] as const))(
    '%s answers as it is described, and never with a fault of ours',
    async (_name, operation) => {
      const breaks = new Map<string, string>()
      // Each operation has a different seed, which is the same in each run.
      const seed = Number(process.env.PROPERTY_SEED) + operations.indexOf(operation)
      for (const request of fc.sample(requestsOf(operation, own), { numRuns: REQUESTS, seed })) {
        const { path, ...said } = request
        const answer = await api.call(operation.method, path, { email: CALLER, ...said })
        answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
        for (const one of breaksOf(operation, answer))
          if (!breaks.has(one)) breaks.set(one, JSON.stringify(request).slice(0, 500))
      }
      expect(Object.fromEntries(breaks)).toEqual({})
    },
  )
})

it('leaves whoever asked all of it signed in', async () => {
  expect((await api.get('/account/get', CALLER)).status).toBe(200)
})

afterAll(() => reportFigures({ requests: operations.length * REQUESTS, ...Object.fromEntries(answered) }))

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}
