import Box from '@mui/material/Box'
import { ChevronRight } from 'lucide-react'
import type { DragEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusinessKindIcon } from '../../../components/businesses/business-kind-icon.js'
import { Span } from '../../../components/layout/text.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { splitAtMatch } from '../../../lib/search-text.js'
import type { TreeRow } from '../tree-rows.js'

export interface TreeRowViewProps {
  row: TreeRow
  id: string
  topPx: number
  heightPx: number
  query: string
  isSelected: boolean
  isActive: boolean
  /** Something that may stand here is held over it. */
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

/** One business in the tree: guides, chevron, kind, name with what was searched for, devices of it and those below. */
export function TreeRowView({ row, id, topPx, heightPx, query, isSelected, isActive, isTarget, ...on }: TreeRowViewProps) {
  const { t } = useTranslation('businesses')
  const { business, isOpen, position, siblings } = row
  const { before, match, after } = splitAtMatch(business.name, query)
  const hasChildren = business.children.length > 0
  return (
    <Box
      role="treeitem"
      id={id}
      aria-level={business.depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isSelected}
      aria-label={t('tree.row', {
        name: business.name,
        kind: t(`kinds.${business.kind}`),
        devices: t('tree.devices', { count: business.devices, shown: formatCount(business.devices) }),
      })}
      onClick={on.onSelect}
      draggable={on.drag !== undefined}
      {...on.drag}
      sx={{
        position: 'absolute',
        top: topPx,
        left: 0,
        right: 0,
        height: heightPx,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: `${8 + business.depth * INDENT_PX}px`,
        pr: { xs: 1, md: 1.5 },
        mx: 1,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: isSelected ? 'primary.soft' : undefined,
        color: isSelected ? 'primary.main' : 'text.primary',
        outline: isTarget ? '2px dashed' : isActive ? '2px solid' : 'none',
        outlineColor: isActive || isTarget ? 'var(--mui-palette-primary-main)' : undefined,
        outlineOffset: -2,
        '&:hover': { bgcolor: isSelected ? 'primary.soft' : 'surface.hover' },
        // A line a level, through the middle of its chevron.
        '&::before':
          business.depth > 0
            ? {
                content: '""',
                position: 'absolute',
                inset: 0,
                right: 'auto',
                left: `${8 + 7.5}px`,
                width: `${business.depth * INDENT_PX}px`,
                pointerEvents: 'none',
                background: `repeating-linear-gradient(90deg, var(--mui-palette-divider) 0 1px, transparent 1px ${INDENT_PX}px)`,
              }
            : undefined,
      }}
    >
      <Box
        component="span"
        aria-hidden
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          on.onToggle()
        }}
        sx={{
          display: 'grid',
          placeContent: 'center',
          flex: 'none',
          width: 16,
          height: '100%',
          color: 'text.secondary',
          visibility: hasChildren ? 'visible' : 'hidden',
          '@media (pointer: coarse)': { width: 32, mx: '-8px' },
          '& svg': { transition: 'transform 120ms', transform: isOpen ? 'rotate(90deg)' : 'none' },
        }}
      >
        <ChevronRight size={14} />
      </Box>
      <BusinessKindIcon kind={business.kind} />
      <Span component="span" grow clipped weight={isSelected ? 'strong' : 'regular'} title={business.name}>
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </Span>
      {on.menu ?? (
        <Box
          component="span"
          // the row's name says it in words
          data-devices={formatCount(business.devices)}
          sx={{
            flex: 'none',
            fontSize: 12,
            color: 'text.tertiary',
            fontVariantNumeric: 'tabular-nums',
            '&::after': { content: 'attr(data-devices)' },
          }}
        />
      )}
    </Box>
  )
}
