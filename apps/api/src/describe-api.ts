import type { EventLog, LogReader } from '@roadbook/event-log'
import type { OpenAPIObject } from '@nestjs/swagger'
import { createLogger, createPool } from '@roadbook/platform'
import { Registry } from 'prom-client'
import { createApp } from './bootstrap.js'
import { readApiConfiguration } from './configuration.js'
import { buildOpenApi } from './openapi.js'

/** Returns the OpenAPI document of the current code. Needs no database, log or socket. */
export async function describeApi(): Promise<OpenAPIObject> {
  const configuration = readApiConfiguration({ DATABASE_URL: 'postgres://nowhere/nothing', LOG_LEVEL: 'silent' })
  const pool = createPool({ url: configuration.DATABASE_URL, name: 'roadbook-api' })
  const app = await createApp({
    configuration,
    pool,
    log: unusedLog,
    logger: createLogger('api', 'silent'),
    metrics: new Registry(),
  })
  try {
    return buildOpenApi(app)
  } finally {
    await app.close()
    await pool.end()
  }
}

const unused = () => Promise.reject(new Error('describing the API reads no event log'))
const unusedLog: EventLog & LogReader = {
  publish: unused,
  subscribe: unused,
  prepare: unused,
  lag: unused,
  ping: unused,
  read: () => {
    throw new Error('describing the API reads no event log')
  },
  stats: unused,
  close: async () => undefined,
}
