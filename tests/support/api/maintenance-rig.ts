import { RequestDatabase } from '@roadbook/api/database/request-database'
import { MaintenanceEvaluation } from '@roadbook/api/features/maintenance/evaluation/evaluation'
import { EvaluationRepository, type NextDue } from '@roadbook/api/features/maintenance/evaluation/evaluation.repository'
import type pg from 'pg'

/** Returns the evaluation of due services. A test can run it for any moment. */
export const evaluationOn = (pool: pg.Pool): MaintenanceEvaluation =>
  new MaintenanceEvaluation(new RequestDatabase(pool), new EvaluationRepository({ SUMMARY_TIME_ZONES: ['Europe/Amsterdam'] }))

/** Returns when a vehicle needs its next service, evaluated for a moment. `zone` is the default time zone of the API. */
export const nextDueAt = (pool: pg.Pool, zone: string, entityId: number, at: Date): Promise<NextDue[]> =>
  new RequestDatabase(pool).write('all', (transaction) =>
    new EvaluationRepository({ SUMMARY_TIME_ZONES: [zone] }).openDue(transaction, [entityId], at),
  )
