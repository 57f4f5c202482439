import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.js'
import { formatSpeed } from '../../lib/format/numbers.js'
import type { EntityPosition, PositionsStore } from '../../live/positions-store.js'
import { useEntityPosition } from '../../live/use-entity-position.js'
import { isLive, type MarkerState, markerState } from '../../map/entity-state.js'
import type { SelectedFacts } from '../../map/layers/selected-marker.js'
import { hasSpeed } from './entity-facts.js'
import type { MapMarker } from '../../map/layers/marker-painter.js'

/** A marker with a name for screen readers. */
type NamedMarker = MapMarker & { name: string }

const REJUDGE_MS = 10_000

/** Returns the label of the selected vehicle. A screen reader reads "Cargo 042, moving, 18 km/h". */
export function useSelectedFacts(marker: NamedMarker | undefined, positions: PositionsStore): SelectedFacts | undefined {
  const spokenName = useSpokenName()
  const position = useEntityPosition(positions, marker?.entityId)
  const now = useNow(REJUDGE_MS)
  return useMemo(
    () =>
      marker && {
        label: marker.label,
        spokenName: spokenName(marker, position, now),
        isLive: isLive(position?.receivedAt, now),
      },
    [marker, position, now, spokenName],
  )
}

/** Returns a function that builds the accessible name of a marker's button. */
export function useSpokenName() {
  const { t } = useTranslation(['map', 'common'])
  return useMemo(
    () => (marker: NamedMarker, position: EntityPosition | undefined, now: number) => {
      const facts = { isMoving: position?.isMoving ?? false, receivedAt: position?.receivedAt, lifecycle: marker.lifecycle }
      const state: MarkerState = markerState(facts, now)
      const speed = state === 'moving' && hasSpeed(position) ? formatSpeed(position.speedKph) : undefined
      return [marker.name, t(`common:states.${state}`).toLowerCase(), speed].filter(Boolean).join(', ')
    },
    [t],
  )
}
