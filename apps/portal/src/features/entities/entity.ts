import type { components } from '../../lib/api/schema.js'

export type Entity = components['schemas']['Entity']

/** Reasons why a vehicle needs attention (T-10). Home shows the number of vehicles for each reason. */
export const NEEDS = [
  'open_case',
  'unverified',
  'silent',
  'low_battery',
  'subscription_ending',
  'insurance_ending',
  'service_due',
] as const satisfies readonly components['schemas']['DashboardAttention']['kind'][]

/** Views of the list in the order of their tabs (D.13). */
export const ENTITY_VIEWS = ['all', 'live', 'silent', 'unregistered', 'customer', 'unsubscribed', 'missing', 'deleted'] as const
export type EntityView = (typeof ENTITY_VIEWS)[number]

/**
 * The API conditions of each view, which apply in addition to the user's own filters. The server evaluates the states when it
 * responds.
 */
export const CONDITION_OF: Readonly<Record<EntityView, readonly string[]>> = {
  all: [],
  live: ['is_live:=true'],
  silent: ['is_silent:=true'],
  unregistered: ['lifecycle:=unregistered'],
  customer: ['has_customer:=true'],
  unsubscribed: ['has_subscription:=false'],
  missing: ['lifecycle:=missing'],
  deleted: ['is_deleted:=true'],
}

/**
 * Returns whether the odometer is hidden. If a location is hidden, the API sends the last reading instead of the distance. 0
 * then means that there is no reading.
 */
export const isOdometerHidden = ({ location_hidden, odo }: Pick<Entity, 'location_hidden' | 'odo'>): boolean =>
  location_hidden && odo === 0
