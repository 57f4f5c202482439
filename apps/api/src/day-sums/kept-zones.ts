import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { type Logger, timeZoneNamed } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { DatabaseTimeZones } from '../database/database-time-zones.js'
import { keepZones } from './days.repository.js'

/** So long may all trips of all tenants take. */
const KEEPING_MS = 24 * 3_600_000

/**
 * Keeps the days of the configured zones from the start on. Nobody waits for it: until a new zone's days are counted they are summed
 * from the trips. For all tenants, so as the process itself.
 */
@Injectable()
export class KeptZones implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Settles when the zones are kept, or when that failed; the next start tries again. */
  kept: Promise<void> = Promise.resolve()

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    private readonly databaseTimeZones: DatabaseTimeZones,
  ) {}

  onApplicationBootstrap(): void {
    this.kept = this.keep().catch((error: unknown) => {
      this.logger.error({ error }, 'the days of SUMMARY_TIME_ZONES are not kept: sums of other zones are counted from the trips')
    })
  }

  async onApplicationShutdown(): Promise<void> {
    await this.kept
  }

  private async keep(): Promise<void> {
    await this.databaseTimeZones.known
    const zones = this.configuration.SUMMARY_TIME_ZONES.map((name) => timeZoneNamed(name) ?? name)
    await keepZones(this.pool, zones, KEEPING_MS)
  }
}
