import { createSetupLink } from '@roadbook/identity/setup-link'
import { migrate } from '@roadbook/migrations'
import { createPool } from '@roadbook/platform'
import { demoAccounts } from '../seed/demo-accounts.js'
import { announce } from './announce.js'
import { DataDirectory } from './data-directory.js'
import { assertDatabaseUserMayEnter } from './database-user.js'
import { readPorts } from './ports.js'
import { RunningProduct } from './running-product.js'

export interface LaunchOptions {
  /** Seed the demo businesses and drive their fleet. */
  demo: boolean
}

/**
 * The whole product on one machine: database, identity provider, API with portal, gateway, consumer and mailbox, each a process
 * that is started again when it dies. Resolves when everything is ready; SIGINT or SIGTERM ends it all within 10 s.
 */
export async function launch({ demo }: LaunchOptions): Promise<void> {
  const ports = await readPorts()
  const data = new DataDirectory()
  if (!process.env.DATABASE_URL) assertDatabaseUserMayEnter(data.path)
  const product = new RunningProduct(data, ports)
  product.endOnSignals()
  const databaseUrl = process.env.DATABASE_URL ?? (await product.startDatabase())
  product.publishRuntime(databaseUrl)
  const ran = await migrate(databaseUrl)
  if (ran.length > 0) console.log(`Database brought up to date (${ran.length} migrations)`)
  if (demo) await product.seedDemo(databaseUrl)
  const setupLink = await setupLinkFor(databaseUrl, product.issuer)
  await product.startServices(databaseUrl, { demo })
  if (demo) product.startFleet()
  announce({
    ports,
    portalUrl: product.portalUrl,
    setupLink,
    mailboxUrl: product.mailboxUrl,
    accounts: demo ? demoAccounts(data) : [],
  })
}

/** Nothing when there is a super admin already. */
async function setupLinkFor(databaseUrl: string, issuer: string): Promise<string | undefined> {
  const pool = createPool({ url: databaseUrl, name: 'roadbook-launcher', max: 1 })
  try {
    return await createSetupLink(pool, issuer)
  } finally {
    await pool.end()
  }
}
