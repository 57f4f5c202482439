import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { ZoomButtons } from '../../map/controls/zoom-buttons.js'
import { placedFleetQuery } from '../../map/fleet/fleet-area.js'
import { areasQuery } from '../../map/geofences/geofence-query.js'
import { GeofenceAreas } from '../../map/geofences/geofences-on-map.js'
import type { NamedArea } from '../../map/geofences/world-area.js'
import { MapView } from '../../map/map-view.js'
import { cornersOf } from './corners-of.js'

/** Map of all geofences. If there are none, it shows the fleet's area. */
export function ListMap({ highlightedId }: { highlightedId: number | undefined }) {
  const { data: areas, error, refetch } = useQuery(areasQuery())
  const hasNone = areas?.length === 0
  const fleet = useQuery({ ...placedFleetQuery, enabled: hasNone })
  if (areas === undefined && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (areas === undefined || (hasNone && fleet.isPending)) return <Skeleton variant="rectangular" height="100%" aria-busy />
  return <Areas areas={areas} beginWith={cornersOf(areas) ?? fleet.data?.area} highlightedId={highlightedId} />
}

interface AreasProps {
  areas: readonly NamedArea[]
  beginWith: ReturnType<typeof cornersOf> | null
  highlightedId: number | undefined
}

function Areas({ areas, beginWith, highlightedId }: AreasProps) {
  const { t } = useTranslation('geofences')
  const [map, setMap] = useState<LeafletMap>()
  const onReady = useCallback((ready: LeafletMap) => setMap((held) => held ?? ready), [])
  return (
    <>
      <MapView label={t('views.all')} beginWith={beginWith} onReady={onReady}>
        <GeofenceAreas areas={areas} highlightedId={highlightedId} hasNotes areSpecksShown />
      </MapView>
      <ZoomButtons map={map} />
    </>
  )
}
