import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { usePageTitle } from '../../components/page.js'
import { FleetMap } from '../../features/live-map/components/fleet-map.js'
import { findByAddress, useFleet } from '../../features/live-map/use-fleet.js'
import { STATES_IN_ADDRESS } from '../../features/live-map/use-shown-fleet.js'
import { useTripsOnMap } from '../../features/trips/use-trips-on-map.js'
import { onMap, PATHS } from '../../lib/paths.js'
import { useAddress, withWords } from '../../lib/screen-address.js'
import { useLiveSession, useLiveUpdates } from '../../live/use-live-session.js'

/** Fleet map. The URL contains the selected vehicle, its trip and the range of days. */
export function Component() {
  const { t } = useTranslation('map')
  usePageTitle(t('screen.title'))
  const { imei } = useParams()
  const navigate = useNavigate()
  const session = useLiveSession()
  const liveState = useLiveUpdates(session, 'map')
  const reading = useFleet(session.positions)
  const { markers } = reading
  const { id, text } = useAddress()
  const byId = id('entity')
  const states = text(STATES_IN_ADDRESS)
  const selectedId = useMemo(() => findByAddress(markers, imei, byId)?.entityId, [markers, imei, byId])
  const { panelOf, trip } = useTripsOnMap(selectedId)
  const select = useCallback(
    (entityId: number | undefined) => {
      const chosen = entityId === undefined ? undefined : markers.get(entityId)
      const path = chosen ? onMap({ id: chosen.entityId, imei: chosen.imei }) : PATHS.map
      void navigate(withWords(path, { [STATES_IN_ADDRESS]: states }))
    },
    [markers, navigate, states],
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
