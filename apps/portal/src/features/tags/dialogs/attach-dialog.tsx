import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/index.js'
import { tagsQuery } from '../queries/tag-queries.js'
import type { Tag, TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useTagChanges } from '../use-tag-changes.js'

/** Tags that one call puts into a group. */
const MAX_TAGS = 200

/** Tags to tick that come into a group, found by name; what cannot come says why. */
export function AttachDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const { t } = useTranslation(['tags', 'common'])
  const refusals = useRefusals()
  const { attach } = useTagChanges()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isPending, setIsPending] = useState(false)
  const list = useInfiniteQuery(tagsQuery(undefined, search))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  const toggle = ({ id }: Tag) => {
    const next = new Set(chosen)
    if (!next.delete(id) && next.size < MAX_TAGS) next.add(id)
    setChosen(next)
  }
  const confirm = async () => {
    setIsPending(true)
    if (await attach(group, [...chosen])) onClose()
    setIsPending(false)
  }
  return (
    <AskDialog
      isSheet
      width={640}
      title={t('attach.title', { name: group.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button variant="contained" disabled={chosen.size === 0} loading={isPending} onClick={() => void confirm()}>
            {t('attach.act', { count: chosen.size, shown: formatCount(chosen.size) })}
          </Button>
        </>
      }
    >
      <SearchField value={search} label={t('search')} onSearch={setSearch} />
      <Box
        role="group"
        aria-label={t('bulk.tags')}
        sx={{
          mt: 1,
          flex: '1 1 300px',
          minHeight: 200,
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
        }}
      >
        {list.isPending && [0, 1, 2, 3].map((row) => <Skeleton key={row} animation={false} height={12} sx={{ m: 2 }} />)}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState icon={SearchX} title={t('empty.search.title')} text={t('empty.search.text')} />
        )}
        {rows.map((tag) => {
          const there = refusals.isThere(tag, group)
          const refusal = there ?? refusals.regroup(tag, group)
          return (
            <Box
              component="label"
              key={tag.id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                minHeight: 44,
                pr: 1.5,
                borderBottom: 1,
                borderColor: 'divider',
                cursor: refusal === undefined ? 'pointer' : 'default',
                bgcolor: chosen.has(tag.id) ? 'surface.selected' : undefined,
              }}
            >
              <Checkbox
                size="small"
                checked={there !== undefined || chosen.has(tag.id)}
                disabled={refusal !== undefined}
                onChange={() => toggle(tag)}
              />
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{tag.name}</Box>
                <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary', overflowWrap: 'anywhere' }}>
                  {refusal ?? [t(`types.${tag.type}`), tag.parent_name].filter(Boolean).join(' · ')}
                </Box>
              </Box>
            </Box>
          )
        })}
        {list.hasNextPage && (
          <Button variant="text" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more', { shown: formatCount(rows.length), total: formatCount(total) })}
          </Button>
        )}
      </Box>
    </AskDialog>
  )
}
