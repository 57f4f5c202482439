import { styled } from '@mui/material/styles'
import { ChevronRight } from 'lucide-react'
import type { DragEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusinessKindIcon } from '../../../components/businesses/business-kind-icon.js'
import { Span } from '../../../components/layout/index.js'
import { formatCount, counted } from '../../../lib/format/numbers.js'
import { splitAtMatch } from '../../../lib/search-text.js'
import { vars } from '../../../theme/components/vars.js'
import type { TreeRow } from '../tree-rows.js'

export interface TreeRowViewProps {
  row: TreeRow
  id: string
  topPx: number
  heightPx: number
  query: string
  isSelected: boolean
  isActive: boolean
  /** True while a business that may be placed here is dragged over this row. */
  isTarget: boolean
  menu: ReactNode
  onSelect: () => void
  onToggle: () => void
  drag?: {
    onDragStart: DragEventHandler
    onDragOver: DragEventHandler
    onDragLeave: DragEventHandler
    onDrop: DragEventHandler
    onDragEnd: DragEventHandler
  }
}

const INDENT_PX = 20

const OWN_LOOK = ['topPx', 'heightPx', 'depth', 'isSelected', 'isActive', 'isTarget']

interface LineShape {
  topPx: number
  heightPx: number
  depth: number
  isSelected: boolean
  isActive: boolean
  isTarget: boolean
}

const Line = styled('div', { shouldForwardProp: (name) => !OWN_LOOK.includes(String(name)) })<LineShape>(
  ({ theme, topPx, heightPx, depth, isSelected, isActive, isTarget }) => ({
    position: 'absolute',
    inset: `${topPx}px 0 auto`,
    height: heightPx,
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    margin: '0 8px',
    padding: `0 8px 0 ${8 + depth * INDENT_PX}px`,
    [theme.breakpoints.up('md')]: { paddingRight: 12 },
    borderRadius: 8,
    cursor: 'pointer',
    color: isSelected ? vars(theme).primary.main : vars(theme).text.primary,
    backgroundColor: isSelected ? vars(theme).primary.soft : undefined,
    outline: isTarget ? '2px dashed' : isActive ? '2px solid' : 'none',
    outlineColor: isActive || isTarget ? vars(theme).primary.main : undefined,
    outlineOffset: -2,
    '&:hover': { backgroundColor: isSelected ? vars(theme).primary.soft : vars(theme).surface.hover },
    // Draws one vertical line per level, through the centre of the level's chevron.
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: '0 auto 0 15.5px',
      width: depth * INDENT_PX,
      pointerEvents: 'none',
      background: `repeating-linear-gradient(90deg, ${vars(theme).divider} 0 1px, transparent 1px ${INDENT_PX}px)`,
    },
  }),
)

const Chevron = styled('span', { shouldForwardProp: (name) => name !== 'isOpen' })<{ isOpen: boolean }>(({ theme, isOpen }) => ({
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: 16,
  height: '100%',
  color: vars(theme).text.secondary,
  '&[hidden]': { visibility: 'hidden' },
  '@media (pointer: coarse)': { width: 32, margin: '0 -8px' },
  '& svg': { transition: 'transform 120ms', transform: isOpen ? 'rotate(90deg)' : 'none' },
}))

/** Number of devices. Screen readers do not read this element, because the row's accessible name includes the number. */
const Devices = styled(Span)({ flex: 'none', '&::after': { content: 'attr(data-devices)' } })

/**
 * One business in the tree: guide lines, chevron, kind, name with the search match highlighted, and the number of devices
 * including those of the businesses below.
 */
export function TreeRowView({ row, id, query, menu, onSelect, onToggle, drag, ...look }: TreeRowViewProps) {
  const { t } = useTranslation('businesses')
  const { business, isOpen, position, siblings } = row
  const { before, match, after } = splitAtMatch(business.name, query)
  const hasChildren = business.children.length > 0
  return (
    <Line
      role="treeitem"
      id={id}
      depth={business.depth}
      aria-level={business.depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={look.isSelected}
      aria-label={t('tree.row', {
        name: business.name,
        kind: t(`kinds.${business.kind}`),
        devices: t('tree.devices', counted(business.devices)),
      })}
      onClick={onSelect}
      draggable={drag !== undefined}
      {...drag}
      {...look}
    >
      <Chevron
        aria-hidden
        hidden={!hasChildren}
        isOpen={isOpen}
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          onToggle()
        }}
      >
        <ChevronRight size={14} />
      </Chevron>
      <BusinessKindIcon kind={business.kind} />
      <Span grow clipped weight={look.isSelected ? 'strong' : 'regular'} title={business.name}>
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </Span>
      {menu ?? <Devices size="caption" tone="tertiary" tabular data-devices={formatCount(business.devices)} />}
    </Line>
  )
}
