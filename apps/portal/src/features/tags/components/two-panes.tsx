import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Pane } from '../../../components/layout/index.js'
import { groupsQuery } from '../queries/tag-queries.js'
import type { Tag, TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import type { Ways } from '../use-tag-actions.js'
import { useTagChanges } from '../use-tag-changes.js'
import type { useTagsAddress } from '../use-tags-address.js'
import { DeletedPane } from './deleted-pane.js'
import { GroupListSkeleton, GroupList } from './group-list.js'
import { NewGroup } from './new-group.js'
import { TagPane } from './tag-pane.js'

export interface PanesProps extends Ways {
  address: ReturnType<typeof useTagsAddress>
}

/** Groups on the left, the tags of one on the right. A tag can be dragged onto a group. */
export function TwoPanes({ address, ...ways }: PanesProps) {
  const { t } = useTranslation('tags')
  const groups = useQuery(groupsQuery)
  const refusals = useRefusals()
  const { move } = useTagChanges()
  const [dragged, setDragged] = useState<Tag>()
  const { place } = address
  const open = typeof place === 'number' ? groups.data?.find(({ id }) => id === place) : undefined
  const takes = (group: TagGroup) =>
    dragged !== undefined && (refusals.regroup(dragged, group) ?? refusals.isThere(dragged, group)) === undefined
  if (groups.isError) return <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />
  return (
    <Paper sx={{ display: 'flex', flex: 1, minHeight: 0, overflow: 'hidden' }}>
      <Box
        component="section"
        aria-label={t('groups')}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 'none',
          width: { xs: 240, xl: 300 },
          minHeight: 0,
          borderRight: 1,
          borderColor: 'divider',
        }}
      >
        {groups.isPending ? (
          <GroupListSkeleton />
        ) : (
          <GroupList
            groups={groups.data}
            place={place}
            onOpen={address.open}
            takes={takes}
            isDragging={dragged !== undefined}
            onDrop={(group) => {
              if (dragged) void move(dragged, open && refusals.regroup(dragged, open) === undefined ? open : undefined, group)
              setDragged(undefined)
            }}
          />
        )}
        <NewGroup onMade={({ id }) => address.open(id)} />
      </Box>
      <Pane scrolls pad={3}>
        {place === 'deleted' ? (
          <DeletedPane />
        ) : (
          <TagPane
            key={place}
            place={place}
            search={address.search}
            onSearch={address.setSearch}
            onDrag={setDragged}
            onLeave={() => address.open(undefined)}
            {...ways}
          />
        )}
      </Pane>
    </Paper>
  )
}
