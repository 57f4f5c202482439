import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Fill, Hint, ListRow, Row, Stack } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { PATHS } from '../../../lib/paths.js'
import { searchOf } from '../../../lib/screen-address.js'
import { download } from '../../../table/index.js'
import { StateChip, useLeftWords } from './service-cells.js'
import { type Service, SERVICES_KEY } from './services.js'
import { joined } from '../../../lib/format/joined.js'

/** Maximum number of services shown. The list view shows all of them. */
const SHOWN = 5

const servicesOfQuery = (entityId: number) => ({
  queryKey: [SERVICES_KEY, 'of-entity', entityId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const read = (state: 'open' | 'done', sort: { orderBy: 'comes_at' | 'completed_at'; sortedBy: 'asc' | 'desc' }) => {
      const query = { searchFields: `entity_id:=${entityId}`, state, limit: SHOWN, ...sort }
      return dataOf(api.GET('/api/v1/maintenance-notifications', { params: { query }, signal }))
    }
    const [open, done] = await Promise.all([
      read('open', { orderBy: 'comes_at', sortedBy: 'asc' }),
      read('done', { orderBy: 'completed_at', sortedBy: 'desc' }),
    ])
    return [...open, ...done].slice(0, SHOWN)
  },
})

/** Due, planned and recently completed services on a vehicle's page, with links to each and to the service book. */
export function VehicleServices({ vehicle }: { vehicle: { id: number; name: string } }) {
  const { t } = useTranslation('services')
  const query = useQuery(servicesOfQuery(vehicle.id))
  const book = useChange(
    async () => {
      const params = { path: { id: vehicle.id } }
      const file = await unwrap(api.GET('/api/v1/entities/{id}/service-book', { params, parseAs: 'blob' }))
      download(file, `${t('vehicle.bookFile', { name: vehicle.name })}.pdf`)
    },
    () => Promise.resolve(),
    {},
  )
  return (
    <Loaded query={query} heightPx={96}>
      {(services) => (
        <Stack gap={1}>
          {services.length === 0 && <Hint>{t('vehicle.none')}</Hint>}
          <ul>
            {services.map((service) => (
              <ServiceLine key={service.id} service={service} />
            ))}
          </ul>
          <Row>
            <ActionButton
              icon={BookOpen}
              label={t('vehicle.book')}
              loading={book.isPending}
              onClick={() => book.mutate(undefined)}
            />
          </Row>
        </Stack>
      )}
    </Loaded>
  )
}

function ServiceLine({ service }: { service: Service }) {
  const { t } = useTranslation('services')
  const format = useFormat()
  const left = useLeftWords()
  const { id, state, trigger, planned_at, completed } = service
  const about = completed
    ? format.date(completed.at)
    : joined([planned_at && t('vehicle.planned', { day: format.date(planned_at) }), left(service)])
  return (
    <ListRow component="li">
      <Fill>
        <Link component={RouterLink} to={`${PATHS.notifications}${searchOf({ state, service: id })}`}>
          {trigger.name}
        </Link>
        <Hint>{about}</Hint>
      </Fill>
      <StateChip state={state} />
    </ListRow>
  )
}
