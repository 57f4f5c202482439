import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { useClock } from '../../../lib/clock.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import type { FleetMarker } from '../fleet.js'
import { useSpokenName } from '../use-selected-facts.js'

/** Maximum number of buttons. The search finds the other vehicles, and a longer list would make keyboard navigation slow. */
const MOST_BUTTONS = 40

interface MarkerListProps {
  markers: ReadonlyMap<number, FleetMarker>
  /** Vehicles in the view that are not part of a cluster. */
  ids: readonly number[]
  positions: PositionsStore
  onHighlight: (entityId: number | undefined) => void
  onPress: (entityId: number) => void
}

/** Lists the markers in view as buttons for keyboard and screen reader. The map shows the label of the focused marker. */
export function MarkerList({ markers, ids, positions, onHighlight, onPress }: MarkerListProps) {
  const { t } = useTranslation('map')
  const clock = useClock()
  const spokenName = useSpokenName()
  const listed = ids.slice(0, MOST_BUTTONS).flatMap((entityId) => markers.get(entityId) ?? [])
  return (
    <Box component="ul" aria-label={t('markers')} sx={visuallyHidden}>
      {listed.map((marker) => (
        <li key={marker.entityId}>
          <button
            type="button"
            onFocus={() => onHighlight(marker.entityId)}
            onBlur={() => onHighlight(undefined)}
            onClick={() => onPress(marker.entityId)}
          >
            {spokenName(marker, positions.get(marker.entityId), clock.now())}
          </button>
        </li>
      ))}
    </Box>
  )
}
