import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX, Tags as TagsIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Row, SmallHint, Stack, Text } from '../../../components/layout/index.js'
import { formatCount, counted } from '../../../lib/format/numbers.js'
import { RowMenu, SearchField } from '../../../table/index.js'
import { groupsQuery, tagsQuery } from '../queries/tag-queries.js'
import type { Tag } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useGroupActions, useTagActions, type Ways } from '../use-tag-actions.js'
import type { TagPlace } from '../use-tags-address.js'
import { NewTag } from './new-tag.js'
import { TagChip } from './tag-chip.js'

interface TagPaneProps extends Ways {
  place: TagPlace
  search: string
  onSearch: (text: string) => void
  /** Called with the tag being dragged. Absent if there is nowhere to drop it. */
  onDrag?: (tag: Tag | undefined) => void
  /** Goes to the list of all tags. Called if the group no longer exists. */
  onLeave: () => void
  /** True if the group's name is already shown above. */
  isTitled?: boolean
}

/** Lists the tags of a place as chips with their numbers of vehicles, with search, creation and actions. */
export function TagPane({ place, search, onSearch, onDrag, onLeave, isTitled = false, ...ways }: TagPaneProps) {
  const { t } = useTranslation('tags')
  const { data: groups } = useQuery(groupsQuery)
  const groupId = typeof place === 'number' ? place : undefined
  const tags = useInfiniteQuery(tagsQuery(place, search))
  const refusals = useRefusals()
  const actionsOf = useTagActions(ways)
  const groupActionsOf = useGroupActions(ways)
  const group = groups?.find(({ id }) => id === groupId)
  const rows = tags.data?.pages.flatMap(({ data }) => data) ?? []
  const used = rows.filter(({ entities_count }) => entities_count > 0)
  const unused = rows.filter(({ entities_count }) => entities_count === 0)
  const total = tags.data?.pages[0]?.meta.total ?? 0
  const name = place === 'all' ? t('all') : place === 'none' ? t('ungrouped') : group?.name
  if (groupId !== undefined && groups && !group)
    return (
      <EmptyState
        icon={SearchX}
        title={t('empty.gone.title')}
        text={t('empty.gone.text')}
        actions={<Button onClick={onLeave}>{t('all')}</Button>}
      />
    )
  const attach = group && (
    <ActionButton disabledBecause={refusals.manage} icon={TagsIcon} onClick={() => ways.onAsk({ what: 'attach', group })}>
      {t('actions.attach')}
    </ActionButton>
  )
  return (
    <Stack>
      <Row wrap>
        {!isTitled && <PaneTitle name={name} total={tags.data && total} />}
        <SearchField value={search} label={t('search')} onSearch={onSearch} />
        {rows.length > 0 && attach}
        {group && <RowMenu name={group.name} actions={groupActionsOf(group)} />}
      </Row>
      {refusals.manage === undefined && (
        <NewTag key={place} groupId={groupId} likely={(groupId !== undefined && rows[0]?.type) || 'general'} />
      )}
      {renderTags()}
    </Stack>
  )

  function renderTags() {
    if (tags.isError) return <ErrorNotice error={tags.error} onRetry={() => void tags.refetch()} />
    if (tags.isPending) return <ChipsSkeleton />
    if (rows.length === 0 && search !== '')
      return <EmptyState icon={SearchX} title={t('empty.search.title')} text={t('empty.search.text')} />
    if (rows.length === 0) {
      const about = typeof place === 'number' ? 'group' : place
      return <EmptyState icon={TagsIcon} title={t(`empty.${about}.title`)} text={t(`empty.${about}.text`)} actions={attach} />
    }
    return (
      <>
        {used.length > 0 && renderChips(name, used)}
        {unused.length > 0 && (
          <Stack gap={1}>
            <SmallHint>{t('unused')}</SmallHint>
            {renderChips(t('unused'), unused)}
          </Stack>
        )}
        {tags.hasNextPage && (
          <ActionButton loading={tags.isFetchingNextPage} onClick={() => void tags.fetchNextPage()} sx={{ justifySelf: 'start' }}>
            {t('more', { shown: formatCount(rows.length), total: formatCount(total) })}
          </ActionButton>
        )}
      </>
    )
  }

  function renderChips(label: string | undefined, some: readonly Tag[]) {
    return (
      <Row component="ul" wrap aria-label={label}>
        {some.map((tag) => (
          <TagChip key={tag.id} tag={tag} actions={actionsOf(tag, group)} onDrag={refusals.manage ? undefined : onDrag} />
        ))}
      </Row>
    )
  }
}

/** Shows the group's name and number of tags. */
function PaneTitle({ name, total }: { name: string | undefined; total: number | undefined }) {
  const { t } = useTranslation('tags')
  return (
    <Stack gap={0} grow={160}>
      <Text component="h2" size="heading" breaks>
        {name ?? <Skeleton width={120} />}
      </Text>
      <Typography variant="caption" color="textSecondary" aria-live="polite">
        {total === undefined ? ' ' : t('tagsOf', counted(total))}
      </Typography>
    </Stack>
  )
}

const ChipsSkeleton = () => (
  <Row wrap>
    {[96, 72, 120, 84, 108, 64].map((width) => (
      <Skeleton key={width} animation={false} width={width} height={32} />
    ))}
  </Row>
)
