import { styled } from '@mui/material/styles'
import { Bike, Building2, CirclePlus, type LucideIcon, Tag, User } from 'lucide-react'
import { KeySign } from '../../components/key-sign.js'
import { Span } from '../../components/layout/text.js'
import { Marked } from '../../components/marked.js'
import { StateGlyph } from '../../map/state-glyph.js'
import { vars } from '../../theme/components/vars.js'
import { SCREENS } from '../screens.js'
import type { PaletteEntry } from './palette-entries.js'
import { joined } from '../../lib/format/joined.js'

interface PaletteRowProps {
  entry: PaletteEntry
  query: string
  isActive: boolean
  id: string
  /** Effect of Enter, shown in the active row. */
  hint: string
  onChoose: () => void
  onPoint: () => void
}

const ICONS: Partial<Record<PaletteEntry['kind'], LucideIcon>> = {
  entity: Bike,
  person: User,
  business: Building2,
  tag: Tag,
  action: CirclePlus,
}

/** Row of the palette, with the matching part in the primary colour. */
export function PaletteRow({ entry, query, isActive, id, hint, onChoose, onPoint }: PaletteRowProps) {
  const Icon = entry.icon ?? (entry.screen ? SCREENS[entry.screen].icon : ICONS[entry.kind])
  return (
    <Line role="option" id={id} aria-selected={isActive} onClick={onChoose} onPointerMove={onPoint}>
      {entry.state ? <StateGlyph state={entry.state} size={16} /> : Icon && <Icon size={16} />}
      <Span weight="medium">
        <Marked text={entry.title} query={query} />
      </Span>
      <Span size="caption" tone="secondary" clipped grow>
        <Marked text={joined(entry.meta)} query={query} />
      </Span>
      {isActive && (
        <Span aria-hidden size="caption" tone="secondary">
          {hint} <KeySign>↵</KeySign>
        </Span>
      )}
    </Line>
  )
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minHeight: 44,
  padding: theme.spacing(0, 1.5),
  borderRadius: 6,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&[aria-selected=true]': { backgroundColor: vars(theme).surface.selected },
  [theme.breakpoints.up('md')]: { minHeight: 40 },
}))
