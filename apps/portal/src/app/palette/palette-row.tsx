import Box from '@mui/material/Box'
import { Span } from '../../components/layout/text.js'
import { splitAtMatch } from '../../lib/search-text.js'
import { formatImei } from '../../lib/format/numbers.js'
import { StateGlyph } from '../../map/state-glyph.js'
import { SCREENS } from '../screens.js'
import type { PaletteEntry } from './palette-entries.js'

interface PaletteRowProps {
  entry: PaletteEntry
  query: string
  isActive: boolean
  id: string
  /** What Enter does, beside the active row. */
  hint: string
  onChoose: () => void
  onPoint: () => void
}

/** One thing to go to, the part that matches in primary. */
export function PaletteRow({ entry, query, isActive, id, hint, onChoose, onPoint }: PaletteRowProps) {
  const name = entry.kind === 'entity' ? entry.marker.label : entry.title
  const { before, match, after } = splitAtMatch(name, query)
  const Icon = entry.kind === 'screen' ? SCREENS[entry.screen].icon : undefined
  const meta = entry.kind === 'entity' ? [entry.marker.imei && formatImei(entry.marker.imei), entry.marker.businessName] : []
  return (
    <Box
      role="option"
      id={id}
      aria-selected={isActive}
      onClick={onChoose}
      onPointerMove={onPoint}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: { xs: 44, md: 40 },
        px: 1.5,
        borderRadius: '6px',
        cursor: 'pointer',
        bgcolor: isActive ? 'surface.selected' : 'transparent',
      }}
    >
      {entry.kind === 'entity' ? <StateGlyph state={entry.state} size={16} /> : Icon && <Icon />}
      <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
        {before}
        <Box component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main' }}>
          {match}
        </Box>
        {after}
      </Box>
      <Span size="caption" tone="secondary" clipped grow>
        {meta.filter(Boolean).join(' · ')}
      </Span>
      {isActive && (
        <Box component="span" aria-hidden sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {hint} <Key>↵</Key>
        </Box>
      )}
    </Box>
  )
}

/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <Box
    component="kbd"
    sx={{
      display: 'inline-block',
      minWidth: 20,
      px: 0.5,
      font: 'inherit',
      fontSize: 11,
      lineHeight: '18px',
      textAlign: 'center',
      borderRadius: '5px',
      border: 1,
      borderColor: 'line.strong',
      bgcolor: 'background.paper',
      color: 'text.secondary',
    }}
  >
    {children}
  </Box>
)
