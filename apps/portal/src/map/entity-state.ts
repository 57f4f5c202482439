/** The state of a vehicle exactly as the API judges it, with the days of the browser's zone. */
export {
  type Connection,
  connectionOf,
  entityState,
  type Lifecycle,
  MARKER_STATES,
  markerState,
  type MarkerState,
} from '@roadbook/contracts/entity-state'
