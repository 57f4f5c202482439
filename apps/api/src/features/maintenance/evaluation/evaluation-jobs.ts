import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Job, JobQueue, type Requester } from '../../../jobs/index.js'
import { MaintenanceEvaluation } from './evaluation.js'

const ALIKE = {
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 5,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 1,
}
const BY_CLOCK: Job<Record<string, never>> = { ...ALIKE, kind: 'maintenance-clock', cron: '*/15 * * * *' }
const BY_ODOMETER: Job<Record<string, never>> = { ...ALIKE, kind: 'maintenance-odometer', cron: '*/5 * * * *' }
/**
 * Job that evaluates a plan, which means that it finds the plan's due services. This job runs right after the plan was
 * changed or applied to vehicles, without waiting for the scheduled evaluation.
 */
const BY_PLAN: Job<{ plan_id: number }> = { ...ALIKE, kind: 'maintenance-plan', payload: z.object({ plan_id: z.int() }) }
/**
 * Length of a period before each run, in milliseconds. The run evaluates the vehicles that moved in this period. The period
 * spans several runs, so that a later run finds a vehicle that one run missed. The scheduled evaluation covers the vehicles
 * that did not move.
 */
const MOVED_WITHIN_MS = 20 * 60_000

@Injectable()
export class EvaluationJobs implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly evaluation: MaintenanceEvaluation,
  ) {}

  onModuleInit(): void {
    this.queue.handle(BY_CLOCK, () => this.evaluation.byClock())
    this.queue.handle(BY_ODOMETER, () => this.evaluation.byOdometer(new Date(Date.now() - MOVED_WITHIN_MS)))
    this.queue.handle(BY_PLAN, ({ plan_id }) => this.evaluation.byPlan(plan_id))
  }

  /**
   * Queues the evaluation of a plan in the transaction that changes the plan. Each change queues a separate job, because a
   * job that is already running may have read the plan before this change.
   */
  async askFor(transaction: ScopedTransaction, requestedBy: Requester, planId: number): Promise<void> {
    await this.queue.enqueue(transaction, BY_PLAN, { plan_id: planId }, { requestedBy })
  }
}
