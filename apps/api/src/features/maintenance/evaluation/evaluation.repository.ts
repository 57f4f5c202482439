import { Inject, Injectable } from '@nestjs/common'
import { ADVISORY_LOCKS } from '@roadbook/platform'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { dayAfter, dayParts } from '../../../day-sums/index.js'
import { localDayAt } from '../../../http/local-time.js'
import { ODOMETER } from '../../entities/index.js'
import { services } from './intervals-sql.js'

/**
 * Reader without any permissions. With this reader, evaluations treat a vehicle with a hidden location as one that has not
 * moved (G-106).
 */
const ANYBODY = { permissions: new Set<string>() }
/** A forecast uses the average daily distance of this many days before today. */
const FORECAST_DAYS = 30
/** Minimum change of a forecast, in seconds. A smaller change is not stored. */
const MOVES_S = 12 * 3_600
/**
 * Minimum decrease of an odometer that counts as a correction, in metres. A smaller decrease is usual when trips are
 * recalculated.
 */
const PUT_RIGHT_M = 1_000

/** Next time and distance at which a plan has a service due. */
export interface NextDue {
  plan_id: number
  next_due_at: Date | null
  /** Metres until the first service of any vehicle is due. Negative when the service is overdue. */
  next_left_m: number | null
}

/** Open service that is due when the odometer of its vehicle reaches a value. Values in metres. */
interface Waiting {
  id: number
  entity_id: number
  due_m: number
  /** Null when unknown. */
  odometer_m: number | null
}

/** Finds the due services of many vehicles with few statements. */
@Injectable()
export class EvaluationRepository {
  constructor(@Inject(API_CONFIGURATION) private readonly configuration: Pick<ApiConfiguration, 'SUMMARY_TIME_ZONES'>) {}

  /** Returns the next vehicles, in the order of their ids, for which a service can become due. */
  async findMaintained(transaction: ScopedTransaction, after: number, limit: number): Promise<number[]> {
    const rows = await transaction.rows<{ entity_id: number }>(sql`SELECT entity_id FROM (
        (SELECT DISTINCT m.entity_id FROM maintenance_plan_entities m WHERE m.entity_id > ${after} ORDER BY 1 LIMIT ${limit})
        UNION
        (SELECT DISTINCT n.entity_id FROM maintenance_notifications n WHERE n.status = 'open' AND n.entity_id > ${after}
          ORDER BY 1 LIMIT ${limit})
      ) maintained ORDER BY 1 LIMIT ${limit}`)
    return rows.map((row) => row.entity_id)
  }

  /** Returns the next vehicles of a plan, in the order of their ids. */
  async findOfPlan(transaction: ScopedTransaction, planId: number, after: number, limit: number): Promise<number[]> {
    const rows = await transaction.rows<{ entity_id: number }>(sql`SELECT m.entity_id FROM maintenance_plan_entities m
      WHERE m.plan_id = ${planId} AND m.entity_id > ${after} ORDER BY 1 LIMIT ${limit}`)
    return rows.map((row) => row.entity_id)
  }

  /** Returns the vehicles that have new data or a new odometer reading since a time. A service may have become due for them. */
  async findMoved(transaction: ScopedTransaction, since: Date): Promise<number[]> {
    const rows = await transaction.rows<{ entity_id: number }>(sql`SELECT DISTINCT moved.entity_id FROM (
        SELECT s.entity_id FROM told_newest s WHERE s.last_received_at >= ${since}
        UNION ALL
        SELECT e.id FROM entities e WHERE e.updated_at >= ${since} AND ${transaction.within(sql`e.business_id`)}
      ) moved
      JOIN maintenance_plan_entities m ON m.entity_id = moved.entity_id
      JOIN maintenance_triggers t ON t.plan_id = m.plan_id AND t.metric = 'kilometers' AND t.removed_at IS NULL
      ORDER BY 1`)
    return rows.map((row) => row.entity_id)
  }

