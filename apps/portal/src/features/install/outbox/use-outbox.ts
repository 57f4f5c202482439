import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../../lib/session/session.js'
import type { OutboxItem } from './outbox-item.js'
import { onOutboxChange, outboxStore } from './outbox-store.js'

const OUTBOX_KEY = 'outbox'
const NONE: readonly OutboxItem[] = []

const outboxQuery = (userId: number) =>
  queryOptions({ queryKey: [OUTBOX_KEY, userId], queryFn: () => outboxStore.all(userId), retry: false, staleTime: Infinity })

/** What waits on this device for its way to the server, oldest first, and what the server would not have. */
export function useOutbox() {
  const { user } = useSession()
  const queries = useQueryClient()
  const { data = NONE } = useQuery(outboxQuery(user.id))
  useEffect(() => onOutboxChange(() => void queries.invalidateQueries({ queryKey: [OUTBOX_KEY] })), [queries])
  return { waiting: data.filter(({ refusal }) => !refusal), refused: data.filter(({ refusal }) => refusal) }
}
