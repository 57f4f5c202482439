import Link from '@mui/material/Link'
import { Ban, Check, CircleSlash, Clock, Hourglass, RefreshCw, Repeat, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ToneChip } from '../../components/tone-chip.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { useReread } from '../../components/notifications/use-change.js'
import { NONE } from '../../lib/format/none.js'
import { counted, formatPrice } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { bulkRequest, choicesOf, defineList, listOf, ListTable, type BulkAction } from '../../table/index.js'
import { COURSE_STATES, COURSES_KEY, PERIODS, SUBSCRIPTIONS_KEY, type Course, type CourseState } from './subscription.js'
import { joined } from '../../lib/format/joined.js'

const looks = {
  pending: { icon: Clock, tone: 'quiet' },
  active: { icon: Check, tone: 'moving' },
  expiring: { icon: Hourglass, tone: 'warning' },
  expired: { icon: CircleSlash, tone: 'missing' },
  cancelled: { icon: Ban, tone: 'quiet' },
} as const

/** Shows the state of a course (G-73). A course is one period in which a vehicle has a subscription. */
export function CourseChip({ state }: { state: CourseState }) {
  const { t } = useTranslation('vehicleSubscriptions')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

function Day({ at }: { at: string | null }) {
  const format = useFormat()
  return at === null ? NONE : format.date(at)
}

const courses = defineList({
  texts: 'vehicleSubscriptions',
  source: listOf('/api/v1/entity-subscriptions', {
    key: [COURSES_KEY],
    nameOf: ({ entity_name, title }) => joined([entity_name, title]),
    csv: { fileName: 'vehicle-subscriptions.csv' },
  }),
  icon: ShieldCheck,
  sort: 'ends_at',
  columns: {
    entity_name: {
      render: ({ entity_id: id, entity_name }) => (
        <Link component={RouterLink} to={`/entities/${id}`} color="inherit" underline="hover">
          {entity_name}
        </Link>
      ),
    },
    title: { onCard: 'meta' },
    business_name: { onCard: 'meta' },
    starts_at: { render: ({ starts_at }) => <Day at={starts_at} /> },
    ends_at: { onCard: 'meta', render: ({ ends_at }) => <Day at={ends_at} /> },
    renews: { isUnsortable: true, render: ({ renews }, t) => t(renews ? 'yes' : 'no') },
    covered_until: { isOptional: true, render: ({ covered_until }) => <Day at={covered_until} /> },
    period: { isOptional: true, render: ({ period }, t) => (period === null ? NONE : t(`periods.${period}`)) },
    price_minor: {
      isNumeric: true,
      render: ({ price_minor: price, currency }) => (price === null || currency === null ? NONE : formatPrice(price, currency)),
    },
    state: { onCard: 'state', render: ({ state }) => <CourseChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(COURSE_STATES, (state) => t(`states.${state}`)) },
    period: { choices: (t) => choicesOf(PERIODS, (period) => t(`periods.${period}`)) },
    business_name: 'text',
    ends_at: 'period',
  },
})

type Change = 'renew' | 'renewOn' | 'renewOff' | 'cancel'
const send = (change: Change, ids: number[], key: string) => {
  const params = { header: once(key) }
  if (change === 'renew') return unwrap(api.POST('/api/v1/entity-subscriptions/renew', { params, body: { ids } }))
  if (change === 'cancel') return unwrap(api.POST('/api/v1/entity-subscriptions/cancel', { params, body: { ids } }))
  return unwrap(api.POST('/api/v1/entity-subscriptions/renewal', { params, body: { ids, renews: change === 'renewOn' } }))
}
const ICONS = { renew: RefreshCw, renewOn: Repeat, renewOff: CircleSlash, cancel: Ban }
const CHANGES = ['renew', 'renewOn', 'renewOff', 'cancel'] as const

/** Returns the bulk actions. Each states its effect before it runs, and afterwards lists the failures with reasons. */
function useCourseActions(): BulkAction<Course>[] {
  const { t } = useTranslation('vehicleSubscriptions')
  const missingRight = useMissingRight('manage:subscriptions')
  const reread = useReread(COURSES_KEY, SUBSCRIPTIONS_KEY, 'entities')
  return useMemo(
    () =>
      CHANGES.map((change) => ({
        key: change,
        label: t(`actions.${change}`),
        icon: ICONS[change],
        isDanger: change === 'cancel',
        disabledBecause: missingRight,
        effectOn: (count: number) => t(`effect.${change}`, counted(count)),
        refusalOf: ({ state }: Course) => (state === 'expired' || state === 'cancelled' ? t('over') : undefined),
        ...bulkRequest<Course>({ send: (ids, key) => send(change, ids, key), onChanged: () => void reread() }),
      })),
    // The queries to read again are always the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, missingRight],
  )
}

/** Lists present and past subscriptions of vehicles. The subscription that ends next comes first. */
export function CoursesList() {
  const actions = useCourseActions()
  return <ListTable {...courses} bulkActions={actions} />
}
