import type pg from 'pg'
import { createPool, type Logger, sessionConfig } from '@roadbook/platform'
import type { EventLog } from './event-log.js'
import type { KafkaSecurity } from './kafka/connection/kafka-security.js'
import type { LogKeeper } from './log-keeper.js'
import type { LogReader } from './log-reader.js'
import { PostgresEventLog } from './postgres/postgres-event-log.js'

export interface OpenEventLogOptions {
  /** Name of this process for the operators of the log. */
  clientId: string
  /**
   * For `postgres`: an existing pool, which the caller closes. The log's notifications use one more connection, outside the
   * pool. Do not pass a pool that other work may fill: if a heartbeat waits too long for a connection, the log loses its
   * leases.
   */
  pool?: pg.Pool
  /** For `postgres` without a pool: URL with which the log opens its own pool. */
  databaseUrl?: string
  /**
   * For `postgres`: URL for the log's notifications, if the pool or `databaseUrl` leads through a pooler. Default: the same
   * connection settings as the pool.
   */
  directUrl?: string
  /** Number of partitions for topics that do not exist yet. Only {@link LogKeeper.raisePartitions} changes it later. Default 12. */
  partitions?: number
  /**
   * Milliseconds until the partitions of a dead subscriber go to another member of its group. Default 4 000. Kafka's brokers
   * may allow only longer times. In that case the shortest allowed time is used, and `onError` of the subscription is called.
   */
  takeoverMs?: number
  /** For `kafka`: encryption and user of the connections. Default: no encryption and no user. */
  security?: KafkaSecurity
  /** For `kafka`: maximum number of milliseconds until publishers and subscribers notice new partitions. Default 30 000. */
  metadataMaxAgeMs?: number
  /** Time-out of `publish` in milliseconds, including retries. Default 10 000. */
  publishPatienceMs?: number
  /** For `postgres`: logs outages of the log's notifications. */
  logger?: Logger
  /** Called with failures that do not belong to any call. */
  onError?: (error: Error) => void
}

/** An event log with all its interfaces. */
export type OpenEventLog = EventLog & LogReader & LogKeeper

/**
 * Opens the event log named by `spec` (`EVENT_LOG`): `postgres`, or `kafka://host:port,host:port`. The connection is made
 * at the first use, so `ping`, `publish` or `prepare` is the first to report an unreachable log. The Kafka client takes
 * memory and time at each start, so it is loaded only for Kafka.
 * @throws TypeError for another spec, or for `postgres` without pool and databaseUrl.
 */
export async function openEventLog(spec: string, options: OpenEventLogOptions): Promise<OpenEventLog> {
  if (spec === 'postgres') return openPostgres(options)
  if (spec.startsWith('kafka://')) return openKafka(spec.slice('kafka://'.length).split(','), options)
  throw new TypeError(`unknown event log "${spec}": "postgres" or "kafka://host:port,…"`)
}

function openPostgres(options: OpenEventLogOptions): PostgresEventLog {
  const {
    pool,
    databaseUrl,
    directUrl,
    clientId,
    partitions = 12,
    takeoverMs = 4_000,
    publishPatienceMs = 10_000,
    logger,
    onError,
  } = options
  if (!pool && !databaseUrl) throw new TypeError('the event log in PostgreSQL needs a pool or a database address')
  const name = `${clientId} event log`
  return new PostgresEventLog({
    pool:
      pool ??
      createPool({ url: databaseUrl ?? '', name, max: 8, isPooled: directUrl !== undefined && directUrl !== databaseUrl }),
    ownsPool: !pool,
    ...(directUrl && { listening: sessionConfig({ url: directUrl, name }) }),
    partitions,
    takeoverMs,
    publishPatienceMs,
    ...(logger && { logger }),
    ...(onError && { onError }),
  })
}

async function openKafka(brokers: string[], options: OpenEventLogOptions): Promise<OpenEventLog> {
  const { KafkaEventLog } = await import('./kafka/kafka-event-log.js')
  const { clientId, partitions = 12, takeoverMs = 4_000, publishPatienceMs = 10_000, metadataMaxAgeMs = 30_000 } = options
  const { security = {} } = options
  return new KafkaEventLog({ brokers, clientId, partitions, takeoverMs, publishPatienceMs, metadataMaxAgeMs, security })
}
