import { Global, Module, type Provider } from '@nestjs/common'
import type { EventLog, LogReader } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { AuditLog } from './audit/audit-log.js'
import { AuditLogRepository } from './audit/audit-log.repository.js'
import { ConsumerViews } from './audit/consumer-views.js'
import { Refusals } from './audit/refusals.js'
import { API_CONFIGURATION, API_EVENT_LOG, API_LOGGER, API_METRICS, API_POOL, type ApiConfiguration } from './configuration.js'
import { DatabaseTimeZones } from './database/database-time-zones.js'
import { IdempotencyKeysRepository } from './database/idempotency-keys.repository.js'
import { OnceOnly } from './database/once-only.js'
import { RequestDatabase } from './database/request-database.js'
import { WorkBells } from './database/work-bells.js'
import { UserCallsRepository } from './auth/user-limits/user-calls.repository.js'
import { KeptZones } from './day-sums/index.js'

/** Dependencies of the API outside its own code. Tests provide their own. */
export interface ApiParts {
  configuration: ApiConfiguration
  pool: pg.Pool
  log: EventLog & LogReader
  logger: Logger
  metrics: Registry
}

const OWN = [
  RequestDatabase,
  WorkBells,
  DatabaseTimeZones,
  OnceOnly,
  IdempotencyKeysRepository,
  AuditLog,
  AuditLogRepository,
  ConsumerViews,
  Refusals,
  UserCallsRepository,
  KeptZones,
]

@Global()
@Module({})
export class CoreModule {
  static with(parts: ApiParts) {
    const providers: Provider[] = [
      { provide: API_CONFIGURATION, useValue: parts.configuration },
      { provide: API_POOL, useValue: parts.pool },
      { provide: API_EVENT_LOG, useValue: parts.log },
      { provide: API_LOGGER, useValue: parts.logger },
      { provide: API_METRICS, useValue: parts.metrics },
    ]
    const tokens = [API_CONFIGURATION, API_POOL, API_EVENT_LOG, API_LOGGER, API_METRICS]
    return { module: CoreModule, providers: [...providers, ...OWN], exports: [...tokens, ...OWN] }
  }
}
