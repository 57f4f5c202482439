import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import { Pin, Tags, Trash2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Stack, Pane, Span } from '../../../components/layout/index.js'
import { Said } from '../../../components/said.js'
import { formatCount } from '../../../lib/format/numbers.js'
import type { TagGroup } from '../tag.js'
import { useTagCounts } from '../use-tag-counts.js'
import type { Place } from '../use-tags-address.js'

interface GroupListProps {
  groups: readonly TagGroup[]
  place: Place
  onOpen: (place: Place | undefined) => void
  /** Returns true if the dragged tag may be put into a group. */
  takes: (group: TagGroup) => boolean
  isDragging: boolean
  onDrop: (group: TagGroup) => void
}

/**
 * Lists the entries that open a list of tags: all tags, the groups in the order of the API, the tags without a group, and the
 * deleted ones. Every tag is in one of these lists, so the counts are complete. A tag can be dropped on a group.
 */
export function GroupList({ groups, place, onOpen, takes, isDragging, onDrop }: GroupListProps) {
  const { t } = useTranslation('tags')
  const counts = useTagCounts()
  const [over, setOver] = useState<number>()
  return (
    <Pane component="nav" scrolls pad={1} aria-label={t('groups')}>
      <Stack component="ul" gap={0.25}>
        <li>
          <Item icon={Tags} label={t('all')} count={counts?.tags} isOpen={place === 'all'} onOpen={() => onOpen(undefined)} />
        </li>
        {groups.map((group) => (
          <Box
            component="li"
            key={group.id}
            title={isDragging && takes(group) ? t('drop', { name: group.name }) : undefined}
            onDragOver={(event) => {
              if (!takes(group)) return
              event.preventDefault()
              event.dataTransfer.dropEffect = 'move'
              setOver(group.id)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(undefined)
              if (takes(group)) onDrop(group)
            }}
            sx={{
              borderRadius: '8px',
              outline: over === group.id ? 2 : 0,
              outlineStyle: 'solid',
              outlineColor: 'primary.main',
              outlineOffset: -2,
              opacity: isDragging && !takes(group) ? 0.45 : 1,
            }}
          >
            <Item
              icon={group.preset ? Pin : undefined}
              label={group.name}
              count={group.tags_count}
              isOpen={place === group.id}
              onOpen={() => onOpen(group.id)}
            />
          </Box>
        ))}
        <li>
          <Item label={t('ungrouped')} count={counts?.ungrouped} isOpen={place === 'none'} onOpen={() => onOpen('none')} />
        </li>
        <Box component="li" sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          <Item icon={Trash2} label={t('deleted')} isOpen={place === 'deleted'} onOpen={() => onOpen('deleted')} />
        </Box>
      </Stack>
    </Pane>
  )
}

interface ItemProps {
  icon?: LucideIcon
  label: string
  count?: number
  isOpen: boolean
  onOpen: () => void
}

function Item({ icon: Icon, label, count, isOpen, onOpen }: ItemProps) {
  const { t } = useTranslation('tags')
  return (
    <ButtonBase
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
      sx={{
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 1,
        width: '100%',
        minHeight: 36,
        px: 1.5,
        borderRadius: '8px',
        fontSize: 13,
        fontWeight: isOpen ? 600 : 500,
        textAlign: 'left',
        color: isOpen ? 'primary.main' : 'text.primary',
        bgcolor: isOpen ? 'surface.selected' : undefined,
        '&:hover': { bgcolor: isOpen ? 'surface.selected' : 'surface.hover' },
      }}
    >
      <Said as={count === undefined ? label : t('groupName', { name: label, tags: formatCount(count) })}>
        {Icon && <Icon size={14} />}
        <Fill component="span">{label}</Fill>
        {count !== undefined && (
          <Span tone="tertiary" weight="regular" tabular>
            {formatCount(count)}
          </Span>
        )}
      </Said>
    </ButtonBase>
  )
}

const WIDTHS = [120, 80, 96, 140, 104, 88]

/** Placeholders with the position and height of groups. */
export function GroupListSkeleton() {
  return (
    <Box sx={{ flex: 1, p: 1 }}>
      {WIDTHS.map((width, at) => (
        <Box key={at} sx={{ display: 'flex', alignItems: 'center', height: 36, px: 1.5 }}>
          <Skeleton animation={false} width={width} height={12} />
        </Box>
      ))}
    </Box>
  )
}
