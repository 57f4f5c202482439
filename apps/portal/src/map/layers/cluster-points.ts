import type { PositionsStore } from '../../live/positions-store.js'
import { type Lifecycle, MARKER_STATES, markerState } from '../entity-state.js'
import type { ClusterPoints } from './cluster-index.js'

/**
 * Returns the shown vehicles with a place, as columns for the cluster index. Leaves out the selected vehicle, because it is
 * drawn separately.
 */
export function clusterPoints(
  markers: ReadonlyMap<number, { lifecycle: Lifecycle }>,
  positions: Pick<PositionsStore, 'get'>,
  selectedId: number | undefined,
  now: number,
): ClusterPoints {
  const columns = {
    entityIds: new Int32Array(markers.size),
    longitudes: new Float64Array(markers.size),
    latitudes: new Float64Array(markers.size),
    states: new Uint8Array(markers.size),
  }
  let count = 0
  for (const [entityId, { lifecycle }] of markers) {
    const position = positions.get(entityId)
    if (!position?.place || entityId === selectedId) continue
    columns.entityIds[count] = entityId
    columns.longitudes[count] = position.place.longitude
    columns.latitudes[count] = position.place.latitude
    columns.states[count] = MARKER_STATES.indexOf(
      markerState({ isMoving: position.isMoving, receivedAt: position.receivedAt, lifecycle }, now),
    )
    count += 1
  }
  return {
    entityIds: columns.entityIds.slice(0, count),
    longitudes: columns.longitudes.slice(0, count),
    latitudes: columns.latitudes.slice(0, count),
    states: columns.states.slice(0, count),
  }
}
