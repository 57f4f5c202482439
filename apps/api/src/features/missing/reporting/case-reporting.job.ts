import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { findProtocol } from '@roadbook/protocols'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { z } from 'zod'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../../../configuration.js'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { CommandNotices, OwnCommandsRepository } from '../../commands/index.js'
import { CaseReportingRepository } from './case-reporting.repository.js'
import { nextStep, type ReportingRow } from './reporting-steps.js'

const CASE_REPORTING: Job<Record<string, never>> = {
  kind: 'missing-reporting',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 10,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/** Maximum minutes between two attempts to send a command to a tracker. */
const LONGEST_PAUSE_MIN = 60
/**
 * Days that a command stays queued. The time is long, so that the interval of a tracker that was without signal, for example
 * in a shed, is restored when it connects again.
 */
const WAITS_DAYS = 30

/**
 * Requests more frequent reports from the tracker of a missing vehicle. Restores the tracker's own interval when the case
 * ends or the tracker is removed. The database has a row for each tracker with its progress and the last request, so that any
 * process can continue. The original interval is stored before another interval is set. Runs outside requests and serves
 * every business.
 */
@Injectable()
export class CaseReporting implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly notices: CommandNotices,
    private readonly commands: OwnCommandsRepository,
    private readonly reporting: CaseReportingRepository,
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CASE_REPORTING, () => this.run())
  }

  async run(): Promise<void> {
    await this.reporting.takeUp()
    for (const due of await this.reporting.findDue()) {
      const woken = await inTransaction(this.pool, async (client) => {
        const row = await this.reporting.lock(client, due)
        return row ? this.advance(client, row) : null
      })
      if (woken) this.notices.publish(woken)
    }
  }

  /**
   * Takes the next step of a tracker.
   * @returns the tracker that a command now waits for
   */
  private async advance(client: pg.PoolClient, row: ReportingRow): Promise<string | null> {
    const speaks = row.protocol === null ? undefined : (findProtocol(row.protocol)?.commands?.reporting ?? null)
    const step = nextStep(row, speaks, this.configuration.USUAL_REPORTING_S)
    if (!step) {
      await this.reporting.wait(client, row)
      return null
    }
    if (row.command_id !== null && row.command_state === 'queued') await this.commands.cancel(client, row.command_id)
    const attempts = step.retries ? row.attempts + 1 : 0
    const commandId = step.ask === undefined ? row.command_id : await this.ask(client, row, step.ask, attempts)
    await this.reporting.save(client, row, step, { attempts, commandId })
    return step.ask === undefined ? null : row.imei
  }

  private ask(client: pg.PoolClient, row: ReportingRow, text: string, attempts: number): Promise<number> {
    const pauseMin = attempts === 0 ? 0 : Math.min(2 ** attempts, LONGEST_PAUSE_MIN)
    return this.commands.queue(client, row, { text, pauseMin, waitsDays: WAITS_DAYS })
  }
}
