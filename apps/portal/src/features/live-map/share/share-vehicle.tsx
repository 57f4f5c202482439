import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useReread } from '../../../components/notifications/use-change.js'
import { ShareLinks } from '../../../components/share-links.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'

const KEY = 'vehicle-shares'

const sharesQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/{id}/shares', { params: { path: { id } }, signal })),
  })

/** Creates and lists links that show a vehicle's location to people without an account. */
export function ShareVehicle({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { t } = useTranslation('share')
  const { data: shares = [] } = useQuery(sharesQuery(id))
  const reread = useReread(KEY, 'audit')
  const writes = {
    make: (hours: number, key: string) =>
      dataOf(api.POST('/api/v1/entities/{id}/shares', { params: { path: { id }, header: once(key) }, body: { hours } })),
    revoke: (shareId: number) =>
      unwrap(api.DELETE('/api/v1/entities/{id}/shares/{shareId}', { params: { path: { id, shareId } } })),
    reread,
  }
  return (
    <ShareLinks
      title={t('vehicle.title', { name })}
      text={t('vehicle.text')}
      listLabel={t('vehicle.list')}
      shares={shares}
      writes={writes}
      onClose={onClose}
    />
  )
}
