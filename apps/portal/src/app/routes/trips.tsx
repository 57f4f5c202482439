import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { useTagFilter } from '../../features/tags/index.js'
import { TripTable } from '../../features/trips/fleet/trip-table.js'
import { LogbookView } from '../../features/trips/logbook/logbook-view.js'
import { monthOf } from '../../lib/day-range.js'
import { useFormat } from '../../lib/format/use-format.js'
import { tripOnMap } from '../../lib/paths.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { usePermission } from '../../lib/session/session.js'

const VIEWS = ['all', 'logbook', 'deleted'] as const

/**
 * Trips of the whole fleet, for billing, and a vehicle's logbook. Deleted trips are shown, too, for users who may restore them.
 */
export function Component() {
  const { t } = useTranslation('trips')
  const navigate = useNavigate()
  const format = useFormat()
  const address = useScreenAddress({ row: 'trip', views: VIEWS })
  const mayRestore = usePermission('delete:entity')
  const tagFilter = useTagFilter()
  const moreFilters = useMemo(() => [tagFilter], [tagFilter])
  const view = address.view === 'deleted' && !mayRestore ? 'all' : address.view
  const onMap = (path: string) => void navigate(path)
  const mapPathOf = ({ id, entity_id }: { id: number; entity_id: number }, day: string) =>
    tripOnMap({ id, entityId: entity_id, day })
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling>
      <ViewTabs
        label={t('views.label')}
        views={VIEWS.filter((one) => one !== 'deleted' || mayRestore)}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={address.setView}
      />
      {view === 'logbook' ? (
        <LogbookView
          entityId={address.id('entity')}
          month={address.text('month')}
          onChange={(chosen) => address.change({ ...chosen })}
          mapPathOf={mapPathOf}
          onMap={onMap}
        />
      ) : (
        <TripTable
          view={view}
          openId={address.openId}
          onOpen={address.open}
          onClose={address.close}
          moreFilters={moreFilters}
          mapPathOf={mapPathOf}
          onMap={onMap}
          onLogbook={({ entity_id, trip_started_at }) =>
            address.goTo({ view: 'logbook', entity: entity_id, month: monthOf(format.day(trip_started_at)) })
          }
        />
      )}
    </Page>
  )
}
