import { useState } from 'react'
import { useGeofencesShown } from '../../map/geofences/geofences-shown.js'
import type { MapLayerChoice } from './components/map-controls.js'

/** Holds the visible parts of the map. The choice of geofences is remembered in this browser. */
export function useMapLayers(): [MapLayerChoice, (layers: MapLayerChoice) => void] {
  const [others, setOthers] = useState({ hasLabels: true, hasTiles: true })
  const [hasGeofences, showGeofences] = useGeofencesShown()
  const choose = ({ hasGeofences: areShown, ...next }: MapLayerChoice) => {
    setOthers(next)
    showGeofences(areShown)
  }
  return [{ ...others, hasGeofences }, choose]
}
