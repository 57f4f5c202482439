import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { useTagFilter } from '../../features/tags/index.js'
import { TRIP_VIEWS, TripTable } from '../../features/trips/fleet/trip-table.js'
import { tripOnMap } from '../../lib/paths.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { usePermission } from '../../lib/session/session.js'

/** The trips of the whole fleet, for who bills by them; deleted ones for who may bring them back. */
export function Component() {
  const { t } = useTranslation('trips')
  const navigate = useNavigate()
  const address = useScreenAddress({ row: 'trip', views: TRIP_VIEWS })
  const mayRestore = usePermission('delete:entity')
  const tagFilter = useTagFilter()
  const moreFilters = useMemo(() => [tagFilter], [tagFilter])
  const view = mayRestore ? address.view : 'all'
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling>
      <ViewTabs
        label={t('views.label')}
        views={mayRestore ? TRIP_VIEWS : ['all']}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={address.setView}
      />
      <TripTable
        view={view}
        openId={address.openId}
        onOpen={address.open}
        onClose={address.close}
        moreFilters={moreFilters}
        mapPathOf={({ id, entity_id }, day) => tripOnMap({ id, entityId: entity_id, day })}
        onMap={(path) => void navigate(path)}
      />
    </Page>
  )
}
