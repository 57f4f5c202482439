import { encodeLivePosition } from '@roadbook/contracts/packet-codec'
import { Topic } from '@roadbook/contracts'
import { openEventLog } from '@roadbook/event-log'
import { startApi, type RunningApi } from '@roadbook/api/bootstrap'
import { createAccount } from '@roadbook/identity/accounts'
import { type RunningIdentity, startIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { WebSocket } from 'ws'
import { Tenants } from '../../support/api/api-tenants.js'
import { Browser, PORTAL, PortalClient } from '../../support/identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const EMAIL = 'marit@fleet.example'
const PASSWORD = 'vier fietsen op een rij'
let database: TestDatabase
let identity: RunningIdentity
let api: RunningApi

const signIn = async () => {
  const browser = new Browser(identity.issuer)
  const portal = new PortalClient(identity.issuer)
  const answer = await browser.submit(await browser.get(portal.authorizationUrl()), { email: EMAIL, password: PASSWORD })
  return portal.exchange(answer.left?.searchParams.get('code') ?? '')
}
const profile = (token: string | undefined) =>
  fetch(`http://127.0.0.1:${api.port}/api/v1/auth/user`, { headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  database = await createTestDatabase()
  const as = (role: 'identity' | 'web') => ({ DATABASE_URL: database.urlOf(role), LOG_LEVEL: 'silent' })
  identity = await startIdentity(readConfiguration(identityShape, { ...as('identity'), IDENTITY_PORT: '0', PORTAL_URL: PORTAL }))
  api = await startApi({ ...as('web'), PORT: '0', HOST: '127.0.0.1', API_HEALTH_PORT: '0', OIDC_ISSUER: identity.issuer })
  await createAccount(database.pool, { email: EMAIL, password: PASSWORD, mustChangePassword: false, name: 'Marit de Vries' })
})
afterAll(async () => {
  await api.close()
  await identity.close()
  await database.drop()
})

describe('from sign-in to a moving vehicle, with the embedded provider and the log in PostgreSQL', () => {
  it('R-024 opens the profile with the access token of a sign-in, and with no other token of it', async () => {
    const tenants = new Tenants(database.pool)
    const business = await tenants.business('Fleet')
    await tenants.user(EMAIL, 'manager', business)
    const tokens = await signIn()
    const answer = await profile(tokens.access_token)
    expect([answer.status, (await answer.json()).data.email]).toEqual([200, EMAIL])
    expect((await profile(tokens.id_token)).status).toBe(401)
    expect((await profile(tokens.refresh_token)).status).toBe(401)
  })

  it('R-340 shows what the consumer publishes to who is signed in', async () => {
    const tenants = new Tenants(database.pool)
    const { rows } = await database.pool.query("SELECT id FROM businesses WHERE name = 'Fleet'")
    const businessId: number = rows[0].id
    const entityId = await tenants.entity(businessId, 'Bike')
    const { deviceId, imei } = await tenants.install(businessId, entityId)
    const { access_token: token } = await signIn()
    const socket = new WebSocket(`ws://127.0.0.1:${api.port}/api/v1/live`)
    const log = await openEventLog('postgres', { databaseUrl: database.url, clientId: 'consumer of this test' })
    try {
      const seen = new Promise<number>((resolve) =>
        socket.on('message', (data: Buffer) => {
          const message = JSON.parse(data.toString())
          const found = message.positions?.find((one: { entity_id: number }) => one.entity_id === entityId)
          if (found) resolve(found.latitude)
        }),
      )
      await new Promise((resolve) => socket.once('open', resolve))
      socket.send(JSON.stringify({ type: 'authenticate', token }))
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'fleet' }))
      const at = Date.now()
      const value = encodeLivePosition({
        deviceId,
        imei,
        entityId,
        businessId,
        positionedAt: at,
        receivedAt: at,
        latitude: 49.4123,
        longitude: 8.71,
        moving: true,
      })
      await log.publish(Topic.livePositions, [{ key: String(deviceId), value }])
      expect(await seen).toBe(49.4123)
    } finally {
      socket.terminate()
      await log.close()
    }
  })
})
