import type { components } from '../../lib/api/schema.js'

export type Entity = components['schemas']['Entity']

/** What somebody has to look at (T-10); Home counts each of them. */
export const NEEDS = [
  'open_case',
  'unverified',
  'silent',
  'low_battery',
  'subscription_ending',
  'insurance_ending',
  'service_due',
] as const satisfies readonly components['schemas']['DashboardAttention']['kind'][]

/** The views of the list, in the order of their tabs (D.13). */
export const ENTITY_VIEWS = ['all', 'live', 'silent', 'unregistered', 'customer', 'unsubscribed', 'missing', 'deleted'] as const
export type EntityView = (typeof ENTITY_VIEWS)[number]

/** What each of them asks of the API beside what the user asks; the server judges the states, at the moment it answers. */
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
