import { useState } from 'react'
import { useGeofencesShown } from '../../map/geofences/geofences-shown.js'
import type { MapLayerChoice } from './components/map-controls.js'

/**
 * Returns the visible parts of the map and a function to change them. Whether geofences are shown is stored in this browser.
 */
export function useMapLayers(): [MapLayerChoice, (layers: MapLayerChoice) => void] {
  const [others, setOthers] = useState({ hasLabels: true, hasTiles: true })
  const [hasGeofences, showGeofences] = useGeofencesShown()
  const choose = ({ hasGeofences: areShown, ...next }: MapLayerChoice) => {
    setOthers(next)
    showGeofences(areShown)
  }
  return [{ ...others, hasGeofences }, choose]
}
