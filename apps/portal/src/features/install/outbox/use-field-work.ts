import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import type { components } from '../../../lib/api/schema.js'
import { getAccessToken } from '../../../lib/session/access-token.js'
import { useSession } from '../../../lib/session/session.js'
import { getViewAs } from '../../../lib/session/view-as.js'
import { readAgain } from '../queries/install-changes.js'
import { type Delivery, deliverAlone, keepRefused, post } from './deliver.js'
import type { FieldWork, OutboxItem } from './outbox-item.js'
import { outboxStore } from './outbox-store.js'
import { noteSent } from './use-kept-work.js'

type Vehicle = components['schemas']['Entity']

/**
 * Maximum wait in ms for a response on a weak network. After this time, the form no longer waits. The work stays in the
 * outbox and is sent later.
 */
const PATIENCE_MS = 20_000

/** Returns true if the work is a corrected version of the rejected work. */
function replaces(work: FieldWork, refused: FieldWork): boolean {
  if (work.kind === 'install')
    return (
      refused.kind === 'install' &&
      (['imei', 'frame_number', 'name'] as const).some((field) => work.form[field] === refused.form[field])
    )
  return refused.kind === 'replace' && work.entityId === refused.entityId
}

async function removeMended(item: OutboxItem): Promise<void> {
  for (const other of await outboxStore.all(item.userId))
    if (other.refusal && other.key !== item.key && replaces(item.work, other.work)) await outboxStore.remove(other.key)
}

/**
 * Saves work. The work is first stored on this device, so that it is not lost if the network fails or the page is closed.
 * Then it is sent with its idempotency key. Returns `kept` if it will be sent later. Fails with the API's message if it is
 * rejected.
 */
export function useFieldWork() {
  const { user } = useSession()
  const queries = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('outbox')
  const [isSending, setIsSending] = useState(false)

  /** Handles a response that arrived after the form had stopped waiting. */
  const settle = async (item: OutboxItem, delivery: Delivery | undefined) => {
    if (delivery?.state === 'refused') {
      await keepRefused(item.key, delivery.error)
      notify.warning(t('refusedToast', { name: item.name }))
    } else if (delivery?.state === 'sent') {
      notify.success(t('sent', { name: item.name }))
      noteSent(queries, item, delivery.vehicle)
      await readAgain(queries)
    }
  }
  const sendKept = async (item: OutboxItem): Promise<Vehicle | 'kept'> => {
    await removeMended(item)
    if (!onlineManager.isOnline() || getAccessToken() === undefined) return 'kept'
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), PATIENCE_MS)
    })
    const sending = deliverAlone(item)
    const delivery = await Promise.race([sending, late])
    clearTimeout(timer)
    if (delivery === 'late') {
      void sending.then((later) => settle(item, later))
      return 'kept'
    }
    if (delivery?.state === 'sent') {
      await readAgain(queries)
      return delivery.vehicle
    }
    if (delivery?.state !== 'refused') return 'kept'
    // The item is not needed any more, because the form is still open and shows the reason.
    await outboxStore.remove(item.key)
    throw delivery.error
  }
  const send = async (work: FieldWork, key: string, name: string): Promise<Vehicle | 'kept'> => {
    setIsSending(true)
    outboxStore.begin(key)
    try {
      const item: OutboxItem = { key, userId: user.id, queuedAt: Date.now(), name, work, tries: 0, nextTryAt: 0 }
      const isKept =
        getViewAs() === undefined &&
        (await outboxStore.put(item).then(
          () => true,
          () => false, // if the browser stores nothing, the work is sent immediately or the error is shown
        ))
      if (isKept) return await sendKept(item)
      const vehicle = await post(work, key)
      await readAgain(queries)
      return vehicle
    } finally {
      outboxStore.end(key)
      setIsSending(false)
    }
  }
  return { send, isSending }
}
