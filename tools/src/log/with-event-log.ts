import { logOptionsOf, openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration, type EventLogConfiguration } from '@roadbook/platform'
import type pg from 'pg'
import { withDatabase } from '../with-database.js'

/**
 * Runs a command on the product's event log. This is the log that EVENT_LOG names. By default it is in the product's
 * database.
 */
export function withEventLog<T>(work: (log: OpenEventLog) => Promise<T>): Promise<T> {
  const configuration = readConfiguration(eventLogShape)
  return configuration.EVENT_LOG === 'postgres'
    ? withDatabaseAndLog((_pool, log) => work(log))
    : withOpenLog(configuration, undefined, work)
}

/** Runs a command on the product's database and event log. */
export function withDatabaseAndLog<T>(work: (pool: pg.Pool, log: OpenEventLog) => Promise<T>): Promise<T> {
  const configuration = readConfiguration(eventLogShape)
  return withDatabase((pool, url) => withOpenLog(configuration, url, (log) => work(pool, log)))
}

async function withOpenLog<T>(
  configuration: EventLogConfiguration,
  databaseUrl: string | undefined,
  work: (log: OpenEventLog) => Promise<T>,
): Promise<T> {
  const log = await openEventLog(configuration.EVENT_LOG, {
    ...logOptionsOf(configuration),
    clientId: 'roadbook-cli',
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
  try {
    return await work(log)
  } finally {
    await log.close()
  }
}
