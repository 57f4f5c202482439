import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchX } from 'lucide-react'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { SearchField } from '../../../table/components/search-field.js'
import type { Linkable } from '../linkable.js'
import { linkablesQuery } from '../queries/linkables-query.js'
import type { Contents } from '../use-business-address.js'

interface ObjectChooserProps {
  what: Contents
  /** Offers what hangs on this business and those below it. */
  from: number
  /** What is there already cannot be chosen. */
  to: number | null
  chosen: ReadonlyMap<number, Linkable>
  onChange: (chosen: ReadonlyMap<number, Linkable>) => void
}

/** Objects to tick, found by their names; fifty at a time. */
export function ObjectChooser({ what, from, to, chosen, onChange }: ObjectChooserProps) {
  const { t } = useTranslation('businesses')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const list = useInfiniteQuery(linkablesQuery(what, from, search))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  const toggle = (row: Linkable) => {
    const next = new Map(chosen)
    if (!next.delete(row.id)) next.set(row.id, row)
    onChange(next)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SearchField value={search} label={t(`search.${what}`)} onSearch={onSearch} />
      <Box
        role="group"
        aria-label={t(`tabs.${what}`)}
        sx={{ height: { xs: 260, sm: 300 }, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: '10px' }}
      >
        {list.isPending && [0, 1, 2, 3, 4].map((row) => <Skeleton key={row} animation={false} height={12} sx={{ m: 2 }} />)}
        {list.isError && rows.length === 0 && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && <EmptyState icon={SearchX} title={t('noMatch.title')} text={t('noMatch.text')} />}
        {rows.map((row) => {
          const isThere = row.businessId === to
          return (
            <Box
              component="label"
              key={row.id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                minHeight: 44,
                pr: 1.5,
                borderBottom: 1,
                borderColor: 'divider',
                cursor: isThere ? 'default' : 'pointer',
                bgcolor: chosen.has(row.id) ? 'surface.selected' : undefined,
                '&:hover': { bgcolor: chosen.has(row.id) ? 'surface.selected' : 'surface.hover' },
              }}
            >
              <Checkbox size="small" checked={isThere || chosen.has(row.id)} disabled={isThere} onChange={() => toggle(row)} />
              <Box sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
                <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>{row.name}</Box>
                <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary', overflowWrap: 'anywhere' }}>
                  {isThere ? t('link.isThere') : [row.detail, row.businessName].filter(Boolean).join(' · ')}
                </Box>
              </Box>
            </Box>
          )
        })}
        {list.hasNextPage && (
          <Button variant="text" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('link.more', { shown: formatCount(rows.length), total: formatCount(total) })}
          </Button>
        )}
      </Box>
    </Box>
  )
}
