import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Height of the placeholder while loading. */
  heightPx?: number
  /** Empty state for an empty list or a missing item. */
  nothing?: { icon: LucideIcon; title: string; text?: string }
  children: (data: NonNullable<Data>) => ReactNode
}

const isEmpty = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0)

/** Renders a query's states: loading, failed, empty, and loaded. */
export function Loaded<Data>({ query, heightPx = 160, nothing, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query
  if (isPending) return <Skeleton height={heightPx} />
  if (data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (nothing && isEmpty(data)) return <EmptyState {...nothing} />
  return data && children(data)
}
