import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MapCamera } from '../../features/live-map/map-camera.js'
import { useFitTrip } from '../../features/live-map/use-fit-trip.js'
import { ReportScreen, type ReportTrip } from '../../features/reports/index.js'
import { useTripLine } from '../../features/trips/use-trips-on-map.js'
import { tripOnMap } from '../../lib/paths.js'
import { SwitchedGeofences } from '../../map/geofences/geofences-shown.js'
import { MapView } from '../../map/map-view.js'

/** Reports, with a map for their trips. */
export function Component() {
  const navigate = useNavigate()
  return (
    <ReportScreen
      mapOf={(trip) => <TripMap trip={trip} />}
      onReplay={({ id, entity_id }, day) => void navigate(tripOnMap({ id, entityId: entity_id, day }))}
    />
  )
}

const ROUND = { top: 24, right: 24, bottom: 32, left: 24 }

/** Line of one trip, as large as the available room. */
function TripMap({ trip: { id, entity_id } }: { trip: ReportTrip }) {
  const { t } = useTranslation('reports')
  const line = useTripLine(entity_id, id)
  const [camera, setCamera] = useState<MapCamera>()
  useEffect(() => camera?.setInsets(ROUND), [camera])
  useFitTrip(camera, line)
  return (
    <MapView label={t('individual.map')} onReady={(map) => setCamera((before) => before ?? new MapCamera(map))}>
      <SwitchedGeofences />
      {line.layers}
    </MapView>
  )
}
