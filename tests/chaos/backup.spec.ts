import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { seededRandom } from '@roadbook/testing'
import { until } from '@roadbook/testing/until'
import type pg from 'pg'
import { isSignedBy, WebhookReceiver } from '../support/api/webhook-receiver.js'
import { AckJournal } from '../support/chaos/ack-journal.js'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { builtModule, NODE } from '../support/chaos/managed-process.js'
import { addBusiness, addUser, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import { Browser, PortalClient } from '../support/identity/identity-browser.js'
import { newDataDirectory, type Product, startProduct } from '../support/product.js'

const TRACKERS = 3
const person = { email: 'ines@radwerk.example', password: 'vier fietsen op een rij' }

const roadbook = async (dataDirectory: string, ...args: string[]): Promise<string> => {
  const { DATABASE_URL: _own, ...environment } = process.env
  const env = { ...environment, ROADBOOK_DATA_DIR: dataDirectory }
  const { stdout } = await promisify(execFile)(NODE, [builtModule('tools/dist/cli.js'), ...args], { env })
  return stdout
}

/**
 * Returns the hash that the product makes of a password. It is computed in a separate process, because Node computes
 * another hash in the sandbox of tests.
 */
const hashOf = async (password: string): Promise<string> => {
  const program = `import { hashPassword } from ${JSON.stringify(builtModule('apps/identity/dist/passwords/password-hash.js'))}
    process.stdout.write(await hashPassword(${JSON.stringify(password)}))`
  return (await promisify(execFile)(NODE, ['--input-type=module', '-e', program])).stdout
}

/** Returns the acknowledged fixes, each as IMEI and second. */
const acknowledgedOf = (journal: AckJournal): Set<string> =>
  new Set(
    [...journal.read()].flatMap(([imei, instants]) => [...instants.keys()].map((at) => `${imei} ${Math.floor(at / 1_000)}`)),
  )

const storedIn = async (pool: pg.Pool): Promise<Set<string>> => {
  const { rows } = await pool.query<{ fix: string }>(
    `SELECT d.imei || ' ' || floor(extract(epoch FROM w.positioned_at)) AS fix FROM waypoints w JOIN devices d ON d.id = w.device_id`,
  )
  return new Set(rows.map(({ fix }) => fix))
}

const missingOf = (wanted: ReadonlySet<string>, there: ReadonlySet<string>) => [...wanted].filter((one) => !there.has(one))

describe('a machine that is lost', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-lost-'))
  const [lost, next] = [newDataDirectory(), newDataDirectory()]
  const file = path.join(folder, 'nightly.zst')
  const journal = new AckJournal(path.join(folder, 'acknowledged'))
  let receiver: WebhookReceiver
  let product: Product
  let fleet: Fleet | undefined
  /** Addresses that people and trackers use. The machine of the restore has the same addresses. */
  let portalUrl: string
  let identityUrl: string

  beforeAll(async () => {
    receiver = await WebhookReceiver.start()
    product = await startProduct({ dataDirectory: lost })
    ;({ portalUrl, identityUrl } = product)
  }, 300_000)
  afterAll(async () => {
    fleet?.stop()
    receiver.stop()
    await product.stop()
    journal.close()
    for (const one of [folder, lost, next]) rmSync(one, { recursive: true, force: true })
  })

  /** Signs in as the portal does. @returns an access token */
  const signIn = async (): Promise<string> => {
    const redirect_uri = `${portalUrl}/auth/callback`
    const browser = new Browser(identityUrl)
    const client = new PortalClient(identityUrl)
    const page = await browser.submit(await browser.get(client.authorizationUrl({ redirect_uri })), person)
    const response = await fetch(new URL('/token', identityUrl), {
      method: 'POST',
      headers: { origin: portalUrl },
      body: new URLSearchParams({
        client_id: 'roadbook-portal',
        grant_type: 'authorization_code',
        code: page.left?.searchParams.get('code') ?? '',
        redirect_uri,
        code_verifier: client.verifier,
      }),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const call = async (token: string, method: string, address: string, body?: object) => {
    const response = await fetch(`${portalUrl}/api/v1${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, data: (text ? JSON.parse(text) : {}) as { data?: { id: number; secret: string } } }
  }
  const acknowledgements = (more: number) => {
    const wanted = journal.acknowledged + more
    return until(`${more} more acknowledgements`, () => journal.acknowledged >= wanted, { withinMs: 60_000 })
  }

  it('D7 goes on elsewhere from a backup under load: every fix acknowledged before, passwords, secrets, trackers', async () => {
    const { pool } = product
    const businessId = await addBusiness(pool, 'Radwerk')
    const userId = await addUser(pool, { email: person.email, role: 'manager', businessId })
    await pool.query(
      `WITH account AS (INSERT INTO identity.accounts (email, name, password_hash) VALUES ($1, 'Ines Vogt', $2) RETURNING id)
       UPDATE users SET issuer = $3, subject = account.id FROM account WHERE users.id = $4`,
      [person.email, await hashOf(person.password), identityUrl, userId],
    )
    const webhook = await call(await signIn(), 'POST', '/webhooks', { name: 'System', url: receiver.url, kinds: ['trip.ended'] })
    expect(webhook).toMatchObject({ status: 200, data: { data: { secret: expect.stringMatching(/^whsec_/) } } })
    const imeis = Array.from({ length: TRACKERS }, (_, index) => testImei(8_800 + index))
    for (const imei of imeis) await addVehicle(pool, { businessId, name: imei, imei })
    fleet = new Fleet({ journal, port: product.gatewayPort, random: seededRandom(41) })
    const load = new Load(fleet, imeis, { perSecond: 10 })
    await acknowledgements(100)

    const before = acknowledgedOf(journal)
    await roadbook(lost, 'backup', file)
    await acknowledgements(50)
    const env = {
      GATEWAY_PORT: String(product.gatewayPort),
      PORT: new URL(portalUrl).port,
      IDENTITY_PORT: new URL(identityUrl).port,
    }
    await product.stop()
    rmSync(lost, { recursive: true, force: true })
    const sinceStop = acknowledgedOf(journal)

    expect(await roadbook(next, 'backup', 'verify', file)).toContain('whole: ')
    expect(await roadbook(next, 'restore', file)).toContain('npm start')
    await expect(roadbook(next, 'restore', file)).rejects.toThrow('has a database. Nothing was changed')
    product = await startProduct({ dataDirectory: next, env })
    await acknowledgements(100)
    load.stop()
    await fleet.flush()
    const after = new Set(missingOf(acknowledgedOf(journal), sinceStop))
    const restoredPool = product.pool
    const lacking = async () => {
      const stored = await storedIn(restoredPool)
      return { before: missingOf(before, stored), after: missingOf(after, stored) }
    }
    await until('every fix is stored', lacking, { withinMs: 60_000, fits: (all) => all.before.length + all.after.length === 0 })

    expect((await call(await signIn(), 'POST', `/webhooks/${webhook.data.data!.id}/test`)).status).toBeLessThan(300)
    await until('the webhook is delivered', () => receiver.taken.some((event) => isSignedBy(webhook.data.data!.secret, event)))
  }, 400_000)
})
