import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { askedPeriod } from '../../day-sums/index.js'
import { invalid, notFound } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { timeZoneOf } from '../../http/time-zone.js'
import { MAX_LIMIT, MAX_SEARCH_LENGTH } from '../../lists/list-fields.js'
import { field, ids, query as says } from '../../texts/platform.js'
import { REPORT_MODES, type ReportMode } from './dto/report.dto.js'
import { LIMIT_KPH, type Measure, MIN_MINUTES } from './dto/wish-fields.js'
import { say } from './texts.js'

/** Parameters of a report. */
export interface ReportWish {
  mode: ReportMode
  /** First day of the period (YYYY-MM-DD). The first and last day are local days in the time zone, and both are included. */
  from: string
  till: string
  /** Time zone by its IANA name. */
  timeZone: string
  /** Ids of the vehicles. A report without vehicles and without a group covers all vehicles in scope. */
  entityIds: readonly number[]
  targetGroupId: number | null
  limitKph: number
  minMinutes: number
}

/** Parameters as in a query. Defaults are the last seven days and the caller's time zone. */
export type AskedWish = Omit<ReportWish, 'from' | 'till' | 'timeZone'> & { from?: string; till?: string; timeZone?: string }

export interface AskedPage {
  wish: Omit<AskedWish, 'mode'>
  page: number
  limit: number
}

export const MAX_DAYS = 366
const DEFAULT_LIMIT = 50
const INT4_MAX = 2_147_483_647

const whole = (name: string, text: string | undefined, { min, max, standard }: Omit<Measure, 'description'>): number => {
  if (text === undefined || text === '') return standard
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (!(value >= min)) throw invalid({ [name]: [field('not-positive', { min })] })
  if (value > max) throw invalid({ [name]: [field('too-great', { max })] })
  return value
}

const idOf = (name: string, text: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > INT4_MAX) throw invalid({ [name]: [ids('some')] })
  return id
}

/** Reads `from` and `till`. Either both or neither must be given. */
const periodOf = ({ from, till }: { from?: string; till?: string }): { from?: string; till?: string } =>
  from || till ? askedPeriod({ from, till }, MAX_DAYS) : {}

const PAGE = ['from', 'till', 'tz', 'entity_ids', 'target_group_id', 'limit_kph', 'min_minutes', 'page', 'limit'] as const

/**
 * Reads the query of a report on screen.
 * @throws Problem 422 with the allowed values
 */
export function readReportPage(given: Record<string, unknown>): AskedPage {
  const asked = readQuery(given, PAGE, { entity_ids: MAX_SEARCH_LENGTH })
  const entityIds = [...new Set((asked.entity_ids ?? '').split(',').filter(Boolean))].map((text) => idOf('entity_ids', text))
  const targetGroupId = asked.target_group_id ? idOf('target_group_id', asked.target_group_id) : null
  if (entityIds.length > 0 && targetGroupId !== null) throw invalid({ target_group_id: [say('one-or-other')] })
  return {
    wish: {
      ...periodOf(asked),
      timeZone: asked.tz ? timeZoneOf(asked.tz) : undefined,
      entityIds,
      targetGroupId,
      limitKph: whole('limit_kph', asked.limit_kph, LIMIT_KPH),
      minMinutes: whole('min_minutes', asked.min_minutes, MIN_MINUTES),
    },
    page: whole('page', asked.page, { min: 1, max: 1_000_000, standard: 1 }),
    limit: whole('limit', asked.limit, { min: 1, max: MAX_LIMIT, standard: DEFAULT_LIMIT }),
  }
}

/**
 * Reads the query of one vehicle's report.
 * @throws Problem 422
 */
export function readIndividual(given: Record<string, unknown>): AskedWish & { entityId: number } {
  const asked = readQuery(given, ['from', 'till', 'entity_id', 'tz'])
  if (!asked.entity_id) throw invalid({ entity_id: [says('not-once')] })
  const entityId = idOf('entity_id', asked.entity_id)
  return {
    ...periodOf(asked),
    mode: 'all',
    timeZone: asked.tz ? timeZoneOf(asked.tz) : undefined,
    entityId,
    entityIds: [entityId],
    targetGroupId: null,
    limitKph: LIMIT_KPH.standard,
    minMinutes: MIN_MINUTES.standard,
  }
}

/**
 * Reads the report's mode from the path. Reads the request itself, and not through `@Param`, because another decorator
 * already describes the parameter in OpenAPI.
 */
export const AskedMode = createParamDecorator((_: unknown, context: ExecutionContext): ReportMode => {
  const { kind } = context.switchToHttp().getRequest<FastifyRequest>().params as { kind?: string }
  const mode = REPORT_MODES.find((one) => one === kind)
  if (!mode) throw notFound('report')
  return mode
})
