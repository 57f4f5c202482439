import type { MarkerState } from './entity-state.js'
import { glyphShapes, OFFLINE_DASH } from './glyph-shapes.js'

interface StateGlyphProps {
  state: MarkerState | 'sleeping'
  /** Edge length in pixels. */
  size?: number
}

/** State glyph as on the map, for lists, chips and counts. It is decorative, because the word is beside it. */
export function StateGlyph({ state, size = 14 }: StateGlyphProps) {
  return (
    <svg width={size} height={size} viewBox="-14 -14 28 28" aria-hidden="true" data-state={state} style={{ flex: 'none' }}>
      <Shape state={state} />
    </svg>
  )
}

/** Colours of the states: custom properties of the theme, or light tokens on a page without a theme. */
const colour = {
  moving: 'var(--mui-palette-moving-main, #0B7A4B)',
  idle: 'var(--mui-palette-idle-main, #3559C7)',
  offline: 'var(--mui-palette-offline-main, #5A6979)',
  missing: 'var(--mui-palette-missing-main, #BE2440)',
  on: 'var(--mui-palette-background-paper, #FFFFFF)',
}

function Shape({ state }: { state: StateGlyphProps['state'] }) {
  if (state === 'moving')
    return (
      <g transform="scale(1.15)">
        <path d={glyphShapes.movingDisc} fill={colour.moving} />
        <path d={glyphShapes.movingArrow} fill={colour.on} transform="translate(0,-0.6)" />
      </g>
    )
  if (state === 'idle')
    return (
      <g transform="scale(1.15)">
        <path d={glyphShapes.idleSquare} fill={colour.idle} />
        <path d={glyphShapes.idleBars} fill={colour.on} />
      </g>
    )
  if (state === 'missing')
    return (
      <g>
        <path d={glyphShapes.missingDiamond} fill={colour.missing} />
        <path d={glyphShapes.missingMark} fill={colour.on} />
      </g>
    )
  if (state === 'sleeping') return <path d={glyphShapes.moon} fill={colour.offline} transform="scale(2)" />
  return (
    <g fill="none" stroke={colour.offline} strokeWidth="2.6" transform="scale(1.15)">
      <path d={glyphShapes.offlineRing} strokeDasharray={OFFLINE_DASH.join(' ')} />
      <path d={glyphShapes.offlineSlash} strokeLinecap="round" />
    </g>
  )
}
