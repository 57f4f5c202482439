import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../../lib/session/session.js'
import type { OutboxItem } from './outbox-item.js'
import { onOutboxChange, outboxStore } from './outbox-store.js'

const OUTBOX_KEY = 'outbox'
const NONE: readonly OutboxItem[] = []

const outboxQuery = (userId: number) =>
  queryOptions({
    queryKey: [OUTBOX_KEY, userId],
    queryFn: () => outboxStore.waiting(userId),
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
  })

/** Returns the work stored on this device, oldest first, split into waiting and rejected. */
export function useOutbox() {
  const { user } = useSession()
  const queries = useQueryClient()
  const { data = NONE, isSuccess: isRead } = useQuery(outboxQuery(user.id))
  useEffect(() => {
    const lookAgain = async () => {
      // Cancels a read that is still running, because it began before this change and does not include it.
      await queries.cancelQueries({ queryKey: [OUTBOX_KEY] })
      await queries.invalidateQueries({ queryKey: [OUTBOX_KEY] })
    }
    return onOutboxChange(() => void lookAgain())
  }, [queries])
  return { waiting: data.filter(({ refusal }) => !refusal), refused: data.filter(({ refusal }) => refusal), isRead }
}
