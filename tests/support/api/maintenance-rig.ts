import { RequestDatabase } from '@roadbook/api/database/request-database'
import { MaintenanceEvaluation } from '@roadbook/api/features/maintenance/evaluation/evaluation'
import { EvaluationRepository, type NextDue } from '@roadbook/api/features/maintenance/evaluation/evaluation.repository'
import type pg from 'pg'

/** The evaluation of what is due, run when a test says, at the moment that it says. */
export const evaluationOn = (pool: pg.Pool): MaintenanceEvaluation =>
  new MaintenanceEvaluation(new RequestDatabase(pool), new EvaluationRepository({ SUMMARY_TIME_ZONES: ['Europe/Amsterdam'] }))

/** Returns when a vehicle needs something next, judged at a moment by an API whose first zone this is. */
export const nextDueAt = (pool: pg.Pool, zone: string, entityId: number, at: Date): Promise<NextDue[]> =>
  new RequestDatabase(pool).write('all', (transaction) =>
    new EvaluationRepository({ SUMMARY_TIME_ZONES: [zone] }).openDue(transaction, [entityId], at),
  )
