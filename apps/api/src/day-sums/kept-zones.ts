import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { type Logger, timeZoneNamed } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../configuration.js'
import { DatabaseTimeZones } from '../database/database-time-zones.js'
import { keepZones } from './days.repository.js'

/** Maximum time for all trips of all tenants, in milliseconds. */
const KEEPING_MS = 24 * 3_600_000

/**
 * Computes the stored days of the configured zones in the background, beginning at the start. Until a new zone is done, its
 * days are summed from the trips. Works for all tenants, and therefore with the process's own database role.
 */
@Injectable()
export class KeptZones implements OnApplicationBootstrap, OnApplicationShutdown {
  /**
   * Resolves when the zones are computed, or when the computation failed. After a failure, the next start of the process
   * tries again.
   */
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
