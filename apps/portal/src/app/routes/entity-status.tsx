import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '../../components/page.js'
import { EntityPage } from '../../features/live-map/components/entity-page.js'
import { useTripsOnMap } from '../../features/trips/use-trips-on-map.js'
import { onMap } from '../../lib/paths.js'

/** One vehicle by its id: map, trips and information side by side (G-11). */
export function Component() {
  const { t } = useTranslation('map')
  usePageTitle(t('statusScreen.title'))
  const id = Number(useParams().id)
  const { panelOf, trip } = useTripsOnMap(id)
  return <EntityPage entityId={id} fleetPathOf={(imei) => onMap({ id, imei })} trips={panelOf(id)} trip={trip} />
}
