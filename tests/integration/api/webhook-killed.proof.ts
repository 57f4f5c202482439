import { readApiConfiguration } from '@roadbook/api/configuration'
import { WebhookSecrets } from '@roadbook/api/features/webhooks/webhook-secrets'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { ApiProcess } from '../../support/api/api-process.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { isSignedBy, WebhookReceiver } from '../../support/api/webhook-receiver.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29r'

inProof('kills', () => {
  describe('an API that is killed while it sends to a webhook', () => {
    let database: TestDatabase
    let issuer: TestIssuer
    let receiver: WebhookReceiver
    let api: ApiProcess

    beforeAll(async () => {
      database = await createTestDatabase()
      issuer = await TestIssuer.start()
      receiver = await WebhookReceiver.start()
      const environment = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', WEBHOOK_POLL_MS: '50' }
      api = new ApiProcess(database, { ...environment, OIDC_ISSUER: issuer.url })
    })
    afterAll(async () => {
      await api.kill()
      receiver.stop()
      await issuer.stop()
      await database.drop()
    })

    it('sends the rest after a new start: each event once to who counts ids, and in order by vehicle', async () => {
      const tenants = new Tenants(database.pool)
      const business = await tenants.business('Leasing')
      const webhook = await tenants.webhook(business, { kinds: ['trip.ended'], url: receiver.url })
      const secrets = new WebhookSecrets(readApiConfiguration({ DATABASE_URL: database.urlOf('web') }))
      await database.pool.query('UPDATE webhooks SET secret = $1', [await secrets.close(SECRET)])
      const devices = await Promise.all(
        Array.from({ length: 5 }, async () => (await tenants.install(business, await tenants.entity(business, 'Bike'))).deviceId),
      )
      let open = () => {}
      receiver.gate = new Promise((resolve) => (open = resolve))
      await api.start()
      for (let day = 1; day <= 4; day++)
        for (const device of devices) await tenants.trip(device, `2026-01-0${day}T08:00Z`, `2026-01-0${day}T09:00Z`)
      // Some events have been sent by now, but the API does not know yet if they were accepted.
      await until('three were handed over', () => receiver.asked.length, { fits: (count) => count >= 3 })
      await api.kill()
      open()
      receiver.gate = undefined
      // Simulates that the lease of the dead process has expired.
      await database.pool.query('UPDATE webhooks SET leased_until = now() WHERE leased_until IS NOT NULL')
      await api.start()
      const waiting = "SELECT state, attempts, problem FROM webhook_deliveries WHERE webhook_id = $1 AND state <> 'delivered'"
      await until('everything is delivered', async () => (await database.pool.query<object>(waiting, [webhook])).rows, {
        withinMs: 120_000,
        fits: ({ length }) => length === 0,
      })

      const { rows } = await database.pool.query<{ id: string; entity_id: number }>(
        "SELECT 'evt_' || uid AS id, entity_id FROM webhook_events e ORDER BY e.id",
      )
      const ofVehicle = (told: { id: string; entity: number }[], entity: number) =>
        told.flatMap((one) => (one.entity === entity ? [one.id] : []))
      const taken = receiver.taken.map(({ id, data }) => ({ id, entity: data.vehicle.id as number }))
      const told = rows.map(({ id, entity_id }) => ({ id, entity: entity_id }))
      expect(taken).toHaveLength(20)
      for (const entity of new Set(told.map((one) => one.entity)))
        expect(ofVehicle(taken, entity)).toEqual(ofVehicle(told, entity))
      expect(receiver.taken.every((one) => isSignedBy(SECRET, one))).toBe(true)
    })
  })
})
