import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountPill } from '../../../components/count-pill.js'
import { Span } from '../../../components/layout/index.js'
import { Said } from '../../../components/said.js'
import { formatCount, counted } from '../../../lib/format/numbers.js'
import { ActionMenu, type RowAction } from '../../../table/index.js'
import type { Tag } from '../tag.js'
import { joined } from '../../../lib/format/joined.js'

interface TagChipProps {
  tag: Tag
  actions: readonly RowAction[]
  onDrag?: (tag: Tag | undefined) => void
}

/** Draggable tag with its number of uses. A click opens its actions. */
export function TagChip({ tag, actions, onDrag }: TagChipProps) {
  const { t } = useTranslation('tags')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const count = tag.entities_count
  const name = joined([tag.parent_name, tag.name])
  const vehicles = t('vehicles', counted(count))
  return (
    <Box
      component="li"
      draggable={onDrag !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', tag.name)
        event.dataTransfer.effectAllowed = 'move'
        onDrag?.(tag)
      }}
      onDragEnd={() => onDrag?.(undefined)}
      sx={{ maxWidth: '100%' }}
    >
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={vehicles}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          display: 'flex',
          gap: 1,
          maxWidth: '100%',
          minHeight: { xs: 44, md: 32 },
          px: 1.25,
          border: 1,
          borderColor: 'line.strong',
          borderRadius: '8px',
          bgcolor: 'background.paper',
          fontSize: 13,
          fontWeight: 500,
          textAlign: 'left',
          '&:hover': { bgcolor: 'surface.hover' },
        }}
      >
        <Said as={t('chip', { name, vehicles })}>
          <Span breaks>
            {tag.parent_name !== null && <Span tone="secondary">{tag.parent_name} · </Span>}
            <bdi>{tag.name}</bdi>
          </Span>
          <CountPill>{formatCount(count)}</CountPill>
        </Said>
      </ButtonBase>
      <ActionMenu anchor={anchor} actions={actions} onClose={() => setAnchor(undefined)} />
    </Box>
  )
}
