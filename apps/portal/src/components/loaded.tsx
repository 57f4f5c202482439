import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Of what is shown until it is there. */
  heightPx?: number
  /** What is said of an empty list, or of nothing. */
  nothing?: { icon: LucideIcon; title: string; text?: string }
  children: (data: NonNullable<Data>) => ReactNode
}

const isEmpty = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0)

/** Something as it loads, when it failed, when there is nothing, and when it is there. */
export function Loaded<Data>({ query, heightPx = 160, nothing, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query
  if (isPending) return <Skeleton height={heightPx} />
  if (data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (nothing && isEmpty(data)) return <EmptyState {...nothing} />
  return data && children(data)
}