  /**
   * Locks evaluations and plans until the transaction ends. Until then, no other evaluation runs, and no plan is changed,
   * activated or deactivated.
   */
  async hold(transaction: ScopedTransaction): Promise<void> {
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.evaluations})`)
    await transaction.rows(sql`SELECT g.id FROM maintenance_plans g WHERE g.active ORDER BY g.id FOR SHARE`)
  }

  /**
   * Opens services that are due soon and not open yet, one for each vehicle and trigger (G-77).
   * @returns for each plan, when the next service of any of these vehicles is due
   */
  openDue(transaction: ScopedTransaction, entityIds: readonly number[], at: Date): Promise<NextDue[]> {
    return transaction.hashing(() =>
      transaction.rows<NextDue & Record<string, unknown>>(sql`
        WITH due AS MATERIALIZED (${services(transaction, entityIds)}),
        ridden AS MATERIALIZED (${this.ridden(transaction, entityIds, at)}),
        opened AS (
          INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_at, due_m, reached_at)
          SELECT d.entity_id, d.plan_id, d.trigger_id, d.due_at, d.due_m, CASE WHEN d.due_m <= d.odometer_m THEN ${at}::timestamptz END
          FROM due d
          WHERE (d.soon_at <= ${at} OR d.soon_m <= d.odometer_m) AND NOT EXISTS (
            SELECT 1 FROM maintenance_notifications n
            WHERE n.entity_id = d.entity_id AND n.trigger_id = d.trigger_id AND n.status = 'open'
          )
          ON CONFLICT (entity_id, trigger_id) WHERE status = 'open' DO NOTHING
        )
        SELECT d.plan_id, min(coalesce(d.due_at, ${forecast(sql`d.due_m`, sql`d.odometer_m`, at)})) AS next_due_at,
          min(d.due_m - d.odometer_m) FILTER (WHERE NOT d.is_hidden)::float8 AS next_left_m
        FROM due d LEFT JOIN ridden y ON y.entity_id = d.entity_id GROUP BY d.plan_id`),
    )
  }

  /**
   * Updates open services that wait for the odometer. Stores when the due odometer reading was reached, or else the forecast.
   * If a corrected odometer is below that reading again, clears the stored time.
   */
  async followOdometers(transaction: ScopedTransaction, entityIds: readonly number[], at: Date): Promise<void> {
    const waiting = await this.findWaiting(transaction, entityIds)
    if (waiting.length === 0) return
    // Distances are summed up only for the vehicles with an open service, because these are few.
    const riders = [...new Set(waiting.map(({ entity_id }) => entity_id))]
    await transaction.rows(sql`WITH ridden AS MATERIALIZED (${this.ridden(transaction, riders, at)}),
      told AS (
        SELECT w.id, CASE WHEN w.due_m <= w.odometer_m THEN ${at}::timestamptz END AS reached_at,
          CASE WHEN w.due_m > w.odometer_m THEN ${forecast(sql`w.due_m`, sql`w.odometer_m`, at)} END AS forecast_at
        FROM jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) AS w (id bigint, entity_id int, due_m bigint, odometer_m bigint)
        LEFT JOIN ridden y ON y.entity_id = w.entity_id
      )
      UPDATE maintenance_notifications n SET reached_at = told.reached_at, forecast_at = told.forecast_at
      FROM told WHERE told.id = n.id AND n.status = 'open'
        AND ((told.reached_at IS NULL) <> (n.reached_at IS NULL) OR (told.forecast_at IS NULL) <> (n.forecast_at IS NULL)
          OR abs(extract(epoch FROM told.forecast_at - n.forecast_at)) > ${MOVES_S})`)
  }

  /** Finds open services whose odometer value is not yet reached, or is no longer reached after a correction. */
  private findWaiting(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<Waiting[]> {
    return transaction.rows<Waiting & Record<string, unknown>>(sql`
      SELECT n.id, n.entity_id, n.due_m, ${ODOMETER}::bigint AS odometer_m
      FROM maintenance_notifications n
      JOIN entities e ON e.id = n.entity_id AND ${transaction.within(sql`e.business_id`)}
      LEFT JOIN told_newest s ON s.entity_id = e.id AND s.entity_id = ANY (${[...entityIds]}::int[])
      WHERE n.entity_id = ANY (${[...entityIds]}::int[]) AND n.status = 'open' AND n.due_m IS NOT NULL
        AND (n.reached_at IS NULL OR n.due_m > ${ODOMETER} + ${PUT_RIGHT_M}) AND NOT coalesce(s.is_hidden, FALSE)`)
  }

  /**
   * Stores when plans next have a service due. Does not overwrite the result of an evaluation that began later than this one.
   * @param planId the plan that was evaluated. If it is absent, all plans were evaluated, and plans that are not in `next`
   * have nothing due.
   */
  async keepNextDue(transaction: ScopedTransaction, next: readonly NextDue[], began: Date, planId?: number): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_plans g
      SET next_due_at = found.next_due_at, next_left_m = round(found.next_left_m), next_found_at = ${began}
      FROM maintenance_plans every
      LEFT JOIN jsonb_to_recordset(${JSON.stringify(next)}::jsonb) AS found (plan_id int, next_due_at timestamptz, next_left_m float8)
        ON found.plan_id = every.id
      WHERE every.id = g.id AND (${planId ?? null}::int IS NULL OR g.id = ${planId ?? null}::int)
        AND coalesce(g.next_found_at <= ${began}, TRUE)
        AND (g.next_due_at IS DISTINCT FROM found.next_due_at OR g.next_left_m IS DISTINCT FROM round(found.next_left_m)::bigint
          OR ${planId ?? null}::int IS NOT NULL)`)
  }

  /**
   * Returns the average metres per day of these vehicles. Uses the daily sums that are stored for the first configured time
   * zone.
   */
  private ridden(transaction: ScopedTransaction, entityIds: readonly number[], at: Date): Sql {
    const [zone = 'UTC'] = this.configuration.SUMMARY_TIME_ZONES
    const today = localDayAt(at, zone)
    const asked = { from: dayAfter(today, -FORECAST_DAYS), till: dayAfter(today, -1), zone, entities: entityIds }
    return sql`SELECT o.entity_id, sum(o.distance_m) / ${FORECAST_DAYS}::float8 AS metres_a_day
      FROM (${dayParts(transaction, ANYBODY, asked)}) o GROUP BY o.entity_id`
  }
}

/**
 * Forecasts the day of a service from the average distance per day (G-76). A vehicle at rest has no forecast. A service more
 * than a century ahead has none either. Alias: y the average.
 */
const forecast = (due: Sql, odometer: Sql, at: Date): Sql => {
  const days = sql`ceil(greatest(${due} - ${odometer}, 0) / nullif(y.metres_a_day, 0))`
  return sql`CASE WHEN ${days} < 36500 THEN ${at}::timestamptz + make_interval(days => ${days}::int) END`
}
