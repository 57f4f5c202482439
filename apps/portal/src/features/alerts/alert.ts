import type { components } from '../../lib/api/schema.js'

export type Alert = components['schemas']['Alert']
export type AlertRule = components['schemas']['AlertRule']
export type Kind = AlertRule['kind']

/** What begins the keys of queries that a change makes old. */
export const ALERTS_KEY = 'alerts'
export const ALERT_RULES_KEY = 'alert-rules'

export const KINDS = [
  ...(['exit', 'entry', 'speeding', 'outsideHours', 'lowBattery', 'powerCut', 'silent', 'tamper', 'dispute'] as const),
] satisfies readonly Kind[]
export const STATES = ['open', 'snoozed', 'acknowledged', 'withdrawn'] as const
