import { openEventLog, type EventLog, type LogReader } from '@roadbook/event-log'
import { commonShape, readConfiguration } from '@roadbook/platform'
import type pg from 'pg'
import { withDatabase } from '../with-database.js'

type Log = EventLog & LogReader

/** Runs a command on the product's event log. That is the one in EVENT_LOG, by default in the product's database. */
export function withEventLog<T>(work: (log: Log) => Promise<T>): Promise<T> {
  const spec = logSpec()
  return spec === 'postgres' ? withDatabaseAndLog((_pool, log) => work(log)) : withOpenLog(spec, undefined, work)
}

/** Runs a command on the product's database and event log. */
export function withDatabaseAndLog<T>(work: (pool: pg.Pool, log: Log) => Promise<T>): Promise<T> {
  const spec = logSpec()
  return withDatabase((pool, url) => withOpenLog(spec, url, (log) => work(pool, log)))
}

const logSpec = (): string => readConfiguration({ EVENT_LOG: commonShape.EVENT_LOG }).EVENT_LOG

async function withOpenLog<T>(spec: string, databaseUrl: string | undefined, work: (log: Log) => Promise<T>): Promise<T> {
  const log = await openEventLog(spec, { clientId: 'roadbook-cli', ...(databaseUrl !== undefined && { databaseUrl }) })
  try {
    return await work(log)
  } finally {
    await log.close()
  }
}
