import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PositionsStore } from '../../live/positions-store.js'
import type { Place } from '../../lib/place.js'
import type { MarkerState } from '../../map/entity-state.js'
import { middleOf } from '../../map/fleet/fleet-area.js'
import { keepArea } from '../../map/fleet/last-area.js'
import type { Fleet, FleetMarker } from './fleet.js'
import { MapCamera } from './map-camera.js'
import { type ShownTrip, useFitTrip, useFollowTrip } from './use-fit-trip.js'
import type { MapCover } from './use-map-cover.js'

/**
 * Inputs that move the view automatically. Each input moves the view once: the fleet's first load, search results, and an
 * opened trip.
 */
interface FleetView {
  positions: PositionsStore
  fleet: Fleet | undefined
  selectedId: number | undefined
  /** Search results to fit. */
  found: readonly FleetMarker[] | undefined
  /** Vehicles that pass the state chips, fitted when the chips change. */
  shown: ReadonlyMap<number, FleetMarker>
  states: ReadonlySet<MarkerState>
  trip: ShownTrip
}

interface FleetCamera {
  /** True as soon as the first view was set. */
  isPlaced: boolean
  hold: (map: LeafletMap) => void
  zoom: (steps: number) => void
  fit: (entityIds: Iterable<number>) => void
  /** Fits the view to the area around places. */
  fitPlaces: (places: readonly Place[]) => void
  middle: () => Place | undefined
  /**
   * Moves the view before a vehicle is selected: to the vehicle (`show`), or only so far that the panel will not cover the
   * vehicle (`reveal`).
   */
  turnTo: (entityId: number | undefined, how: 'show' | 'reveal') => void
}

export function useFleetCamera({ insetsOf }: MapCover, view: FleetView): FleetCamera {
  const { positions, selectedId, found, shown } = view
  const [camera, setCamera] = useState<MapCamera>()
  const hold = useCallback((map: LeafletMap) => setCamera((held) => held ?? new MapCamera(map)), [])
  const fit = useCallback(
    (entityIds: Iterable<number>) => camera?.fit([...entityIds].flatMap((id) => positions.get(id)?.place ?? [])),
    [camera, positions],
  )
  useLayoutEffect(() => {
    camera?.setInsets(insetsOf(selectedId !== undefined))
  })
  useFirstView(camera, view)
  // Fits only vehicles that are shown.
  const fitShown = useEffectEvent((matches: readonly FleetMarker[]) =>
    fit(matches.flatMap(({ entityId }) => (shown.has(entityId) ? [entityId] : []))),
  )
  useEffect(() => {
    if (found) fitShown(found)
  }, [found, fit])
  useFitStates(fit, view)
  useFitTrip(camera, view.trip)
  useFollowTrip(camera, view.trip)
  return {
    isPlaced: camera !== undefined && view.fleet !== undefined,
    hold,
    fit,
    fitPlaces: (places) => camera?.fit(places),
    middle: () => camera?.middle(),
    zoom: (steps) => camera?.zoom(steps),
    turnTo: (entityId, how) => {
      const place = entityId === undefined ? undefined : positions.get(entityId)?.place
      camera?.setInsets(insetsOf(entityId !== undefined))
      if (place) camera?.[how](place)
    },
  }
}

/** Sets the first view as soon as the fleet is loaded: the vehicle from the URL, otherwise the whole fleet. */
function useFirstView(camera: MapCamera | undefined, { fleet, positions, selectedId, shown, states }: FleetView): void {
  const isDone = useRef(false)
  // Runs before the browser paints, so that no other place appears briefly.
  useLayoutEffect(() => {
    if (!camera || !fleet || isDone.current) return
    isDone.current = true
    const selected = selectedId === undefined ? undefined : fleet.positions.find(({ entityId }) => entityId === selectedId)?.place
    const isShown = (entityId: number) => states.size === 0 || shown.has(entityId)
    const fleetPlaces = () =>
      fleet.positions.flatMap(({ entityId, place }) => (isShown(entityId) ? (positions.get(entityId)?.place ?? place ?? []) : []))
    if (selected) camera.show(selected, true)
    else camera.fit(fleetPlaces(), true)
    const corners = middleOf(fleet.positions.flatMap(({ place }) => place ?? []))
    if (corners) keepArea(corners)
  }, [camera, fleet, positions, selectedId, shown, states])
}

/** Fits the vehicles after the state chips change. The view does not follow when only the vehicles move. */
function useFitStates(fit: FleetCamera['fit'], { shown, states }: FleetView) {
  const chosen = [...states].join()
  const fitted = useRef(chosen)
  useEffect(() => {
    if (fitted.current === chosen) return
    fitted.current = chosen
    fit(shown.keys())
  }, [chosen, fit, shown])
}
