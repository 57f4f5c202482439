import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'

interface LoadedProps<Row> {
  query: UseQueryResult<Row[]>
  nothing: { icon: LucideIcon; title: string; text?: string }
  children: (rows: Row[]) => ReactNode
}

/** A list as it loads, when it failed, when it is empty, and when it is there. */
export function Loaded<Row>({ query, nothing, children }: LoadedProps<Row>) {
  if (query.isPending) return <Skeleton height={160} />
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <EmptyState {...nothing} />
  return children(query.data)
}
