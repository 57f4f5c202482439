import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Check, CircleX, Clock, LoaderCircle, Trash2 } from 'lucide-react'
import { z } from 'zod'
import { daySchema, timeSchema } from '../../components/date-fields/moment-schema.js'
import { api, dataOf, dataOrNull, unwrap } from '../../lib/api/api-client.js'
import { BY_PAGES } from '../../lib/api/pages.js'
import type { components } from '../../lib/api/schema.js'
import { serverClock } from '../../lib/server-clock.js'

export type AppNotification = components['schemas']['AppNotification']
export type Consumer = components['schemas']['ConsumerOption']
export type Recipients = components['schemas']['NotificationRecipients']

/** First part of the query keys of notifications. */
export const NOTIFICATIONS = 'app-notifications'

/** Views of the list (G-36). */
export const VIEWS = ['planned', 'sent', 'deleted'] as const
export type View = (typeof VIEWS)[number]

export const LOOKS = {
  planned: { icon: Clock, tone: 'idle' },
  sending: { icon: LoaderCircle, tone: 'primary' },
  sent: { icon: Check, tone: 'moving' },
  failed: { icon: CircleX, tone: 'missing' },
  deleted: { icon: Trash2, tone: 'quiet' },
} as const

/** Maximum number of characters. Phones truncate a longer text (G-80). */
export const MAX_TITLE = 65
export const MAX_BODY = 240

const required = z.string().trim().min(1, 'form.required')

const shape = z.object({
  business_id: z.number({ error: 'form.businessRequired' }),
  title: required.max(MAX_TITLE, 'form.tooLong'),
  body: required.max(MAX_BODY, 'form.tooLong'),
  date: daySchema.min(1, 'form.required'),
  time: timeSchema.min(1, 'form.required'),
  time_zone: z.string(),
  kind: z.enum(['all', 'selection']),
  tag_ids: z.array(z.number()),
  business_ids: z.array(z.number()),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  picked: z.array(z.object({ id: z.number(), name: z.string(), business_name: z.string() })),
})
export type NotificationForm = z.infer<typeof shape>
type Selection = Pick<NotificationForm, 'tag_ids' | 'business_ids' | 'brand' | 'model' | 'picked'>

const isNobody = ({ tag_ids, business_ids, brand, model, picked }: Selection) =>
  tag_ids.length + business_ids.length + picked.length === 0 && brand === null && model === null

/** Each message is a key of `app-notifications.json`. */
export const notificationSchema = shape.refine(({ kind, ...rest }) => kind === 'all' || !isNobody(rest), {
  path: ['kind'],
  message: 'form.nobody',
})

export const isAskable = ({ kind, ...selection }: Selection & Pick<NotificationForm, 'kind'>) =>
  kind === 'all' || !isNobody(selection)

/** Required fields, checked before all others. */
export const NEEDED = ['date', 'time', 'title', 'body'] as const

export const recipientsOf = ({ kind, picked, ...selection }: Selection & Pick<NotificationForm, 'kind'>): Recipients => {
  if (kind === 'all') return { kind }
  const { tag_ids, business_ids, brand, model } = selection
  return { kind, tag_ids, business_ids, brand, model, consumer_ids: picked.map(({ id }) => id) }
}

export const toForm = ({ recipients, ...notification }: AppNotification): NotificationForm => ({
  business_id: notification.business_id,
  title: notification.title,
  body: notification.body,
  date: notification.date,
  time: notification.time,
  time_zone: notification.time_zone,
  kind: recipients.kind,
  tag_ids: recipients.tag_ids,
  business_ids: recipients.business_ids,
  brand: recipients.brand,
  model: recipients.model,
  picked: notification.picked,
})

export const readNotification = (id: number, signal?: AbortSignal) =>
  dataOrNull(api.GET('/api/v1/notifications/{id}', { params: { path: { id } }, signal }))

const LOOK_AGAIN_MS = 3_000

/** Returns true if the notification is being sent, or its planned time has come. */
const isUnderWay = ({ state, planned_at }: AppNotification) =>
  state === 'sending' || (state === 'planned' && Date.parse(planned_at) <= serverClock.now())

/** One notification, polled while it is being sent. */
export const notificationQuery = (id: number) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'one', id],
    queryFn: ({ signal }) => readNotification(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_AGAIN_MS : false),
  })

/** The notification that was sent last (G-36). */
export const lastSentQuery = queryOptions({
  queryKey: [NOTIFICATIONS, 'last-sent'],
  queryFn: async ({ signal }) => {
    const query = { status: 'sent', limit: 1, orderBy: 'sending_at', sortedBy: 'desc' } as const
    const [newest] = await dataOf(api.GET('/api/v1/notifications', { params: { query }, signal }))
    return newest ?? null
  },
  refetchInterval: ({ state: { data } }) => (data?.state === 'sending' ? LOOK_AGAIN_MS : false),
})

const RESULTS_A_PAGE = 50

/** Result on each device, failures first. The key contains the counts, so that the list is read again when a count changes. */
export const resultsQuery = ({ id, state, sent_count, failed_count, waiting_count }: AppNotification) =>
  infiniteQueryOptions({
    queryKey: [NOTIFICATIONS, 'results', id, state, sent_count, failed_count, waiting_count],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: RESULTS_A_PAGE, orderBy: 'state', sortedBy: 'asc' } as const
      return unwrap(api.GET('/api/v1/notifications/{id}/recipients', { params: { path: { id }, query }, signal }))
    },
    ...BY_PAGES,
  })

/** Recipients that the notification would reach now (G-80). */
export const audienceQuery = (business_id: number | null, recipients: Recipients) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'audience', business_id, recipients],
    queryFn: ({ signal }) => dataOf(api.POST('/api/v1/notifications/audience', { body: { business_id, recipients }, signal })),
  })

export const consumersQuery = (search: string) =>
  queryOptions({
    queryKey: ['consumers', search],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/consumers', { params: { query: { search } }, signal })),
  })
