import { hostname } from 'node:os'
import { Module, type DynamicModule } from '@nestjs/common'
import { ScheduleModule } from '@nestjs/schedule'
import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { createLogger, createPool, directUrl, Notices, sessionConfig } from '@roadbook/platform'
import { createTrackStore } from '@roadbook/track-store'
import { FreshReadings } from './alerts/fresh-readings.js'
import { RememberedStays } from './alerts/remembered-stays.js'
import { RuleBook } from './alerts/rule-book.js'
import { Activity } from './activity.js'
import type { ConsumerConfiguration } from './configuration.js'
import { Consumer, CONSUMER } from './consumer.js'
import { DeviceDirectory } from './registry/device-directory.js'
import { Housekeeping, HOUSEKEEPING, type HousekeepingParts } from './housekeeping.js'
import { createConsumerMetrics } from './metrics.js'
import { Quarantine } from './quarantine.js'
import { writtenTogether } from './written-together.js'

/** Contains only wiring. Each part is described in its own file. */
@Module({})
export class ConsumerModule {
  static with(configuration: ConsumerConfiguration, now: () => number): DynamicModule {
    return {
      module: ConsumerModule,
      imports: [ScheduleModule.forRoot()],
      providers: [
        { provide: CONSUMER, useFactory: () => assemble(configuration, now) },
        { provide: HOUSEKEEPING, useFactory: () => keepHouse(configuration, now) },
        Housekeeping,
      ],
    }
  }
}

async function assemble(configuration: ConsumerConfiguration, now: () => number): Promise<Consumer> {
  const { DATABASE_URL, EVENT_LOG, CONSUMER_ID = `consumer-${hostname()}-${process.pid}` } = configuration
  const logger = createLogger('consumer', configuration.LOG_LEVEL)
  const isPooled = configuration.DATABASE_DIRECT_URL !== undefined
  const pool = createPool({ url: DATABASE_URL, name: 'roadbook-consumer', max: 8, logger, isPooled })
  const direct = directUrl(configuration)
  const log = await openEventLog(EVENT_LOG, {
    ...logOptionsOf(configuration),
    clientId: CONSUMER_ID,
    databaseUrl: DATABASE_URL,
    directUrl: direct,
    logger,
    onError: (error) => logger.warn({ err: error }, 'event log'),
  })
  const metrics = createConsumerMetrics(log)
  const store = createTrackStore(pool)
  const book = new RuleBook(pool)
  const fresh = new FreshReadings()
  const notices = new Notices(sessionConfig({ url: direct, name: 'roadbook-consumer' }), 'work', logger)
  const context = {
    pool,
    log,
    store,
    together: writtenTogether({ pool, store, metrics, book, fresh, notices }),
    directory: new DeviceDirectory(pool, logger),
    book,
    fresh,
    remembered: new RememberedStays(),
    notices,
    quarantine: new Quarantine(log, metrics, now),
    metrics,
    activity: new Activity(),
    logger,
    now,
  }
  return new Consumer(context, configuration)
}

/** Uses a single connection, because an advisory lock belongs to the session that takes it. */
const keepHouse = (configuration: ConsumerConfiguration, now: () => number): HousekeepingParts => ({
  pool: createPool({ url: directUrl(configuration), name: 'roadbook-housekeeping', max: 1, statementTimeoutMs: 3_600_000 }),
  logger: createLogger('consumer', configuration.LOG_LEVEL),
  retentionMonths: configuration.RETENTION_MONTHS,
  now,
})
