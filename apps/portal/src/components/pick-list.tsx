import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { vars } from '../theme/components/vars.js'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'
import { Fill, Frame, Stack } from './layout/layout.js'
import { Text } from './layout/text.js'

/** Texts and state of one item in the list. */
interface Choice {
  name: string
  about: string
  /**
   * True if the item already belongs to the object that the list adds items to. The item is then shown ticked and cannot be
   * unticked.
   */
  isThere?: boolean
  isDisabled?: boolean
}

interface PickListProps<Row> {
  list: UseInfiniteQueryResult<InfiniteData<{ data: readonly Row[]; meta: { total: number } }>>
  label: string
  /** Text shown when nothing was found. */
  empty: { title: string; text: string }
  /** Returns the label of the button that loads the next page. */
  moreText: (shown: number, total: number) => string
  choiceOf: (row: Row) => Choice
  chosen: { has: (id: number) => boolean }
  onToggle: (row: Row) => void
}

const Label = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  paddingRight: theme.spacing(1.5),
  borderBottom: `1px solid ${vars(theme).divider}`,
  '&:has(input:enabled)': { cursor: 'pointer' },
  '&:has(input:enabled):hover': { backgroundColor: vars(theme).surface.hoverRaised },
  '&:has(input:enabled:checked)': { backgroundColor: vars(theme).surface.selected },
}))

/** List of items to tick, a page at a time. The whole row acts as the checkbox. */
export function PickList<Row extends { id: number }>({ list, label, empty, moreText, ...rows }: PickListProps<Row>) {
  const { choiceOf, chosen, onToggle } = rows
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Frame leastPx={200} mostPx={300} role="group" aria-label={label}>
      {list.isPending && (
        <Stack pad={2}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} animation={false} height={12} />
          ))}
        </Stack>
      )}
      {list.isError && found.length === 0 && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && found.length === 0 && <EmptyState icon={SearchX} {...empty} />}
      {found.map((row) => {
        const { name, about, isThere = false, isDisabled = isThere } = choiceOf(row)
        return (
          <Label key={row.id}>
            <Checkbox size="small" checked={isThere || chosen.has(row.id)} disabled={isDisabled} onChange={() => onToggle(row)} />
            <Fill>
              <Text weight="medium" tabular breaks dir="auto">
                {name}
              </Text>
              <Text size="caption" tone="tertiary" breaks>
                {about}
              </Text>
            </Fill>
          </Label>
        )
      })}
      {list.hasNextPage && (
        <Button variant="text" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {moreText(found.length, list.data?.pages[0]?.meta.total ?? 0)}
        </Button>
      )}
    </Frame>
  )
}
