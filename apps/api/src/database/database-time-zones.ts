import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { growingPauseMs, learnTimeZones, type Logger, pause } from '@roadbook/platform'
import type pg from 'pg'
import { API_LOGGER, API_POOL } from '../configuration.js'

/**
 * Reads the database's list of time zones at the start. Input with a time zone that Node knows but the database does not is
 * therefore refused immediately, instead of failing in a later statement. The API already answers requests while this runs.
 */
@Injectable()
export class DatabaseTimeZones implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #stopping = new AbortController()
  /** Resolves when the zones are known, or when the process ends. */
  known: Promise<void> = Promise.resolve()

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.known = this.ask()
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopping.abort()
    await this.known
  }

  private async ask(): Promise<void> {
    const { signal } = this.#stopping
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await learnTimeZones(this.pool)
      } catch (error) {
        this.logger.warn({ err: error }, 'the database cannot be asked for its time zones yet')
        await pause(growingPauseMs(attempt), signal)
      }
    }
  }
}
