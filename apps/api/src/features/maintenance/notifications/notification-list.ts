import type { Caller } from '../../../auth/caller.js'
import { locationHidden, visibleStates } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { field } from '../../../texts/platform.js'
import { invalid } from '../../../http/problems.js'
import { cell, code, id, ordered, text, time } from '../../../lists/columns.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { defineList, type Key } from '../../../lists/list.js'
import { ODOMETER, SERVICE_STATE } from '../../entities/index.js'
import {
  type MaintenanceAssigneeDto,
  MaintenanceNotificationDto,
  MaintenanceNotificationPageMetaDto,
  type MaintenancePhotoDto,
  type MaintenanceState,
  STATES,
} from './dto/notification.dto.js'
import { say } from '../texts.js'
import texts from './texts.json' with { type: 'json' }

export interface MaintenanceNotificationRow {
  [column: string]: unknown
  id: number
  entity: MaintenanceNotificationDto['entity']
  plan: MaintenanceNotificationDto['plan']
  trigger: MaintenanceNotificationDto['trigger']
  business_id: number
  status: MaintenanceNotificationDto['status']
  state: MaintenanceState
  due_at: Date | null
  left_days: number | null
  left_km: number | null
  forecast_at: Date | null
  reached_at: Date | null
  planned_at: Date | null
  assigned_user_id: number | null
  /** User that the service is assigned to. Null also when this user is out of scope. */
  assigned_user: MaintenanceAssigneeDto | null
  completed_at: Date | null
  odometer_m: number | null
  note: string | null
  cost_minor: number | null
  currency: string | null
  completed_by: string | null
  photos: MaintenancePhotoDto[]
  /** True when the service's trigger still belongs to the plan. */
  is_current: boolean
  created_at: Date
  updated_at: Date
}

/**
 * Services with their plan and vehicle. Aliases: n notification (the service), g plan, t trigger, e vehicle, b its business.
 */
const FROM = sql`FROM maintenance_notifications n JOIN maintenance_plans g ON g.id = n.plan_id
  JOIN entities e ON e.id = n.entity_id`
