import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ListRow, Stack, Text } from '../../components/layout/index.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { PATHS } from '../../lib/paths.js'
import { OrderChip } from './order-chip.js'
import { ORDERS_KEY } from './order.js'

/** Unpaid orders on a vehicle's page, each with a link. */
export function VehicleOrders({ entityId }: { entityId: number }) {
  const { t } = useTranslation('payments')
  const { data: orders = [] } = useQuery({
    queryKey: [ORDERS_KEY, 'open-of', entityId],
    queryFn: ({ signal }) => {
      const query = {
        searchFields: `entity_id:=${entityId};state:inopen,failed`,
        orderBy: 'created_at',
        sortedBy: 'desc',
      } as const
      return dataOf(api.GET('/api/v1/payments', { params: { query }, signal }))
    },
  })
  if (orders.length === 0) return null
  return (
    <Stack component="ul" gap={0} aria-label={t('vehicle.title')}>
      {orders.map(({ id, title, total_minor: total, currency, state }) => (
        <ListRow component="li" key={id} wrap>
          <Text grow={140} breaks>
            <Link component={RouterLink} to={`${PATHS.information}?tab=orders&order=${id}`}>
              {t('panel.title', { id })}
            </Link>{' '}
            {t(`vehicle.${state === 'failed' ? 'failed' : 'open'}`, { title, amount: formatPrice(total, currency) })}
          </Text>
          <OrderChip state={state} />
        </ListRow>
      ))}
    </Stack>
  )
}
