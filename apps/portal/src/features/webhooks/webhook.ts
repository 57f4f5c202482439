import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api, dataOf, dataOrNull, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'

export type Webhook = components['schemas']['Webhook']
export type WebhookDelivery = components['schemas']['WebhookDelivery']
type WriteWebhook = components['schemas']['UpdateWebhook']
export type WebhookKind = WriteWebhook['kinds'][number]

export const WEBHOOKS_KEY = 'webhooks'

/** Kinds of events in the order of the form, grouped by subject. */
export const KINDS = [
  ...(['trip.ended', 'trip.corrected', 'trip.removed'] as const),
  ...(['alert.raised', 'alert.withdrawn', 'alert.ended'] as const),
  ...(['vehicle.missing', 'vehicle.found', 'vehicle.given-up', 'service.due'] as const),
] satisfies readonly WebhookKind[]

export const STATES = ['active', 'failing', 'off', 'gone', 'given-up'] as const satisfies readonly Webhook['state'][]

/** One webhook. Null if it does not exist or the user is not allowed to see it. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: [WEBHOOKS_KEY, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/webhooks/{id}', { params: { path: { id } }, signal })),
  })

/** Latest deliveries, polled while displayed. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [WEBHOOKS_KEY, 'deliveries', id],
    queryFn: async ({ signal }) => {
      const query = { searchFields: `webhook_id:=${id}`, orderBy: 'id', sortedBy: 'desc', limit: 50 } as const
      return (await unwrap(api.GET('/api/v1/webhook-deliveries', { params: { query }, signal }))).data
    },
    refetchInterval: 3_000,
  })

export const sendTest = (id: number) => dataOf(api.POST('/api/v1/webhooks/{id}/test', { params: { path: { id } } }))
export const replay = (id: number) => dataOf(api.PUT('/api/v1/webhook-deliveries/{id}/replay', { params: { path: { id } } }))

export const webhookSchema = z.object({
  name: z.string().trim().min(1, 'errors.name'),
  url: z.string().trim().min(1, 'errors.url'),
  kinds: z.array(z.enum(KINDS)).min(1, 'errors.kinds'),
  business_id: z.number().nullable(),
  includes_below: z.boolean(),
  active: z.boolean(),
})
export type WebhookForm = z.infer<typeof webhookSchema>

export const EMPTY_WEBHOOK: WebhookForm = {
  name: '',
  url: '',
  kinds: [],
  business_id: null,
  includes_below: true,
  active: true,
}

export const toWebhookForm = ({ name, url, kinds, business_id, includes_below, active }: Webhook): WebhookForm => ({
  name,
  url,
  kinds: KINDS.filter((kind) => kinds.includes(kind)),
  business_id,
  includes_below,
  active,
})
