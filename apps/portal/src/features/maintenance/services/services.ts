import { CalendarCheck, CircleCheck, Clock, Archive, TriangleAlert } from 'lucide-react'
import { useReread } from '../../../components/notifications/use-change.js'
import type { components } from '../../../lib/api/schema.js'
import { formatDistance, formatMoney } from '../../../lib/format/numbers.js'
import { PLANS_KEY } from '../plans/plans.js'
import { isolated } from '@roadbook/contracts/isolated'

/** a service that is due, planned or done. */
export type Service = components['schemas']['MaintenanceNotification']
export type ServiceState = Service['state']

/** Begins the keys of its queries. */
export const SERVICES_KEY = 'maintenance-notifications'

/** The segments, in the order in which somebody deals with them (D.20). */
export const STATES = ['overdue', 'due-soon', 'planned', 'done', 'archived'] as const satisfies readonly ServiceState[]

/** In which there is something to do. */
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

/** As it was read when the service was done; undefined where nobody wrote it down. */
export const odometerOf = (completed: Service['completed']) =>
  completed?.odometer_m == null ? undefined : formatDistance(completed.odometer_m)

/** What it cost; undefined where nobody wrote it down. */
export const costOf = (completed: Service['completed']) =>
  completed?.cost_minor == null ? undefined : formatMoney(completed.cost_minor / 100, completed.currency ?? undefined)

const DAYS_IN = { days: 1, weeks: 7, months: 30.44, years: 365.25, kilometers: 0 } as const

/** How much of the interval has passed, 0 to 1; what is over is 1, and unknown where the odometer is not told. */
export function progressOf({ left, trigger }: Service): number | undefined {
  const isDistance = trigger.metric === 'kilometers'
  const rest = isDistance ? left.km : left.days
  if (rest === null) return undefined
  return Math.min(1, Math.max(0, 1 - rest / (isDistance ? trigger.value : trigger.value * DAYS_IN[trigger.metric])))
}

/** Reads again what a change of services makes old. */
export const useServicesChanged = () => useReread(SERVICES_KEY, PLANS_KEY, 'audit', 'home', 'entities')
