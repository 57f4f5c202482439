import { randomUUID } from 'node:crypto'
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { directUrl, forOurSessions, type Logger, Notices, pause, sessionConfig, within } from '@roadbook/platform'
import type pg from 'pg'
import { type Db, type JobResult, type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../configuration.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { Problem } from '../http/problems.js'
import type { Job, JobHandler, JobSettings, Requester } from './job.js'
import { addJob } from './jobs.repository.js'
import { placeInLine } from './place-in-line.js'
import { grantEnqueueing, QUEUE_SCHEMA } from './queue/queue-schema.js'
import { runJob } from './run-job.js'
import { problem } from '../texts/platform.js'

const RESTART_MS = 1_000
/** Milliseconds that a request waits for the queue shortly after the process starts. */
const READY_WITHIN_MS = 5_000
/** Days for which users can view a finished job. */
export const KEPT_DAYS = 30
const DAY_S = 24 * 3_600

/** A kind of job and its handler. */
interface HandledJob {
  settings: JobSettings
  isSingleton: boolean
  run: (queued: JobWithMetadata<unknown>) => Promise<JobResult>
}

/** Queues and schedules that exist in the database when the process starts, by kind of job. */
interface KnownQueues {
  queues: ReadonlyMap<string, QueueResult>
  crons: ReadonlyMap<string, string>
}

export interface EnqueueOptions {
  requestedBy?: Requester
  /** Time before which the job must not start. */
  startAt?: Date
}

/** Connection settings that the queue passes on to pg. */
const HANDED_TO_PG: pg.PoolConfig = {
  // Keeps idle connections. Opening a new connection for each poll would take longer than ten polls on an existing one.
  idleTimeoutMillis: 90_000,
  // Maximum duration of a statement, for both client and server as in `createPool`. The longest statement deletes the jobs of
  // several days.
  statement_timeout: 60_000,
  query_timeout: 65_000,
}

/**
 * Returns a way to receive the queue's notifications on a connection to PostgreSQL itself. The library would use the
 * address of its other connections. That may be a pooler's address, and a pooler does not reliably pass notifications on.
 */
const listenAt =
  (url: string, logger: Logger): NonNullable<Db['listen']> =>
  (channel, onNotification, onReconnect) => {
    const notices = new Notices(sessionConfig({ url, name: 'roadbook-api jobs' }), channel, logger)
    notices.add((payload) => (payload === '' ? onReconnect() : onNotification(payload)))
    return Promise.resolve({ close: () => notices.close() })
  }

/**
 * Durable jobs. pg-boss queues them in PostgreSQL. Any API process that does jobs (`API_WORK`) can run them. A failed job is
 * tried again with growing pauses. Each job ends in a state that users can see.
 */
@Injectable()
export class JobQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #handled = new Map<string, HandledJob>()
  readonly #stopping = new AbortController()
  #boss: PgBoss | undefined
  #started: Promise<void> | undefined
  #isReady = false

  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /** Sets the handler of a kind of job. Call it in `onModuleInit`, before the queue starts. */
  handle<Payload extends object>(job: Job<Payload>, handle: JobHandler<Payload>): void {
    if (this.#started) throw new Error(`${job.kind} is declared after the queue has started`)
    if (this.#handled.has(job.kind)) throw new Error(`${job.kind} is declared twice`)
    const run = (queued: JobWithMetadata<unknown>) => runJob(job, handle, queued, this.logger)
    this.#handled.set(job.kind, { settings: job, isSingleton: job.singletonKey !== undefined, run })
  }

  /** Starts in the background, so that the API answers requests while the database is still unavailable. */
  onApplicationBootstrap(): void {
    this.#started = this.startPatiently()
  }

  /** Stops taking jobs and waits for the running jobs. If a job does not finish in time, another process runs it again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort()
    await this.#started
    this.#isReady = false
    if (this.#boss) await this.drain(this.#boss)
  }

  /**
   * Waits for running jobs. The library's own graceful stop would take longer, because it checks only twice a second whether
   * the workers are idle. Usually they are idle immediately.
   */
  private async drain(boss: PgBoss): Promise<void> {
    const idle = Promise.all([...this.#handled.keys()].map((kind) => boss.offWork(kind)))
    await within(this.configuration.JOBS_DRAIN_MS, idle)
    await boss.stop({ graceful: false })
  }

  /**
   * Queues a job in the transaction of the write that needs it. Either both are saved or neither.
   * @returns the job's id; undefined when a job with the same singleton key already waits or runs
   * @throws ZodError when the payload does not match the job's declaration; Problem 503 when the queue is not available yet
   */
  async enqueue<Payload extends object>(
    transaction: ScopedTransaction,
    job: Job<Payload>,
    payload: Payload,
    { requestedBy, startAt }: EnqueueOptions = {},
  ): Promise<string | undefined> {
    const data = job.payload.parse(payload)
    const boss = await this.ready()
    const id = randomUUID()
    const queued = await boss.send(job.kind, data, {
      id,
      db: { executeSql: (text, values) => transaction.execute(text, values) },
      ...(job.singletonKey ? { singletonKey: job.singletonKey(data) } : {}),
      ...(startAt ? { startAfter: startAt } : {}),
      ...(requestedBy ? await placeInLine(transaction, job.kind, requestedBy) : {}),
    })
    if (queued === null) return undefined
    await addJob(transaction, { id, kind: job.kind, requestedBy })
    return id
  }

  /**
   * Runs a job again after its last attempt has failed.
   * @returns whether there was such a job
   */
  async retry(kind: string, id: string): Promise<boolean> {
    const boss = await this.ready()
    // The library's types do not declare the value that `retry` returns.
    const { affected } = (await boss.retry(kind, id)) as { affected: number }
    return affected === 1
  }

  /** Resolves when jobs can be queued. */
  async ready(): Promise<PgBoss> {
    if (!this.#isReady && this.#started) await within(READY_WITHIN_MS, this.#started)
    if (!this.#isReady || !this.#boss) {
      throw new Problem('unavailable', problem('queue-unavailable'), { retryAfterS: 5 })
    }
    return this.#boss
  }

  private async startPatiently(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && !this.#isReady) {
      const boss = this.connect()
      try {
        await this.start(boss)
        this.#boss = boss
        this.#isReady = true
      } catch (error) {
        this.logger.warn({ err: error }, 'the job queue cannot start yet')
        await boss.stop({ graceful: false }).catch((failure: unknown) => this.logger.warn({ err: failure }, 'half started'))
        // An abort ends the pause early. The loop then checks the signal.
        await pause(RESTART_MS, signal)
      }
    }
  }

  private get doesJobs(): boolean {
    return this.configuration.API_WORK === 'all'
  }

  private connect(): PgBoss {
    const { DATABASE_URL, JOBS_CONNECTIONS, JOBS_WATCH_S } = this.configuration
    const boss = new PgBoss({
      connectionString: forOurSessions(DATABASE_URL),
      application_name: 'roadbook-api jobs',
      max: JOBS_CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      ...HANDED_TO_PG,
      schema: QUEUE_SCHEMA,
      createSchema: false,
      // A process that runs no jobs does not listen for notifications of jobs, and does not supervise the jobs of other
      // processes.
      useListenNotify: this.doesJobs,
      supervise: this.doesJobs,
      schedule: this.doesJobs,
      superviseIntervalSeconds: JOBS_WATCH_S,
      monitorIntervalSeconds: JOBS_WATCH_S,
    })
    boss.getDb().listen = listenAt(directUrl(this.configuration), this.logger)
    boss.on('error', (error) => this.logger.warn({ err: error }, 'the job queue'))
    boss.on('warning', ({ message, data }) => this.logger.warn({ data }, message))
    return boss
  }

  private async start(boss: PgBoss): Promise<void> {
    await boss.start()
    await grantEnqueueing(boss.getDb())
    const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
    const known: KnownQueues = {
      queues: new Map(queues.map((queue) => [queue.name, queue])),
      crons: new Map(schedules.map(({ name, cron }) => [name, cron])),
    }
    for (const handled of this.#handled.values()) await this.open(boss, handled, known)
  }

  /** Updates a queue in the database to the declaration of its job. At most starts, the queue is already up to date. */
  private async open(boss: PgBoss, { settings, isSingleton, run }: HandledJob, known: KnownQueues): Promise<void> {
    const { kind, cron } = settings
    const options = {
      retryLimit: settings.attempts - 1,
      retryDelay: settings.retryAfterS,
      retryBackoff: true,
      retryDelayMax: settings.retryMaxS,
      expireInSeconds: settings.expireInS,
      heartbeatSeconds: this.configuration.JOBS_HEARTBEAT_S,
      deleteAfterSeconds: KEPT_DAYS * DAY_S,
      notify: true,
    }
    const queue = known.queues.get(kind)
    if (!queue) await boss.createQueue(kind, { ...options, policy: isSingleton ? 'exclusive' : 'standard' })
    else if (Object.entries(options).some(([name, value]) => (queue[name as keyof typeof options] ?? undefined) !== value))
      await boss.updateQueue(kind, options)
    if (!this.doesJobs) return
    const scheduled = known.crons.get(kind)
    if (cron && scheduled !== cron) await boss.schedule(kind, cron, {})
    // Removes the schedule that the job had in an earlier version, because it would otherwise continue.
    if (!cron && scheduled !== undefined) await boss.unschedule(kind)
    for (let worker = 0; worker < settings.concurrency; worker++) await this.startWorker(boss, settings, run)
  }

  /**
   * Starts a worker that takes jobs of a kind one after the other. After each job, the library's worker sleeps until its next
   * poll, unless it is notified. Of several jobs that were queued together, most would therefore wait for a poll. So the
   * worker is notified after each job and takes the next job immediately.
   */
  private async startWorker(boss: PgBoss, { kind, ofOneBusiness }: JobSettings, run: HandledJob['run']): Promise<void> {
    const options = {
      includeMetadata: true,
      perJobResults: true,
      batchSize: 1,
      localConcurrency: 1,
      pollingIntervalSeconds: this.configuration.JOBS_POLL_S,
      notifyPollingIntervalSeconds: this.configuration.JOBS_POLL_S,
      ...(ofOneBusiness === undefined ? {} : { groupConcurrency: ofOneBusiness }),
    } as const
    const id = await boss.work<unknown, unknown, typeof options>(kind, options, (queued) =>
      Promise.all(queued.map(run)).finally(() => boss.notifyWorker(id)),
    )
  }
}
