import { randomUUID } from 'node:crypto'
import { NestFactory } from '@nestjs/core'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { type EventLog, logOptionsOf, type LogReader, openEventLog } from '@roadbook/event-log'
import { createLogger, createPool, directUrl, drainable, type Logger, startHealthServer } from '@roadbook/platform'
import { Registry } from 'prom-client'
import { AppModule } from './app.module.js'
import { readApiConfiguration } from './configuration.js'
import type { ApiParts } from './core.module.js'
import { Readiness } from './health/readiness.js'
import { createAdapter, registerHttpRules } from './server/fastify.js'
import { limitFiles } from './server/file-limit.js'
import { measureHttp } from './server/http-metrics.js'
import { serveOpenApi } from './openapi.js'
import { serveBasemap } from './server/basemap.js'
import { LiveAdapter } from './live/socket/live.adapter.js'
import { servePortal } from './server/static-portal.js'

import 'reflect-metadata'

export interface RunningApi {
  port: number
  healthPort: number
  /** Maximum time to stop, in milliseconds. */
  endsWithinMs: number
  close(): Promise<void>
}

/** Maximum milliseconds in which first the running requests and then the running jobs must end. */
const LONGEST_END_MS = 8_000

/** Parts that a test may provide instead of the parts that the environment configures. */
export interface GivenParts {
  log?: EventLog & LogReader
  logger?: Logger
}

/**
 * Starts the API from environment variables, including the portal, the live channel and the internal port. If a port is 0,
 * the system chooses a free port.
 */
export async function startApi(
  environment: Record<string, string | undefined> = process.env,
  given: GivenParts = {},
): Promise<RunningApi> {
  const parts = await openParts(environment, given)
  const { configuration, logger } = parts
  const app = await createApp(parts)
  const drain = drainable(app.getHttpServer())
  const health = await startHealthServer({
    port: configuration.API_HEALTH_PORT,
    registry: parts.metrics,
    ready: app.get(Readiness).checks,
  })
  await app.listen(configuration.PORT, configuration.HOST)
  const { port } = new URL(await app.getUrl())
  logger.info({ port, health: health.port }, 'api listens')
  return {
    port: Number(port),
    healthPort: health.port,
    endsWithinMs: LONGEST_END_MS + configuration.DRAIN_NOTICE_MS,
    close: async () => {
      app.get(Readiness).drain()
      await drain({ noticeMs: configuration.DRAIN_NOTICE_MS })
      await app.close()
      await parts.log.close()
      await parts.pool.end()
      await health.close()
    },
  }
}

/** Creates the application without a socket, for the OpenAPI document. */
export async function createApp(parts: ApiParts): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts), createAdapter(parts.configuration), {
    logger: ['error', 'warn'],
    abortOnError: false,
    bodyParser: false,
  })
  app.useWebSocketAdapter(new LiveAdapter(app))
  app.setGlobalPrefix('api/v1', { exclude: ['config.json', 'health/live', 'health/ready'] })
  await registerHttpRules(app, parts.configuration, parts.logger)
  limitFiles(app, parts.configuration)
  measureHttp(app, parts.metrics)
  serveOpenApi(app)
  await serveBasemap(app, parts.configuration)
  await servePortal(app, parts.configuration.PORTAL_DIR)
  return app
}

async function openParts(environment: Record<string, string | undefined>, given: GivenParts): Promise<ApiParts> {
  const configuration = readApiConfiguration(environment)
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL, EVENT_LOG: eventLog } = configuration
  const logger = given.logger ?? createLogger('api', configuration.LOG_LEVEL)
  return {
    configuration,
    logger,
    pool: createPool({
      url: databaseUrl,
      isPooled: DATABASE_DIRECT_URL !== undefined,
      logger,
      name: 'roadbook-api',
      max: configuration.DATABASE_CONNECTIONS,
      statementTimeoutMs: configuration.STATEMENT_TIMEOUT_MS,
    }),
    log:
      given.log ??
      (await openEventLog(eventLog, {
        ...logOptionsOf(configuration),
        databaseUrl,
        directUrl: directUrl(configuration),
        clientId: `api-${randomUUID()}`,
        logger,
      })),
    metrics: new Registry(),
  }
}