const TRIGGER = sql`JOIN maintenance_triggers t ON t.id = n.trigger_id`
const BUSINESS = sql`JOIN businesses b ON b.id = e.business_id`
/** Joins the user that a service is assigned to, if the caller is allowed to see that user. */
const assignee = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN users u ON u.id = n.assigned_user_id AND ${transaction.within(sql`u.business_id`)}`
const NAME = sql`(u.first_name || ' ' || u.last_name)`

/**
 * Expected time of a service. It is the first of these that exists: the planned time, the due time, the time when the odometer
 * value was reached, the forecast.
 */
export const COMES_AT = sql`coalesce(n.planned_at, n.due_at, n.reached_at, n.forecast_at)`

/**
 * Returns the condition that a service is visible. It must be in scope, and its vehicle must not be deleted. If its plan is
 * deleted, only a service that is done or archived is visible.
 */
export const seenNotifications = (transaction: ScopedTransaction): Sql => sql`e.deleted_at IS NULL
  AND ${transaction.within(sql`e.business_id`)} AND ${transaction.within(sql`g.business_id`)}
  AND (n.status <> 'open' OR g.deleted_at IS NULL)`

/** Returns FROM and WHERE for services in any state. Joins everything that a search can use. */
export const countedNotifications = (transaction: ScopedTransaction): Sql =>
  sql`${FROM} ${TRIGGER} ${BUSINESS} ${assignee(transaction)} WHERE ${seenNotifications(transaction)}`

export const notificationRows = (transaction: ScopedTransaction, caller: Caller, condition: Sql): Sql => {
  const hidden = locationHidden(caller)
  return sql`
  SELECT n.id, e.business_id, n.status, ${SERVICE_STATE} AS state, n.due_at, n.planned_at, n.created_at, n.updated_at, n.completed_at,
    n.assigned_user_id, n.odometer_m, n.note, n.cost_minor, n.currency, t.removed_at IS NULL AND g.deleted_at IS NULL AS is_current,
    json_build_object('id', e.id, 'name', e.name, 'license_plate', e.license_plate, 'frame_number', e.frame_number,
      'vehicle_type', e.vehicle_type, 'business_id', e.business_id, 'business_name', b.name) AS entity,
    json_build_object('id', g.id, 'title', g.title) AS plan,
    json_build_object('id', t.id, 'name', t.name, 'value', t.value, 'metric', t.metric) AS trigger,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', ${NAME}) END AS assigned_user,
    CASE WHEN n.status = 'open' THEN floor(extract(epoch FROM n.due_at - now()) / 86400)::int END AS left_days,
    CASE WHEN n.status = 'open' AND NOT ${hidden} THEN round((n.due_m - ${ODOMETER}) / 1000.0)::int END AS left_km,
    CASE WHEN n.status = 'open' AND NOT ${hidden} THEN n.forecast_at END AS forecast_at,
    CASE WHEN NOT ${hidden} THEN n.reached_at END AS reached_at,
    (SELECT c.first_name || ' ' || c.last_name FROM users c WHERE c.id = n.completed_by
      AND ${transaction.within(sql`c.business_id`)}) AS completed_by,
    (SELECT coalesce(json_agg(json_build_object('id', f.id, 'place', f.place, 'media_type', f.media_type,
        'bytes', octet_length(f.content), 'sha256', encode(f.sha256, 'hex')) ORDER BY f.place), '[]')
      FROM maintenance_photos f WHERE f.notification_id = n.id) AS photos
  ${FROM} ${TRIGGER} ${BUSINESS} ${assignee(transaction)}
  JOIN entity_privacy p ON p.entity_id = e.id
  LEFT JOIN LATERAL (
    SELECT newest.odometer_m FROM ${visibleStates(caller)} newest WHERE newest.entity_id = e.id
    ORDER BY newest.judged_at DESC, newest.device_id DESC LIMIT 1
  ) s ON TRUE
  WHERE ${seenNotifications(transaction)} AND ${condition}`
}

export const toNotification = (row: MaintenanceNotificationRow): MaintenanceNotificationDto => {
  const { id, entity, plan, trigger, status, state, assigned_user, photos } = row
  return {
    id,
    entity,
    plan,
    trigger,
    status,
    state,
    assigned_user,
    photos,
    due_at: row.due_at?.toISOString() ?? null,
    left: {
      days: row.left_days,
      km: row.left_km,
      forecast_at: row.forecast_at?.toISOString() ?? null,
      reached_at: row.reached_at?.toISOString() ?? null,
    },
    planned_at: row.planned_at?.toISOString() ?? null,
    completed: row.completed_at && {
      at: row.completed_at.toISOString(),
      odometer_m: row.odometer_m,
      note: row.note,
      cost_minor: row.cost_minor,
      currency: row.currency,
      by: row.completed_by,
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** States that a request can ask for. Without a state, the list contains all services except archived services. */
export const ASKED_STATES = [...STATES, 'open', 'all'] as const
export type AskedState = (typeof ASKED_STATES)[number] | undefined

function askedState({ state }: Readonly<Record<string, unknown>>): AskedState {
  if (state === undefined || state === '') return undefined
  const found = ASKED_STATES.find((one) => one === state)
  if (!found) throw invalid({ state: [field('not-one-of', { allowed: ASKED_STATES })] })
  return found
}

const isAsked = (state: AskedState): Sql => {
  if (state === 'all') return sql`TRUE`
  if (state === undefined) return sql`n.status <> 'archived'`
  return state === 'open' ? sql`n.status = 'open'` : sql`${SERVICE_STATE} = ${state}`
}

const METRIC_TYPE = sql`CASE WHEN t.metric = 'kilometers' THEN 'distance' ELSE 'time' END`
const every = ({ value, metric }: MaintenanceNotificationDto['trigger']) => say(`every.${metric}`, { count: value })
const kilometres = (metres: number | null) => (metres === null ? null : Math.round(metres / 1_000))

/** The list of due, planned and completed services (R-199, R-200). */
export const MAINTENANCE_NOTIFICATION_LIST = defineList<MaintenanceNotificationRow, MaintenanceNotificationDto, AskedState>({
  name: 'maintenance-notifications',
  objectType: 'maintenance-notification',
  plural: 'services',
  permission: 'read:information',
  description: 'Lists the services of the vehicles that the caller may see. Without `state` the archived ones are left out.',
  dto: MaintenanceNotificationDto,
  meta: MaintenanceNotificationPageMetaDto,
  toDto: toNotification,
  texts,
  portalPath: '/notifications',
  key: sql`n.id`,
  from: FROM,
  where: (transaction, _, { own }: ListCriteria<AskedState>) => sql`${seenNotifications(transaction)} AND ${isAsked(own)}`,
  joins: (transaction) => [
    { aliases: ['t'], join: TRIGGER },
    { aliases: ['b'], join: BUSINESS },
    { aliases: ['u'], join: assignee(transaction) },
  ],
  rows: (transaction, ids: readonly Key[], caller) => notificationRows(transaction, caller, sql`n.id = ANY (${[...ids]}::int[])`),
  own: {
    parameters: {
      state: {
        schema: { type: 'string', enum: ASKED_STATES },
        description: '`open`: services that are neither done nor archived. `all`: all services, including archived ones',
      },
    },
    read: askedState,
  },
  columns: {
    id: id(sql`n.id`, { order: true }),
    entity_id: id(sql`e.id`),
    entity_name: text(sql`e.name`, { isPlain: true, csv: ({ entity }) => entity.name }),
    license_plate: text(sql`e.license_plate`, { csv: ({ entity }) => entity.license_plate }),
    business_id: id(sql`e.business_id`),
    business_name: text(sql`b.name`, { csv: ({ entity }) => entity.business_name }),
    plan_id: id(sql`g.id`),
    name: text(sql`g.title`, { isPlain: true, csv: ({ plan }) => plan.title }),
    trigger_id: id(sql`n.trigger_id`),
    trigger_name: text(sql`t.name`, { isPlain: true, csv: ({ trigger }) => trigger.name }),
    trigger_value: code(sql`t.value::text`, {
      order: sql`t.value`,
      isPlain: true,
      csv: ({ trigger }, { locale }) => every(trigger).in(locale),
    }),
    trigger_metric: code(sql`t.metric`, { isPlain: true }),
    trigger_type: code(METRIC_TYPE, { isPlain: true }),
    state: code(SERVICE_STATE, { csv: 'state', isWord: true }),
    status: code(sql`n.status`),
    due_at: time(sql`n.due_at`, { csv: 'due_at' }),
    left_km: cell(({ left }) => left.km),
    comes_at: ordered(COMES_AT),
    planned_at: time(sql`n.planned_at`, { csv: 'planned_at' }),
    assigned_user_id: id(sql`n.assigned_user_id`),
    user_name: text(NAME, { isPlain: true, csv: ({ assigned_user }) => assigned_user?.name ?? null }),
    completed_at: time(sql`n.completed_at`, { csv: ({ completed }) => completed?.at ?? null }),
    odometer: cell(({ completed }) => kilometres(completed?.odometer_m ?? null)),
    note: text(sql`n.note`, { order: false, csv: ({ completed }) => completed?.note ?? null }),
    created_at: time(sql`n.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`n.updated_at`),
  },
})
