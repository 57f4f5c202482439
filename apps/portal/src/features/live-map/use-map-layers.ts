import { useState } from 'react'
import { useStoredFlag } from '../../lib/use-stored-flag.js'
import type { MapLayerChoice } from './components/map-controls.js'

/** What of the map is shown; whether geofences are is remembered in this browser. */
export function useMapLayers(): [MapLayerChoice, (layers: MapLayerChoice) => void] {
  const [others, setOthers] = useState({ hasLabels: true, hasTiles: true })
  const [isWithoutGeofences, setWithoutGeofences] = useStoredFlag('roadbook.map.without-geofences')
  const choose = ({ hasGeofences, ...next }: MapLayerChoice) => {
    setOthers(next)
    setWithoutGeofences(!hasGeofences)
  }
  return [{ ...others, hasGeofences: !isWithoutGeofences }, choose]
}
