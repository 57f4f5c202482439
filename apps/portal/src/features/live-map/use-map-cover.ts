import { type CSSProperties, useState } from 'react'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { SIDE_PANEL_WIDTH } from './components/side-panel.js'
import type { MapInsets } from './map-camera.js'
import { sheetHeight, type SheetStop } from './sheet-stops.js'

/**
 * Areas over the map that cover it. They are the panel of the selected vehicle (at the side, or a bottom sheet on a phone) and
 * the bar at the lower edge.
 */
export interface MapCover {
  isNarrow: boolean
  stop: SheetStop
  setStop: (stop: SheetStop) => void
  viewHeight: number
  /** CSS variables with the distances that the controls keep from the edges. */
  style: CSSProperties
  /**
   * Returns the covered edges with or without a selected vehicle. The edges are needed before the vehicle's panel opens,
   * because it opens a moment after the selection.
   */
  insetsOf: (isSelected: boolean) => MapInsets
}

export function useMapCover(viewHeight: number, isPanelOpen: boolean, hasBottomBar: boolean): MapCover {
  const isNarrow = useIsNarrow()
  const [stop, setStop] = useState<SheetStop>('half')
  // A full sheet leaves nothing of the map visible, so the view is computed as for half height.
  const sheet = sheetHeight(stop === 'full' ? 'half' : stop, viewHeight)
  const right = isPanelOpen && !isNarrow ? SIDE_PANEL_WIDTH : 0
  const bottom = isPanelOpen && isNarrow ? sheet : 0
  return {
    isNarrow,
    stop,
    setStop,
    viewHeight,
    style: {
      '--map-inset-right': `${right}px`,
      '--map-inset-bottom': `${bottom}px`,
      '--map-controls': isNarrow ? '16px' : '68px',
    } as CSSProperties,
    insetsOf: (isSelected) => ({
      top: isNarrow ? 148 : 96,
      right: (isSelected && !isNarrow ? SIDE_PANEL_WIDTH : 0) + 72,
      bottom: (isSelected && isNarrow ? sheet : 0) + (hasBottomBar ? 104 : 36),
      left: 40,
    }),
  }
}
