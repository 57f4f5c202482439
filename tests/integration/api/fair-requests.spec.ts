import { until } from '@roadbook/testing/until'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests({ DATABASE_CONNECTIONS: '5' })
const BUSY = 'manager@busy.example'
const OTHER = 'manager@other.example'
let webhook: number

beforeAll(async () => {
  const busy = await tenants.business('Busy')
  await tenants.user(BUSY, 'manager', busy)
  await tenants.user(OTHER, 'manager', await tenants.business('Other'))
  webhook = await tenants.webhook(busy)
})

describe('requests of one business that all wait', () => {
  it('M11 leave connections to every other business, and are answered themselves', async () => {
    const lock = await api.database.pool.connect()
    await lock.query('BEGIN')
    await lock.query('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [webhook])
    const waiting = Array.from({ length: 8 }, () => api.call('DELETE', `/api/v1/webhooks/${webhook}`, { email: BUSY }))
    const stuck = async () =>
      (await api.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")).length
    await until('a share of the connections waits', stuck, { fits: (count) => count === 3 })
    for (let n = 0; n < 3; n++) expect((await api.get('/account/get', OTHER)).status).toBe(200)
    expect(await stuck()).toBe(3)
    await lock.query('COMMIT')
    lock.release()
    const answers = (await Promise.all(waiting)).map(({ status }) => status)
    // 404: a request after the deletion finds no webhook. 429: a request has waited too long, because there are too many.
    expect(answers.filter((status) => ![200, 204, 404, 429].includes(status))).toEqual([])
  })
})
