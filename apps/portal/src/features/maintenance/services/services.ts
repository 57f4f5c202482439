import { CalendarCheck, CircleCheck, Clock, Archive, TriangleAlert } from 'lucide-react'
import { useReread } from '../../../components/notifications/use-change.js'
import type { components } from '../../../lib/api/schema.js'
import { formatDistance, formatMoney } from '../../../lib/format/numbers.js'
import { PLANS_KEY } from '../plans/plans.js'
import { isolated } from '@roadbook/contracts/isolated'

/** A service that is due, planned or done. */
export type Service = components['schemas']['MaintenanceNotification']
export type ServiceState = Service['state']

/** First part of the query keys of services. */
export const SERVICES_KEY = 'maintenance-notifications'

/** States of a service in the order of the segments, which is the order in which they are usually handled (D.20). */
export const STATES = ['overdue', 'due-soon', 'planned', 'done', 'archived'] as const satisfies readonly ServiceState[]

/** States that still need work. */
export const OPEN_STATES = ['overdue', 'due-soon', 'planned'] as const satisfies readonly ServiceState[]

export const LOOKS = {
  overdue: { icon: TriangleAlert, tone: 'missing' },
  'due-soon': { icon: Clock, tone: 'warning' },
  planned: { icon: CalendarCheck, tone: 'primary' },
  done: { icon: CircleCheck, tone: 'moving' },
  archived: { icon: Archive, tone: 'quiet' },
} as const

export const nameOf = ({ entity, trigger }: Pick<Service, 'entity' | 'trigger'>): string =>
  `${isolated(entity.name)}, ${isolated(trigger.name)}`

/** Returns the odometer recorded on completion. Undefined if none was recorded. */
export const odometerOf = (completed: Service['completed']) =>
  completed?.odometer_m == null ? undefined : formatDistance(completed.odometer_m)

/** Returns the cost. Undefined if none was recorded. */
export const costOf = (completed: Service['completed']) =>
  completed?.cost_minor == null ? undefined : formatMoney(completed.cost_minor / 100, completed.currency ?? undefined)

const DAYS_IN = { days: 1, weeks: 7, months: 30.44, years: 365.25, kilometers: 0 } as const

/**
 * Returns how much of the interval has passed, from 0 to 1. Overdue is 1, too. Undefined if the remaining days or kilometres are
 * not known.
 */
export function progressOf({ left, trigger }: Service): number | undefined {
  const isDistance = trigger.metric === 'kilometers'
  const rest = isDistance ? left.km : left.days
  if (rest === null) return undefined
  return Math.min(1, Math.max(0, 1 - rest / (isDistance ? trigger.value : trigger.value * DAYS_IN[trigger.metric])))
}

/** Reads again all data that depends on services. */
export const useServicesChanged = () => useReread(SERVICES_KEY, PLANS_KEY, 'audit', 'home', 'entities')
