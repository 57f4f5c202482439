import { createSetupLink, hasSuperAdmin } from '@roadbook/identity/setup-link'
import { describeWaypoints, migrate } from '@roadbook/migrations'
import { createPool, directUrl, returnMemoryWhenIdle } from '@roadbook/platform'
import { demoAccounts } from '../seed/demo-accounts.js'
import { demoDays } from '../seed/demo-days.js'
import { announce, type FirstAdmin } from './announce.js'
import { DataDirectory } from './data-directory.js'
import { assertDatabaseUserMayEnter } from './database-user.js'
import { readPorts, usesEmbeddedIdentity } from './ports.js'
import { RunningProduct } from './running-product.js'

export interface LaunchOptions {
  /** True to seed the demo businesses and drive their fleet. */
  demo: boolean
}

/**
 * Starts the whole product on one machine: database, identity provider, API with portal, gateway, consumer and mailbox.
 * Each of these is a process that is restarted when it dies. Resolves when everything is ready. SIGINT or SIGTERM ends all
 * of them within 10 s.
 */
export async function launch({ demo }: LaunchOptions): Promise<void> {
  if (process.env.OIDC_ISSUER && process.env.IDENTITY_URL)
    throw new Error(
      'OIDC_ISSUER names an identity provider of your own, IDENTITY_URL the one that comes with Roadbook: set one of them',
    )
  if (process.env.DATABASE_DIRECT_URL && !process.env.DATABASE_URL)
    throw new Error('DATABASE_DIRECT_URL belongs to DATABASE_URL: set both, or none for the embedded database')
  // Refuses a wrong DEMO_DAYS before anything starts.
  if (demo) demoDays()
  const ports = await readPorts()
  const data = new DataDirectory()
  if (!process.env.DATABASE_URL) assertDatabaseUserMayEnter(data.path)
  const product = new RunningProduct(data, ports)
  product.endOnSignals()
  const databaseUrl = process.env.DATABASE_URL || (await product.startDatabase())
  product.publishRuntime(databaseUrl)
  const ran = await migrate(directUrl({ ...process.env, DATABASE_URL: databaseUrl }), {
    notify: (sentence) => console.error(sentence),
  })
  if (ran.length > 0) console.log(`Database brought up to date (${ran.length} migrations)`)
  if (demo) await product.seedDemo(databaseUrl)
  const firstAdmin = await prepare(databaseUrl, product.issuer)
  await product.startServices(databaseUrl, { demo })
  if (demo) product.startFleet()
  announce({
    ports,
    portalUrl: product.portalUrl,
    outsideIssuer: usesEmbeddedIdentity() ? undefined : product.issuer,
    firstAdmin,
    mailboxUrl: product.mailboxUrl,
    accounts: demo ? demoAccounts(data) : [],
  })
  returnMemoryWhenIdle()
}

/**
 * Migrates the database and prints how waypoints are stored.
 * @returns how the first super admin is created; Undefined if a super admin exists
 */
async function prepare(databaseUrl: string, issuer: string): Promise<FirstAdmin | undefined> {
  const pool = createPool({ url: databaseUrl, name: 'roadbook-launcher', max: 1 })
  try {
    console.log(await describeWaypoints(async (text, values) => (await pool.query(text, values)).rows as never))
    if (!usesEmbeddedIdentity()) return (await hasSuperAdmin(pool)) ? undefined : { kind: 'command' }
    const url = await createSetupLink(pool, issuer)
    return url === undefined ? undefined : { kind: 'link', url }
  } finally {
    await pool.end()
  }
}
