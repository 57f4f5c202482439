import type { components } from '../../lib/api/schema.js'

/** a maintenance plan with its triggers. */
export type Plan = components['schemas']['MaintenancePlan']
export type PlanState = 'active' | 'inactive' | 'deleted'

/** Begins the keys of its queries. */
export const KEY = 'maintenance-plans'

export const stateOf = ({ active, deleted_at }: Plan): PlanState => (deleted_at ? 'deleted' : active ? 'active' : 'inactive')
