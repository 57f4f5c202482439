import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReread } from '../../components/notifications/use-change.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { counted, formatPrice } from '../../lib/format/numbers.js'
import { givenSubscriptionsQuery } from '../../lib/offered-subscriptions.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { bulkRequest, type BulkAction } from '../../table/index.js'
import { COURSES_KEY, SUBSCRIPTIONS_KEY } from './subscription.js'
import { joined } from '../../lib/format/joined.js'

/**
 * Returns a bulk action that gives vehicles a product offered to the user's business (T-18). Failures are listed with reasons.
 */
export function useGiving<Row extends { id: number }>(): BulkAction<Row> {
  const { t } = useTranslation(['vehicleSubscriptions', 'subscriptions'])
  const missingRight = useMissingRight('manage:subscriptions')
  const { data: offered } = useQuery({ ...givenSubscriptionsQuery(null), enabled: missingRight === undefined })
  const reread = useReread(COURSES_KEY, SUBSCRIPTIONS_KEY, 'entities')
  return useMemo(
    () => ({
      key: 'subscribe',
      label: t('giveMany.label'),
      icon: ShieldCheck,
      disabledBecause: missingRight ?? (offered?.length === 0 ? t('giveMany.nothing') : undefined),
      effectOn: (count: number) => t('giveMany.effect', counted(count)),
      choice: {
        label: t('giveMany.product'),
        options: (offered ?? []).map(({ id, name, price_minor, currency, period }) => ({
          value: String(id),
          label: joined([name, t(`subscriptions:per.${period}`, { price: formatPrice(price_minor, currency) })]),
        })),
      },
      ...bulkRequest<Row>({
        send: (entities, key, chosen) =>
          unwrap(
            api.POST('/api/v1/entity-subscriptions/give', {
              params: { header: once(key) },
              body: { entities, subscription_id: Number(chosen), renews: false },
            }),
          ),
        onChanged: () => void reread(),
      }),
    }),
    // The queries to read again are always the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, missingRight, offered],
  )
}
