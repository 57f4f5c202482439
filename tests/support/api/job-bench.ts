import { reasonOf } from '@roadbook/api/jobs/job-list'
import { Sentence } from '@roadbook/api/texts/sentence'
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { readApiConfiguration } from '@roadbook/api/configuration'
import { CoreModule } from '@roadbook/api/core.module'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import type { ScopedTransaction } from '@roadbook/api/database/scoped-transaction'
import { type Job, JobQueue, JobsModule } from '@roadbook/api/jobs/index'
import { MailModule, Mailer, type MailOrder, type MailTemplate } from '@roadbook/api/mail/index'
import { OutgoingMailsRepository } from '@roadbook/api/mail/outgoing/outgoing-mails.repository'
import { createLogger, createPool } from '@roadbook/platform'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { until } from '@roadbook/testing/until'
import { MemoryEventLog } from './api-event-log.js'

export interface JobState {
  state: 'queued' | 'running' | 'done' | 'failed'
  attempts: number
  reason: string | null
}

/** Runs jobs and sends mails as an API process does, but without HTTP. Several benches act as several replicas. */
export class JobBench {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly pool: pg.Pool,
  ) {}

  /**
   * @param declare adds the jobs that this replica runs besides mail
   * @param sendsMail false: this replica queues mails, and other replicas send them
   */
  static async start(
    environment: Record<string, string>,
    declare: (queue: JobQueue) => void = () => undefined,
    sendsMail = true,
  ): Promise<JobBench> {
    const fast = { JOBS_WATCH_S: '1', JOBS_POLL_S: '1', JOBS_HEARTBEAT_S: '10', MAIL_RETRY_S: '1', LOG_LEVEL: 'silent' }
    const configuration = readApiConfiguration({ ...fast, ...environment })
    const pool = createPool({ url: configuration.DATABASE_URL, name: 'job bench', max: 6 })
    const core = CoreModule.with({
      configuration,
      pool,
      log: new MemoryEventLog(),
      logger: createLogger('jobs', configuration.LOG_LEVEL),
      metrics: new Registry(),
    })
    @Module({ providers: sendsMail ? [] : [Mailer, OutgoingMailsRepository] })
    class Declared {
      constructor(queue: JobQueue) {
        declare(queue)
      }
    }
    const root: DynamicModule = { module: Declared, imports: [core, JobsModule, ...(sendsMail ? [MailModule] : [])] }
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false })
    return new JobBench(app, pool)
  }

  get queue(): JobQueue {
    return this.app.get(JobQueue)
  }

  get mailer(): Mailer {
    return this.app.get(Mailer)
  }

  write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.app.get(RequestDatabase).write('all', work)
  }

  enqueue<P extends object>(job: Job<P>, payload: P, userId?: number): Promise<string | undefined> {
    const options = userId === undefined ? {} : { requestedBy: { userId, businessId: null } }
    return this.write((transaction) => this.queue.enqueue(transaction, job, payload, options))
  }

  mail<T extends MailTemplate>(order: MailOrder<T>): Promise<string> {
    return this.write((transaction) => this.mailer.send(transaction, order))
  }

  async stateOf(id: string): Promise<JobState | undefined> {
    const { rows } = await this.pool.query<JobState>(
      "SELECT s.state, s.attempts, s.reason FROM set_config('roadbook.scope', 'all', false), background_job_state($1) s",
      [id],
    )
    const [row] = rows
    if (!row) return undefined
    const reason = reasonOf(row.reason)
    return { ...row, reason: reason instanceof Sentence ? reason.in('en') : reason }
  }

  /** Resolves when the job is in one of these states. */
  until(id: string, ...states: JobState['state'][]): Promise<JobState> {
    return until(`job ${id} is ${states.join(' or ')}`, () => this.stateOf(id), {
      withinMs: 120_000,
      fits: ({ state }) => states.includes(state),
    })
  }

  async stop(): Promise<void> {
    await this.app.close()
    await this.pool.end()
  }
}
