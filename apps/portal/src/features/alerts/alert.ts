import { queryOptions } from '@tanstack/react-query'
import { api, dataOrNull } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'

export type Alert = components['schemas']['Alert']
export type AlertRule = components['schemas']['AlertRule']
export type Kind = AlertRule['kind']

/** First part of the keys of all queries that must be read again after a change of alerts. */
export const ALERTS_KEY = 'alerts'
export const ALERT_RULES_KEY = 'alert-rules'
/** Key of the previews. It does not begin with the key of the rules. Otherwise saving a rule would repeat the count. */
export const RULE_PREVIEWS_KEY = 'alert-rule-previews'

export const KINDS = [
  ...(['exit', 'entry', 'speeding', 'outsideHours', 'lowBattery', 'powerCut', 'silent', 'tamper', 'dispute'] as const),
] satisfies readonly Kind[]
export const STATES = ['open', 'snoozed', 'acknowledged', 'withdrawn'] as const

/** One rule. Null if it no longer exists. */
export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [ALERT_RULES_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/alert-rules/{id}', { params: { path: { id } }, signal })),
  })
