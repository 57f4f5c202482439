import type { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createLogger, createLimitedServer, createPool, drainable, type Logger } from '@roadbook/platform'
import type { IdentityConfiguration } from './configuration.js'
import { KnownDevices } from './http/known-devices.js'
import { createDirectoryListener, type DirectoryOptions } from './directory/directory-server.js'
import { loadKeys } from './keys.js'
import { prepareNobody } from './passwords/password-hash.js'
import { createProvider } from './provider/create-provider.js'
import { purgePayloads } from './provider/postgres-adapter.js'
import { providerPages } from './provider-pages.js'
import { createListener, type ServerOptions } from './server.js'
import { purgeSessions } from './sessions/account-sessions.js'
import { purgeAttempts } from './sign-in-attempts.js'

export interface RunningIdentity {
  port: number
  issuer: string
  /** Port number of the internal port; undefined when there is none. */
  adminPort?: number
  close(): Promise<void>
}

const RETRY_MS = 1_000
const PURGE_MS = 600_000

/**
 * Starts the identity provider. It listens immediately, but answers 503 until it has read its keys from the database. It also
 * answers 503 during a later outage of the database, and recovers by itself.
 */
export async function startIdentity(configuration: IdentityConfiguration): Promise<RunningIdentity> {
  const logger = createLogger('identity', configuration.LOG_LEVEL)
  const pool = createPool({
    url: configuration.DATABASE_URL,
    name: 'roadbook identity',
    max: 10,
    statementTimeoutMs: 10_000,
    logger,
    isPooled: true,
  })
  const proxies = configuration.TRUSTED_PROXIES
  const server = createLimitedServer({ isShared: (address) => proxies.trusts(address) })
  const drain = drainable(server)
  let isDraining = false
  const port = await listen(server, configuration.IDENTITY_PORT, configuration.IDENTITY_HOST)
  let ready: ReturnType<ServerOptions['ready']>
  const options: ServerOptions = {
    pool,
    logger,
    issuer: configuration.OIDC_ISSUER ?? `http://localhost:${port}`,
    portalUrl: configuration.PORTAL_URL,
    proxies,
    requestsPerMinute: configuration.RATE_LIMIT_ADDRESS_PER_MINUTE,
    support: { email: configuration.SUPPORT_EMAIL, phone: configuration.SUPPORT_PHONE },
    secondFactorPolicy: configuration.IDENTITY_TOTP,
    // Links for new passwords can be mailed only if the API can send mails, and can create the links through the internal
    // port.
    sendsMail: configuration.SMTP_URL !== undefined && configuration.IDENTITY_ADMIN_SECRET !== undefined,
    ready: () => ready,
    isDraining: () => isDraining,
  }
  server.on('request', createListener(options))
  const admin = await startAdmin(configuration, { pool, logger, issuer: options.issuer })

  const build = async () => {
    const keys = await loadKeys(pool)
    const provider = createProvider({ ...options, keys, pages: providerPages(options) })
    provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'the provider failed'))
    // Errors outside the provider's own routes come from the HTTP framework. By default, the framework prints them.
    const emitter: EventEmitter = provider
    emitter.on('error', (error) => logger.error({ err: error }, 'the provider failed'))
    ready = { provider, devices: new KnownDevices(keys.cookie, options.issuer.startsWith('https:')) }
  }
  const stopRetrying = await retryUntilDone(build, logger)
  await prepareNobody()
  const purge = setInterval(() => void purgeOld(pool, logger), PURGE_MS).unref()
  logger.info({ port, issuer: options.issuer }, 'identity is listening')

  return {
    port,
    issuer: options.issuer,
    adminPort: admin?.port,
    close: async () => {
      isDraining = true
      stopRetrying()
      clearInterval(purge)
      const noticeMs = configuration.DRAIN_NOTICE_MS
      await Promise.all([drain({ noticeMs }), admin?.drain({ noticeMs })])
      await pool.end()
    },
  }
}

/** Starts the internal port for the API. */
async function startAdmin(
  { IDENTITY_ADMIN_SECRET: secret, IDENTITY_ADMIN_PORT: port, IDENTITY_ADMIN_HOST: host }: IdentityConfiguration,
  parts: Omit<DirectoryOptions, 'secret'>,
): Promise<{ drain: ReturnType<typeof drainable>; port: number } | undefined> {
  if (secret === undefined) return undefined
  const server = createLimitedServer({}, createDirectoryListener({ ...parts, secret }))
  return { drain: drainable(server), port: await listen(server, port, host) }
}

const listen = (server: Server, port: number, host?: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

/**
 * Tries once. If that fails, keeps trying in the background.
 * @returns a function that stops the attempts
 */
async function retryUntilDone(work: () => Promise<void>, logger: Logger): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isStopped) return
      logger.warn({ err: error }, 'the keys cannot be read yet')
      timer = setTimeout(() => void attempt(), RETRY_MS)
    }
  }
  await attempt()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function purgeOld(pool: pg.Pool, logger: Logger): Promise<void> {
  try {
    await purgePayloads(pool)
    await purgeAttempts(pool)
    await purgeSessions(pool)
  } catch (error) {
    logger.warn({ err: error }, 'old rows could not be deleted; next time')
  }
}
