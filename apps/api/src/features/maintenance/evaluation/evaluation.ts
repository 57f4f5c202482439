import { Injectable } from '@nestjs/common'
import { RequestDatabase } from '../../../database/request-database.js'
import { EvaluationRepository, type NextDue } from './evaluation.repository.js'

/** So many vehicles at once, each in a transaction of its own: nobody who changes a plan waits long. */
const BATCH = 5_000

/**
 * Finds what is due, of every business: by the clock, so that vehicles that stand still are looked after, too, and by the odometer of
 * those that move. What was found before stays as it is, so it can be run again, by several at once, and after it was broken off.
 */
@Injectable()
export class MaintenanceEvaluation {
  constructor(
    private readonly database: RequestDatabase,
    private readonly evaluations: EvaluationRepository,
  ) {}

  /** Every vehicle that has a plan. */
  async byClock(at = new Date()): Promise<void> {
    const next = new Map<number, Date | null>()
    for (let after = 0; ;) {
      const ids = await this.database.read('all', (transaction) => this.evaluations.findMaintained(transaction, after, BATCH))
      for (const due of await this.evaluate(ids, at)) next.set(due.plan_id, earlier(next.get(due.plan_id), due.next_due_at))
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) break
      after = last
    }
    const all = [...next].map(([plan_id, next_due_at]) => ({ plan_id, next_due_at }))
    await this.database.write('all', (transaction) => this.evaluations.keepNextDue(transaction, all))
  }

  /** Vehicles that were heard since. */
  async byOdometer(since: Date, at = new Date()): Promise<void> {
    const ids = await this.database.read('all', (transaction) => this.evaluations.findMoved(transaction, since))
    for (let from = 0; from < ids.length; from += BATCH) await this.evaluate(ids.slice(from, from + BATCH), at)
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

const earlier = (one: Date | null | undefined, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)
