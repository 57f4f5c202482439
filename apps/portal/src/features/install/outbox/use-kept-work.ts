import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { OutboxItem } from './outbox-item.js'
import { useOutbox } from './use-outbox.js'

/** State of work that was stored on this device when the user saved it. */
export interface KeptWork {
  state: 'waiting' | 'sent' | 'refused'
  /** ID of the vehicle. Known only if this tab has sent the work. */
  entityId?: number
}

const sentKey = (imei: string) => ['outbox-sent', imei]

/** Records that kept work was sent, for a screen that still shows the work as kept. */
export const noteSent = (queries: QueryClient, { work }: OutboxItem, vehicle: { id: number }): void =>
  void queries.setQueryData(sentKey(work.body.imei), vehicle.id)

/** Returns the state of the kept work for a tracker. It changes as soon as the work was sent or rejected. */
export function useKeptWork(imei: string): KeptWork {
  const { waiting, refused, isRead } = useOutbox()
  const { data: entityId } = useQuery<number>({ queryKey: sentKey(imei), queryFn: skipToken })
  const isOfTracker = ({ work }: OutboxItem) => work.body.imei === imei
  if (refused.some(isOfTracker)) return { state: 'refused' }
  if (imei === '' || !isRead || waiting.some(isOfTracker)) return { state: 'waiting' }
  return { state: 'sent', entityId }
}
