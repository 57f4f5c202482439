import { Injectable } from '@nestjs/common'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { EvaluationRepository, type NextDue } from './evaluation.repository.js'

type FindNext = (transaction: ScopedTransaction, after: number) => Promise<number[]>

/** Maximum vehicles in one transaction. The number is limited, because changes of a plan wait until the transaction ends. */
const BATCH = 5_000

/**
 * Finds due services of every business. Evaluates all vehicles on a schedule, even those at rest. Between these runs,
 * evaluates the vehicles whose odometer has changed. An evaluation may be repeated or interrupted and may run concurrently
 * with another, because a service that is already open is not opened again.
 */
@Injectable()
export class MaintenanceEvaluation {
  constructor(
    private readonly database: RequestDatabase,
    private readonly evaluations: EvaluationRepository,
  ) {}

  /** Evaluates every vehicle that has a plan. */
  async byClock(at = new Date()): Promise<void> {
    const began = new Date()
    const next = await this.evaluateAll((transaction, after) => this.evaluations.findMaintained(transaction, after, BATCH), at)
    await this.database.write('all', (transaction) => this.evaluations.keepNextDue(transaction, next, began))
  }

  /** Evaluates the vehicles of one plan, so that the author of a change sees due services immediately. */
  async byPlan(planId: number, at = new Date()): Promise<void> {
    const began = new Date()
    const find: FindNext = (transaction, after) => this.evaluations.findOfPlan(transaction, planId, after, BATCH)
    const next = (await this.evaluateAll(find, at)).filter(({ plan_id: of }) => of === planId)
    await this.database.write('all', (transaction) => this.evaluations.keepNextDue(transaction, next, began, planId))
  }

  /** Evaluates vehicles with new data or a new odometer reading. */
  async byOdometer(since: Date, at = new Date()): Promise<void> {
    const ids = await this.database.read('all', (transaction) => this.evaluations.findMoved(transaction, since))
    for (let from = 0; from < ids.length; from += BATCH) await this.evaluate(ids.slice(from, from + BATCH), at)
  }

  private async evaluateAll(find: FindNext, at: Date): Promise<NextDue[]> {
    const next = new Map<number, NextDue>()
    for (let after = 0; ;) {
      const ids = await this.database.read('all', (transaction) => find(transaction, after))
      for (const due of await this.evaluate(ids, at)) next.set(due.plan_id, first(next.get(due.plan_id), due))
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) return [...next.values()]
      after = last
    }
  }

  private evaluate(ids: readonly number[], at: Date): Promise<NextDue[]> {
    return this.database.write('all', async (transaction) => {
      await this.evaluations.hold(transaction)
      const next = await this.evaluations.openDue(transaction, ids, at)
      await this.evaluations.followOdometers(transaction, ids, at)
      return next
    })
  }
}

const first = (one: NextDue | undefined, other: NextDue): NextDue => ({
  plan_id: other.plan_id,
  next_due_at: least(one?.next_due_at ?? null, other.next_due_at),
  next_left_m: least(one?.next_left_m ?? null, other.next_left_m),
})

const least = <T extends Date | number>(one: T | null, other: T | null): T | null =>
  one !== null && other !== null ? (one < other ? one : other) : (one ?? other)
