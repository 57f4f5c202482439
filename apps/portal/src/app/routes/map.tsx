import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { usePageTitle } from '../../components/page.js'
import { FleetMap } from '../../features/live-map/components/fleet-map.js'
import { findByAddress, useFleet } from '../../features/live-map/use-fleet.js'
import { useTripsOnMap } from '../../features/trips/use-trips-on-map.js'
import { onMap, PATHS } from '../../lib/paths.js'
import { useAddress } from '../../lib/screen-address.js'
import { useLiveSession, useLiveUpdates } from '../../live/use-live-session.js'

/** The fleet on the map. The address names the selected vehicle, its trip and the range of days. */
export function Component() {
  const { t } = useTranslation('map')
  usePageTitle(t('screen.title'))
  const { imei } = useParams()
  const navigate = useNavigate()
  const session = useLiveSession()
  const liveState = useLiveUpdates(session, 'map')
  const reading = useFleet(session.positions)
  const { markers } = reading
  const byId = useAddress().id('entity')
  const selectedId = useMemo(() => findByAddress(markers, imei, byId)?.entityId, [markers, imei, byId])
  const { panelOf, trip } = useTripsOnMap(selectedId)
  const select = useCallback(
    (entityId: number | undefined) => {
      const chosen = entityId === undefined ? undefined : markers.get(entityId)
      void navigate(chosen ? onMap({ id: chosen.entityId, imei: chosen.imei }) : PATHS.map)
    },
    [markers, navigate],
  )
  return (
    <FleetMap
      session={session}
      liveState={liveState}
      reading={reading}
      selectedId={selectedId}
      onSelect={select}
      pagePathOf={(entityId) => `${PATHS.entityStatus}/${entityId}`}
      renderTrips={panelOf}
      trip={trip}
    />
  )
}
