import { TestIssuer } from '../../support/api/api-issuer.js'
import { ApiProcess } from '../../support/api/api-process.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { PushDouble } from '../../support/api/push-double.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

const SENDER = 'sender@vendor.example'
/** A time in the past, so that the message is sent immediately. */
const NOW = {
  date: '2025-06-01',
  time: '09:30',
  time_zone: 'UTC',
  send_now: true,
  recipients: { kind: 'all' },
  title: 'Closed on Monday',
  body: 'Back on Tuesday',
}

inProof('kills', () => {
  describe('an API that is killed while it sends an app notification', () => {
    let database: TestDatabase
    let issuer: TestIssuer
    let push: PushDouble
    let api: ApiProcess

    beforeAll(async () => {
      database = await createTestDatabase()
      issuer = await TestIssuer.start()
      push = await PushDouble.start()
      api = new ApiProcess(database, { ...push.environment, OIDC_ISSUER: issuer.url })
    })
    afterAll(async () => {
      await api.kill()
      await push.stop()
      await issuer.stop()
      await database.drop()
    })

    it('sends the rest after a new start; no consumer sees it twice', async () => {
      const tenants = new Tenants(database.pool)
      const vendor = await tenants.business('Vendor')
      await tenants.user(SENDER, 'manager', vendor)
      const tokens = Array.from({ length: 50 }, (_, at) => `phone-${at}-${'t'.repeat(30)}`)
      for (const token of tokens) {
        const id = await tenants.consumer(vendor)
        await tenants.entity(vendor, 'Bike', { consumer_id: id })
        await tenants.phone(id, token)
      }
      await api.start()
      let open = () => {}
      push.gate = new Promise((resolve) => (open = resolve))
      const asked = await fetch(`${api.url}/api/v1/notifications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await issuer.tokenOf(SENDER)}`, 'content-type': 'application/json' },
        body: JSON.stringify(NOW),
      })
      const { data } = (await asked.json()) as { data: { id: number } }
      // Some messages have been sent by now, but the API does not know yet if they were accepted.
      await until('20 were handed over', () => push.waiting, { fits: (count) => count >= 20 })
      await api.kill()
      open()
      push.gate = undefined
      await api.start()
      // Simulates that the claims of the dead process have expired.
      await database.pool.query('UPDATE app_notification_recipients SET claimed_until = now() WHERE claimed_until IS NOT NULL')
      const stateOf = async () =>
        (await database.pool.query<{ state: string }>('SELECT state FROM app_notifications WHERE id = $1', [data.id])).rows[0]
          ?.state
      await until('the notification is sent', stateOf, { fits: (state) => state === 'sent' })
      // A phone shows only one message per tag. So a message that is sent again replaces itself.
      const shown = new Set(push.arrived.map(({ device, tag }) => `${device} ${tag}`))
      expect([...shown].sort()).toEqual(tokens.map((token) => `${token} roadbook-${data.id}`).sort())
      const { rows } = await database.pool.query('SELECT state, count(*)::int FROM app_notification_recipients GROUP BY 1')
      expect(rows).toEqual([{ state: 'sent', count: 50 }])
    })
  })
})
